"""How hard are the grades for those who did not make them, on one scale? Rasch's model says.

Run `python -m bench.rasch` (docs/exam.md has what it printed). 300 items of every game and grade,
drawn by their weights, are answered by alpha-beta with more and more nodes, by the policies
that look ahead, and by chance; `mcts`, which made the grades, is not asked. Each item gets a
difficulty and each player an ability, so that the log odds of a right answer are ability less
difficulty. Of those who choose evenly among moves the expected score is counted, which is exact.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.grades import AlphaBeta
from lastdigit.exam.pools import (
    POLICIES,
    PoolItem,
    group_by_grade,
    load_pool,
    policy_scores,
    solve_item,
)
from lastdigit.games import catalogue, find

Floats = NDArray[np.float64]

NODES = (10, 30, 100, 300, 1_000, 3_000)
AHEAD = ("one ply", "rule of thumb", "two plies")
PLAYERS = ("chance", *AHEAD, *(f"alpha-beta:{nodes}" for nodes in NODES))
ITEMS, SEED = 300, 1
SPREAD = 3.0
"""How far difficulties are spread beforehand: an item that all get right has one, too."""
STEPS = 400


class Fit(NamedTuple):
    """What was found, in logits; difficulties are 0 on average."""

    abilities: Floats
    difficulties: Floats
    misfit: float
    """The mean of squared differences between what was expected and what was so."""


def fitted(scores: Floats) -> Fit:
    """Fit Rasch's model to scores from 0 to 1, a row for each item and a column for each player.

    Abilities and difficulties are improved in turn, by one step of Newton's at a time.
    """
    abilities, difficulties = np.zeros(scores.shape[1]), np.zeros(len(scores))
    for _ in range(STEPS):
        expected = _expected(abilities, difficulties)
        slope, bend = expected - scores, expected * (1 - expected)
        prior = difficulties / SPREAD**2
        step = (slope.sum(axis=1) - prior) / (bend.sum(axis=1) + SPREAD**-2)
        difficulties = difficulties + np.clip(step, -1, 1)
        difficulties -= difficulties.mean()
        expected = _expected(abilities, difficulties)
        slope, bend = scores - expected, expected * (1 - expected)
        abilities = abilities + np.clip(slope.sum(axis=0) / (bend.sum(axis=0) + 1e-9), -1, 1)
    misfit = float(np.mean((scores - _expected(abilities, difficulties)) ** 2))
    return Fit(abilities, difficulties, misfit)


def _expected(abilities: Floats, difficulties: Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(difficulties[:, None] - abilities[None, :]))
    return found


def scores_at(name: str, item: PoolItem) -> list[float]:
    """Return what every player is expected to score at an item."""
    critical = solve_item(name, item)
    game = find(name, **dict(item.options))
    state = game.parse_state(item.position)
    by_policy = dict(
        zip(
            (policy.name for policy in POLICIES),
            policy_scores(game, item.position, critical.best),
            strict=True,
        )
    )
    found = [critical.chance, *(by_policy[policy] for policy in AHEAD)]
    for nodes in NODES:
        best = AlphaBeta(game, nodes).best(state)
        found.append(sum(move in critical.best for move in best) / len(best))
    return found


def drawn(items: Sequence[PoolItem], count: int, random: Random) -> list[PoolItem]:
    """Return so many items by their weights; one may come twice."""
    return random.choices(items, [item.weight for item in items], k=count)


def main() -> None:
    """Print what the grades are worth in logits, and the players beside them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--items", type=int, default=ITEMS)
    count: int = parser.parse_args().items
    cells: list[tuple[str, int]] = []
    rows: list[list[float]] = []
    for name in catalogue():
        for grade, items in group_by_grade(load_pool(name)).items():
            taken = drawn(items, count, Random(f"{SEED}/{name}/{grade}"))
            known = {item: scores_at(name, item) for item in set(taken)}
            rows += [known[item] for item in taken]
            cells += [(name, grade)] * count
    found = fitted(np.array(rows))
    print("| game | grade | difficulty | standard error |")
    print("| --- | --: | --: | --: |")
    for cell in dict.fromkeys(cells):
        own = found.difficulties[[one == cell for one in cells]]
        error = own.std(ddof=1) / len(own) ** 0.5
        print(f"| {cell[0]} | {cell[1]} | {own.mean():+.1f} | {error:.1f} |")
    print("\n| player | ability |")
    print("| --- | --: |")
    for player, ability in zip(PLAYERS, found.abilities, strict=True):
        print(f"| {player} | {ability:+.1f} |")
    print(f"\nMean squared misfit: {found.misfit:.3f}")


if __name__ == "__main__":
    main()
