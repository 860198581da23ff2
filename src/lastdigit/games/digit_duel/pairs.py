"""Tables of all pairs of numbers in Digit Duel: who wins, and which numbers a number beats.

Both numbers only shrink, so a single pass from small to large solves all pairs. Plain Python builds
small tables, and compiled code (`fast`) builds large ones. Cached tables need no compiled code.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from array import array
from collections.abc import Sequence
from functools import cache, cached_property, partial
from typing import Any

from lastdigit.game.game import Value
from lastdigit.games.digit_duel.rules import BASE, DIGITS, DigitDuel
from lastdigit.solver import Census, Solution
from lastdigit.solver.tables import LargeTable, cached_table, is_cached, load_compiled

IN_PYTHON = 1_000
"""The most numbers for plain Python, which then solves every pair in about a second."""
LARGE = f"Digit Duel of more than {IN_PYTHON:,} numbers"
WITH_DISTANCE = 10_000
"""The most numbers for a table with remoteness. Larger tables only store who wins."""
FAR = 65_535
CODE = 2
"""The size of a code in a table with remoteness, in bytes."""
WORD = 64
"""The bits of a word. Compiled code solves that many pairs at once."""
WON, LOST = Solution(Value.WIN), Solution(Value.LOSE)


def build(base: int, digits: int) -> bytes:
    """Return a code for every pair of own and opposing number: remoteness x 2, plus 1 for a win."""
    side = base**digits
    pairs = array("H", bytes(2 * side * side))  # code 0: own number zero, already lost
    for own in range(1, side):
        pairs[own * side] = 1  # opposing number zero, already won
    units = [base**power for power in range(digits)]
    usable = [
        [(value, unit) for unit in units if (value := own // unit % base)] for own in range(side)
    ]
    for total in range(2, 2 * side - 1):
        for own in range(max(1, total - side + 1), min(side - 1, total - 1) + 1):
            nearest_win, furthest_loss = FAR, 0
            for value, unit in usable[own]:
                left = total - own - value
                after = pairs[left * side + own - unit] if left > 0 else 0
                if after & 1:
                    if after > furthest_loss:
                        furthest_loss = after
                elif after < nearest_win:
                    nearest_win = after
            # One ply more than the successor, and the opposite value.
            solved = nearest_win + 3 if nearest_win < FAR else furthest_loss + 1
            pairs[own * side + total - own] = solved
    return as_little_endian(pairs).tobytes()


def read(side: int, content: bytes) -> array[int]:
    """Parse the table for `side` numbers. Raise ValueError if it is not valid."""
    pairs = array("H", content)
    # The code is 0 exactly for the pairs in which the mover's number is zero.
    if len(pairs) != side * side or any(pairs[:side]) or zeros(content) != side:
        raise ValueError("this is no table of Digit Duel")
    return as_little_endian(pairs)


def zeros(content: bytes) -> int:
    """Count the two-byte codes of a table that are 0.

    `array.count` creates a million int objects, which is noticeable at startup.
    """
    either = int.from_bytes(content[::2]) | int.from_bytes(content[1::2])
    return either.to_bytes(len(content) // 2).count(0)


def as_little_endian(pairs: array[int]) -> array[int]:
    """Convert between native byte order and the little-endian order of the cached table."""
    if sys.byteorder == "big":
        pairs.byteswap()
    return pairs


@cache
def decoded(code: int) -> Solution:
    """Return the solution for a code."""
    return Solution(Value.WIN if code & 1 else Value.LOSE, code >> 1)


class Pairs(ABC):
    """All pairs of numbers of a variant, solved on first use."""

    size: int
    """The size of the table in bytes."""

    def __init__(self, game: DigitDuel, size: int) -> None:
        self.size = size
        self.side, self.base, self.digits = game.numbers, game.base, game.digits
        rulebook = (game.digits, game.base) == (DIGITS, BASE)
        self.name = "digit-duel-1" if rulebook else f"digit-duel-{game.digits}-in-{game.base}-1"
        """The name of the table in the cache."""

    @cached_property
    def table(self) -> LargeTable:
        """The table that compiled code builds. Small tables do not use it."""
        return LargeTable(self.name, self.size, self._build)

    @abstractmethod
    def _build(self) -> memoryview:
        """Solve all pairs and return the table."""

    @abstractmethod
    def solution(self, own: int, opposing: int) -> Solution:
        """Return the solution of a pair for the player to move, who has `own`."""

    @abstractmethod
    def beaten_up_to(self, own: int) -> int:
        """Return the largest n such that the mover with `own` beats every number up to n."""

    @abstractmethod
    def beats_none_above(self, own: int) -> int:
        """Return the largest number that the mover with `own` beats, or 0 if there is none."""

    @abstractmethod
    def count(self) -> Census:
        """Count all pairs of nonzero numbers."""

    def is_ready(self) -> bool:
        """Return whether the table is cached."""
        return is_cached(self.name) if self.side <= IN_PYTHON else self.table.is_cached()

    @cached_property
    def fast(self) -> Any:
        """The compiled code. Raise MissingExtra if numba is not installed."""
        return load_compiled(f"{__package__}.fast", LARGE)

    def _census(self, won: int, longest: int | None) -> Census:
        return Census(won=won, lost=(self.side - 1) ** 2 - won, longest=longest)


class Distances(Pairs):
    """Pairs with remoteness: a two-byte code for every own and opposing number."""

    def __init__(self, game: DigitDuel) -> None:
        super().__init__(game, CODE * game.numbers**2)

    @cached_property
    def codes(self) -> array[int] | memoryview:
        """The codes of all pairs, row by row: remoteness x 2, plus 1 for a win."""
        if self.side <= IN_PYTHON:
            making = partial(build, self.base, self.digits)
            return cached_table(self.name, making, partial(read, self.side))
        return self.table.part(0, self.size).cast("H")

    def _build(self) -> memoryview:
        solved: memoryview = self.fast.solve_distances(self.base, self.digits)
        return solved

    def solution(self, own: int, opposing: int) -> Solution:
        place = own * self.side + opposing
        if self.side <= IN_PYTHON:
            return decoded(self.codes[place])
        return decoded(self.table.number("H", CODE * place))

    def beaten_up_to(self, own: int) -> int:
        row = self._row(own)
        return next((other for other in range(1, self.side) if not row[other] & 1), self.side) - 1

    def beats_none_above(self, own: int) -> int:
        row = self._row(own)
        return next((other for other in range(self.side - 1, 0, -1) if row[other] & 1), 0)

    def _row(self, own: int) -> Sequence[int]:
        start, end = own * self.side, (own + 1) * self.side
        if self.side <= IN_PYTHON:
            return self.codes[start:end]
        return self.table.part(CODE * start, CODE * end).cast("H")

    def count(self) -> Census:
        if self.side > IN_PYTHON:
            return self._census(*self.fast.count_distances(self.codes, self.side))
        solved = [code for own in range(1, self.side) for code in self._row(own)[1:]]
        return self._census(sum(code & 1 for code in solved), max(solved) >> 1)


def _padded(side: int) -> int:
    """Round up to an even count of four-byte numbers, so that the words after them are aligned."""
    return side + side % 2


def row_start(larger: int) -> int:
    """Return the word offset of a shell's row. The row of number n has n // 64 + 1 words."""
    full, rest = divmod(larger, WORD)
    return (full + 1) * (WORD * full // 2 + rest)


class Values(Pairs):
    """Pairs without remoteness, one bit for each."""

    def __init__(self, game: DigitDuel) -> None:
        numbers, rows = 4 * _padded(game.numbers), 8 * row_start(game.numbers)
        super().__init__(game, 2 * numbers + 2 * rows)
        # The layout is `beaten` and `most` of `fast.solve_values`, then the rows of all shells.
        self._most, self._upper, self._lower = numbers, 2 * numbers, 2 * numbers + rows

    def _build(self) -> memoryview:
        content: memoryview = self.fast.memory(self.size)
        self.fast.solve_values(self.base, self.digits, *self._parts(content))
        return content

    def _parts(self, content: memoryview) -> tuple[memoryview, ...]:
        """Split a table into `beaten`, `most`, and the upper and lower rows."""
        beaten, most = content[: self._most], content[self._most : self._upper]
        upper, lower = content[self._upper : self._lower], content[self._lower :]
        return beaten.cast("i"), most.cast("i"), upper.cast("Q"), lower.cast("Q")

    def solution(self, own: int, opposing: int) -> Solution:
        if not own or not opposing:
            return decoded(1 if own else 0)
        larger, smaller = max(own, opposing), min(own, opposing)
        rows = self._upper if own == larger else self._lower
        word = self.table.number("Q", rows + 8 * (row_start(larger) + smaller // WORD))
        return WON if word >> smaller % WORD & 1 else LOST

    def beaten_up_to(self, own: int) -> int:
        return self.table.number("i", 4 * own)

    def beats_none_above(self, own: int) -> int:
        return self.table.number("i", self._most + 4 * own)

    def count(self) -> Census:
        _, _, *rows = self._parts(self.table.part(0, self.size))
        return self._census(self.fast.count_values(self.side, *rows), None)


def pairs_of(game: DigitDuel) -> Pairs:
    """Return the pairs of a variant, with remoteness unless there are too many numbers."""
    return Distances(game) if game.numbers <= WITH_DISTANCE else Values(game)
