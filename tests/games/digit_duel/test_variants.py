"""Variants of Digit Duel: places, notation, records, and options that are refused."""

from __future__ import annotations

from typing import Any

import pytest

import lastdigit
from lastdigit.errors import OptionError, StateSyntaxError
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.match.record import option_values
from tests.conftest import Run

LETTERS = {"digits": 2, "base": 16}


@pytest.mark.parametrize(
    ("options", "moves", "start"),
    [
        ({}, "hundreds tens ones", "1 999 999"),
        ({"digits": 1}, "1", "1 9 9"),
        ({"digits": 4}, "1 2 3 4", "1 9999 9999"),
        ({"base": 16}, "hundreds tens ones", "1 fff fff"),
        (LETTERS, "1 2", "1 ff ff"),
        ({"digits": 6, "base": 2}, "1 2 3 4 5 6", "1 111111 111111"),
    ],
    ids=str,
)
def test_three_places_have_names_and_the_default_numbers_are_the_largest(
    call: Run, options: dict[str, Any], moves: str, start: str
) -> None:
    game = lastdigit.find("digit-duel", **options)
    assert " ".join(game.all_moves()) == moves
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    assert f'position "{start}"' in call("show", "digit-duel", *words).out


def test_a_strike_costs_the_unit_of_its_place() -> None:
    game = lastdigit.find("digit-duel", digits=4, base=16)
    state = game.parse_state("1 a0c3 0100")
    assert game.format_state(game.play(state, "1")) == "2 90c3 00f6"
    assert game.format_state(game.play(state, "3")) == "2 a0b3 00f4"
    refused = game.objection(state, game.parse_move("2"))
    assert refused == (
        "The digit at place 2 is zero and cannot be used.",
        "Your number is a 0 c 3: place 1 and place 3 and place 4 can be used.",
    )


def test_records_omit_sizes_that_are_the_rulebooks() -> None:
    assert option_values(DigitDuel()) == (("number-1", 999), ("number-2", 999))
    game = DigitDuel(number_2=7, **LETTERS)
    options = {"number-1": 255, "number-2": 7, "digits": 2, "base": 16}
    assert dict(option_values(game)) == options
    assert DigitDuel.of(options) == game


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"digits": 6},
            "'digits' cannot be 6 in base 10: that gives 1,000,000 numbers, and at most 100,000 "
            "can be solved. Choose 5 digits in base 10, or 6 digits in base 6.",
        ),
        ({"digits": 7}, "'digits' cannot be \"7\": it must be 1 to 6."),
        ({"base": 17}, "'base' cannot be \"17\": it must be 2 to 16."),
        ({"base": True}, "'base' cannot be \"True\": it must be 2 to 16."),
        ({"number-1": 256, **LETTERS}, "'number-1' cannot be \"100\": it must be 1 to ff."),
        ({"number-1": None}, "'number-1' cannot be \"None\": it must be 1 to 999."),
        ({"digits": 10**9, "base": 16}, "'digits' cannot be \"1000000000\": it must be 1 to 6."),
    ],
    ids=str,
)
def test_invalid_options_are_refused_with_a_reason(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as refused:
        DigitDuel.of(options)
    assert str(refused.value) == message


def test_numbers_are_parsed_in_the_base(call: Run) -> None:
    words = ("--digits", "2", "--base", "16", "--number-1", "fg")
    result = call("show", "digit-duel", *words)
    assert (result.code, "'number-1' cannot be \"fg\": it must be 1 to ff." in result.err) == (
        2,
        True,
    )
    game = DigitDuel(**LETTERS)
    for text in ("1 0F 10", "1 100 10", "1 g0 10"):
        with pytest.raises(StateSyntaxError, match="is not a number from 0 to ff"):
            game.parse_state(text)


def test_an_observation_has_every_digit_of_both_numbers() -> None:
    game = DigitDuel(**LETTERS)
    assert game.observation(game.parse_state("2 ab 1c")) == (2, 1, 12, 10, 11)
    assert [(one.low, one.high, one.count) for one in game.features[1:]] == [(0, 15, 2)] * 2
