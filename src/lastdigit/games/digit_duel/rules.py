"""Digit Duel: what is legal, who has won. Rule numbers are those of `rulebook.md`."""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from lastdigit.core.game import Game
from lastdigit.core.options import Preset, option
from lastdigit.core.values import MOVER, ONE, TWO, Editable, Feature, Objection, Outcome, Seat
from lastdigit.errors import StateSyntaxError, quoted


class Digit(enum.StrEnum):
    """A move: which digit of one's own number to use."""

    HUNDREDS = "hundreds"
    TENS = "tens"
    ONES = "ones"


class State(NamedTuple):
    """Both players' numbers, Player 1's first."""

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


DIGITS = tuple(Digit)
UNIT = {Digit.HUNDREDS: 100, Digit.TENS: 10, Digit.ONES: 1}


def value_of(number: int, digit: Digit) -> int:
    """Return what the digit at this place is worth in a duel: 0 to 9."""
    return number // UNIT[digit] % 10


@cache
def digits_of(number: int) -> tuple[int, ...]:
    """Return the three digits of a number."""
    return tuple(value_of(number, digit) for digit in Digit)


@cache
def usable(number: int) -> tuple[Digit, ...]:
    """Return the digits of a number that are not zero."""
    return tuple(digit for digit in Digit if value_of(number, digit))


@dataclass(frozen=True)
class DigitDuel(Game[State, Digit]):
    """Each player has a number; its digits are spent against the other's until one is zero."""

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
    )
    example_state = "1 988 890"
    features = (
        MOVER,
        Feature("the mover's hundreds, tens and ones", 0, 9, 3),
        Feature("the other player's hundreds, tens and ones", 0, 9, 3),
    )

    number_1: int = option(
        999, low=1, high=999, begins=True, help="the number that Player 1 begins with"
    )
    number_2: int = option(
        999, low=1, high=999, begins=True, help="the number that Player 2 begins with"
    )

    def start(self, random: Random, first: Seat = Seat.ONE) -> State:
        return State(first, self.number_1, self.number_2)

    def legal_moves(self, state: State) -> tuple[Digit, ...]:
        if not state.number_1 or not state.number_2:
            return ()
        return usable(state.own)

    def successor(self, state: State, move: Digit) -> State:
        own, unit = state.own, UNIT[move]
        opposing = state.opposing - own // unit % 10  # rule 4
        if opposing > 0:
            own -= unit  # rule 6
        else:
            opposing = 0
        if state.mover is ONE:
            return State(TWO, own, opposing)
        return State(ONE, opposing, own)

    def outcome(self, state: State) -> Outcome | None:
        if state.number_1 and state.number_2:
            return None
        loser = TWO if state.number_1 else ONE
        return Outcome(loser.other, f"{loser}'s number is zero.")

    def rejection(self, state: State, move: Digit) -> Objection | None:
        if value_of(state.own, move):
            return None
        return Objection(
            f"The {move} digit is zero and cannot be used.",
            f"Your number is {' '.join(f'{state.own:03}')}: "
            f"{' and '.join(self.legal_moves(state))} can be used.",
        )

    def all_moves(self) -> tuple[Digit, ...]:
        return DIGITS

    def key(self, state: State) -> Hashable:
        return state.own, state.opposing

    def observation(self, state: State) -> tuple[int, ...]:
        return state.mover.value, *digits_of(state.own), *digits_of(state.opposing)

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.number_1:03} {state.number_2:03}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        for text in fields:
            if not (text.isascii() and text.isdecimal() and len(text) <= 3):
                raise StateSyntaxError(f"{quoted(text)} is not a number from 0 to 999.")
        number_1, number_2 = map(int, fields)
        if not number_1 and not number_2:
            raise StateSyntaxError("Only one of the two numbers can be zero.")
        return State(mover, number_1, number_2)
