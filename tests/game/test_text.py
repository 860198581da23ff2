"""Wrapping text to the width of a screen."""

from __future__ import annotations

import pytest

from lastdigit.game.text import display_width, fit, pad, pad_left, wrap


@pytest.mark.parametrize(
    ("text", "expected"),
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
        ("山田さん wins", "山田さん\nwins"),
        ("五文字です\n六文字ですよ", "五文字です\n六文字ですよ"),
        ("山 9 9     川 8 8", "山 9 9\n川 8 8"),
    ],
)
def test_lines_are_wrapped_if_they_are_too_long(text: str, expected: str) -> None:
    assert fit(text, 10) == expected


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("Ada", 3),
        ("日本", 4),
        ("한글", 4),
        ("Ａ", 2),  # noqa: RUF001 - a wide letter
        ("ｱ", 1),
        ("e\u0301", 1),
        ("\x1b[1m日\x1b[0m", 2),
        ("🎲", 2),
        ("▲", 1),
    ],
)
def test_wide_characters_take_two_columns_and_marks_none(text: str, columns: int) -> None:
    assert display_width(text) == columns


def test_text_is_padded_to_columns() -> None:
    assert pad("日本", 6) == "日本  "
    assert pad_left("日本", 6) == "  日本"
    assert pad("日本", 3) == pad_left("日本", 3) == "日本"


def test_paragraphs_are_filled_by_columns() -> None:
    assert wrap("日本 日本 日本", 10, subsequent_indent="  ") == ["日本 日本", "  日本"]
    assert wrap("one two three", 7) == ["one two", "three"]
