"""Is there a shortcut that nobody thought of? A small decision tree looks for one in raw digits.

Run `python -m bench.shortcuts` (docs/exam.md has what it printed). The tree sees the characters of
a position and of a move, the options, and where the move stands in the list; it does not see where
the move leads. Of each item it makes the move that it believes in most. It learns from four fifths
of a grade's items and answers the others, in turn; all counts by the weights of the pool.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lastdigit.arena.intervals import wilson
from lastdigit.exam.balance import effective
from lastdigit.exam.pools import Item, by_grade, pool_of, solved
from lastdigit.games import catalogue, find

Floats = NDArray[np.float64]

FOLDS = 5
DEPTH, LEAST = 5, 0.01
"""How deep the tree is at most, and which part of all weight a leaf has at least."""
CHARACTERS = 8
"""So many characters of each word of a position are seen, from its end."""
WORDS = 3
MOST = 1_000
"""Items of a grade that are taken at most."""


class Case(NamedTuple):
    """An item: what is seen of every legal move, and which are right."""

    seen: Floats
    right: Floats
    weight: float


def characters(word: str) -> list[float]:
    """Return the last characters of a word as numbers, the last one first."""
    ends = word[-CHARACTERS:][::-1]
    return [float(ord(sign)) for sign in ends] + [0.0] * (CHARACTERS - len(ends))


def case_of(name: str, item: Item) -> Case:
    """Return what a tree may see of an item."""
    game = find(name, **dict(item.options))
    critical = solved(name, item)
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
    return Case(np.array(rows), np.array(right), item.weight)


class Tree:
    """A decision tree that halves by one number at a time, as its Gini impurity says."""

    def __init__(self, seen: Floats, right: Floats, weight: Floats, depth: int = DEPTH) -> None:
        whole = float(weight.sum())
        self.share = float((right * weight).sum()) / whole
        self.parts: tuple[Tree, Tree] | None = None
        self.column, self.bound = 0, 0.0
        cut = best_cut(seen, right, weight, LEAST) if depth and 0 < self.share < 1 else None
        if cut is not None:
            self.column, self.bound = cut
            low = seen[:, self.column] <= self.bound
            lower, upper = (
                Tree(seen[side], right[side], weight[side], depth - 1) for side in (low, ~low)
            )
            self.parts = lower, upper

    def believes(self, row: Sequence[float]) -> float:
        """Return how often what looks like this was right."""
        if self.parts is None:
            return self.share
        return self.parts[int(row[self.column] > self.bound)].believes(row)


def best_cut(seen: Floats, right: Floats, weight: Floats, least: float) -> tuple[int, float] | None:
    """Return the column and the bound that leave the least impurity, if anything is gained."""
    whole, good = float(weight.sum()), float((right * weight).sum())
    best, found = good * (1 - good / whole) - 1e-9, None
    for column in range(seen.shape[1]):
        order = np.argsort(seen[:, column], kind="stable")
        values = seen[order, column]
        below = np.cumsum(weight[order])[:-1]
        good_below = np.cumsum((right * weight)[order])[:-1]
        above, good_above = whole - below, good - good_below
        allowed = (values[1:] > values[:-1]) & (below > least * whole) & (above > least * whole)
        if not allowed.any():
            continue
        with np.errstate(divide="ignore", invalid="ignore"):
            left = good_below * (1 - good_below / below) + good_above * (1 - good_above / above)
        left = np.where(allowed, left, np.inf)
        place = int(left.argmin())
        if left[place] < best:
            best, found = float(left[place]), (column, float(values[place]))
    return found


def score(cases: Sequence[Case], random: Random) -> float:
    """Return how often trees are right at items that they did not learn from, by weight."""
    order = random.sample(range(len(cases)), len(cases))
    right = 0.0
    for fold in range(FOLDS):
        asked = [cases[place] for place in order[fold::FOLDS]]
        learned = [cases[place] for at, place in enumerate(order) if at % FOLDS != fold]
        each: list[Any] = [np.full(len(one.right), one.weight / len(one.right)) for one in learned]
        tree = Tree(
            np.concatenate([one.seen for one in learned]),
            np.concatenate([one.right for one in learned]),
            np.concatenate(each),
        )
        for one in asked:
            beliefs = np.array([tree.believes(row) for row in one.seen])
            picked = beliefs == beliefs.max()
            right += one.weight * float(one.right[picked].mean())
    return right / math.fsum(one.weight for one in cases)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(catalogue()))
    print("| game | grade | items | chance | tree | 95 % of a guess |")
    print("| --- | --: | --: | --: | --: | --- |")
    for name in parser.parse_args().games:
        for grade, items in by_grade(pool_of(name)).items():
            random = Random(f"{name}/{grade}")
            if len(items) > MOST:
                items = random.sample(items, MOST)
            cases = [case_of(name, item) for item in items]
            weights = [one.weight for one in cases]
            chance = sum(one.weight * float(one.right.mean()) for one in cases) / sum(weights)
            worth = effective(weights)
            low, high = wilson(round(chance * worth), round(worth))
            found = score(cases, random)
            print(
                f"| {name} | {grade} | {len(cases)} | {100 * chance:.0f} | {100 * found:.0f} | "
                f"{100 * low:.0f} to {100 * high:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
