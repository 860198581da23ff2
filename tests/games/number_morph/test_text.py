"""The text of Number Morph in the terminal: positions by number, other bases, aliases, pairs."""

from __future__ import annotations

import pytest

from tests.conftest import Run


def played(call: Run, *words: str, options: str = "--digits 4 --start 1009") -> str:
    typed = "".join(f"{word}\n" for word in (*words, "quit"))
    return call("play", "number-morph", *options.split(), typed=typed).out


def test_last_position_is_units_or_ones(call: Run) -> None:
    ways = ["units 7", "ones 7", "o 7", "U\n7", "one\n7"]
    out = played(call, *(f"{way}\nhistory\nundo" for way in ways), options="--start 271")
    assert out.count("   1 Player 1: units 7  277\n") == len(ways)


@pytest.mark.parametrize("move", ["2 7", "place 2 7", "place 2\n7", "2\n7", "1709", "2, 7"])
def test_position_is_given_by_its_number_its_label_or_the_whole_number(
    call: Run, move: str
) -> None:
    out = played(call, move)
    assert "Enter the position to change (place 1/place 2/place 3/place 4): " in out
    assert "New number formed: 1709\n1709 is a prime number. Turn complete.\n" in out


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2 0", "The digit at place 2 is already 0. Try again."),
        ("1 0", "Leading zeros are not allowed. Try again."),
        ("3 1", "1019 has already been used. Try again."),
        ("3 4", "1049 has already been used. Try again."),
        ("2 3", "1309 is not a prime number. Try again."),
        ("2345", "2345 changes all four digits of 1009. Change exactly one digit."),
        ("1234", "1234 changes three digits of 1009. Change exactly one digit."),
    ],
)
def test_rejections_name_numbered_positions(call: Run, move: str, reason: str) -> None:
    # The first three moves use 1019 and 1049 and return to the start, which was not in the log.
    options = "--digits 4 --start 1009 --log-start no"
    out = played(call, "3 1", "3 4", "3 0", move, options=options)
    assert out.count("Turn complete.") == 3
    assert f"{reason}\n" in out


def test_letters_are_digits_in_a_large_base(call: Run) -> None:
    options = "--digits 2 --base 16 --start 1F"
    out = played(call, "1 B", "2 a", "why", "bf", options=options)
    assert "Starting number is: 1f\n" in out
    assert "Enter the new digit (0-f)" not in out, "each line was a whole move"
    assert "New number formed: bf\nbf is a prime number." in out
    assert "ba is not a prime number. Try again.\n" in out
    assert "ba = 2 x 3 x 1f.\n" in out
    assert "bf changes no digit of bf. Change exactly one digit.\n" in out
    plain = played(call, "1 B", "2 a", "2 3", options=f"{options} --voice plain")
    assert "Numbers are in base 16" in plain
    assert "Player 1 changed place 1: 1f became bf.\n" in plain
    assert "ba = 2 × 5d, so it isn't prime.\n" in plain
    assert "Used 3 of 48: b3 bf 1f\n" in plain


def test_three_digits_have_the_same_names_in_every_base(call: Run) -> None:
    out = played(call, "hundreds 1", "h b", options="--base 16 --start fad")
    assert "(hundreds/tens/units): " in out
    assert "New number formed: 1ad\n1ad is not a prime number. Try again.\n" in out


def test_why_all_lists_every_pair_unless_hints_are_off(call: Run) -> None:
    assert "All pairs: 10" in played(call, "why all", options="--start 211")
    assert "All pairs" not in played(call, "why all", options="--start 211 --no-hints")
