"""The rulings of Digit Poison's rulebook, and the rulebook class."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lastdigit.errors import OptionError
from lastdigit.game.game import Seat
from lastdigit.games import find
from lastdigit.games.digit_poison.rules import DigitPoisonRules, remainder_of
from lastdigit.games.digit_poison.variants import DigitPoison
from tests.conftest import Run, Size
from tests.games.rulebook_class import check_agreement
from tests.games.test_rulings import after, winner


@pytest.mark.parametrize(
    "options",
    [{}, {"divisor": 7, "max_length": 4}, {"divisor": 64, "max_length": None}, {"divisor": 1}],
    ids=str,
)
def test_the_rulebook_class_agrees_with_the_declared_class(
    options: dict[str, Any], size: Size
) -> None:
    random = Random(str(options))
    for _ in range(size(sample=8, full=1_000)):
        check_agreement(DigitPoisonRules(**options), DigitPoison(**options), random)


def test_a_first_digit_0_loses_with_every_divisor() -> None:
    for divisor in (1, 7, 1_000_000_000):
        game = find("digit-poison", divisor=divisor)
        assert winner(game, after(game, "1 -", "0")) is Seat.TWO


@pytest.mark.parametrize("divisor", [0, -3, 1_000_000_001])
def test_the_divisor_is_from_1_to_a_thousand_million(divisor: int) -> None:
    with pytest.raises(OptionError, match="1 to 1000000000"):
        find("digit-poison", divisor=divisor)


def test_reaching_the_maximum_length_loses() -> None:
    game = find("digit-poison", divisor=7, max_length=3)
    outcome = game.outcome(game.parse_state("2 123"))
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Seat.TWO, "Maximum length of 3 digits reached.")


@pytest.mark.parametrize("last", ["5", "6"])
def test_the_maximum_length_is_reported_for_divisible_numbers_too(last: str, call: Run) -> None:
    words = ("play", "digit-poison", "--divisor", "5", "--max-length", "2")
    assert call(*words, typed=f"1\n{last}\n").out.endswith(
        "Maximum length of 2 digits reached.\nPlayer 2 loses!\nCongratulations, Player 1 wins!\n"
    )


def test_without_a_maximum_length_only_the_divisor_ends_the_game() -> None:
    game = find("digit-poison", divisor=2, max_length=None)
    assert game.outcome(game.parse_state("1 " + "1" * 5_000)) is None


def test_the_remainder_of_a_long_number_is_updated_digit_by_digit() -> None:
    digits = "".join(Random(1).choices("0123456789", k=20_000))
    assert remainder_of(digits, 997) == long_division(digits, 997)
    game = find("digit-poison", divisor=997, max_length=None)
    state = game.parse_state(f"1 {digits}")
    for digit in "31415926535":
        state = game.play(state, digit)
    assert state.remainder == long_division(digits + "31415926535", 997)


def long_division(digits: str, divisor: int) -> int:
    """Return the remainder, computed digit by digit as on paper."""
    remainder = 0
    for digit in digits:
        remainder = (remainder * 10 + int(digit)) % divisor
    return remainder


def test_a_number_of_more_than_60_digits_is_abbreviated(call: Run) -> None:
    words = ("play", "digit-poison", "--max-length", "none", "--divisor", "999999937")
    done = call(*words, typed="1\n" * 61 + "quit\n")
    assert f"Updated Shared Number: {'1' * 60}\n" in done.out
    assert f"Updated Shared Number: {'1' * 20}...{'1' * 20} (61 digits)\n" in done.out
