"""Variants of Digit Poison: contradictory or too large options are refused."""

from __future__ import annotations

from typing import Any

import pytest

from lastdigit.errors import OptionError
from lastdigit.games.digit_poison.variants import DigitPoison


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"divisors": (2, 3), "divisor": 5}, "name one of them only"),
        ({"uses": 9}, "uses 5 at most"),
        ({"uses": 1, "divisor": 1_000_000}, "a least common multiple of 195312 at most"),
        ({"divisors": (99_991, 1_999)}, "max-length 1 at most"),
        ({"divisors": (999_999_937, 2)}, "choose smaller divisors"),
    ],
)
def test_options_that_cannot_be_solved_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        DigitPoison(**options)
