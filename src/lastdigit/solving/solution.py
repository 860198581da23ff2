"""What a solution is: a position's value for the player to move, and how far off the end is."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple


class Value(enum.StrEnum):
    """What a position is worth to the player to move, if nobody errs from here on."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"

    @property
    def opposite(self) -> Value:
        """The same, seen from the other side."""
        return OPPOSITE[self]

    @property
    def worth(self) -> int:
        """The same as a number: 1, 0 or -1."""
        return WORTH[self]


WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.LOSE: -1}
OPPOSITE = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN, Value.DRAW: Value.DRAW}


class Solution(NamedTuple):
    """A value, and the plies to the end when the winner hurries and the loser delays.

    The remoteness is None for a draw, and beside a win or a loss where it is not known.
    """

    value: Value
    remoteness: int | None = None


DRAWN = Solution(Value.DRAW)


class Census(NamedTuple):
    """All positions that can come up, by their value for the player to move."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    longest: int | None = 0
    """The largest remoteness among them: the longest game that can be forced, None if unknown."""
    few: tuple[str, ...] = ()
    """Of starts, the names of those with the rarer value, where they are few."""

    @property
    def positions(self) -> int:
        """How many there are."""
        return self.won + self.lost + self.drawn

    @classmethod
    def of(cls, solutions: Iterable[Solution]) -> Census:
        """Count solutions."""
        counts = Counter(solutions)
        by_value = Counter[Value]()
        for solution, count in counts.items():
            by_value[solution.value] += count
        longest = max((solution.remoteness or 0 for solution in counts), default=0)
        return cls(by_value[Value.WIN], by_value[Value.LOSE], by_value[Value.DRAW], longest)


def combined(after: Iterable[Solution]) -> Solution:
    """Return the solution of a position from those of the positions that its moves lead to.

    >>> combined([Solution(Value.WIN, 4), Solution(Value.LOSE, 2), Solution(Value.LOSE, 0)])
    Solution(value=<Value.WIN: 'win'>, remoteness=1)
    """
    lost: list[int | None] = []
    won: list[int | None] = []
    drawn = False
    for value, remoteness in after:
        if value is Value.LOSE:
            lost.append(remoteness)
        elif value is Value.WIN:
            won.append(remoteness)
        else:
            drawn = True
    if lost:
        known = [plies for plies in lost if plies is not None]
        # Nothing is nearer than the end itself; else one unknown makes the nearest unknown.
        sure = len(known) == len(lost) or 0 in known
        return Solution(Value.WIN, min(known) + 1 if sure else None)
    if drawn:
        return DRAWN
    known = [plies for plies in won if plies is not None]
    return Solution(Value.LOSE, max(known) + 1 if len(known) == len(won) else None)
