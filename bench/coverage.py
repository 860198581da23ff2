"""The coverage of the arena's intervals, from simulated tournaments with known true values.

Run `python bench/coverage.py`; the table is in docs/arena.md. The intervals should cover 95 %.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from lastdigit.arena.run import LEVELS
from lastdigit.statistics import (
    Pair,
    Tally,
    consecutive,
    logistic,
    rate,
    rating_intervals,
    ratio_interval,
)

DRAWS, RATING_DRAWS = 4_000, 500
DESIGNS = ((1, 6), (1, 10), (1, 20), (5, 2), (5, 6), (5, 20))
"""The number of games, and of starts per game."""
ROUNDS = 14
"""The number of games that a player has from one start: against seven others, on both seats."""

RATED = "rated"
ERRORS = {name: level.errors for name, level in LEVELS.items()}
STRENGTHS = {name: 2.0 - 4.0 * errors for name, errors in ERRORS.items()} | {RATED: 1.0}
"""The log odds of the levels, and of a player between two of them."""

Draw = Callable[[Random], complex]
"""Simulate a player's games from a random start: numerator (real) and denominator (imaginary)."""


def score(random: Random) -> complex:
    """Win about half of the games, depending on the start."""
    return complex(_wins(random, random.betavariate(2, 2), ROUNDS), ROUNDS)


def high_score(random: Random) -> complex:
    """Win 90 % of the games."""
    return complex(_wins(random, random.betavariate(9, 1), ROUNDS), ROUNDS)


def accuracy(random: Random) -> complex:
    """Be right in 60 % of critical positions; some starts have many."""
    critical = random.randint(2, 60)
    return complex(_wins(random, random.betavariate(6, 4), critical), critical)


def high_accuracy(random: Random) -> complex:
    """Be right in 95 % of critical positions, regardless of the start."""
    critical = random.randint(5, 40)
    return complex(_wins(random, 0.95, critical), critical)


def conversion(random: Random) -> complex:
    """Win 80 % of won starts, each played once."""
    return complex(_wins(random, 0.8, 1), 1)


def _wins(random: Random, chance: float, games: int) -> int:
    return sum(random.random() < chance for _ in range(games))


KINDS: dict[str, tuple[Draw, float]] = {
    "score 50 %": (score, 0.5),
    "score 90 %": (high_score, 0.9),
    "accuracy 60 %": (accuracy, 0.6),
    "accuracy 95 %": (high_accuracy, 0.95),
    "conversion 80 %, one game per start": (conversion, 0.8),
}
"""The simulated measures, with their true values."""


def coverage(kind: str, games: int, starts: int, draws: int) -> float:
    """Return the share of intervals that contain the true value."""
    draw, truth = KINDS[kind]
    random = Random(f"{kind} {games} {starts}")
    held = 0
    for _ in range(draws):
        addends = [draw(random) for _ in range(games * starts)]
        interval = ratio_interval(addends, consecutive([starts] * games))
        assert interval is not None, "there are enough starts"
        held += interval.low <= truth <= interval.high
    return held / draws


def rating_coverage(games: int, starts: int, draws: int) -> float:
    """Return the share of rating intervals that contain the rating after infinitely many games."""
    random = Random(f"rating {games} {starts}")
    strata = list(consecutive([starts] * games))
    truth = rate(
        {pair: Tally.of(sum(row)) for pair, row in simulate_scores(random, 20_000).items()}, ERRORS
    )
    assert truth is not None, "all levels took part"
    held = 0
    for _ in range(draws):
        interval = rating_intervals(simulate_scores(random, games * starts), strata, ERRORS)[RATED]
        held += interval.low <= truth.points[RATED] <= interval.high
    return held / draws


def simulate_scores(random: Random, starts: int) -> dict[Pair, list[complex]]:
    """Return the scores of each pair from random starts; some favour the rated player."""
    found: dict[Pair, list[complex]] = {pair: [] for pair in combinations(STRENGTHS, 2)}
    for _ in range(starts):
        luck = {RATED: random.gauss(0, 0.5)}
        for (one, other), row in found.items():
            strength = STRENGTHS[one] + luck.get(one, 0.0)
            chance = logistic(strength - STRENGTHS[other] - luck.get(other, 0.0))
            row.append(complex(_wins(random, chance, 2), 2))
    return found


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    heading = [f"{games} x {starts}" for games, starts in DESIGNS]
    print(f"| coverage in %, by games x starts per game | {' | '.join(heading)} |")
    print(f"| --- |{' --: |' * len(heading)}")
    for kind in KINDS:
        print_row(kind, (coverage(kind, games, starts, DRAWS) for games, starts in DESIGNS))
    print_row("rating", (rating_coverage(games, starts, RATING_DRAWS) for games, starts in DESIGNS))


def print_row(name: str, shares: Iterable[float]) -> None:
    """Print a row of percentages."""
    print(f"| {name} | {' | '.join(f'{100 * share:.1f}' for share in shares)} |", flush=True)


if __name__ == "__main__":
    main()
