"""Variants of Digit Poison: contradictory or too large options are refused."""

from __future__ import annotations

from typing import Any

import pytest

from lastdigit.errors import OptionError
from lastdigit.games.digit_poison.variants import DigitPoison


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"divisors": (2, 3), "divisor": 5}, "Set only one of these options"),
        ({"uses": 9}, "Set 'uses' to at most 5"),
        ({"uses": 1, "divisor": 1_000_000}, "least common multiple can be at most 195312"),
        ({"divisors": (99_991, 1_999)}, "Set 'max-length' to at most 1"),
        ({"divisors": (999_999_937, 2)}, "Choose smaller divisors"),
    ],
)
def test_options_that_cannot_be_solved_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        DigitPoison(**options)
