"""Number Morph: change one digit of a shared prime to form a prime that has not been used.

Comments cite the numbered rules in `rulebook.md`. The variants of the game are in `variants.py`.
"""

from __future__ import annotations

from collections.abc import Hashable
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
from lastdigit.game.options import NUMERALS, from_base, option
from lastdigit.games.number_morph.primes import (
    BASE,
    DIGITS,
    Change,
    LegalChanges,
    Primes,
    primes_of,
)

BINARY_PREFIX = len("0b1")
"""The prefix length of `bin(primes)`: "0b", and the top bit, which is 1 in every set of primes."""
USED_FLAGS = bytes.maketrans(b"10", b"\0\1")
"""The translation table from the digits of `bin(unused)` to bytes: 1 for a used prime, else 0."""
MOVER_BYTES = tuple(bytes((number,)) for number in range(3))
"""The first byte of an observation, indexed by the `Seat.number` of the player to move."""


class State(NamedTuple):
    """A position: the player to move, the current prime, and the log of used primes (oldest first).

    `unused` is the set of primes that are not in the log, as a bit mask.
    """

    # `unused` is an integer (see `Primes`), which makes legal moves and observations fast.

    mover: Seat
    number: int
    log: tuple[int, ...]
    unused: int

    @property
    def used(self) -> bytes:
        """One byte for each prime in ascending order: 1 if the prime has been used, else 0."""
        return bin(self.unused)[BINARY_PREFIX:].encode().translate(USED_FLAGS)

    def __str__(self) -> str:
        used = "1 prime" if len(self.log) == 1 else f"{len(self.log)} primes"
        return f"{self.mover} to move at {self.number}, {used} used"

    def __repr__(self) -> str:
        # Without `unused`, which has 44 digits.
        return f"State(mover={self.mover!r}, number={self.number!r}, log={self.log!r})"


