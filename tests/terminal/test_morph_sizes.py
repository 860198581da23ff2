"""Number Morph beyond the rulebook, played at a terminal: places by number, other bases."""

from __future__ import annotations

import pytest

from tests.conftest import Run


def played(call: Run, *words: str, options: str = "--digits 4 --start 1009") -> str:
    typed = "".join(f"{word}\n" for word in (*words, "quit"))
    return call("play", "number-morph", *options.split(), typed=typed).out


@pytest.mark.parametrize("move", ["2 7", "place 2 7", "place 2\n7", "2\n7", "1709", "2, 7"])
def test_a_place_is_its_number_as_it_is_shown_or_the_whole_number_is_typed(
    call: Run, move: str
) -> None:
    told = played(call, move)
    assert "Enter the position to change (place 1/place 2/place 3/place 4): " in told
    assert "New number formed: 1709\n1709 is a prime number. Turn complete.\n" in told


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("2 0", "The digit at place 2 is already 0. Try again."),
        ("1 0", "Leading zeros are not allowed. Try again."),
        ("3 1", "1019 has already been used. Try again."),
        ("3 4", "1049 has already been used. Try again."),
        ("2 3", "1309 is not a prime number. Try again."),
        ("2345", "2345 changes all four digits of 1009; change exactly one."),
        ("1234", "1234 changes three digits of 1009; change exactly one."),
    ],
)
def test_what_is_refused_is_said_of_places(call: Run, move: str, reason: str) -> None:
    # There and back again, so that 1019 and 1049 are used and the number is what it was; the
    # start may be formed once more.
    options = "--digits 4 --start 1009 --log-start no"
    told = played(call, "3 1", "3 4", "3 0", move, options=options)
    assert told.count("Turn complete.") == 3
    assert f"{reason}\n" in told


def test_in_a_larger_base_letters_are_digits_in_both_voices(call: Run) -> None:
    options = "--digits 2 --base 16 --start 1F"
    told = played(call, "1 B", "2 a", "why", "bf", options=options)
    assert "Starting number is: 1f\n" in told
    assert "Enter the new digit (0-f)" not in told, "a whole move stood on one line"
    assert "New number formed: bf\nbf is a prime number." in told
    assert "ba is not a prime number. Try again.\n" in told
    assert "ba = 2 x 3 x 1f.\n" in told
    assert "bf changes no digit of bf; change exactly one.\n" in told
    plain = played(call, "1 B", "2 a", "2 3", options=f"{options} --voice plain")
    assert "numbers are in base 16" in plain
    assert "Player 1 changed place 1: 1f became bf.\n" in plain
    assert "ba is 2 × 5d.\n" in plain
    assert "Used 3 of 48: b3 bf 1f\n" in plain


def test_three_digits_keep_their_names_in_every_base(call: Run) -> None:
    told = played(call, "hundreds 1", "h b", options="--base 16 --start fad")
    assert "(hundreds/tens/units): " in told
    assert "New number formed: 1ad\n1ad is not a prime number. Try again.\n" in told
