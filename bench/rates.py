"""How many moves a second: several kinds of play measured by turns, each against the first."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

Play = Callable[[], int]
"""Plays for a while and returns how many moves were made."""
ROUNDS, WARM = 15, 5
HEADING = "| what | moves a second | times the first line |\n| --- | --: | --: |"


class Contender(NamedTuple):
    """Something that plays, under the name that stands in the table."""

    what: str
    play: Play


class Line(NamedTuple):
    """What was measured of a contender, round by round."""

    what: str
    rates: Sequence[float]
    ratios: Sequence[float]

    def __str__(self) -> str:
        rates = spread([rate / 1_000 for rate in self.rates], "k")
        return f"| {self.what} | {rates} | {spread(self.ratios)} |"


def spread(numbers: Sequence[float], unit: str = "") -> str:
    """Return the median of some numbers, with the smallest and the largest."""
    middle, low, high = (
        f"{number:.3g}{unit}" for number in (median(numbers), min(numbers), max(numbers))
    )
    return f"{middle} ({low} to {high})"


def raced(contenders: Sequence[Contender]) -> list[Line]:
    """Let the contenders play by turns, and return a line for each."""
    for contender in contenders:
        for _ in range(WARM):
            contender.play()  # what is made once, tables and caches, is not measured
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
    """Return the moves a second of processor time: what else runs on the machine counts less."""
    began = time.process_time()
    moves = play()
    return moves / (time.process_time() - began)
