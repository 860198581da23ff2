"""A small decision tree that learns, from raw digits alone, which moves tend to be right.

It sees the characters of a position and of a move, the options, and where the move stands in the
list; it does not see where the move leads. Weights of the pools are found against such trees
(`tools/pool_weights.py`), and `bench/shortcuts.py` tells what they get.
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
DEPTH, LEAST = 5, 0.01
"""How deep the tree is at most, and which part of all weight a leaf has at least."""
TREES, DEPTH_IN_FOREST = 20, 8
"""Another learner, against whom no weights are found: more trees, and deeper."""
CHARACTERS = 8
"""So many characters of each word of a position are seen, from its end."""
WORDS = 3


class Case(NamedTuple):
    """An item: what is seen of every legal move, and which are right."""

    seen: Floats
    right: Floats


def characters(word: str) -> list[float]:
    """Return the last characters of a word as numbers, the last one first."""
    ends = word[-CHARACTERS:][::-1]
    return [float(ord(sign)) for sign in ends] + [0.0] * (CHARACTERS - len(ends))


def case_of(name: str, item: PoolItem) -> Case:
    """Return what a tree may see of an item."""
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
    """A decision tree that halves by one number at a time, as its Gini impurity says.

    It looks at the columns that it may use; all of them, if nothing is said.
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
        cut = best_cut(seen, right, weight, columns) if mixed else None
        if cut is not None:
            self.column, self.bound = cut
            low = seen[:, self.column] <= self.bound
            lower, upper = (
                Tree(seen[side], right[side], weight[side], depth - 1, columns)
                for side in (low, ~low)
            )
            self.parts = lower, upper

    def believes(self, seen: Floats) -> Floats:
        """Return for every row how often what looks like it was right."""
        if self.parts is None:
            return np.full(len(seen), self.share)
        low = seen[:, self.column] <= self.bound
        lower, upper = self.parts
        found = np.empty(len(seen))
        found[low], found[~low] = lower.believes(seen[low]), upper.believes(seen[~low])
        return found


def best_cut(
    seen: Floats, right: Floats, weight: Floats, columns: Sequence[int]
) -> tuple[int, float] | None:
    """Return the column and the bound that leave the least impurity, if anything is gained."""
    whole, good = float(weight.sum()), float((right * weight).sum())
    best, found = good * (1 - good / whole) - 1e-9, None
    for column in columns:
        order = np.argsort(seen[:, column], kind="stable")
        values = seen[order, column]
        below = np.cumsum(weight[order])[:-1]
        good_below = np.cumsum((right * weight)[order])[:-1]
        above, good_above = whole - below, good - good_below
        allowed = (values[1:] > values[:-1]) & (below > LEAST * whole) & (above > LEAST * whole)
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
    """Many deeper trees, each of some of the items and of half of what can be seen."""

    def __init__(self, cases: Sequence[Case], weights: Floats, random: Random) -> None:
        self.trees = []
        for _ in range(TREES):
            taken = random.choices(range(len(cases)), k=len(cases))
            width = cases[0].seen.shape[1]
            columns = sorted(random.sample(range(width), width // 2))
            some = [cases[place] for place in taken]
            self.trees.append(Tree(*rows_of(some, weights[taken]), DEPTH_IN_FOREST, columns))

    def believes(self, seen: Floats) -> Floats:
        """Return what its trees believe on average."""
        found: Floats = np.mean([tree.believes(seen) for tree in self.trees], axis=0)
        return found


Learner = Callable[[Sequence[Case], Floats, Random], Tree | Forest]


def a_tree(cases: Sequence[Case], weights: Floats, random: Random) -> Tree:  # noqa: ARG001
    """Return a tree that has learned from items, each as important as its weight."""
    return Tree(*rows_of(cases, weights))


def rows_of(cases: Sequence[Case], weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Return all moves of some items: what is seen, what is right, what each weighs."""
    each = [
        np.full(len(one.right), w / len(one.right)) for one, w in zip(cases, weights, strict=True)
    ]
    return (
        np.concatenate([one.seen for one in cases]),
        np.concatenate([one.right for one in cases]),
        np.concatenate(each),
    )


def shares_right(cases: Sequence[Case], learned: Tree | Forest) -> Floats:
    """Return for each item how often its move is right that is believed in most."""
    beliefs = learned.believes(np.concatenate([one.seen for one in cases]))
    ends = np.cumsum([len(one.right) for one in cases])[:-1]
    return np.array(
        [
            float(one.right[own == own.max()].mean())
            for one, own in zip(cases, np.split(beliefs, ends), strict=True)
        ]
    )


def unseen(
    cases: Sequence[Case], weights: Floats, random: Random, learner: Learner = a_tree
) -> Floats:
    """Return how often each item is answered right by who learned from four fifths without it."""
    order = random.sample(range(len(cases)), len(cases))
    found = np.zeros(len(cases))
    for fold in range(FOLDS):
        asked = order[fold::FOLDS]
        known = [place for at, place in enumerate(order) if at % FOLDS != fold]
        learned = learner([cases[place] for place in known], weights[known], random)
        found[asked] = shares_right([cases[place] for place in asked], learned)
    return found
