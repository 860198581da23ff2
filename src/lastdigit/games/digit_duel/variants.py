"""Variants of Digit Duel: numbers with one to six digits, in bases 2 to 16."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from lastdigit.errors import OptionError
from lastdigit.game.game import ONE
from lastdigit.game.options import Occasion, Option, OptionValue, Preset, option
from lastdigit.game.text import plural
from lastdigit.games.digit_duel.rules import BASE, NAMED, NUMBERED, Digit, DigitDuelRules, State

DIGITS, MAX_DIGITS = len(NAMED), len(NUMBERED)
SMALLEST_BASE, LARGEST_BASE = 2, 16
MAX_NUMBERS = 100_000
"""The limit for base ** digits. The solver cannot solve all pairs of larger numbers."""


@dataclass(frozen=True)
class DigitDuel(DigitDuelRules):
    """Digit Duel with a choice of base and number of digits."""

    presets = (
        Preset("rulebook", "999 against 999", (40, 55)),
        Preset(
            "quick",
            "99 against 99",
            (14, 20),
            (("number-1", 99), ("number-2", 99)),
            suggested_for=tuple(Occasion),
        ),
        Preset(
            "four-digits",
            "9999 against 9999",
            (55, 101),
            (("digits", 4), ("number-1", 9_999), ("number-2", 9_999)),
        ),
        Preset(
            "letters",
            "ff against ff, in base 16",
            (24, 32),
            (("digits", 2), ("base", 16), ("number-1", 255), ("number-2", 255)),
        ),
        Preset(
            "binary",
            "111111 against 111111, in base 2",
            (7, 13),
            (("digits", 6), ("base", 2), ("number-1", 63), ("number-2", 63)),
        ),
    )
    exam_variants = (
        {"number-1": 350, "number-2": 350},
        {"number-1": 240, "number-2": 260},
        {"digits": 4, "base": 4},
        {"digits": 4, "base": 5, "number-1": 300, "number-2": 300},
        {"digits": 3, "base": 7},
        {"digits": 3, "base": 8},
        {"digits": 5, "base": 3},
    )
    small_variants = (
        {"digits": 1},
        {"digits": 2, "number-1": 57},
        {"digits": 2, "base": 16},
        {"digits": 3, "base": 12, "number-2": 1_000},
        {"digits": 4, "base": 5},
        {"digits": 6, "base": 2, "number-1": 37},
    )

    digits: int = option(
        DIGITS, low=1, high=MAX_DIGITS, beyond=True, help="how many digits each number has"
    )
    base: int = option(
        BASE,
        low=SMALLEST_BASE,
        high=LARGEST_BASE,
        beyond=True,
        help="the number base (digits above 9 are a to f)",
    )

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:
        """Return the rule options. The largest starting number depends on `values`."""
        digits, base = values.get("digits"), values.get("base")
        if not isinstance(digits, int) or not 1 <= digits <= MAX_DIGITS:
            digits = DIGITS
        if not isinstance(base, int) or not SMALLEST_BASE <= base <= LARGEST_BASE:
            base = BASE
        largest = base**digits - 1
        return tuple(
            option._replace(default=largest, high=largest, base=base) if option.sized else option
            for option in cls.options()
        )

    def __post_init__(self) -> None:
        """Raise OptionError if an option has an invalid value or the game is too large to solve."""
        super().__post_init__()
        if self.numbers > MAX_NUMBERS:
            digits = max(n for n in range(self.digits) if self.base**n <= MAX_NUMBERS)
            base = max(n for n in range(self.base) if n**self.digits <= MAX_NUMBERS)
            raise OptionError(
                f"'digits' cannot be {self.digits} in base {self.base}: that gives "
                f"{self.numbers:,} numbers, and at most {MAX_NUMBERS:,} can be solved. "
                f"Choose {plural(digits, 'digit')} in base {self.base}, "
                f"or {self.digits} digits in base {base}."
            )

    @property
    def is_rulebook(self) -> bool:
        """Whether numbers have three decimal digits, as in the rulebook."""
        return (self.digits, self.base) == (DIGITS, BASE)

    @property
    def size(self) -> int:
        return self.numbers**2 if self.numbers > BASE**DIGITS else 0

    @cached_property
    def units(self) -> dict[Digit, int]:
        places = NAMED if self.digits == DIGITS else NUMBERED[: self.digits]
        powers = range(self.digits - 1, -1, -1)
        return {digit: self.base**power for digit, power in zip(places, powers, strict=True)}

    @property
    def places(self) -> str:
        return super().places if self.digits == DIGITS else "digits from the left"

    @property
    def example_state(self) -> str:
        if self.is_rulebook:
            return super().example_state
        return self.format_state(State(ONE, self.numbers - 1, self.numbers // 2))
