"""Every pair of numbers of Digit Duel solved, in tables: who wins, and what a number beats.

Both numbers only shrink, so one pass from small to large solves all. Up to a size plain Python does
it, above it compiled code (`fast`); a table that is kept can be read without.
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
"""Up to so many numbers plain Python solves every pair in about a second."""
LARGE = f"Digit Duel of more than {IN_PYTHON:,} numbers"
WITH_DISTANCE = 10_000
"""Up to so many numbers the distance to the end is known; above it only who wins."""
FAR = 65_535
CODE = 2
"""The bytes of a code in a table with distances."""
WORD = 64
"""The bits of a word, in which as many pairs are solved at once."""
WON, LOST = Solution(Value.WIN), Solution(Value.LOSE)


def build(base: int, digits: int) -> bytes:
    """Return, for every pair of own and opposing number, remoteness x 2, plus 1 for a win."""
    side = base**digits
    pairs = array("H", bytes(2 * side * side))  # an own number of zero has lost: 0
    for own in range(1, side):
        pairs[own * side] = 1  # an opposing number of zero: won
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
            # One ply more than the position it leads to, and the other way round.
            solved = nearest_win + 3 if nearest_win < FAR else furthest_loss + 1
            pairs[own * side + total - own] = solved
    return as_little_endian(pairs).tobytes()


def read(side: int, content: bytes) -> array[int]:
    """Return the table of so many numbers; raises ValueError if it is none."""
    pairs = array("H", content)
    # Whoever has nothing has lost, at once; and nobody else has.
    if len(pairs) != side * side or any(pairs[:side]) or zeros(content) != side:
        raise ValueError("this is no table of Digit Duel")
    return as_little_endian(pairs)


def zeros(content: bytes) -> int:
    """Return how many of the table's numbers, of two bytes each, are 0.

    `array.count` makes a million numbers for it: everybody who starts would wait for that.
    """
    either = int.from_bytes(content[::2]) | int.from_bytes(content[1::2])
    return either.to_bytes(len(content) // 2).count(0)


def as_little_endian(pairs: array[int]) -> array[int]:
    """Return the numbers in the one byte order that is kept, whatever the machine's."""
    if sys.byteorder == "big":
        pairs.byteswap()
    return pairs


@cache
def decoded(code: int) -> Solution:
    """Return the solution that a number of a table stands for."""
    return Solution(Value.WIN if code & 1 else Value.LOSE, code >> 1)


class Pairs(ABC):
    """All pairs of numbers of a member, solved when the first one is asked for."""

    size: int
    """The bytes of its table."""

    def __init__(self, game: DigitDuel, size: int) -> None:
        self.size = size
        self.side, self.base, self.digits = game.numbers, game.base, game.digits
        rulebook = (game.digits, game.base) == (DIGITS, BASE)
        self.name = "digit-duel-1" if rulebook else f"digit-duel-{game.digits}-in-{game.base}-1"
        """The name under which its table is kept."""

    @cached_property
    def table(self) -> LargeTable:
        """Its table, where compiled code makes it."""
        return LargeTable(self.name, self.size, self._build)

    @abstractmethod
    def _build(self) -> memoryview:
        """Return the bytes of the table, solved."""

    @abstractmethod
    def solution(self, own: int, opposing: int) -> Solution:
        """Return the solution of a pair for the player to move."""

    @abstractmethod
    def beaten_up_to(self, own: int) -> int:
        """Return up to which number one beats every number, being to move with this one."""

    @abstractmethod
    def beats_none_above(self, own: int) -> int:
        """Return above which number one beats no number, being to move with this one."""

    @abstractmethod
    def count(self) -> Census:
        """Return the count of all pairs that a game could begin with."""

    def is_ready(self) -> bool:
        """Return whether the next solution comes at once."""
        return is_cached(self.name) if self.side <= IN_PYTHON else self.table.is_cached()

    @cached_property
    def fast(self) -> Any:
        """The compiled code; raises MissingExtra."""
        return load_compiled(f"{__package__}.fast", LARGE)

    def _census(self, won: int, longest: int | None) -> Census:
        return Census(won=won, lost=(self.side - 1) ** 2 - won, longest=longest)


class Distances(Pairs):
    """Pairs with their distances: for every own and opposing number a code of two bytes."""

    def __init__(self, game: DigitDuel) -> None:
        super().__init__(game, CODE * game.numbers**2)

    @cached_property
    def codes(self) -> array[int] | memoryview:
        """The codes of all pairs: remoteness x 2, plus 1 for a win."""
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
    """Return an even number, so that words after it stand at multiples of eight bytes."""
    return side + side % 2


def row_start(larger: int) -> int:
    """Return where the rows of a shell begin, in words: a row of number n takes n // 64 + 1."""
    full, rest = divmod(larger, WORD)
    return (full + 1) * (WORD * full // 2 + rest)


class Values(Pairs):
    """Pairs without distances, a bit each."""

    def __init__(self, game: DigitDuel) -> None:
        numbers, rows = 4 * _padded(game.numbers), 8 * row_start(game.numbers)
        super().__init__(game, 2 * numbers + 2 * rows)
        # What each number beats, as in `fast.solve_values`, then the rows of all shells.
        self._most, self._upper, self._lower = numbers, 2 * numbers, 2 * numbers + rows

    def _build(self) -> memoryview:
        content: memoryview = self.fast.memory(self.size)
        self.fast.solve_values(self.base, self.digits, *self._parts(content))
        return content

    def _parts(self, content: memoryview) -> tuple[memoryview, ...]:
        """Return the parts of a table: up to and from where numbers are beaten, and both rows."""
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
    """Return the pairs of a member: with their distances where there are not too many."""
    return Distances(game) if game.numbers <= WITH_DISTANCE else Values(game)
