"""Digit Poison: append a digit to a shared number, but never make it divisible by the divisor.

Comments cite the numbered rules in `rulebook.md`. The variants of the game are in `variants.py`.
"""

from __future__ import annotations

from collections.abc import Container, Hashable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

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
from lastdigit.game.options import NUMERALS, option
from lastdigit.game.text import plural

THREE, TEN = 3, 10
LONGEST, HIGHEST = 100_000, 1_000_000_000
READABLE = 10 * LONGEST
"""The longest number, in digits, that is parsed in a game without a maximum length."""
PIECE = 1_000
"""The maximum number of digits that `remainder_of` converts at once. `int` allows only 4,300."""


class State(NamedTuple):
    """A position: the player to move, the digits of the shared number, and the number's remainder.

    The remainder is modulo the game's divisor. If there are several divisors, the remainder is
    modulo their least common multiple.
    """

    mover: Seat
    digits: str = ""
    remainder: int = 0


class Digit(int):
    """A move: the digit to append to the shared number. As text, digits above nine are letters."""

    __slots__ = ()

    def __str__(self) -> str:
        return NUMERALS[self]


DIGITS = tuple(map(Digit, range(TEN)))


def remainder_of(digits: str, divisor: int, base: int = TEN) -> int:
    """Return the remainder when the number with these digits is divided by `divisor`.

    >>> remainder_of("1" * 9_999, 3), remainder_of("ff", 16, 16)
    (0, 15)
    """
    remainder = 0
    for begin in range(0, len(digits), PIECE):
        piece = digits[begin : begin + PIECE]
        remainder = (remainder * pow(base, len(piece), divisor) + int(piece, base)) % divisor
    return remainder


def shorten(digits: str) -> str:
    """Abbreviate a number with more than 60 digits to its first and last 20 digits."""
    if len(digits) <= 60:
        return digits
    return f"{digits[:20]}...{digits[-20:]} ({len(digits)} digits)"


@dataclass(frozen=True)
class DigitPoisonRules(Game[State, Digit]):
    """Digit Poison as in the rulebook, with options for the divisor and the maximum length."""

    name = "digit-poison"
    title = "Digit Poison"
    summary = "Add digits, but never make a multiple of 3."
    version = 1
    editable = (Editable(1, ""),)

    divisor: int = option(  # rule 1
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
        help="the maximum number of digits (the player who adds the last one loses)",
    )

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        return make_tuple(State, (first, "", 0))  # rule 2

    def legal_moves(self, state: State) -> tuple[Digit, ...]:
        _, digits, remainder = state
        if digits and (remainder in self.poison or len(digits) == self.end_length):
            return ()
        return self.moves if self.uses is None else self.digits_left(digits)  # rule 3

    def successor(self, state: State, move: Digit) -> State:
        mover, digits, remainder = state
        after = (remainder * self.base + move) % self.modulus
        other = TWO if mover is ONE else ONE
        return make_tuple(State, (other, digits + NUMERALS[move], after))  # rules 4 and 7

    def outcome(self, state: State) -> Outcome | None:
        mover, digits, remainder = state
        if not digits:
            return None
        # The player who added the last digit loses, and the winner is to move now.
        if remainder in self.poison:  # rule 5
            reason = f"{shorten(digits)} is divisible by {self.poison_text(remainder)}."
            return make_tuple(Outcome, (mover, reason))
        if len(digits) == self.end_length:  # rule 6
            return self.outcome_at_end(mover)
        return None

    def rejection(self, state: State, move: Digit) -> Objection | None:
        return None  # rule 3: every digit, any number of times

    def all_moves(self) -> tuple[Digit, ...]:
        return self.moves

    def key(self, state: State) -> Hashable:
        return state.remainder, len(state.digits)

    @property
    def features(self) -> tuple[Feature, ...]:
        return (
            MOVER,
            Feature("the number's remainder", 0, HIGHEST - 1),
            Feature(f"the number of digits, or {READABLE} if more", 0, READABLE),
            Feature("the target divisor", 1, HIGHEST),
            Feature("the maximum length, 0 for none", 0, LONGEST),
        )

    def observation(self, state: State) -> tuple[int, ...]:
        mover, digits, remainder = state
        length = min(len(digits), self.longest_observed)
        observed = mover.number, remainder, length, self.modulus, self.max_length or 0
        return observed + self.more_observed(state)

    @property
    def example_state(self) -> str:
        return "1 1405"

    def format_state(self, state: State) -> str:
        return f"{state.mover.value} {state.digits or '-'}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        digits = "" if fields[0] == "-" else fields[0]
        if not set(digits) <= set(NUMERALS[: self.base]):
            raise StateSyntaxError(
                f"{quoted(digits)} must be a number, or - if no digits have been added yet."
            )
        if len(digits) > (self.max_length or READABLE):
            raise StateSyntaxError(
                f"{shorten(digits)} is too long. A number can have at most "
                f"{plural(self.max_length or READABLE, 'digit')}."
            )
        return State(mover, digits, remainder_of(digits, self.modulus, self.base))

    def length_text(self) -> str:
        """Return the maximum length as text such as "10 digits". The game must have a limit."""
        return "1 digit" if self.max_length == 1 else f"{self.max_length} digits"

    # The rest are hooks for variants. Cached values are faster than methods, which matters for
    # those that are read on every move.

    base = TEN

    @property
    def uses(self) -> int | None:
        """How many times each digit may be appended in a game, or None if there is no limit."""
        return None

    @cached_property
    def moves(self) -> tuple[Digit, ...]:
        """All digits in the game's base."""
        return DIGITS

    def digits_left(self, digits: str) -> tuple[Digit, ...]:
        """Return the digits that may still be appended if there is a limit on the uses of each.

        `digits` are the digits of the number.
        """
        return self.moves

    @cached_property
    def poisons(self) -> tuple[int, ...]:
        """The game's divisors. A player who makes the number divisible by a divisor loses."""
        return (self.divisor,)

    @cached_property
    def divisor_text(self) -> str:
        """The divisors as text, such as "2, 3 or 5"."""
        return str(self.divisor)

    @cached_property
    def modulus(self) -> int:
        """The game's divisor, or the least common multiple if there are several divisors."""
        return self.divisor

    @cached_property
    def poison(self) -> Container[int]:
        """The values of `State.remainder` for numbers that one of the game's divisors divides."""
        return (0,)

    def poison_of(self, remainder: int) -> int:
        """Return the first of the game's divisors that divides a number with this remainder.

        `remainder` is the number modulo `modulus`. At least one divisor must divide the number.
        """
        return self.divisor

    def poison_text(self, remainder: int) -> str:
        return self.divisor_text

    @cached_property
    def end_length(self) -> int | None:
        """The number of digits at which the game must end. None if there is no limit."""
        return self.max_length

    def outcome_at_end(self, mover: Seat) -> Outcome:
        """Return the outcome of a game that ends because the number has reached its maximum length.

        `mover` is the player whose turn would be next. The other player appended the last digit.
        """
        return Outcome(mover, f"Maximum length of {self.length_text()} reached.")

    @cached_property
    def longest_observed(self) -> int:
        """The maximum length that an observation shows. Longer numbers are shown with this length.

        An observation is a position as a list of numbers, for machine learning.
        """
        return READABLE

    def more_observed(self, state: State) -> tuple[int, ...]:
        """Return the integers that a variant appends to the observation of a position.

        An observation is a position as a list of numbers, for machine learning. For example, a
        variant with limited digits appends how often each digit has been used.
        """
        return ()
