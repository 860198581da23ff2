"""Variants of Digit Poison: several divisors, limited uses of each digit, and other bases."""

from __future__ import annotations

import sys
from collections.abc import Container, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm

from lastdigit.errors import OptionError, StateSyntaxError, quoted
from lastdigit.game.game import Feature, Objection, Outcome, Seat
from lastdigit.game.options import NUMERALS, Occasion, Option, OptionValue, Preset, in_base, option
from lastdigit.games.digit_poison.rules import (
    HIGHEST,
    TEN,
    THREE,
    Digit,
    DigitPoisonRules,
    State,
)

MOVES = {base: tuple(map(Digit, range(base))) for base in range(2, len(NUMERALS) + 1)}
MAX_POSITIONS = 200_000_000
"""The maximum number of positions to solve. Options that lead to more positions are rejected."""


class Multiples(Container[int]):
    """The integers that are divisible by at least one of the given divisors."""

    def __init__(self, divisors: tuple[int, ...]) -> None:
        self._divisors = divisors

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and not all(map(number.__mod__, self._divisors))


@dataclass(frozen=True)
class DigitPoison(DigitPoisonRules):
    """Digit Poison with several divisors, limited uses of each digit, or another base."""

    presets = (
        Preset(
            "rulebook",
            "at most 10 digits",
            (10, 10),
            note="The player who moves first can always win.",
        ),
        Preset(
            "quick",
            "at most 5 digits",
            (5, 5),
            (("max-length", 5),),
            suggested_for=(Occasion.PEOPLE,),
        ),
        Preset(
            "once",
            "each digit once; 2, 3 and 5 are poison",
            (4, 5),
            (("divisors", (2, 3, 5)), ("uses", 1)),
            suggested_for=(Occasion.COMPUTER,),
        ),
    )
    exam_variants = (
        {"uses": 1, "divisor": 2},
        {"uses": 1, "divisor": 5},
        {"uses": 1, "divisor": 7},
        {"uses": 1, "divisor": 11},
        {"uses": 1, "divisor": 13, "max-length": None},
        {"uses": 1, "divisor": 7, "max-length": None},
        {"uses": 1, "divisor": 9, "max-length": None},
        {"uses": 1, "divisors": (2, 7)},
        {"uses": 1, "divisors": (3, 7)},
        {"uses": 1, "divisors": (5, 6)},
        {"uses": 2, "base": 6, "divisor": 5},
        {"uses": 2, "base": 6, "divisors": (4, 7), "max-length": None},
    )
    small_variants = (
        {"divisors": (2, 3)},
        {"divisors": (2, 3, 5), "max-length": None},
        {"uses": 1, "divisor": 7},
        {"uses": 2, "base": 3, "divisors": (2, 5), "max-length": None},
        {"base": 2, "divisor": 5, "max-length": 12},
        {"base": 16, "divisor": 10},
        {"base": 12, "uses": 1, "divisors": (7, 11), "max-length": 6},
    )

    divisors: tuple[int, ...] = option(
        (),
        low=2,
        high=HIGHEST,
        none="none",
        sized=True,
        beyond=True,
        help="several numbers whose multiples are poison (replaces 'divisor')",
    )
    uses: int | None = option(
        None, low=1, high=9, none="any", beyond=True, help="how many times each digit can be used"
    )
    base: int = option(TEN, low=2, high=len(NUMERALS), beyond=True, help="the number base")

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:
        """Return the rule options of the game.

        `values` has the chosen value of each option. If `values` has a "base", divisors are parsed
        and shown in this base. Without a "base", divisors are decimal.
        """
        base = values.get("base")
        if type(base) is not int or base not in MOVES:
            base = TEN
        return tuple(
            option._replace(base=base) if option.sized else option for option in cls.options()
        )

    def __post_init__(self) -> None:
        """Raise OptionError if an option's value is invalid or contradicts another option.

        Also raise OptionError if the game has too many positions to solve.
        """
        super().__post_init__()
        if self.divisors and self.divisor != THREE:
            raise OptionError(
                "'divisors' cannot be combined with 'divisor'. Set only one of these options."
            )
        if self.size > MAX_POSITIONS:
            raise OptionError(
                f"{self._describe_size()} has {self.size:,} positions. At most {MAX_POSITIONS:,} "
                f"positions can be solved. {self._suggest_option()}."
            )

    @property
    def size(self) -> int:
        """The number of positions to solve, or 0 if the solver needs no table."""
        if self.uses is not None:
            return int((self.uses + 1) ** self.base) * self.modulus
        if len(self.poisons) == 1:
            return 0
        return self.modulus * (self.max_length or 1)

    def _describe_size(self) -> str:
        multiple = f"a least common multiple of {self.modulus}"
        if self.uses is not None:
            return f"The game with 'uses' {self.uses}, 'base' {self.base} and {multiple}"
        return f"The game with 'max-length' {self.max_length or 'none'} and {multiple}"

    def _suggest_option(self) -> str:
        """Return a hint for an error message on how to make the game small enough to solve.

        The hint "Set 'uses' to at most 2" means that the option `uses` can be 1 or 2.
        """
        if self.uses is None:
            longest = MAX_POSITIONS // self.modulus
            return (
                f"Set 'max-length' to at most {longest}" if longest else "Choose smaller divisors"
            )
        for uses in range(self.uses - 1, 0, -1):
            if (uses + 1) ** self.base * self.modulus <= MAX_POSITIONS:
                return f"Set 'uses' to at most {uses}"
        largest = MAX_POSITIONS // 2**self.base
        return f"With 'uses' set to 1, the least common multiple can be at most {largest}"

    @property
    def example_state(self) -> str:
        return super().example_state if self.uses is None and self.base >= TEN else "1 1"

    @cached_property
    def poisons(self) -> tuple[int, ...]:
        return self.divisors or (self.divisor,)

    @cached_property
    def modulus(self) -> int:
        # The remainder modulo the least common multiple determines those modulo all divisors.
        return lcm(*self.poisons)

    @cached_property
    def poison(self) -> Container[int]:
        return Multiples(self.divisors) if self.divisors else super().poison

    def poison_of(self, remainder: int) -> int:
        return next(divisor for divisor in self.poisons if not remainder % divisor)

    def poison_text(self, remainder: int) -> str:
        if self.divisors:
            return in_base(self.poison_of(remainder), self.base)
        return self.divisor_text

    @cached_property
    def divisor_text(self) -> str:
        *before, last = (in_base(divisor, self.base) for divisor in self.poisons)
        return f"{', '.join(before)} or {last}" if before else last

    def counts(self, state: State) -> tuple[int, ...]:
        """Return how often each digit occurs in the number, starting with digit 0."""
        return tuple(map(state.digits.count, NUMERALS[: self.base]))

    @cached_property
    def moves(self) -> tuple[Digit, ...]:
        return MOVES[self.base]

    def digits_left(self, digits: str) -> tuple[Digit, ...]:
        assert self.uses is not None, "otherwise all digits are left"
        return tuple(move for move in self.moves if digits.count(NUMERALS[move]) < self.uses)

    def rejection(self, state: State, move: Digit) -> Objection | None:
        if self.uses is not None and state.digits.count(NUMERALS[move]) >= self.uses:
            times = "once" if self.uses == 1 else f"{self.uses} times"
            return Objection(
                f"The digit {move} has been used up.", f"Each digit may be added {times}."
            )
        return None

    @cached_property
    def end_length(self) -> int | None:
        if self.uses is None:
            return self.max_length
        supply = self.uses * self.base
        return supply if self.max_length is None else min(supply, self.max_length)

    def outcome_at_end(self, mover: Seat) -> Outcome:
        if self.end_length == self.max_length:
            return super().outcome_at_end(mover)
        return Outcome(mover.other, "No digit is left to add.")

    def read_state(self, mover: Seat, fields: list[str]) -> State:
        state = super().read_state(mover, fields)
        if self.uses is not None and max(self.counts(state)) > self.uses:
            raise StateSyntaxError(
                f"{quoted(state.digits)} uses a digit more than "
                f"{'once' if self.uses == 1 else f'{self.uses} times'}."
            )
        return state

    @cached_property
    def _length_cap(self) -> int:
        """The maximum length in a `Game.key`. A longer number counts as if it had this length."""
        # It is 1 for several divisors without a maximum length, so that the number of keys is
        # finite.
        return 1 if self.divisors and self.max_length is None else sys.maxsize

    def key(self, state: State) -> Hashable:
        if self.uses is not None:
            return state.remainder, self.counts(state)
        return state.remainder, min(len(state.digits), self._length_cap)

    @property
    def features(self) -> tuple[Feature, ...]:
        mover, remainder, length, divisor, longest = super().features
        if self.divisors:
            divisor = replace(divisor, meaning="the least common multiple of the divisors")
        return (
            *(mover, remainder, length, divisor, longest),
            *(Feature(f"the remainder by {by}", 0, by - 1) for by in self.divisors),
            *self._size_features(),
        )

    def _size_features(self) -> Iterator[Feature]:
        if self.base != TEN:
            yield Feature("the base", self.base, self.base)
        if self.uses is not None:
            yield Feature("how often each digit may be added", self.uses, self.uses)
            yield Feature("how often each digit has been added", 0, self.uses, self.base)

    @cached_property
    def longest_observed(self) -> int:
        return min(self._length_cap, super().longest_observed)

    @cached_property
    def _is_variant(self) -> bool:
        return bool(self.divisors) or self.uses is not None or self.base != TEN

    def more_observed(self, state: State) -> tuple[int, ...]:
        return tuple(self._more_observed(state)) if self._is_variant else ()

    def _more_observed(self, state: State) -> Iterator[int]:
        yield from (state.remainder % divisor for divisor in self.divisors)
        if self.base != TEN:
            yield self.base
        if self.uses is not None:
            yield self.uses
            yield from self.counts(state)
