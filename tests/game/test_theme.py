"""Themes: contrast, print, and marks that differ between games."""

from __future__ import annotations

from itertools import combinations

import pytest

from lastdigit.game.theme import COLOURS, NEUTRAL, contrast, theme_of
from lastdigit.games import catalogue
from lastdigit.testing.template.your_game.rules import YourGame as WithoutOne
from tests.conftest import games_with

GAMES = [catalogue()[name] for name in games_with("theme")]


def test_a_game_without_a_theme_gets_the_neutral_one() -> None:
    assert theme_of(WithoutOne) is NEUTRAL
    assert NEUTRAL not in map(theme_of, GAMES)


def test_every_game_has_its_own_colour_and_mark() -> None:
    for one, other in combinations([NEUTRAL, *map(theme_of, GAMES)], 2):
        assert one.fill != other.fill
        assert one.mark != other.mark


@pytest.mark.parametrize("shade", [0, 1], ids=["light", "dark"])
def test_the_colours_of_the_page_have_enough_contrast(shade: int) -> None:
    colours = {name: shades[shade] for name, shades in COLOURS.items()}
    grounds = [colours[name] for name in ("paper", "card", "sunk")]
    for ground in grounds:
        for text in ("ink", "soft", "wrong", "last-text", "accent", "win", "lose"):
            assert contrast(colours[text], ground) >= 4.5, (text, ground)
        assert contrast(colours["control"], ground) >= 3
    for text, ground in [
        ("on-night", "night"),
        ("night-soft", "night"),
        ("last", "night"),
        ("on-last", "last"),
        ("them", "them-wash"),
        ("ink", "them-wash"),
        ("soft", "them-wash"),
        ("wrong", "wrong-wash"),
    ]:
        assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
