"""The conformance check of themes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lastdigit.game.theme import NEUTRAL, Shades, Theme
from lastdigit.testing import text
from lastdigit.testing.conformance import ConformanceError
from lastdigit.testing.template.your_game.rules import YourGame

PALE = Shades("#eeeeee", "#222222")


def test_the_neutral_theme_passes() -> None:
    text.theme_is_legible(YourGame)


@pytest.mark.parametrize(
    ("identity", "expected"),
    [
        (
            replace(NEUTRAL, fill=Shades("red", "#ff0000")),
            "fill is 'red'. Write colours as #rrggbb",
        ),
        (replace(NEUTRAL, on=PALE), "on is shown on fill, but the contrast of #eeeeee"),
        (replace(NEUTRAL, deep=PALE), "deep is shown on paper"),
        (replace(NEUTRAL, wash=Shades("#777777", "#777777")), "is shown on wash"),
        (replace(NEUTRAL, mark="<path"), "The theme's mark is not valid SVG"),
        (replace(NEUTRAL, mark=""), "The theme's mark is empty"),
        (replace(NEUTRAL, mark="<script>1</script>"), "The theme's mark contains <script>"),
        (
            replace(NEUTRAL, mark='<path onload="x" d="M0 0"/>'),
            "The theme's mark contains onload='x'",
        ),
        (replace(NEUTRAL, mark='<path fill="url(#x)" d="M0 0"/>'), "Use only shapes"),
        (replace(NEUTRAL, mark='<path fill="pink" d="M0 0"/>'), "Use only the colour currentColor"),
        ("pink", "Set the declaration's theme to a Theme"),
    ],
)
def test_a_theme_without_enough_contrast_is_refused(
    monkeypatch: pytest.MonkeyPatch, identity: Theme, expected: str
) -> None:
    monkeypatch.setattr(text, "theme_of", lambda _: identity)
    with pytest.raises(ConformanceError) as broken:
        text.theme_is_legible(YourGame)
    assert expected in str(broken.value)
