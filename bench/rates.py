"""Moves per second: several ways to play measured in alternation, each compared with the first."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

Play = Callable[[], int]
"""Play for a while, and return the number of moves."""
ROUNDS, WARM = 15, 5
HEADING = "| Measurement | Moves per second | Relative to the first line |\n| --- | --: | --: |"


class Contender(NamedTuple):
    """A way to play, with its name in the table."""

    what: str
    play: Play


class Line(NamedTuple):
    """The measurements of a contender by round."""

    what: str
    rates: Sequence[float]
    ratios: Sequence[float]

    def __str__(self) -> str:
        rates = spread([rate / 1_000 for rate in self.rates], "k")
        return f"| {self.what} | {rates} | {spread(self.ratios)} |"


def spread(numbers: Sequence[float], unit: str = "") -> str:
    """Return the median of some numbers, with the minimum and the maximum."""
    middle, low, high = (
        f"{number:.3g}{unit}" for number in (median(numbers), min(numbers), max(numbers))
    )
    return f"{middle} ({low} to {high})"


def race(contenders: Sequence[Contender]) -> list[Line]:
    """Run the contenders in alternation, and return a row for each."""
    for contender in contenders:
        for _ in range(WARM):
            contender.play()  # warm-up: tables and caches are not measured
    rounds = [[rate(contender.play) for contender in contenders] for _ in range(ROUNDS)]
    return [
        Line(
            contender.what,
            [measured[place] for measured in rounds],
            [measured[place] / measured[0] for measured in rounds],
        )
        for place, contender in enumerate(contenders)
    ]


def rate(play: Play) -> float:
    """Return the moves per second of processor time, which depends less on other processes."""
    began = time.process_time()
    moves = play()
    return moves / (time.process_time() - began)
