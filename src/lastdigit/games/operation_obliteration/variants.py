"""Variants of Operation Obliteration: a limit other than 99, and divisions by 3, 5 and 7."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from lastdigit.errors import OptionError, quoted
from lastdigit.game.options import Occasion, Option, OptionValue, Preset, option
from lastdigit.games.operation_obliteration import rules
from lastdigit.games.operation_obliteration.rules import (
    LASTING,
    LIMIT,
    LOW,
    START,
    Operation,
    OperationObliterationRules,
    Results,
)

MAX_NAMED = 5
"""The maximum number of playable starts that the error for an unplayable start suggests."""
SMALLEST_LIMIT, LARGEST_LIMIT = 10, 1_000_000
OPERATIONS: dict[tuple[int, ...], tuple[Operation, ...]] = {
    (2,): rules.OPERATIONS,
    **{
        divisors: (
            *(Operation.ADD, Operation.SUBTRACT, Operation.DIVIDE_2, Operation.MULTIPLY),
            *(Operation(f"divide-{divisor}") for divisor in divisors[1:]),
        )
        for divisors in ((2, 3), (2, 3, 5), (2, 3, 5, 7))
    },
}
"""The operations in the order of `all_moves`, keyed by the allowed values of `divisors`."""


@dataclass(frozen=True)
class OperationObliteration(OperationObliterationRules):
    """Operation Obliteration with a choice of limit and divisors."""

    presets = (
        Preset("rulebook", "the number starts at 12", (3, 11)),
        Preset(
            "quick",
            "the number starts at 53",
            (3, 4),
            (("start", 53),),
            suggested_for=(Occasion.FIRST,),
        ),
        Preset(
            "open",
            "a random start without a quick win",
            (4, 13),
            (("start", None),),
            suggested_for=(Occasion.COMPUTER, Occasion.PEOPLE, Occasion.LADDER),
        ),
        Preset(
            "large",
            "numbers up to 1000; divisors 2, 3, 5, 7",
            (4, 20),
            (("start", 840), ("limit", 1_000), ("divisors", (2, 3, 5, 7))),
        ),
    )
    exam_variants = tuple(
        {"start": None, "limit": limit, "divisors": divisors}
        for limit in (1_000, 2_000, 5_000, 7_000, 10_000)
        for divisors in ((2, 3), (2, 3, 5), (2, 3, 5, 7))
    )
    small_variants = (
        {"limit": 10},
        {"limit": 13, "start": None},
        {"divisors": (2, 3), "start": None},
        {"divisors": (2, 3, 5), "limit": 40, "start": None},
        {"divisors": (2, 3, 5, 7), "limit": 1_000, "start": 945},
    )

    limit: int = option(
        LIMIT,
        low=SMALLEST_LIMIT,
        high=LARGEST_LIMIT,
        beyond=True,
        help="the largest number allowed",
    )
    divisors: tuple[int, ...] = option(
        (2,),
        low=2,
        high=7,
        values=" or ".join(",".join(map(str, divisors)) for divisors in OPERATIONS),
        beyond=True,
        help="the numbers to divide by",
    )

    @classmethod
    def options_with(cls, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:
        """Return the rule options. The largest starting number is the `limit` in `values`."""
        limit = values.get("limit", LIMIT)
        high = limit if isinstance(limit, int) else LIMIT
        return tuple(
            option._replace(high=high) if option.name == "start" else option
            for option in cls.options()
        )

    def __post_init__(self) -> None:
        """Raise OptionError if the value of an option is not allowed.

        If the limit is below the default starting number, choose a smaller starting number.
        """
        for other in self.options():
            if other.name != "start":  # its range and default depend on the other options
                self._check(other)
        if self.starting_number == START and self.limit < START:
            object.__setattr__(self, "starting_number", self._largest_start())
        super().__post_init__()

    def _largest_start(self) -> int:
        # There may be none if the divisors are invalid, which is reported later.
        playable = (number for number in range(self.limit, 0, -1) if self.results[number])
        return next(playable, START)

    def check_combination(self) -> None:
        """Raise OptionError if the divisors are invalid.

        Also raise OptionError if no operation is possible on the starting number.
        """
        if self.divisors not in OPERATIONS:
            allowed = next(option.allowed for option in self.options() if option.name == "divisors")
            text = ",".join(map(str, self.divisors))
            raise OptionError(f"'divisors' cannot be {quoted(text)}: it must be {allowed}.")
        super().check_combination()

    def playable_starts(self) -> str:
        """Return valid starting numbers as text, for an error message."""
        # With the rulebook's limit these are all of them, else those nearest to the chosen number.
        if self.limit == LIMIT:
            return super().playable_starts()
        numbers, start = range(LOW, self.limit + 1), self.starting_number or START
        near: list[int] = []
        for distance in range(1, self.limit):
            near += [
                number
                for number in (start - distance, start + distance)
                if number in numbers and self.results[number]
            ]
            if len(near) >= MAX_NAMED:
                break
        return ", ".join(map(str, sorted(near[:MAX_NAMED])))

    @cached_property
    def operations(self) -> tuple[Operation, ...]:
        # Invalid divisors, which are reported later, have no operations.
        return OPERATIONS.get(self.divisors, ())

    @cached_property
    def results(self) -> Results:
        return super().results if self.limit <= LIMIT else Results(self.limit, self.operations)

    @property
    def size(self) -> int:
        return self.limit * (len(self.operations) + 1) ** 2 if self.limit > LIMIT else 0

    @property
    def named_starts(self) -> tuple[int, ...]:
        """The numbers that a game can start with, or () for every playable number.

        The result is a single number if the option `start` is a number. If `start` is "random", the
        numbers are a short list in the rulebook's game, and () in other variants.
        """
        if self.starting_number is not None:
            return (self.starting_number,)
        return LASTING if self.limit == LIMIT and len(self.divisors) == 1 else ()

    def draw_start(self, random: Random) -> int:
        if self.named_starts:
            return super().draw_start(random)
        while not self.results[number := random.randint(LOW, self.limit)]:
            pass
        return number
