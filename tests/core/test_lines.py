"""Text that fits a screen."""

from __future__ import annotations

import pytest

from lastdigit.core.lines import fitted


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("short\n", "short\n"),
        ("words that stay whole", "words that\nstay whole"),
        ("  2  an item of two lines", "  2  an\n  item of\n  two\n  lines"),
        ("You 9 9 9     Ben 8 8 8", "You 9 9 9\nBen 8 8 8"),
        ("No   1   on the right", "No   1\non the\nright"),
        ("Choose a digit: ", "Choose a\ndigit: "),
        ("12345678901234567890 1", "12345678901234567890\n1"),
        ("\x1b[1mten digits\x1b[0m", "\x1b[1mten digits\x1b[0m"),
        ("\n\n", "\n\n"),
    ],
)
def test_lines_are_broken_where_they_are_too_long(text: str, told: str) -> None:
    assert fitted(text, 10) == told
