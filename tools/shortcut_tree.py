"""A small decision tree that learns from digits alone which moves tend to be right.

It sees the characters of a position and of a move, the options, and the index of the move. It does
not see the position after the move. The weights of the pools are optimized against such trees
(`tools/pool_weights.py`), and `bench/shortcuts.py` reports their scores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lastdigit.exam.pools import PoolItem, solve_item
from lastdigit.games import find

Floats = NDArray[np.float64]

FOLDS = 5
DEPTH, MIN_LEAF_WEIGHT = 5, 0.01
"""The maximum depth of a tree, and the minimum share of the total weight in a leaf."""
TREES, DEPTH_IN_FOREST = 20, 8
"""A second learner, which the weights are not optimized against: more and deeper trees."""
CHARACTERS = 8
"""The number of characters of each word that are visible, from its end."""
WORDS = 3


class Case(NamedTuple):
    """An item: the features of every legal move, and which moves are right."""

    seen: Floats
    right: Floats


def characters(word: str) -> list[float]:
    """Return the last characters of a word as numbers, in reverse order."""
    ends = word[-CHARACTERS:][::-1]
    return [float(ord(sign)) for sign in ends] + [0.0] * (CHARACTERS - len(ends))


def case_of(name: str, item: PoolItem) -> Case:
    """Return the features of an item."""
    game = find(name, **dict(item.options))
    critical = solve_item(name, item)
    moves = [game.format_move(move) for move in game.legal_moves(game.parse_state(item.position))]
    words = (item.position.split()[1:] + [""] * WORDS)[:WORDS]
    common = [float(len(word)) for word in words]
    for word in words:
        common += characters(word)
    for option in game.own_options():
        value = getattr(game, option.field)
        numbers = value if isinstance(value, tuple) else (value,)
        padded = [-1.0 if number is None else float(number) for number in numbers]
        common += (padded + [-2.0] * 4)[:4]
    rows = []
    for place, move in enumerate(moves):
        parts = [*move.split(), "", ""][:2]
        told = [sign for part in parts for sign in characters(part)[:3]]
        rows.append([*common, *told, float(place), float(len(moves) - place), float(len(moves))])
    right = [float(move in critical.best) for move in moves]
    return Case(np.array(rows), np.array(right))


class Tree:
    """A decision tree with binary splits by Gini impurity.

    It uses only the given columns; all by default.
    """

    def __init__(
        self,
        seen: Floats,
        right: Floats,
        weight: Floats,
        depth: int = DEPTH,
        columns: Sequence[int] | None = None,
    ) -> None:
        whole = float(weight.sum())
        self.share = float((right * weight).sum()) / whole
        self.parts: tuple[Tree, Tree] | None = None
        self.column, self.bound = 0, 0.0
        columns = range(seen.shape[1]) if columns is None else columns
        mixed = depth > 0 and 0 < self.share < 1
        cut = best_split(seen, right, weight, columns) if mixed else None
        if cut is not None:
            self.column, self.bound = cut
            low = seen[:, self.column] <= self.bound
            lower, upper = (
                Tree(seen[side], right[side], weight[side], depth - 1, columns)
                for side in (low, ~low)
            )
            self.parts = lower, upper

    def predict(self, seen: Floats) -> Floats:
        """Return, for every row, the share of right moves in its leaf."""
        if self.parts is None:
            return np.full(len(seen), self.share)
        low = seen[:, self.column] <= self.bound
        lower, upper = self.parts
        found = np.empty(len(seen))
        found[low], found[~low] = lower.predict(seen[low]), upper.predict(seen[~low])
        return found


def best_split(
    seen: Floats, right: Floats, weight: Floats, columns: Sequence[int]
) -> tuple[int, float] | None:
    """Return the column and the bound with the least impurity, or None if no split helps."""
    whole, good = float(weight.sum()), float((right * weight).sum())
    best, found = good * (1 - good / whole) - 1e-9, None
    for column in columns:
        order = np.argsort(seen[:, column], kind="stable")
        values = seen[order, column]
        below = np.cumsum(weight[order])[:-1]
        good_below = np.cumsum((right * weight)[order])[:-1]
        above, good_above = whole - below, good - good_below
        allowed = (
            (values[1:] > values[:-1])
            & (below > MIN_LEAF_WEIGHT * whole)
            & (above > MIN_LEAF_WEIGHT * whole)
        )
        if not allowed.any():
            continue
        with np.errstate(divide="ignore", invalid="ignore"):
            left = good_below * (1 - good_below / below) + good_above * (1 - good_above / above)
        left = np.where(allowed, left, np.inf)
        place = int(left.argmin())
        if left[place] < best:
            best, found = float(left[place]), (column, float(values[place]))
    return found


class Forest:
    """Many deeper trees, each trained on some of the items and half of the features."""

    def __init__(self, cases: Sequence[Case], weights: Floats, random: Random) -> None:
        self.trees = []
        for _ in range(TREES):
            taken = random.choices(range(len(cases)), k=len(cases))
            width = cases[0].seen.shape[1]
            columns = sorted(random.sample(range(width), width // 2))
            some = [cases[place] for place in taken]
            self.trees.append(Tree(*rows_of(some, weights[taken]), DEPTH_IN_FOREST, columns))

    def predict(self, seen: Floats) -> Floats:
        """Return the average over all trees."""
        found: Floats = np.mean([tree.predict(seen) for tree in self.trees], axis=0)
        return found


Learner = Callable[[Sequence[Case], Floats, Random], Tree | Forest]


def train_tree(cases: Sequence[Case], weights: Floats, random: Random) -> Tree:  # noqa: ARG001
    """Return a tree trained on weighted items."""
    return Tree(*rows_of(cases, weights))


def rows_of(cases: Sequence[Case], weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Return all moves of some items: features, right or wrong, and weights."""
    each = [
        np.full(len(one.right), w / len(one.right)) for one, w in zip(cases, weights, strict=True)
    ]
    return (
        np.concatenate([one.seen for one in cases]),
        np.concatenate([one.right for one in cases]),
        np.concatenate(each),
    )


def shares_right(cases: Sequence[Case], learned: Tree | Forest) -> Floats:
    """Return for each item how often the move that the model prefers is right."""
    beliefs = learned.predict(np.concatenate([one.seen for one in cases]))
    ends = np.cumsum([len(one.right) for one in cases])[:-1]
    return np.array(
        [
            float(one.right[own == own.max()].mean())
            for one, own in zip(cases, np.split(beliefs, ends), strict=True)
        ]
    )


def cross_validate(
    cases: Sequence[Case], weights: Floats, random: Random, learner: Learner = train_tree
) -> Floats:
    """Return how often each item is answered right by a model trained on the other folds."""
    order = random.sample(range(len(cases)), len(cases))
    found = np.zeros(len(cases))
    for fold in range(FOLDS):
        asked = order[fold::FOLDS]
        known = [place for at, place in enumerate(order) if at % FOLDS != fold]
        learned = learner([cases[place] for place in known], weights[known], random)
        found[asked] = shares_right([cases[place] for place in asked], learned)
    return found
