"""The score of learned shortcuts: a small decision tree that sees only raw digits.

Run `python -m bench.shortcuts` (docs/exam.md has the output). The weights of the pools were
optimized against the tree (`tools/shortcut_tree.py`), but not against the forest of more and deeper
trees. For each item they choose the move that they rate highest. They learn from four fifths of a
grade's items and answer the others, in turn. All scores use the weights of the pool.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np

from lastdigit.analysis.policies import effective_size
from lastdigit.exam.pools import group_by_grade, load_pool
from lastdigit.games import catalogue
from lastdigit.statistics import wilson_interval
from tools.shortcut_tree import Forest, case_of, cross_validate, train_tree

MAX_ITEMS = 1_000
"""The maximum number of items per grade."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(catalogue()))
    games = parser.parse_args().games
    print("| game | grade | items | chance | tree | forest | 95 % of a guess |")
    print("| --- | --: | --: | --: | --: | --: | --- |")
    for name in games:
        for grade, items in group_by_grade(load_pool(name)).items():
            random = Random(f"{name}/{grade}")
            if len(items) > MAX_ITEMS:
                items = random.sample(items, MAX_ITEMS)
            cases = [case_of(name, item) for item in items]
            weights = np.array([item.weight for item in items])
            weights /= weights.sum()
            chance = float(weights @ [one.right.mean() for one in cases])
            worth = effective_size(weights.tolist())
            low, high = wilson_interval(round(chance * worth), round(worth))
            tree = float(weights @ cross_validate(cases, weights, random, train_tree))
            forest = float(weights @ cross_validate(cases, weights, random, Forest))
            shares = " | ".join(f"{100 * share:.0f}" for share in (chance, tree, forest))
            print(
                f"| {name} | {grade} | {len(cases)} | {shares} | "
                f"{100 * low:.0f} to {100 * high:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
