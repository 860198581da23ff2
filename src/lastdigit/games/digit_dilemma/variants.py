"""Variants of Digit Dilemma: other divisors, and boards with two or four places."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lastdigit.game.game import Feature
from lastdigit.game.options import Preset, option
from lastdigit.games.digit_dilemma.rules import (
    POSITIONS,
    SEVEN,
    SLOTS,
    DigitDilemmaRules,
    Position,
)

FOUR_SLOTS = 7_578_761
"""The number of positions in the game with four slots (places on a board)."""


@dataclass(frozen=True)
class DigitDilemma(DigitDilemmaRules):
    """Digit Dilemma with a choice of divisor and number of places on a board."""

    presets = (
        Preset("rulebook", "a number can start with 0", (5, 6)),
        Preset(
            "four", "four digits each; multiples of 13 win", (7, 8), (("slots", 4), ("divisor", 13))
        ),
    )
    exam_variants = tuple({"divisor": divisor} for divisor in (5, 11, 13, 17, 19, 23, 29, 37))
    small_variants = (
        {"slots": 2},
        {"slots": 2, "divisor": 11, "leading-zero": False},
        {"divisor": 2},
        {"divisor": 13},
        {"divisor": 99, "leading-zero": False},
        {"slots": 4},
        {"slots": 4, "divisor": 37, "leading-zero": False},
    )

    divisor: int = option(SEVEN, low=2, high=99, beyond=True, help="the number whose multiples win")
    slots: int = option(SLOTS, low=2, high=4, beyond=True, help="how many digits each number has")

    @property
    def size(self) -> int:
        return FOUR_SLOTS if self.slots > SLOTS else 0

    @property
    def example_state(self) -> str:
        return {2: "1 7_ _3", 3: super().example_state, 4: "1 7___ __3_"}[self.slots]

    @property
    def slots_text(self) -> str:
        return {2: "two", 3: "three", 4: "four"}[self.slots]

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        return {
            2: (Position.LEFT, Position.RIGHT),
            3: POSITIONS,
            4: (Position.LEFT, Position.SECOND, Position.THIRD, Position.RIGHT),
        }[self.slots]

    @property
    def features(self) -> tuple[Feature, ...]:
        if self.divisor == SEVEN:
            return super().features
        return *super().features, Feature("the divisor", 2, 99)

    @cached_property
    def more_observed(self) -> tuple[int, ...]:
        return () if self.divisor == SEVEN else (self.divisor,)
