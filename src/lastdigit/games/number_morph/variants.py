"""Variants of Number Morph: numbers with two to six digits, in bases 2 to 16, and shorter games.

In a shorter game, most primes are already used at the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from lastdigit.errors import OptionError
from lastdigit.game.options import Occasion, Option, OptionValue, Preset, option
from lastdigit.games.number_morph.late import MAX_PRIMES, late_log
from lastdigit.games.number_morph.primes import BASE, DIGITS, Primes, kind_of, primes_of
from lastdigit.games.number_morph.rules import NumberMorphRules

LARGEST_BASE = {6: 10}
"""The largest base for each number of digits. Larger bases have more than 100,000 primes."""
UNPLAYABLE_SIZES = {(4, 2)}
"""Pairs (digits, base) without any two primes that differ in exactly one digit."""
ALTERNATIVES = 5
"""The number of playable starts that the error message for an unplayable start suggests."""
POSITIONS_PER_PRIME = 500
"""Solving a large variant takes as long as solving this many positions for each prime."""


@dataclass(frozen=True)
class NumberMorph(NumberMorphRules):
    """Number Morph with a choice of base and number of digits.

    With the option `late`, most primes are already used at the start.
    """

    presets = (
        Preset("rulebook", "a random prime, unlimited tries", (50, 105)),
        Preset(
            "quick",
            "short, with most primes already used",
            (5, 20),
            (("late", True),),
            suggested_for=(Occasion.COMPUTER, Occasion.PEOPLE, Occasion.LADDER),
        ),
        Preset("three-tries", "three tries per turn", (1, 20), attempts=3),
        Preset(
            "two-digits",
            "the 21 primes from 11 to 97",
            (10, 20),
            (("digits", 2),),
            suggested_for=(Occasion.FIRST,),
        ),
        Preset(
            "four-digits",
            "four-digit primes, five tries per turn",
            (1, 36),
            (("digits", 4),),
            attempts=5,
        ),
        Preset(
            "hexadecimal",
            "the primes from 11 to fb, in base 16",
            (28, 43),
            (("digits", 2), ("base", 16)),
        ),
    )
    exam_variants = (
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
    small_variants = (
        {"late": True},
        {"digits": 2},
        {"digits": 2, "base": 16, "log-start": False},
        {"digits": 2, "late": True},
        {"digits": 3, "base": 16, "late": True},
        {"digits": 4, "base": 4},
        {"digits": 5, "base": 2},
    )

    late: bool = option(
        False,
        begins=True,
        beyond=True,
        help="whether most primes are already used at the start, for a short game",
    )
    digits: int = option(DIGITS, low=2, high=6, beyond=True, help="how many digits each number has")
    base: int = option(BASE, low=2, high=16, beyond=True, help="the number base")

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:
        """Return the rule options. The range of `start` depends on the options in `values`."""
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

    @cached_property
    def primes(self) -> Primes:
        return primes_of(self.digits, self.base)

    @property
    def size(self) -> int:
        # The cost of a maximum matching, converted to the unit of other games.
        count = len(self.primes)
        return count * POSITIONS_PER_PRIME if count > MAX_PRIMES else 0

    def check_start(self) -> None:
        """Raise OptionError if the digits, the base or the starting number is invalid."""
        self._check_size()
        super().check_start()
        number, primes = self.starting_number, self.primes
        if number is not None and not primes.neighbours[number]:
            raise OptionError(
                f"'start' cannot be {primes.text(number)}: changing one digit never forms another "
                f"prime. The nearest starts: {self._nearest_starts(number)}."
            )

    def _check_size(self) -> None:
        largest = LARGEST_BASE.get(self.digits, self.base)
        if self.base > largest:
            raise OptionError(
                f"There are more than 100,000 primes with {self.digits} digits in base "
                f"{self.base}. Choose {self.digits} digits in base {largest}, "
                f"or {self.digits - 1} digits in base {self.base}."
            )
        if (self.digits, self.base) in UNPLAYABLE_SIZES:
            raise OptionError(
                f"Primes with {self.digits} digits in base {self.base} cannot be played: changing "
                f"one digit never forms another prime. Choose {self.digits + 1} digits in base "
                f"{self.base}, or {self.digits} digits in base {self.base + 1}."
            )
        if self.late and len(self.primes) > MAX_PRIMES:
            raise OptionError(
                f"'late' cannot be yes with {len(self.primes):,} primes: at most {MAX_PRIMES} "
                "primes are supported."
            )

    def _nearest_starts(self, number: int) -> str:
        """Return the valid starting numbers nearest to `number` as text, in ascending order."""
        found: list[int] = []
        for prime in sorted(self.primes.all, key=lambda prime: abs(prime - number)):
            found += [prime] if self.primes.neighbours[prime] else []
            if len(found) == ALTERNATIVES:
                break
        return ", ".join(map(self.primes.text, sorted(found)))

    @property
    def _has_rulebook_size(self) -> bool:
        return (self.digits, self.base) == (DIGITS, BASE)

    @property
    def example_starts(self) -> tuple[int, ...]:
        every = self.primes.all
        return super().example_starts if self._has_rulebook_size else (every[0], every[-1])

    @property
    def example_state(self) -> str:
        if self._has_rulebook_size:
            return super().example_state
        first = next(prime for prime in self.primes.all if self.primes.neighbours[prime])
        formed, *_ = self.primes.neighbours[first].values()
        one, two = map(self.primes.text, (first, formed))
        return f"1 {two} {one},{two}"

    def draw_start(self, random: Random) -> int:
        number = super().draw_start(random)
        while not self.primes.neighbours[number]:
            number = super().draw_start(random)
        return number

    def first_log(self, number: int, random: Random | None) -> tuple[int, ...]:
        if self.late:
            return late_log(self.primes, number, self.needed(random))
        return super().first_log(number, random)

    def digit_at(self, position: str) -> str:
        named = self.digits == DIGITS
        return super().digit_at(position) if named else f"digit at place {position}"

    @property
    def digit_names(self) -> str:
        return super().digit_names if self.digits == DIGITS else "digits, from the left"
