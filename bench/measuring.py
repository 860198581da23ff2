"""Two functions measured in alternation, and a row of the table that compares them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

Work = Callable[[], object]
MILLISECONDS = 1_000
ROUNDS = 7
HEADING = (
    "| Measurement | Ours, ms | Compared with | Theirs, ms | Ours / theirs |\n"
    "| --- | --: | --- | --: | --: |"
)


class Row(NamedTuple):
    """A comparison: times in seconds by round."""

    what: str
    ours: Sequence[float]
    beside: str
    theirs: Sequence[float]

    def __str__(self) -> str:
        ratios = [ours / theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)]
        return (
            f"| {self.what} | {milliseconds(self.ours)} | {self.beside} "
            f"| {milliseconds(self.theirs)} "
            f"| {median(ratios):.3g} ({min(ratios):.3g} to {max(ratios):.3g}) |"
        )


def milliseconds(times: Sequence[float]) -> str:
    """Return the median of some times in milliseconds."""
    taken = MILLISECONDS * median(times)
    return f"{taken:,.0f}" if taken >= MILLISECONDS else f"{taken:.3g}"


def rate(count: int, times: Sequence[float]) -> str:
    """Return how many states are solved per second."""
    return f"{count / median(times):,.0f} per second"


def duration(work: Work) -> float:
    """Return the duration of a function in seconds."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def alternate(*works: Work) -> list[list[float]]:
    """Return the durations of each function in each round."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for kept, work in zip(times, works, strict=True):
            kept.append(duration(work))
    return times
