"""Two players on the same questions, question by question.

What both got right, or both wrong, says nothing about which is better; the others do. The interval
of the difference is Newcombe's (1998, method 10): Wilson's intervals of both shares, joined by how
much the two go together. Whether there is any difference is judged by the exact sign test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from lastdigit.arena.intervals import FEWEST_TRIALS, Interval, wilson
from lastdigit.arena.tables import FEW, ReportTable, interval_text, percent, two_places

SMALLEST = 0.01
"""Below this it no longer matters how unlikely something is."""


class Comparison(NamedTuple):
    """How often both were right, only one of them, or neither."""

    both: int
    first: int
    """Only the first."""
    second: int
    neither: int

    @classmethod
    def of(cls, first: Sequence[bool], second: Sequence[bool]) -> Comparison:
        """Compare two players' answers to the same questions, in the same order."""
        pairs = list(zip(first, second, strict=True))
        both, one, other, neither = (
            pairs.count(pair)
            for pair in ((True, True), (True, False), (False, True), (False, False))
        )
        return cls(both, one, other, neither)

    @property
    def asked(self) -> int:
        """How many questions there were."""
        return sum(self)

    @property
    def difference(self) -> float:
        """By how much of all questions the first is ahead."""
        return (self.first - self.second) / (self.asked or 1)

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval of the difference; None where there are too few questions."""
        if self.asked < FEWEST_TRIALS:
            return None
        one, other = self.both + self.first, self.both + self.second
        share, against = one / self.asked, other / self.asked
        own, theirs = wilson(one, self.asked), wilson(other, self.asked)
        joint = self._together(one, other)
        down = _joined(share - own.low, theirs.high - against, joint)
        up = _joined(own.high - share, against - theirs.low, joint)
        return Interval(max(-1.0, self.difference - down), min(1.0, self.difference + up))

    def _together(self, one: int, other: int) -> float:
        """Return how much the two go together, from -1 to 1, with Newcombe's correction."""
        spread = one * (self.asked - one) * other * (self.asked - other)
        if not spread:
            return 0.0
        cross = self.both * self.neither - self.first * self.second
        return (max(0.0, cross - self.asked / 2) if cross > 0 else cross) / math.sqrt(spread)

    @property
    def sign_test(self) -> float:
        """How often two equal players would differ as much or more, by the exact sign test.

        >>> round(Comparison(10, 5, 0, 5).sign_test, 4), Comparison(3, 0, 0, 3).sign_test
        (0.0625, 1.0)
        """
        told = self.first + self.second
        least = min(self.first, self.second)
        tail = sum(math.comb(told, count) for count in range(least + 1))
        return float(min(1.0, 2 * tail / 2**told))


def _joined(own: float, other: float, joint: float) -> float:
    return math.sqrt(max(0.0, own**2 - 2 * joint * own * other + other**2))


def pairs_table(players: Sequence[tuple[str, Sequence[bool]]]) -> ReportTable:
    """Return every two players beside each other: by name, with which answers were right."""
    rows = []
    for (one, first), (other, second) in combinations(players, 2):
        found = Comparison.of(first, second)
        reach, chance = found.interval, found.sign_test
        rows.append(
            (
                f"{one} - {other}",
                str(found.first),
                str(found.second),
                percent(found.difference),
                interval_text(reach, percent) if reach else FEW,
                two_places(chance) if chance >= SMALLEST else f"< {SMALLEST}",
            )
        )
    heading = ("players", "only first", "only second", "ahead by", "95 % interval", "sign test")
    return ReportTable("Two by two", heading, rows)
