"""Weights under which policies that know nothing score at chance, and draws that keep to them.

Of all weights that do so, those are taken that are nearest to equal (of greatest entropy): each
question's weight is the exponential of a sum over policies, whose factors Newton's method finds.
Where no weights do, the factors stay finite by a small penalty, and what remains is told.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import mul
from random import Random

PENALTY = 1e-4
STEPS = 60
ENOUGH = 1e-9

Row = Sequence[float]


def balanced_weights(rows: Sequence[Row], penalty: float = PENALTY) -> list[float]:
    """Return weights, one for each row and 1 together, under which every column comes to about 0.

    >>> [round(weight, 2) for weight in balanced_weights([[0.5], [0.5], [-0.5]])]
    [0.25, 0.25, 0.5]
    """
    if not rows:
        return []
    kinds = sorted(set(map(tuple, rows)))
    counts = [0] * len(kinds)
    places = {row: place for place, row in enumerate(kinds)}
    for row in rows:
        counts[places[tuple(row)]] += 1
    factors = [0.0] * len(kinds[0])
    for _ in range(STEPS):
        shares = _shares(kinds, counts, factors)
        slope = [
            mean + penalty * factor
            for mean, factor in zip(_means(kinds, shares), factors, strict=True)
        ]
        if max(map(abs, slope), default=0) < ENOUGH:
            break
        step = _solved(_curvature(kinds, shares, penalty), slope)
        factors = _descended(kinds, counts, factors, step, penalty)
    shares = _shares(kinds, counts, factors)
    return [shares[places[tuple(row)]] / counts[places[tuple(row)]] for row in rows]


def dot(one: Row, other: Row) -> float:
    """Return the sum of products of two rows."""
    return float(sum(map(mul, one, other)))


def _exponents(kinds: Sequence[Row], factors: Row) -> list[float]:
    return [dot(row, factors) for row in kinds]


def _height(kinds: Sequence[Row], counts: Sequence[int], factors: Row, penalty: float) -> float:
    """Return what is made as small as it can be."""
    exponents = _exponents(kinds, factors)
    top = max(exponents)
    sums = sum(n * math.exp(e - top) for n, e in zip(counts, exponents, strict=True))
    return top + math.log(sums) + penalty / 2 * dot(factors, factors)


def _descended(
    kinds: Sequence[Row], counts: Sequence[int], factors: Row, step: Row, penalty: float
) -> list[float]:
    """Return the factors one step on, which is halved until it leads down."""
    here, length = _height(kinds, counts, factors, penalty), 1.0
    for _ in range(STEPS):
        tried = [factor - length * part for factor, part in zip(factors, step, strict=True)]
        if _height(kinds, counts, tried, penalty) < here:
            return tried
        length /= 2
    return list(factors)


def _shares(kinds: Sequence[Row], counts: Sequence[int], factors: Row) -> list[float]:
    exponents = _exponents(kinds, factors)
    top = max(exponents)
    parts = [n * math.exp(e - top) for n, e in zip(counts, exponents, strict=True)]
    whole = sum(parts)
    return [part / whole for part in parts]


def _means(kinds: Sequence[Row], shares: Row) -> list[float]:
    return [dot(column, shares) for column in zip(*kinds, strict=True)]


def _curvature(kinds: Sequence[Row], shares: Row, penalty: float) -> list[list[float]]:
    means = _means(kinds, shares)
    columns = [
        [value - mean for value in column]
        for column, mean in zip(zip(*kinds, strict=True), means, strict=True)
    ]
    weighted = [
        [value * share for value, share in zip(column, shares, strict=True)] for column in columns
    ]
    return [
        [dot(weighted[i], columns[j]) + (penalty if i == j else 0.0) for j in range(len(columns))]
        for i in range(len(columns))
    ]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Return the solution of linear equations whose matrix is positive definite, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for pivot in range(size):
        for below in range(pivot + 1, size):
            factor = rows[below][pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                rows[below][column] -= factor * rows[pivot][column]
    found = [0.0] * size
    for place in reversed(range(size)):
        known = sum(rows[place][later] * found[later] for later in range(place + 1, size))
        found[place] = (rows[place][size] - known) / rows[place][place]
    return found


def effective(weights: Iterable[float]) -> float:
    """Return how many equal questions weighted ones are worth.

    >>> effective([0.25, 0.25, 0.25, 0.25])
    4.0
    """
    kept = list(weights)
    return sum(kept) ** 2 / sum(weight * weight for weight in kept)


def draw(weights: Sequence[float], wanted: int, random: Random) -> list[int]:
    """Return places drawn by weight, none twice, each as often as its weight says, exactly.

    They are dealt in a random order along a line of which each has its weight's length, and taken
    at equal steps. Where one is longer than a step there are fewer: it must not be taken twice.
    """
    whole = sum(weights)
    count = min(wanted, int(whole / max(weights) * (1 + ENOUGH)))
    order = random.sample(range(len(weights)), len(weights))
    ends = list(accumulate(weights[place] for place in order))
    step, mark = whole / count, random.random()
    taken: list[int] = []
    for place, end in zip(order, ends, strict=True):
        if mark * step < end and len(taken) < count:
            taken.append(place)
            mark += 1
    return taken
