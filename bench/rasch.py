"""The difficulty of the grades on one scale, by Rasch's model.

Run `python -m bench.rasch` (docs/method.md has the difficulties). Alpha-beta with increasing
numbers of nodes, the policies that look ahead, and random play answer 300 items of every game and
grade, drawn by weight. `mcts`, which was used to measure the grades, does not take part. Each item
gets a difficulty and each player an ability, such that the log odds of a right answer are ability
minus difficulty. For players that choose uniformly among moves, the exact expected score is used.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.grades import AlphaBeta
from lastdigit.analysis.policies import POLICIES, policy_scores
from lastdigit.exam.pools import PoolItem, group_by_grade, load_pool, solve_item
from lastdigit.games import catalogue, find

Floats = NDArray[np.float64]

NODES = (10, 30, 100, 300, 1_000, 3_000)
AHEAD = ("one ply", "rule of thumb", "two plies")
PLAYERS = ("chance", *AHEAD, *(f"alpha-beta:{nodes}" for nodes in NODES))
ITEMS, SEED = 300, 1
SPREAD = 3.0
"""The prior standard deviation of difficulties, which keeps them finite."""
STEPS = 400


class Fit(NamedTuple):
    """The result in logits; the mean difficulty is 0."""

    abilities: Floats
    difficulties: Floats
    misfit: float
    """The mean squared difference between expected and actual scores."""


def fit(scores: Floats) -> Fit:
    """Fit Rasch's model to scores from 0 to 1, with a row per item and a column per player.

    Abilities and difficulties are updated in turn, by one Newton step each.
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
    """Return the expected score of every player at an item."""
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


def draw_items(items: Sequence[PoolItem], count: int, random: Random) -> list[PoolItem]:
    """Draw items by weight, with replacement."""
    return random.choices(items, [item.weight for item in items], k=count)


def main() -> None:
    """Print the difficulty of the grades and the ability of the players in logits."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--items", type=int, default=ITEMS)
    count: int = parser.parse_args().items
    cells: list[tuple[str, int]] = []
    rows: list[list[float]] = []
    for name in catalogue():
        for grade, items in group_by_grade(load_pool(name)).items():
            taken = draw_items(items, count, Random(f"{SEED}/{name}/{grade}"))
            known = {item: scores_at(name, item) for item in set(taken)}
            rows += [known[item] for item in taken]
            cells += [(name, grade)] * count
    found = fit(np.array(rows))
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
