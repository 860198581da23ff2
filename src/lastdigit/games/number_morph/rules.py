"""Number Morph: change one digit of a shared prime to form a prime that has not been used.

Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from lastdigit.errors import OptionError, StateSyntaxError, quoted
from lastdigit.game.game import MOVER, Editable, Feature, Game, Objection, Outcome, Seat, make_tuple
from lastdigit.game.options import NUMERALS, Option, OptionValue, Preset, from_base, option
from lastdigit.games.number_morph.late import MOST, late_log
from lastdigit.games.number_morph.primes import (
    BASE,
    DIGITS,
    Change,
    Primes,
    kind_of,
    primes_of,
)

LEAD = len("0b1")
"""The length of the prefix in the binary text of a set of primes, whose top bit is always 1."""
FLAGS = bytes.maketrans(b"10", b"\0\1")
MOVERS = tuple(bytes((number,)) for number in range(3))
"""The first byte of an observation, by the number of the mover."""
WIDEST = {6: 10}
"""The largest base by number of digits. A larger one would have more than 100,000 primes."""
NO_START = {(4, 2)}
"""Combinations of digits and base in which no two primes differ in one digit."""
NEAREST = 5
"""The number of alternatives in the error message for an unplayable start."""


class State(NamedTuple):
    """The current number, the history log (oldest first), and a bit mask of the unused primes."""

    mover: Seat
    number: int
    log: tuple[int, ...]
    unused: int

    @property
    def used(self) -> bytes:
        """A byte for each prime: 1 if it is in the log, else 0."""
        return bin(self.unused)[LEAD:].encode().translate(FLAGS)

    def __str__(self) -> str:
        used = "1 prime" if len(self.log) == 1 else f"{len(self.log)} primes"
        return f"{self.mover} to move at {self.number}, {used} used"

    def __repr__(self) -> str:
        # Omits `unused`, which follows from the log and has 44 digits.
        return f"State(mover={self.mover!r}, number={self.number!r}, log={self.log!r})"


AS_LONG = 500
"""The solving time of one prime in a large variant, as a number of positions of other games."""


@dataclass(frozen=True)
class NumberMorph(Game[State, Change]):
    """The rules, with options for the start, the log, a late start, and the size of numbers."""

    name = "number-morph"
    title = "Number Morph"
    summary = "Change one digit to form a new prime, or lose."
    version = 1
    editable = (Editable(1),)
    presets = (
        Preset("rulebook", "a random prime, any number of tries", (50, 105)),
        Preset(
            "quick", "begins late, most primes are used", (5, 20), (("late", True),), suggested=True
        ),
        Preset("three-tries", "three failed tries in a turn lose", (1, 20), attempts=3),
        Preset("two-digits", "the 21 primes from 11 to 97", (10, 20), (("digits", 2),)),
        Preset(
            "four-digits",
            "four digits, five failed tries lose",
            (1, 36),
            (("digits", 4),),
            attempts=5,
        ),
        Preset(
            "hexadecimal",
            "two digits in base 16, 11 to fb",
            (28, 43),
            (("digits", 2), ("base", 16)),
        ),
    )
    exam_members = (
        {"digits": 2},
        {"digits": 2, "log-start": False},
        {"digits": 2, "base": 12},
        {"digits": 2, "base": 14},
        {"digits": 2, "base": 16, "late": True},
        {"digits": 3, "base": 5},
        {"digits": 3, "base": 6},
        {"digits": 4, "base": 3},
        {"late": True},
    )
    small_members = (
        {"late": True},
        {"digits": 2},
        {"digits": 2, "base": 16, "log-start": False},
        {"digits": 2, "late": True},
        {"digits": 3, "base": 16, "late": True},
        {"digits": 4, "base": 4},
        {"digits": 5, "base": 2},
    )
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
        help="the prime that the game begins with",
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
    digits: int = option(DIGITS, low=2, high=6, beyond=True, help="how many digits a number has")
    base: int = option(BASE, low=2, high=16, beyond=True, help="the base that numbers are in")

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:
        """Fit the range of the starting number to the digits and the base."""
        digits, base = values.get("digits", DIGITS), values.get("base", BASE)
        known = {option.name: option for option in cls.options()}
        sizes = ((digits, known["digits"]), (base, known["base"]))
        if not all(type(size) is int and one.low <= size <= one.high for size, one in sizes):
            return tuple(known.values())
        assert isinstance(digits, int)
        assert isinstance(base, int)
        known["start"] = known["start"]._replace(
            low=base ** (digits - 1),
            high=base**digits - 1,
            base=base,
            values=f"a {kind_of(digits, base)}, or random",
        )
        return tuple(known.values())

    def __post_init__(self) -> None:
        """Raise OptionError if the size or the starting number cannot be played."""
        super().__post_init__()
        widest = WIDEST.get(self.digits, self.base)
        if self.base > widest:
            raise OptionError(
                f"digits {self.digits} in base {self.base} would have more than 100,000 primes. "
                f"The nearest that can be played: digits {self.digits} in base {widest}, "
                f"or digits {self.digits - 1} in base {self.base}."
            )
        if (self.digits, self.base) in NO_START:
            raise OptionError(
                f"digits {self.digits} in base {self.base} cannot be played: no change of a digit "
                f"forms another prime. The nearest that can: digits {self.digits + 1} in base "
                f"{self.base}, or digits {self.digits} in base {self.base + 1}."
            )
        if self.late and len(self.primes) > MOST:
            raise OptionError(
                f"late cannot be yes with {len(self.primes):,} primes: it goes up to {MOST}, as "
                "with digits 3."
            )
        if self.starting_number is not None:
            self._check_start(self.starting_number)

    def _check_start(self, number: int) -> None:
        """Raise OptionError if a start is not prime or has no legal move."""
        primes = self.primes
        if number not in primes.place:
            every = primes.all
            some = (101, 211, 997) if self._is_rulebooks else (every[0], every[-1])
            *first, last = map(primes.text, some)
            raise OptionError(
                f"start cannot be {primes.text(number)}: it must be a {primes.kind}, "
                f"such as {', '.join(first)} or {last}, and {primes.factors(number)}."
            )
        if not primes.formable[number]:
            raise OptionError(
                f"start cannot be {primes.text(number)}: no change of a digit forms another "
                f"prime. The nearest that can be played: {self._playable(number)}."
            )

    @property
    def _is_rulebooks(self) -> bool:
        return (self.digits, self.base) == (DIGITS, BASE)

    def _playable(self, number: int) -> str:
        """List the playable starts nearest to a number."""
        found: list[int] = []
        for prime in sorted(self.primes.all, key=lambda prime: abs(prime - number)):
            found += [prime] if self.primes.formable[prime] else []
            if len(found) == NEAREST:
                break
        return ", ".join(map(self.primes.text, sorted(found)))

    @cached_property
    def primes(self) -> Primes:
        """All primes of this size."""
        return primes_of(self.digits, self.base)

    @property
    def size(self) -> int:
        # The cost of a maximum matching, converted to the unit of other games.
        return len(self.primes) * AS_LONG if len(self.primes) > MOST else 0

    @property
    def example_state(self) -> str:
        if self._is_rulebooks:
            return "1 271 211,271"
        first = next(prime for prime in self.primes.all if self.primes.formable[prime])
        formed, *_ = self.primes.ways[first].values()
        one, two = map(self.primes.text, (first, formed))
        return f"1 {two} {one},{two}"

    @property
    def features(self) -> tuple[Feature, ...]:
        one, two = self.primes.text(self.primes.all[0]), self.primes.text(self.primes.all[-1])
        digits = "hundreds, tens and units" if self.digits == DIGITS else "digits, from the left"
        known = f"1 if in the history log, else 0: the primes from {one} to {two}"
        return (
            MOVER,
            Feature(f"the current number's {digits}", 0, self.base - 1, self.digits),
            Feature(known, 0, 1, len(self.primes)),
        )

    def start(self, random: Random | None = None, first: Seat = Seat.ONE) -> State:
        number = self.starting_number
        while number is None or not self.primes.formable[number]:
            number = self.needed(random).choice(self.primes.all)
        if self.late:
            return self.after(first, number, late_log(self.primes, number, self.needed(random)))
        return self.after(first, number, (number,) if self.log_start else ())

    def after(self, mover: Seat, number: int, log: tuple[int, ...]) -> State:
        """Return the position with this mover, number and log."""
        primes, unused = self.primes, self.primes.whole
        for prime in log:
            unused ^= 1 << primes.bits[primes.place[prime]]
        return State(mover, number, log, unused)

    def legal_moves(self, state: State) -> tuple[Change, ...]:
        _, number, _, unused = state
        beside, ways = self.primes.open_ways[number]
        return ways[beside & unused]

    def successor(self, state: State, move: Change) -> State:
        mover, number, log, unused = state
        primes = self.primes
        number = primes.ways[number][move]
        unused ^= 1 << primes.bits[primes.place[number]]
        return make_tuple(State, (mover.other, number, log + (number,), unused))  # noqa: RUF005 - faster

    def outcome(self, state: State) -> Outcome | None:
        mover, number, _, unused = state
        if unused & self.primes.open_ways[number][0]:
            return None
        return Outcome(mover.other, "No valid moves left.")  # rule 10

    def rejection(self, state: State, move: Change) -> Objection | None:
        primes = self.primes
        if primes.digit_of(state.number, move.position) == move.digit:
            digit = NUMERALS[move.digit]
            return Objection(f"The {self.digit_at(move.position)} is already {digit}.")
        text = primes.formed(state.number, move)
        if text.startswith("0"):
            return Objection("Leading zeros are not allowed.")
        number = int(text, self.base)
        if number not in primes.place:
            return Objection(f"{text} is not a prime number.", f"{primes.factors(number)}.")
        if not primes.has(state.unused, primes.place[number]):
            return Objection(f"{text} has already been used.", self._when(state, number))
        return None

    def digit_at(self, position: str) -> str:
        """Return the name of the digit at a position for messages."""
        return f"{position} digit" if self.digits == DIGITS else f"digit at place {position}"

    def _when(self, state: State, number: int) -> str:
        turn, text = state.log.index(number), self.primes.text(number)
        turn += 0 if self.log_start else 1
        return f"{text} was formed in turn {turn}." if turn else f"{text} was the start."

    def all_moves(self) -> tuple[Change, ...]:
        return self.primes.changes

    def key(self, state: State) -> Hashable:
        return state.number, state.used

    def observation(self, state: State) -> tuple[int, ...]:
        return tuple(self.observation_bytes(state))

    def observation_bytes(self, state: State) -> bytes:
        mover, number, _, _ = state
        return MOVERS[mover.number] + self.primes.digits_of[number] + state.used

    def format_state(self, state: State) -> str:
        log = ",".join(map(self.primes.text, state.log)) or "-"
        return f"{state.mover.value} {self.primes.text(state.number)} {log}"

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        number, log = fields
        used = [] if log == "-" else log.split(",")
        numbers = [self._read(text) for text in (number, *used)]
        if len(set(used)) < len(used):
            raise StateSyntaxError("A number stands in the history log only once.")
        return self.after(mover, numbers[0], tuple(numbers[1:]))

    def _read(self, text: str) -> int:
        number = from_base(text, self.base)
        # The length check rejects leading zeros.
        if number is None or number not in self.primes.place or len(text) != self.digits:
            raise StateSyntaxError(f"{quoted(text)} is not a {self.primes.kind}.")
        return number
