"""HTML fragments: drawn numbers, icons, tiles, and the logos of games."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from lastdigit.game.options import NUMERALS

MAX_NUMBER_LETTERS = 2
"""The maximum length of a number that has only letters. Longer texts, such as "add", are words."""
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
"""The name and the width of the symbol for each sign. The file tile.js repeats this table."""


def sprite_symbol(symbol: str, css_class: str, view_box: str) -> str:
    """Return an SVG element that shows one of the symbols that web pages share, such as a digit.

    `symbol` is the ID of the symbol.
    """
    return (
        f'<svg class="{css_class}" viewBox="{view_box}" aria-hidden="true" focusable="false">'
        f'<use href="#{symbol}"/></svg>'
    )


def numerals(text: str) -> str:
    """Return a number as HTML, with one drawn symbol for each digit or sign.

    Words and other text stay plain text.
    """
    is_drawable = all(character in NUMERALS or character in SIGNS for character in text)
    if is_drawable and (len(text) <= MAX_NUMBER_LETTERS or not text.isalpha()):
        return "".join(map(_numeral, text))
    return f'<span class="word" aria-hidden="true">{escape(text)}</span>'


def _numeral(character: str) -> str:
    symbol, width = SIGNS.get(character, (f"n{character}", 64))
    return sprite_symbol(symbol, "n", f"0 0 {width} 100")


def icon(name: str) -> str:
    return sprite_symbol(f"icon-{name}", "ic", "0 0 24 24")


def mark(game: str) -> str:
    """Return the logo of a game as HTML, in the colour of the surrounding text.

    `game` is the identifier of the game.
    """
    return sprite_symbol(f"mark-{game}", "mk", "0 0 64 64")


def badge(game: str) -> str:
    """Return the logo of a game as HTML, on a background in the colour of the game.

    `game` is the identifier of the game.
    """
    return f'<span class="badge" data-game="{game}">{mark(game)}</span>'


def tile(text: str, states: Iterable[str] = ()) -> str:
    """Return a tile with a digit or other short text as HTML.

    `states` are additional CSS classes of the tile.
    """
    classes = " ".join(("tile", *states))
    return f'<span class="{classes}" aria-hidden="true">{numerals(text)}</span>'
