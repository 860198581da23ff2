"""Bradley-Terry ratings on a scale that players of known error rate hold in place.

The chance that one player beats another is logistic in the difference of their strengths, which
are fitted by maximum likelihood. A rating is read off against the levels that took part: one that
errs with probability e at critical positions has the rating 1000 (1 - e) by definition, and whoever
is as strong has the same, whatever the tournament. Between two levels it lies in proportion.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from lastdigit.arena.intervals import FEWEST, Interval, Jackknife, consecutive

POINTS = 1_000
STEPS = 100
ENOUGH = 1e-10
LARGEST_STEP = 2.0
MOST_FITS = 40
"""Of a game with more starts than this, several are left out at a time, to save time."""

Pair = tuple[str, str]


class Tally(NamedTuple):
    """What the first of a pair scored against the second, and in how many games."""

    score: float
    games: float

    @classmethod
    def of(cls, sums: complex) -> Tally:
        """Return the tally whose score and games were summed as one complex number."""
        return cls(sums.real, sums.imag)


class Knot(NamedTuple):
    """A strength whose rating is known."""

    strength: float
    rating: float


@dataclass(frozen=True)
class Ratings:
    """Everybody's strength, the natural logarithm of odds, and the rating that it amounts to."""

    strengths: Mapping[str, float]
    points: Mapping[str, float]

    def expected(self, one: str, other: str) -> float:
        """Return the score that the first player is expected to have against the second."""
        return logistic(self.strengths[one] - self.strengths[other])


def level_rating(errors: float) -> float:
    """Return the rating of a player who errs with this probability at a critical position.

    >>> level_rating(0.05)
    950.0
    """
    return POINTS * (1 - errors)


def logistic(strength: float) -> float:
    """Return the chance to win that a difference in strength gives."""
    if strength < 0:
        return 1 - logistic(-strength)
    return 1 / (1 + math.exp(-strength))


def rate(tallies: Mapping[Pair, Tally], anchors: Mapping[str, float]) -> Ratings | None:
    """Return the ratings of all who played; `anchors` are error rates by player.

    None where there is no scale: fewer than two anchors of different error rates played, or the
    weaker did not do worse than the stronger.
    """
    strengths = fit_strengths(tallies)
    known = {name: level_rating(anchors[name]) for name in strengths if name in anchors}
    knots = rising([Knot(strengths[name], rating) for name, rating in known.items()])
    if len(knots) < 2:
        return None
    points = {name: read_off(knots, strength) for name, strength in strengths.items()}
    return Ratings(strengths, points | known)


def rating_intervals(
    pairs: Mapping[Pair, Sequence[complex]],
    strata: Sequence[range],
    anchors: Mapping[str, float],
) -> dict[str, Interval]:
    """Return the 95 % intervals of all ratings but those of anchors, which are exact.

    A pair has what it scored from each start and in how many games, as complex numbers; a stratum
    has the places of one game's starts. There are no intervals where there are too few starts, or
    where there is no scale without some of them.
    """
    whole = rate({pair: Tally.of(sum(row)) for pair, row in pairs.items()}, anchors)
    if whole is None or sum(map(len, strata)) < FEWEST:
        return {}
    blocks = [
        [stratum[number::MOST_FITS] for number in range(min(MOST_FITS, len(stratum)))]
        for stratum in strata
    ]
    jackknife = Jackknife(consecutive(map(len, blocks)))
    rows = (
        [sum(row[place] for place in block) for stratum in blocks for block in stratum]
        for row in pairs.values()
    )
    fits = []
    for sums in zip(*map(jackknife.replicates, rows), strict=True):
        fit = rate(dict(zip(pairs, map(Tally.of, sums), strict=True)), anchors)
        if fit is None:
            return {}
        fits.append(fit.points)
    found = {}
    for name in whole.points.keys() - anchors.keys():
        error = jackknife.error((points[name] for points in fits), whole.points[name])
        reach = jackknife.quantile * error
        found[name] = Interval(whole.points[name] - reach, whole.points[name] + reach)
    return found


def rising(anchors: Sequence[Knot]) -> list[Knot]:
    """Return the anchors from weak to strong; neighbours in the wrong order are taken together."""
    groups: list[list[Knot]] = []
    for anchor in sorted(anchors, key=lambda knot: knot.rating):
        groups.append([anchor])
        while len(groups) > 1 and (
            _middle(groups[-2]).strength >= _middle(groups[-1]).strength
            or _middle(groups[-2]).rating == _middle(groups[-1]).rating
        ):
            last = groups.pop()
            groups[-1] += last
    return [_middle(group) for group in groups]


def _middle(group: Sequence[Knot]) -> Knot:
    return Knot(
        sum(knot.strength for knot in group) / len(group),
        sum(knot.rating for knot in group) / len(group),
    )


def read_off(knots: Sequence[Knot], strength: float) -> float:
    """Return the rating of a strength: in proportion between knots.

    Beyond them, strength is worth as much as on average between the weakest and the strongest.
    """
    first, last = knots[0], knots[-1]
    if first.strength < strength < last.strength:
        first, last = next(pair for pair in pairwise(knots) if strength <= pair[1].strength)
    slope = (last.rating - first.rating) / (last.strength - first.strength)
    near = last if strength > last.strength else first
    return near.rating + slope * (strength - near.strength)


def fit_strengths(tallies: Mapping[Pair, Tally]) -> dict[str, float]:
    """Return the strengths that make the results likeliest, as far as they are off the mean.

    Each pair is credited with one more game, drawn, so that a player who won everything still has
    a finite strength. The likelihood is concave, so Newton's steps find its only summit.
    """
    names = sorted({name for pair in tallies for name in pair})
    place = {name: number for number, name in enumerate(names)}
    at = [0.0] * len(names)
    for _ in range(STEPS):
        slope = [0.0] * len(names)
        # One on every place of the matrix: it keeps the mean where it is, which no game does.
        bend = [[1.0] * len(names) for _ in names]
        for (one, other), tally in tallies.items():
            first, second = place[one], place[other]
            count = tally.games + 1
            chance = logistic(at[first] - at[second])
            missing = tally.score + 0.5 - count * chance
            weight = count * chance * (1 - chance)
            slope[first] += missing
            slope[second] -= missing
            bend[first][first] += weight
            bend[second][second] += weight
            bend[first][second] -= weight
            bend[second][first] -= weight
        step = solve_equations(bend, slope)
        longest = max(map(abs, step), default=0.0)
        shorter = min(1.0, LARGEST_STEP / longest) if longest else 1.0
        at = [value + shorter * change for value, change in zip(at, step, strict=True)]
        if longest < ENOUGH:
            break
    return dict(zip(names, at, strict=True))


def solve_equations(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of linear equations, by elimination with the largest pivot.

    >>> solve_equations([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0])
    [1.0, 3.0]
    """
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in rows[column + 1 :]:
            factor = row[column] / rows[column][column]
            for place in range(column, size + 1):
                row[place] -= factor * rows[column][place]
    found = [0.0] * size
    for column in reversed(range(size)):
        known = sum(rows[column][place] * found[place] for place in range(column + 1, size))
        found[column] = (rows[column][size] - known) / rows[column][column]
    return found
