"""Numerals and words in HTML and SVG."""

from __future__ import annotations

import re

import pytest

from lastdigit.game.options import NUMERALS
from lastdigit.render.html import render_fragment
from lastdigit.render.svg import sprite


@pytest.mark.parametrize("text", ["7", "271", "f", "ef", "1f", "f1a", "12:05", "-1"])
def test_numbers_are_drawn_in_every_base(text: str) -> None:
    drawn = re.findall('href="#([^"]*)"', render_fragment("numerals", text))
    assert len(drawn) == len(text)
    assert all(f'id="{name}"' in sprite(()) for name in drawn)


@pytest.mark.parametrize("text", ["add", "Even", "divide-2", "g"])
def test_words_are_rendered_as_text_even_if_their_letters_are_digits(text: str) -> None:
    assert f">{text}</span>" in render_fragment("numerals", text)


def test_every_digit_has_a_symbol() -> None:
    assert all(f'id="n{digit}"' in sprite(()) for digit in NUMERALS)
