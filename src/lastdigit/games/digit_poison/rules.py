"""Digit Poison: append a digit to a shared number. The player who makes it divisible loses.

Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from random import Random
from typing import NamedTuple

from lastdigit.errors import OptionError, StateSyntaxError, quoted
from lastdigit.game.game import MOVER, Editable, Feature, Game, Objection, Outcome, Seat, make_tuple
from lastdigit.game.options import NUMERALS, Option, OptionValue, Preset, in_base, option
from lastdigit.game.text import plural

LONGEST = 100_000
HIGHEST = 1_000_000_000
# The most digits of a position that is parsed in a game without a maximum length.
READABLE = 10 * LONGEST
# Longer texts are parsed in pieces of this length, because int() refuses more than 4,300 digits.
PIECE = 1_000


class State(NamedTuple):
    """The shared number as text, and its remainder, which is updated digit by digit."""

    mover: Seat
    digits: str = ""
    remainder: int = 0


class Digit(int):
    """A move: the digit to add. Digits above nine are written as letters."""

    __slots__ = ()

    def __str__(self) -> str:
        return NUMERALS[self]


MOVES = {base: tuple(map(Digit, range(base))) for base in range(2, len(NUMERALS) + 1)}
TEN = 10
THREE = 3
MOST_POSITIONS = 200_000_000
"""The most positions that can be solved. Options that lead to more are refused."""


def remainder_of(digits: str, divisor: int, base: int = TEN) -> int:
    """Return the remainder of a number of any length.

    >>> remainder_of("1" * 9_999, 3), remainder_of("ff", 16, 16)
    (0, 15)
    """
    remainder = 0
    for begin in range(0, len(digits), PIECE):
        piece = digits[begin : begin + PIECE]
        remainder = (remainder * pow(base, len(piece), divisor) + int(piece, base)) % divisor
    return remainder


def shortened(digits: str) -> str:
    """Abbreviate a very long number to its two ends and its length."""
    if len(digits) <= 60:
        return digits
    return f"{digits[:20]}...{digits[-20:]} ({len(digits)} digits)"


@dataclass(frozen=True)
class DigitPoison(Game[State, Digit]):
    """The rules, with options for divisors, maximum length, uses of each digit, and base."""

    name = "digit-poison"
    title = "Digit Poison"
    summary = "Add a digit, but never make the number divisible."
    version = 1
    editable = (Editable(1, ""),)
    presets = (
        Preset("rulebook", "at most 10 digits", (10, 10)),
        Preset("quick", "at most 5 digits", (5, 5), (("max-length", 5),)),
        Preset(
            "once",
            "each digit once; 2, 3 and 5 are poison",
            (4, 5),
            (("divisors", (2, 3, 5)), ("uses", 1)),
        ),
    )
    exam_members = (
        {"uses": 1, "divisor": 2},
        {"uses": 1, "divisor": 5},
        {"uses": 1, "divisor": 7},
        {"uses": 1, "divisor": 11},
        {"uses": 1, "divisor": 13, "max-length": None},
        {"uses": 1, "divisor": 7, "max-length": None},
        {"uses": 1, "divisor": 9, "max-length": None},
        {"uses": 1, "divisors": (2, 7)},
        {"uses": 1, "divisors": (3, 7)},
        {"uses": 1, "divisors": (5, 6)},
        {"uses": 2, "base": 6, "divisor": 5},
        {"uses": 2, "base": 6, "divisors": (4, 7), "max-length": None},
    )
    small_members = (
        {"divisors": (2, 3)},
        {"divisors": (2, 3, 5), "max-length": None},
        {"uses": 1, "divisor": 7},
        {"uses": 2, "base": 3, "divisors": (2, 5), "max-length": None},
        {"base": 2, "divisor": 5, "max-length": 12},
        {"base": 16, "divisor": 10},
        {"base": 12, "uses": 1, "divisors": (7, 11), "max-length": 6},
    )

    divisor: int = option(
        THREE,
        low=1,
        high=HIGHEST,
        asked=True,
        sized=True,
        help="the number whose multiples are poison",
    )
    max_length: int | None = option(
        10,
        low=1,
        high=LONGEST,
        none="none",
        help="the number of digits at which the player who added the last one loses",
    )
    divisors: tuple[int, ...] = option(
        (),
        low=2,
        high=HIGHEST,
        none="none",
        sized=True,
        beyond=True,
        help="several numbers whose multiples are poison, in place of divisor",
    )
    uses: int | None = option(
        None, low=1, high=9, none="any", beyond=True, help="how often each digit may be added"
    )
    base: int = option(
        TEN, low=2, high=len(NUMERALS), beyond=True, help="how many digits there are"
    )

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:
        """Parse and print divisors in the base of the game."""
        base = values.get("base")
        if type(base) is not int or base not in MOVES:
            base = TEN
        return tuple(
            option._replace(base=base) if option.sized else option for option in cls.options()
        )

    def __post_init__(self) -> None:
        """Raise OptionError if options contradict each other or there is too much to solve."""
        super().__post_init__()
        if self.divisors and self.divisor != THREE:
            raise OptionError("divisors cannot stand beside divisor: name one of them only.")
        if self.size > MOST_POSITIONS:
            raise OptionError(
                f"{self._size()} has {self.size:,} positions, and up to {MOST_POSITIONS:,} "
                f"can be solved: {self._nearest()}."
            )

    @cached_property
    def poisons(self) -> tuple[int, ...]:
        """The numbers whose multiples are poison."""
        return self.divisors or (self.divisor,)

    @cached_property
    def modulus(self) -> int:
        """The least common multiple of the divisors. Its remainder determines all others."""
        return lcm(*self.poisons)

    @property
    def size(self) -> int:
        """The number of positions to solve, or 0 if parity decides the game."""
        if self.uses is not None:
            return int((self.uses + 1) ** self.base) * self.modulus
        if len(self.poisons) == 1:
            return 0
        return self.modulus * (self.max_length or 1)

    def _size(self) -> str:
        said = f"least common multiple {self.modulus}"
        if self.uses is not None:
            return f"The game with uses {self.uses}, base {self.base} and {said}"
        return f"The game with max-length {self.max_length or 'none'} and {said}"

    def _nearest(self) -> str:
        """Describe the nearest options that can be solved."""
        if self.uses is None:
            longest = MOST_POSITIONS // self.modulus
            return f"max-length {longest} at most" if longest else "choose smaller divisors"
        for uses in range(self.uses - 1, 0, -1):
            if (uses + 1) ** self.base * self.modulus <= MOST_POSITIONS:
                return f"uses {uses} at most"
        largest = MOST_POSITIONS // 2**self.base
        return f"with uses 1 a least common multiple of {largest} at most"

    @property
    def example_state(self) -> str:
        return "1 1405" if self.uses is None and self.base >= TEN else "1 1"

    @property
    def features(self) -> tuple[Feature, ...]:
        alone = not self.divisors
        divisor = "the target divisor" if alone else "the least common multiple of the divisors"
        return (
            MOVER,
            Feature("the number's remainder", 0, HIGHEST - 1),
            Feature(f"how many digits it has, or {READABLE} if more", 0, READABLE),
            Feature(divisor, 1, HIGHEST),
            Feature("the maximum length, 0 for none", 0, LONGEST),
            *(Feature(f"the remainder by {by}", 0, by - 1) for by in self.divisors),
            *self._size_features(),
        )

    def _size_features(self) -> Iterator[Feature]:
        if self.base != TEN:
            yield Feature("the base", self.base, self.base)
        if self.uses is not None:
            yield Feature("how often each digit may be added", self.uses, self.uses)
            yield Feature("how often each digit has been added", 0, self.uses, self.base)

    def counts(self, state: State) -> tuple[int, ...]:
        """Return how often each digit has been added."""
        return tuple(map(state.digits.count, NUMERALS[: self.base]))

    def is_poison(self, remainder: int) -> bool:
        """Return whether a number with this remainder is divisible."""
        if not self.divisors:
            return not remainder
        return not all(map(remainder.__mod__, self.divisors))

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return make_tuple(State, (first, "", 0))

    def legal_moves(self, state: State) -> tuple[Digit, ...]:
        _, digits, remainder = state
        if digits and (
            not remainder
            or len(digits) == self.max_length
            or (self.divisors and self.is_poison(remainder))
        ):
            return ()
        moves = MOVES[self.base]
        if self.uses is None:
            return moves
        return tuple(move for move in moves if digits.count(NUMERALS[move]) < self.uses)

    def successor(self, state: State, move: Digit) -> State:
        mover, digits, remainder = state
        after = (remainder * self.base + move) % self.modulus
        return make_tuple(State, (mover.other, digits + NUMERALS[move], after))

    def outcome(self, state: State) -> Outcome | None:
        mover, digits, remainder = state
        if not digits:
            return None
        # Rules 5 and 6: the player who added the last digit loses, and the winner is to move now.
        if not remainder or (self.divisors and self.is_poison(remainder)):
            by = self.named if not self.divisors else in_base(self.poison_of(remainder), self.base)
            return make_tuple(Outcome, (mover, f"{shortened(digits)} is divisible by {by}."))
        if len(digits) == self.max_length:
            return make_tuple(Outcome, (mover, f"Maximum length of {self.counted()} reached."))
        if self.uses is not None and len(digits) == self.uses * self.base:
            return Outcome(mover.other, "No digit is left to add.")
        return None

    @cached_property
    def named(self) -> str:
        """The divisors as a list in words."""
        *before, last = (in_base(divisor, self.base) for divisor in self.poisons)
        return f"{', '.join(before)} or {last}" if before else last

    def poison_of(self, remainder: int) -> int:
        """Return the first divisor that divides a number with this remainder."""
        return next(divisor for divisor in self.poisons if not remainder % divisor)

    def counted(self) -> str:
        """Return the maximum length in words. Only for games that have one."""
        return "1 digit" if self.max_length == 1 else f"{self.max_length} digits"

    def rejection(self, state: State, move: Digit) -> Objection | None:
        if self.uses is not None and state.digits.count(NUMERALS[move]) >= self.uses:
            times = "once" if self.uses == 1 else f"{self.uses} times"
            return Objection(
                f"The digit {move} has been used up.", f"Each digit may be added {times}."
            )
        return None

    def all_moves(self) -> tuple[Digit, ...]:
        return MOVES[self.base]

    def key(self, state: State) -> Hashable:
        if self.uses is not None:
            return state.remainder, self.counts(state)
        return state.remainder, min(len(state.digits), self._length_cap)

    def observation(self, state: State) -> tuple[int, ...]:
        mover, digits, remainder = state
        length = min(len(digits), self._length_cap, READABLE)
        usual = mover.number, remainder, length, self.modulus, self.max_length or 0
        return (*usual, *self._more_observed(state)) if self._is_variant else usual

    @cached_property
    def _length_cap(self) -> int:
        """Longer numbers count as this long, so that a game without a limit stays finite."""
        return 1 if self.divisors and self.max_length is None else sys.maxsize

    @cached_property
    def _is_variant(self) -> bool:
        return bool(self.divisors) or self.uses is not None or self.base != TEN

    def _more_observed(self, state: State) -> Iterator[int]:
        yield from (state.remainder % divisor for divisor in self.divisors)
        if self.base != TEN:
            yield self.base
        if self.uses is not None:
            yield self.uses
            yield from self.counts(state)

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.digits or '-'}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        digits = "" if fields[0] == "-" else fields[0]
        if not set(digits) <= set(NUMERALS[: self.base]):
            raise StateSyntaxError(f"{quoted(digits)} is not a number, or - for an empty one.")
        if len(digits) > (self.max_length or READABLE):
            raise StateSyntaxError(
                f"{shortened(digits)} is too long: "
                f"it has at most {plural(self.max_length or READABLE, 'digit')}."
            )
        state = State(mover, digits, remainder_of(digits, self.modulus, self.base))
        if self.uses is not None and max(self.counts(state)) > self.uses:
            raise StateSyntaxError(
                f"{quoted(digits)} has a digit more often than the {self.uses} that it may have."
            )
        return state
