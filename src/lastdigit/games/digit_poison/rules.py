"""Digit Poison: what is legal, who has won. Rule numbers are those of `rulebook.md`."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from lastdigit.core.game import Game
from lastdigit.core.options import Preset, option
from lastdigit.core.values import MOVER, Feature, Objection, Outcome, Seat
from lastdigit.errors import StateSyntaxError, quoted

LONGEST = 100_000
HIGHEST = 1_000_000_000
# Without a maximum length a position can be read up to this many digits.
READABLE = 10 * LONGEST
# A text longer than this is read piece by piece: int() refuses more than 4,300 digits.
PIECE = 1_000


class State(NamedTuple):
    """The shared number as text, and its remainder: it is never divided as a whole."""

    mover: Seat
    digits: str = ""
    remainder: int = 0


MOVES = tuple(range(10))


def remainder_of(digits: str, divisor: int) -> int:
    """Return the remainder of a number of any length.

    >>> remainder_of("1" * 9_999, 3)
    0
    """
    remainder = 0
    for begin in range(0, len(digits), PIECE):
        piece = digits[begin : begin + PIECE]
        remainder = (remainder * pow(10, len(piece), divisor) + int(piece)) % divisor
    return remainder


def shortened(digits: str) -> str:
    """Return the number as it is shown: a very long one by its two ends and its length."""
    if len(digits) <= 60:
        return digits
    return f"{digits[:20]}...{digits[-20:]} ({len(digits)} digits)"


@dataclass(frozen=True)
class DigitPoison(Game[State, int]):
    """A shared number grows digit by digit; whoever makes it divisible loses."""

    name = "digit-poison"
    title = "Digit Poison"
    summary = "Add a digit, but never make the number divisible."
    version = 1
    presets = (
        Preset("rulebook", "at most 10 digits", (10, 10)),
        Preset("quick", "at most 5 digits", (5, 5), (("max-length", 5),)),
    )
    example_state = "1 1405"
    features = (
        MOVER,
        Feature("the number's remainder", 0, HIGHEST - 1),
        Feature(f"how many digits it has, or {READABLE} if more", 0, READABLE),
        Feature("the target divisor", 1, HIGHEST),
        Feature("the maximum length, 0 for none", 0, LONGEST),
    )

    divisor: int = option(
        3, low=1, high=HIGHEST, asked=True, help="the number whose multiples are poison"
    )
    max_length: int | None = option(
        10,
        low=1,
        high=LONGEST,
        none="none",
        help="the number of digits at which the player who added the last one loses",
    )

    def start(self, random: Random, first: Seat = Seat.ONE) -> State:
        return State(first)

    def legal_moves(self, state: State) -> tuple[int, ...]:
        _, digits, remainder = state
        if digits and (not remainder or len(digits) == self.max_length):
            return ()
        return MOVES

    def successor(self, state: State, move: int) -> State:
        mover, digits, remainder = state
        return State(mover.other, f"{digits}{move}", (remainder * 10 + move) % self.divisor)

    def outcome(self, state: State) -> Outcome | None:
        digits = state.digits
        if not digits:
            return None
        # Rules 5 and 6: whoever added the last digit loses, and the other is now to move.
        if not state.remainder:
            return Outcome(state.mover, f"{shortened(digits)} is divisible by {self.divisor}.")
        if len(digits) == self.max_length:
            return Outcome(state.mover, f"Maximum length of {self.counted()} reached.")
        return None

    def counted(self) -> str:
        """Return the maximum length in words, as far as there is one."""
        return "1 digit" if self.max_length == 1 else f"{self.max_length} digits"

    def rejection(self, state: State, move: int) -> Objection | None:
        return None

    def all_moves(self) -> tuple[int, ...]:
        return MOVES

    def key(self, state: State) -> Hashable:
        return state.remainder, len(state.digits)

    def observation(self, state: State) -> tuple[int, ...]:
        mover, digits, remainder = state
        length = min(len(digits), READABLE)
        return mover.value, remainder, length, self.divisor, self.max_length or 0

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.digits or '-'}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        digits = "" if fields[0] == "-" else fields[0]
        if digits and not (digits.isascii() and digits.isdecimal()):
            raise StateSyntaxError(f"{quoted(digits)} is not a number, or - for an empty one.")
        if len(digits) > (self.max_length or READABLE):
            raise StateSyntaxError(
                f"{shortened(digits)} is too long: "
                f"it has at most {self.max_length or READABLE} digits."
            )
        return State(mover, digits, remainder_of(digits, self.divisor))
