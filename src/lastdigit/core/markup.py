"""Parts of a page that are written here: what `web/static/parts/tile.js` draws in a browser."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from lastdigit.game.options import NUMERALS

LONGEST = 2
"""Of more letters alone, such as add, nobody knows that they are a number."""
SIGNS = {
    ":": ("colon", 16),
    "-": ("minus", 52),
    "−": ("minus", 52),  # noqa: RUF001 - the sign itself
    "+": ("plus", 60),
    "/": ("divide", 60),
    "÷": ("divide", 60),
    "x": ("times", 60),
    "×": ("times", 60),
    "*": ("times", 60),
    "=": ("equals", 60),
}
"""Signs that have a drawing: its name in the sprite and its width. tile.js repeats this table."""


def drawn(symbol: str, look: str, field: str) -> str:
    """Return a drawing from the sprite; it is hidden from screen readers."""
    return (
        f'<svg class="{look}" viewBox="{field}" aria-hidden="true" focusable="false">'
        f'<use href="#{symbol}"/></svg>'
    )


def numerals(text: str) -> str:
    """Return a text in our numerals, or as it is where they have not all its characters."""
    known = all(character in NUMERALS or character in SIGNS for character in text)
    if known and (len(text) <= LONGEST or not text.isalpha()):
        return "".join(map(_numeral, text))
    return f'<span class="word" aria-hidden="true">{escape(text)}</span>'


def _numeral(character: str) -> str:
    sign, wide = SIGNS.get(character, (f"n{character}", 64))
    return drawn(sign, "n", f"0 0 {wide} 100")


def icon(name: str) -> str:
    """Return an icon."""
    return drawn(f"icon-{name}", "ic", "0 0 24 24")


def mark(game: str) -> str:
    """Return a game's mark, in the colour of the text around it."""
    return drawn(f"mark-{game}", "mk", "0 0 64 64")


def badge(game: str) -> str:
    """Return a game's mark on its colour."""
    return f'<span class="badge" data-game="{game}">{mark(game)}</span>'


def tile(text: str, states: Iterable[str] = ()) -> str:
    """Return a tile, hidden from screen readers; `states` say what it looks like."""
    looks = " ".join(("tile", *states))
    return f'<span class="{looks}" aria-hidden="true">{numerals(text)}</span>'
