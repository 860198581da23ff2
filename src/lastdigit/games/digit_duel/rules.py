"""Digit Duel: strike with the digits of your number to bring the opponent's number to zero.

Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from lastdigit.errors import OptionError, StateSyntaxError, quoted
from lastdigit.game.game import (
    MOVER,
    ONE,
    TWO,
    Editable,
    Feature,
    Game,
    Objection,
    Outcome,
    Seat,
    make_tuple,
)
from lastdigit.game.options import Option, OptionValue, Preset, from_base, in_base, option
from lastdigit.game.text import plural


class Digit(enum.StrEnum):
    """A move: the place of the digit to use.

    Places have names in three-digit games, and numbers from the left in all others.
    """

    HUNDREDS = "hundreds"
    TENS = "tens"
    ONES = "ones"
    PLACE_1 = "1"
    PLACE_2 = "2"
    PLACE_3 = "3"
    PLACE_4 = "4"
    PLACE_5 = "5"
    PLACE_6 = "6"

    def __init__(self, text: str) -> None:
        self.shown = f"place {text}" if text.isdecimal() else text
        """The name of the place in texts: "tens" or "place 2"."""
        self.noun = f"digit at {self.shown}" if text.isdecimal() else f"{text} digit"
        """The name of the digit in texts: "tens digit" or "digit at place 2"."""


NAMED, NUMBERED = tuple(Digit)[:3], tuple(Digit)[3:]


class State(NamedTuple):
    """The numbers of both players."""

    mover: Seat
    number_1: int
    number_2: int

    @property
    def own(self) -> int:
        """The number of the player to move."""
        return self.number_1 if self.mover is ONE else self.number_2

    @property
    def opposing(self) -> int:
        """The number of the other player."""
        return self.number_2 if self.mover is ONE else self.number_1


DIGITS, MOST_DIGITS = 3, len(NUMBERED)
BASE, SMALLEST_BASE, LARGEST_BASE = 10, 2, 16
MOST_NUMBERS = 100_000
"""The most numbers of a variant for which every pair can be solved."""


class Usable(dict[int, tuple[Digit, ...]]):
    """The places of the nonzero digits of a number. Filled on first use."""

    def __init__(self, units: Mapping[Digit, int], base: int) -> None:
        self._units, self._base = units, base

    def __missing__(self, number: int) -> tuple[Digit, ...]:
        self[number] = tuple(
            digit for digit, unit in self._units.items() if number // unit % self._base
        )
        return self[number]


class Digits(dict[int, tuple[int, ...]]):
    """The digits of a number from the left. Filled on first use."""

    def __init__(self, units: Mapping[Digit, int], base: int) -> None:
        self._units, self._base = units, base

    def __missing__(self, number: int) -> tuple[int, ...]:
        self[number] = tuple(number // unit % self._base for unit in self._units.values())
        return self[number]


@dataclass(frozen=True)
class DigitDuel(Game[State, Digit]):
    """The rules, with options for the starting numbers, the number of digits and the base."""

    name = "digit-duel"
    title = "Digit Duel"
    summary = "Use your digits to bring the other number to zero."
    version = 1
    editable = (Editable(1), Editable(2))
    presets = (
        Preset("rulebook", "999 against 999", (40, 55)),
        Preset(
            "quick",
            "99 against 99",
            (14, 20),
            (("number-1", 99), ("number-2", 99)),
            suggested=True,
        ),
        Preset(
            "four-digits",
            "9999 against 9999",
            (55, 101),
            (("digits", 4), ("number-1", 9_999), ("number-2", 9_999)),
        ),
        Preset(
            "letters",
            "ff against ff, digits up to f (15)",
            (24, 32),
            (("digits", 2), ("base", 16), ("number-1", 255), ("number-2", 255)),
        ),
        Preset(
            "binary",
            "111111 against 111111, in ones and zeros",
            (7, 13),
            (("digits", 6), ("base", 2), ("number-1", 63), ("number-2", 63)),
        ),
    )
    exam_members = (
        {"number-1": 350, "number-2": 350},
        {"number-1": 240, "number-2": 260},
        {"digits": 4, "base": 4},
        {"digits": 4, "base": 5, "number-1": 300, "number-2": 300},
        {"digits": 3, "base": 7},
        {"digits": 3, "base": 8},
        {"digits": 5, "base": 3},
    )
    small_members = (
        {"digits": 1},
        {"digits": 2, "number-1": 57},
        {"digits": 2, "base": 16},
        {"digits": 3, "base": 12, "number-2": 1_000},
        {"digits": 4, "base": 5},
        {"digits": 6, "base": 2, "number-1": 37},
    )

    number_1: int = option(
        999,
        low=1,
        high=999,
        begins=True,
        sized=True,
        follows=True,
        help="the number that Player 1 begins with",
    )
    number_2: int = option(
        999,
        low=1,
        high=999,
        begins=True,
        sized=True,
        follows=True,
        help="the number that Player 2 begins with",
    )
    digits: int = option(
        DIGITS, low=1, high=MOST_DIGITS, beyond=True, help="how many digits a number has"
    )
    base: int = option(
        BASE,
        low=SMALLEST_BASE,
        high=LARGEST_BASE,
        beyond=True,
        help="how many digits there are, those above nine being a to f",
    )

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:
        """Fit the range and default of the starting numbers to the digits and the base."""
        digits, base = values.get("digits"), values.get("base")
        if not isinstance(digits, int) or not 1 <= digits <= MOST_DIGITS:
            digits = DIGITS
        if not isinstance(base, int) or not SMALLEST_BASE <= base <= LARGEST_BASE:
            base = BASE
        largest = base**digits - 1
        return tuple(
            option._replace(default=largest, high=largest, base=base) if option.sized else option
            for option in cls.options()
        )

    def __post_init__(self) -> None:
        """Raise OptionError if there are too many numbers to solve."""
        super().__post_init__()
        if self.numbers > MOST_NUMBERS:
            digits = max(few for few in range(self.digits) if self.base**few <= MOST_NUMBERS)
            base = max(low for low in range(self.base) if low**self.digits <= MOST_NUMBERS)
            raise OptionError(
                f"digits cannot be {self.digits} in base {self.base}: these are {self.numbers:,} "
                f"numbers, and of more than {MOST_NUMBERS:,} not every pair can be solved. "
                f"The nearest that can: {plural(digits, 'digit')} in base {self.base}, "
                f"or {self.digits} digits in base {base}."
            )

    @cached_property
    def numbers(self) -> int:
        """The count of possible numbers, including zero."""
        return int(self.base**self.digits)

    @property
    def size(self) -> int:
        return self.numbers**2 if self.numbers > BASE**DIGITS else 0

    @cached_property
    def units(self) -> dict[Digit, int]:
        """The places from the left, each with the amount that using its digit costs its owner."""
        places = NAMED if self.digits == DIGITS else NUMBERED[: self.digits]
        powers = range(self.digits - 1, -1, -1)
        return {digit: self.base**power for digit, power in zip(places, powers, strict=True)}

    @cached_property
    def _usable(self) -> Usable:
        return Usable(self.units, self.base)

    @cached_property
    def _digits(self) -> Digits:
        return Digits(self.units, self.base)

    def value(self, number: int, digit: Digit) -> int:
        """Return the digit at a place. A digit of 0 cannot be used."""
        return number // self.units[digit] % self.base

    def written(self, number: int) -> str:
        """Return a number in the base of the game, with leading zeros."""
        if self.base == BASE:
            return f"{number:0{self.digits}}"
        return in_base(number, self.base).zfill(self.digits)

    @property
    def example_state(self) -> str:
        if self.digits == DIGITS and self.base == BASE:
            return "1 988 890"
        return self.format_state(State(ONE, self.numbers - 1, self.numbers // 2))

    @property
    def features(self) -> tuple[Feature, ...]:
        places = "hundreds, tens and ones" if self.digits == DIGITS else "digits from the left"
        return (
            MOVER,
            Feature(f"the mover's {places}", 0, self.base - 1, self.digits),
            Feature(f"the other player's {places}", 0, self.base - 1, self.digits),
        )

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return State(first, self.number_1, self.number_2)

    def legal_moves(self, state: State) -> tuple[Digit, ...]:
        mover, number_1, number_2 = state
        if not number_1 or not number_2:
            return ()
        return self._usable[number_1 if mover is ONE else number_2]

    def successor(self, state: State, move: Digit) -> State:
        mover, number_1, number_2 = state
        own, opposing = (number_1, number_2) if mover is ONE else (number_2, number_1)
        unit = self.units[move]
        opposing -= own // unit % self.base  # rule 4
        if opposing > 0:
            own -= unit  # rule 6
        else:
            opposing = 0
        return make_tuple(State, (TWO, own, opposing) if mover is ONE else (ONE, opposing, own))

    def outcome(self, state: State) -> Outcome | None:
        _, number_1, number_2 = state
        if number_1 and number_2:
            return None
        loser = TWO if number_1 else ONE
        return Outcome(loser.other, f"{loser}'s number is zero.")

    def rejection(self, state: State, move: Digit) -> Objection | None:
        if self.value(state.own, move):
            return None
        usable = " and ".join(digit.shown for digit in self.legal_moves(state))
        return Objection(
            f"The {move.noun} is zero and cannot be used.",
            f"Your number is {' '.join(self.written(state.own))}: {usable} can be used.",
        )

    def all_moves(self) -> tuple[Digit, ...]:
        return tuple(self.units)

    def key(self, state: State) -> Hashable:
        return state.own, state.opposing

    def observation(self, state: State) -> tuple[int, ...]:
        mover, number_1, number_2 = state
        own, opposing = (number_1, number_2) if mover is ONE else (number_2, number_1)
        return mover.number, *self._digits[own], *self._digits[opposing]

    def format_state(self, state: State) -> str:
        numbers = self.written(state.number_1), self.written(state.number_2)
        return f"{state.mover.value} {' '.join(numbers)}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        number_1, number_2 = map(self._read, fields)
        if not number_1 and not number_2:
            raise StateSyntaxError("Only one of the two numbers can be zero.")
        return State(mover, number_1, number_2)

    def _read(self, text: str) -> int:
        number = from_base(text, self.base) if len(text) <= self.digits else None
        if number is None:
            largest = in_base(self.numbers - 1, self.base)
            raise StateSyntaxError(f"{quoted(text)} is not a number from 0 to {largest}.")
        return number
