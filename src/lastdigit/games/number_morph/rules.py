"""Number Morph: what is legal, who has won. Rule numbers are those of `rulebook.md`."""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from lastdigit.core.game import Game
from lastdigit.core.options import Preset, option
from lastdigit.core.values import MOVER, Feature, Objection, Outcome, Seat
from lastdigit.errors import OptionError, StateSyntaxError, quoted

PRIMES = tuple(n for n in range(101, 1000, 2) if all(n % d for d in range(3, 32, 2)))
PLACE = {prime: place for place, prime in enumerate(PRIMES)}
USED = b"\x01"
LATE = (119, 120)
"""How many primes are used where a game begins late: even or odd, as suits one or the other."""
DIGITS = {prime: tuple(map(int, str(prime))) for prime in PRIMES}


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
    """The current number, the history log, oldest first, and for every prime if it is in there."""

    mover: Seat
    number: int
    log: tuple[int, ...]
    used: bytes

    @classmethod
    def after(cls, mover: Seat, number: int, log: tuple[int, ...]) -> State:
        """Return the position with this log."""
        return cls(mover, number, log, bytes(prime in log for prime in PRIMES))


POSITIONS = tuple(Position)
CHANGES = tuple(Change(position, digit) for position in Position for digit in range(10))


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
    formed_by = {
        prime: {change: primes.get(formed(prime, change), prime) for change in CHANGES}
        for prime in PRIMES
    }
    return {
        prime: {change: other for change, other in others.items() if other != prime}
        for prime, others in formed_by.items()
    }


@cache
def formable(number: int) -> tuple[tuple[Change, int], ...]:
    """Return the changes of a prime that form another, each with that prime's place."""
    return tuple((change, PLACE[prime]) for change, prime in prime_changes()[number].items())


def late_log(number: int, random: Random) -> tuple[int, ...]:
    """Return a log that ends with a number, as after a long game, and leaves it a move.

    The walk is made backwards, from the number on, by way of primes that soon could not be reached.
    """
    while True:
        walk, used = [number], {number}
        length = random.choice(LATE)
        while len(walk) < length:
            ways = {prime: _ways(prime, used) for prime in _ways(walk[-1], used)}
            if not ways:
                break
            fewest = min(map(len, ways.values()))
            walk.append(random.choice([one for one in ways if len(ways[one]) == fewest]))
            used.add(walk[-1])
        if len(walk) == length and _ways(number, used):
            return tuple(reversed(walk))


def _ways(prime: int, used: set[int]) -> list[int]:
    return [other for other in prime_changes()[prime].values() if other not in used]


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
        Preset(
            "quick", "begins late, most primes are used", (5, 20), (("late", True),), suggested=True
        ),
        Preset("three-tries", "three failed tries in a turn lose", (1, 20), attempts=3),
    )
    example_state = "1 271 211,271"
    small_members = ({"late": True},)
    features = (
        MOVER,
        Feature("the current number's hundreds, tens and units", 0, 9, 3),
        Feature("1 if in the history log, else 0: the primes from 101 to 997", 0, 1, len(PRIMES)),
    )
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

    late: bool = option(
        False,
        begins=True,
        beyond=True,
        help="whether the game begins late: most primes are used, and few turns are left",
    )

    def __post_init__(self) -> None:
        """Refuse a start that is not prime; raises OptionError."""
        super().__post_init__()
        number = self.starting_number
        if number is not None and number not in PRIMES:
            raise OptionError(
                f"start cannot be {number}: it must be a three-digit prime, "
                f"such as 101, 211 or 997, and {factors(number)}."
            )

    def start(self, random: Random, first: Seat = Seat.ONE) -> State:
        number = self.starting_number or random.choice(PRIMES)
        log: tuple[int, ...] = late_log(number, random) if self.late else (number,)
        return State.after(first, number, log if self.late or self.log_start else ())

    def legal_moves(self, state: State) -> tuple[Change, ...]:
        used = state.used
        return tuple([change for change, place in formable(state.number) if not used[place]])

    def successor(self, state: State, move: Change) -> State:
        mover, number, log, used = state
        number = prime_changes()[number][move]
        place = PLACE[number]
        used = used[:place] + USED + used[place + 1 :]
        return State(mover.other, number, (*log, number), used)

    def outcome(self, state: State) -> Outcome | None:
        used = state.used
        for _, place in formable(state.number):
            if not used[place]:
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
        return state.number, state.used

    def observation(self, state: State) -> tuple[int, ...]:
        return tuple(bytes((state.mover.value, *DIGITS[state.number])) + state.used)

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
        return State.after(mover, known[number], tuple(known[text] for text in used))
