"""Number Morph: what is legal, who has won. Rule numbers are those of `rulebook.md`."""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from lastdigit.core import Game
from lastdigit.errors import OptionError, StateSyntaxError, quoted
from lastdigit.options import Preset, option
from lastdigit.values import Objection, Outcome, Seat


class Position(enum.StrEnum):
    """Where a digit stands."""

    HUNDREDS = "hundreds"
    TENS = "tens"
    UNITS = "units"


class Change(NamedTuple):
    """A move: the position whose digit is replaced, and the new digit."""

    position: Position
    digit: int

    def __str__(self) -> str:
        return f"{self.position} {self.digit}"


class State(NamedTuple):
    """The current number and the history log, oldest first."""

    mover: Seat
    number: int
    log: tuple[int, ...]


POSITIONS = tuple(Position)
CHANGES = tuple(Change(position, digit) for position in Position for digit in range(10))
PRIMES = tuple(n for n in range(101, 1000, 2) if all(n % d for d in range(3, 32, 2)))


def digit_of(number: int, position: Position) -> int:
    """Return the digit that stands at a position."""
    return int(f"{number:03}"[POSITIONS.index(position)])


def formed(number: int, change: Change) -> str:
    """Return the text of the number that a change forms, a leading zero included."""
    digits = list(str(number))
    digits[POSITIONS.index(change.position)] = str(change.digit)
    return "".join(digits)


@cache
def prime_changes() -> dict[int, dict[Change, int]]:
    """Return, for every prime, the changes that form another prime, and which."""
    primes = {str(prime): prime for prime in PRIMES}
    formable = {
        prime: {change: primes.get(formed(prime, change), prime) for change in CHANGES}
        for prime in PRIMES
    }
    return {
        prime: {change: other for change, other in others.items() if other != prime}
        for prime, others in formable.items()
    }


def factors(number: int) -> str:
    """Return a number as a product of primes.

    >>> factors(213)
    '213 = 3 x 71'
    """
    found, rest, divisor = [], number, 2
    while rest > 1:
        if rest % divisor:
            divisor += 1
        else:
            found.append(str(divisor))
            rest //= divisor
    return f"{number} = {' x '.join(found)}"


@dataclass(frozen=True)
class NumberMorph(Game[State, Change]):
    """Change one digit of a shared three-digit prime; who cannot form a new prime loses."""

    name = "number-morph"
    title = "Number Morph"
    summary = "Change one digit to form a new prime, or lose."
    version = 1
    presets = (
        Preset("rulebook", "a random prime, any number of tries", (50, 105)),
        Preset("quick", "three failed tries in a turn lose", (1, 20), attempts=3),
    )
    example_state = "1 271 211,271"
    moves_are_a_hint = True

    starting_number: int | None = option(
        None,
        name="start",
        low=100,
        high=999,
        none="random",
        begins=True,
        values="a three-digit prime, or random",
        help="the three-digit prime that the game begins with",
    )
    log_start: bool = option(
        True, help="whether the starting number is in the history log, so that it counts as used"
    )

    def __post_init__(self) -> None:
        """Refuse a start that is not prime; raises OptionError."""
        super().__post_init__()
        number = self.starting_number
        if number is not None and number not in PRIMES:
            raise OptionError(
                f"start cannot be {number}: it is a three-digit prime, such as 101, 211 or 997, "
                f"and {factors(number)}."
            )

    def start(self, random: Random, first: Seat = Seat.ONE) -> State:
        number = self.starting_number or random.choice(PRIMES)
        return State(first, number, (number,) if self.log_start else ())

    def legal_moves(self, state: State) -> tuple[Change, ...]:
        log = state.log
        return tuple(
            [change for change, prime in prime_changes()[state.number].items() if prime not in log]
        )

    def successor(self, state: State, move: Change) -> State:
        number = prime_changes()[state.number][move]
        return State(state.mover.other, number, (*state.log, number))

    def outcome(self, state: State) -> Outcome | None:
        log = state.log
        for prime in prime_changes()[state.number].values():
            if prime not in log:
                return None
        return Outcome(state.mover.other, "No valid moves left.")  # rule 10

    def rejection(self, state: State, move: Change) -> Objection | None:
        if digit_of(state.number, move.position) == move.digit:
            return Objection(f"The {move.position} digit is already {move.digit}.")
        text = formed(state.number, move)
        if text.startswith("0"):
            return Objection("Leading zeros are not allowed.")
        number = int(text)
        if number not in PRIMES:
            return Objection(f"{number} is not a prime number.", f"{factors(number)}.")
        if number in state.log:
            return Objection(f"{number} has already been used.", self._when(state, number))
        return None

    def _when(self, state: State, number: int) -> str:
        turn = state.log.index(number) + (0 if self.log_start else 1)
        return f"{number} was formed in turn {turn}." if turn else f"{number} was the start."

    def all_moves(self) -> tuple[Change, ...]:
        return CHANGES

    def key(self, state: State) -> Hashable:
        return state.number, frozenset(state.log)

    def format_state(self, state: State) -> str:
        log = ",".join(map(str, state.log)) or "-"
        return f"{state.mover.value} {state.number} {log}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        number, log = fields
        known = {str(prime): prime for prime in PRIMES}
        used = [] if log == "-" else log.split(",")
        for text in (number, *used):
            if text not in known:
                raise StateSyntaxError(f"{quoted(text)} is not a three-digit prime.")
        if len(set(used)) < len(used):
            raise StateSyntaxError("A number stands in the history log only once.")
        return State(mover, known[number], tuple(known[text] for text in used))
