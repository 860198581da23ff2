"""Digit Duel: subtract digits of your number from the opponent's number to bring it to zero.

Comments cite the numbered rules in `rulebook.md`. The variants of the game are in `variants.py`.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple, TypeVar

from lastdigit.errors import StateSyntaxError, quoted
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
from lastdigit.game.options import from_base, in_base, option

T = TypeVar("T")
BASE = 10


class Digit(enum.StrEnum):
    """A move: the place of the digit to use, such as the tens."""

    # The places of a three-digit number have names. Those of other numbers are counted from the
    # left.

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
        """The name of the place in messages: `tens` or `place 2`."""
        self.noun = f"digit at {self.shown}" if text.isdecimal() else f"{text} digit"
        """The name of the digit in messages: `tens digit` or `digit at place 2`."""


NAMED, NUMBERED = tuple(Digit)[:3], tuple(Digit)[3:]


class State(NamedTuple):
    """A position: the player to move, and the numbers of Player 1 and Player 2."""

    mover: Seat
    number_1: int
    number_2: int

    @property
    def own(self) -> int:
        """The number that belongs to the player to move."""
        return self.number_1 if self.mover is ONE else self.number_2

    @property
    def opposing(self) -> int:
        """The number that belongs to the opponent of the player to move."""
        return self.number_2 if self.mover is ONE else self.number_1


class Memo(dict[int, T]):
    """A cache for a function that takes a number. Missing results are computed on lookup."""

    # Every move needs the digits of a number, and a lookup is much faster than divisions.

    def __init__(self, function: Callable[[int], T]) -> None:
        self._function = function

    def __missing__(self, number: int) -> T:
        found = self[number] = self._function(number)
        return found


def starting_number(about: str) -> int:
    """Define the rule option for a player's starting number, with the help text `about`."""
    return option(999, low=1, high=999, begins=True, sized=True, follows=True, help=about)


@dataclass(frozen=True)
class DigitDuelRules(Game[State, Digit]):
    """Digit Duel as in the rulebook, with options for the starting numbers."""

    name = "digit-duel"
    title = "Digit Duel"
    summary = "Use your digits to bring the other number to zero."
    version = 1
    editable = (Editable(1), Editable(2))

    number_1: int = starting_number("Player 1's starting number")
    number_2: int = starting_number("Player 2's starting number")

    @property
    def base(self) -> int:
        """The base in which numbers are written."""
        return BASE

    @cached_property
    def units(self) -> dict[Digit, int]:
        """The place value of each digit, from the left: 100, 10 and 1 for three decimal digits."""
        return dict(zip(NAMED, (100, 10, 1), strict=True))

    @cached_property
    def numbers(self) -> int:
        """How many different numbers a player can have, such as 1000 with three decimal digits."""
        return int(self.base ** len(self.units))

    def value(self, number: int, place: Digit) -> int:
        """Return the digit of `number` at a place, such as the tens."""
        return number // self.units[place] % self.base

    def usable(self, number: int) -> tuple[Digit, ...]:
        """Return the places of the nonzero digits of a number. Zeros cannot be used in a move."""
        return tuple(place for place in self.units if self.value(number, place))  # rule 3

    @cached_property
    def _usable(self) -> Memo[tuple[Digit, ...]]:
        return Memo(self.usable)

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return State(first, self.number_1, self.number_2)  # rule 1

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
            opposing = 0  # rule 5: the turn stops here
        return make_tuple(State, (TWO, own, opposing) if mover is ONE else (ONE, opposing, own))

    def outcome(self, state: State) -> Outcome | None:
        _, number_1, number_2 = state
        if number_1 and number_2:
            return None
        loser = TWO if number_1 else ONE  # rules 5 and 7
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

    @property
    def features(self) -> tuple[Feature, ...]:
        high, count = self.base - 1, len(self.units)
        return (
            MOVER,
            Feature(f"the mover's {self.places}", 0, high, count),
            Feature(f"the other player's {self.places}", 0, high, count),
        )

    @property
    def places(self) -> str:
        """The names of all digit places in one text, such as "hundreds, tens and ones"."""
        return "hundreds, tens and ones"

    def observation(self, state: State) -> tuple[int, ...]:
        mover, number_1, number_2 = state
        own, opposing = (number_1, number_2) if mover is ONE else (number_2, number_1)
        return mover.number, *self._digits[own], *self._digits[opposing]

    @cached_property
    def _digits(self) -> Memo[tuple[int, ...]]:
        return Memo(self.digits_of)

    def digits_of(self, number: int) -> tuple[int, ...]:
        """Return the digits of a number from left to right, with leading zeros."""
        return tuple(self.value(number, digit) for digit in self.units)

    def written(self, number: int) -> str:
        """Return a number as text in the game's base, with leading zeros, such as "007"."""
        return in_base(number, self.base).zfill(len(self.units))  # rule 2

    @property
    def example_state(self) -> str:
        return "1 988 890"

    def format_state(self, state: State) -> str:
        numbers = self.written(state.number_1), self.written(state.number_2)
        return f"{state.mover.value} {' '.join(numbers)}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        number_1, number_2 = map(self._read_number, fields)
        if not number_1 and not number_2:
            raise StateSyntaxError("Only one of the two numbers can be zero.")
        return State(mover, number_1, number_2)

    def _read_number(self, text: str) -> int:
        number = from_base(text, self.base) if len(text) <= len(self.units) else None
        if number is None:
            largest = self.written(self.numbers - 1)
            raise StateSyntaxError(f"{quoted(text)} is not a number from 0 to {largest}.")
        return number