@dataclass(frozen=True)
class NumberMorphRules(Game[State, Change]):
    """Number Morph as in the rulebook, with options for the starting number."""

    name = "number-morph"
    title = "Number Morph"
    summary = "Change one digit to form a new prime, or lose."
    version = 1
    editable = (Editable(1),)
    moves_are_a_hint = True

    starting_number: int | None = option(
        None,
        name="start",
        low=100,
        high=999,
        none="random",
        begins=True,
        sized=True,
        values="a three-digit prime, or random",
        help="the starting prime",
    )
    log_start: bool = option(True, help="whether the starting number counts as used")

    def __post_init__(self) -> None:
        """Raise OptionError if the value of an option is not allowed."""
        super().__post_init__()
        self.check_start()

    @cached_property
    def primes(self) -> Primes:
        """All primes with this game's number of digits in this game's base."""
        return primes_of(DIGITS, BASE)

    @cached_property
    def _changes(self) -> LegalChanges:
        return self.primes.legal_changes

    def check_start(self) -> None:
        """Raise OptionError if the starting number is not prime (rule 1)."""
        number, primes = self.starting_number, self.primes
        if number is not None and number not in primes.index:
            *first, last = map(primes.text, self.example_starts)
            raise OptionError(
                f"'start' cannot be {primes.text(number)}, because {primes.factors(number)}. It "
                f"must be a {primes.kind}, such as {', '.join(first)} or {last}."
            )

    @property
    def example_starts(self) -> tuple[int, ...]:
        """Valid starting numbers, as examples in an error message."""
        return 101, 211, 997

    @property
    def example_state(self) -> str:
        return "1 271 211,271"

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        number = self.starting_number
        if number is None:
            number = self.draw_start(self.needed(random))
        return self.position(first, number, self.first_log(number, random))

    def draw_start(self, random: Random) -> int:
        """Pick a prime at random as the starting number."""
        return random.choice(self.primes.all)  # rule 1: all primes are equally likely

    def first_log(self, number: int, random: Random | None) -> tuple[int, ...]:
        """Return the primes that count as used when a game begins with `number`.

        The primes are `number` itself, or none if the option `log_start` is false. A variant can
        use `random` to pick more primes.
        """
        return (number,) if self.log_start else ()  # rule 2

    def position(self, mover: Seat, number: int, log: tuple[int, ...]) -> State:
        """Return the position with this player to move, current prime and log of used primes."""
        primes, unused = self.primes, self.primes.full_set
        for prime in log:
            unused ^= 1 << primes.bits[primes.index[prime]]
        return State(mover, number, log, unused)

    def all_moves(self) -> tuple[Change, ...]:
        return self.primes.changes  # rule 3: one position and its new digit

    def legal_moves(self, state: State) -> tuple[Change, ...]:
        _, number, _, unused = state
        neighbours, changes, _ = self._changes[number]  # rules 4 to 6
        return changes[neighbours & unused]  # rule 7

    def successor(self, state: State, move: Change) -> State:
        mover, number, log, unused = state
        number, bit = self._changes[number][2][move]  # rule 9
        other = TWO if mover is ONE else ONE
        return make_tuple(State, (other, number, log + (number,), unused ^ bit))  # noqa: RUF005 - faster

    def outcome(self, state: State) -> Outcome | None:
        mover, number, _, unused = state
        if unused & self._changes[number][0]:
            return None
        return Outcome(mover.other, "No valid moves left.")  # rule 10

    def rejection(self, state: State, move: Change) -> Objection | None:
        primes = self.primes
        if primes.digit_of(state.number, move.position) == move.digit:  # rule 4
            digit = NUMERALS[move.digit]
            return Objection(f"The {self.digit_at(move.position)} is already {digit}.")
        text = primes.formed(state.number, move)
        if text.startswith("0"):  # rule 5
            return Objection("Leading zeros are not allowed.")
        number = int(text, primes.base)
        if number not in primes.index:  # rule 6
            return Objection(f"{text} is not a prime number.", f"{primes.factors(number)}.")
        if not primes.contains(state.unused, primes.index[number]):  # rule 7
            return Objection(f"{text} has already been used.", self._turn_of(state, number))
        return None

    def digit_at(self, position: str) -> str:
        """Return a name such as "tens digit" for the digit at a position."""
        return f"{position} digit"

    def _turn_of(self, state: State, number: int) -> str:
        turn, text = state.log.index(number), self.primes.text(number)
        turn += 0 if self.log_start else 1
        return f"{text} was formed in turn {turn}." if turn else f"{text} was the start."

    def key(self, state: State) -> Hashable:
        return state.number, state.used

    @property
    def features(self) -> tuple[Feature, ...]:
        primes = self.primes
        one, two = primes.text(primes.all[0]), primes.text(primes.all[-1])
        known = f"for each prime from {one} to {two}: 1 if it is in the history log, else 0"
        return (
            MOVER,
            Feature(f"the current number's {self.digit_names}", 0, primes.base - 1, primes.digits),
            Feature(known, 0, 1, len(primes)),
        )

    @property
    def digit_names(self) -> str:
        """The names of all digit places in one text, such as "hundreds, tens and units"."""
        return "hundreds, tens and units"

    def observation(self, state: State) -> tuple[int, ...]:
        return tuple(self.observation_bytes(state))

    def observation_bytes(self, state: State) -> bytes:
        mover, number, _, _ = state
        return MOVER_BYTES[mover.number] + self.primes.digits_of[number] + state.used

    def format_state(self, state: State) -> str:
        log = ",".join(map(self.primes.text, state.log)) or "-"
        return f"{state.mover.value} {self.primes.text(state.number)} {log}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        number, log = fields
        used = [] if log == "-" else log.split(",")
        numbers = [self._read_prime(text) for text in (number, *used)]
        if len(set(used)) < len(used):  # rule 7
            raise StateSyntaxError("A number can appear only once in the history log.")
        return self.position(mover, numbers[0], tuple(numbers[1:]))

    def _read_prime(self, text: str) -> int:
        primes = self.primes
        number = from_base(text, primes.base)
        # The length check rejects leading zeros.
        if number is None or number not in primes.index or len(text) != primes.digits:
            raise StateSyntaxError(f"{quoted(text)} is not a {primes.kind}.")
        return number
