"""HTML: rendering of Jinja2 templates, and the fragments that they share with the web pages.

The fragments are drawn numbers, icons, tiles, and the logos of games. Templates use them as
filters, for example `{{ game.name | mark }}`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.extras import missing_dependency
from lastdigit.game.game import RowKind
from lastdigit.game.options import NUMERALS
from lastdigit.game.serialize import RowData
from lastdigit.render.svg import picture, sprite

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATES = Path(__file__).with_name("templates")

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
MAX_TILES, MAX_OPERATIONS = 6, 2
"""The maximum number of tiles in a row of a scene, and of available operations to show."""


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


def scene(view: Sequence[RowData], own: Collection[int] = (1,)) -> str:
    """Return the numbers of a position as tiles, with the available operations if they are few.

    `own` are the reader's seats: their tiles have the game's colour.
    """
    every = [row for row in view if row["kind"] is RowKind.NUMBER]
    # The reader's own number is below, as on a board.
    every.sort(key=lambda row: row["seat"] in own)
    numbers = [row for row in every if len(row["cells"]) <= MAX_TILES] or every[:1]
    few = [
        row
        for row in view
        if row["kind"] is RowKind.POOL and 0 < len(row["cells"]) <= MAX_OPERATIONS
    ]
    rows = "".join(
        f'<div class="tiles">{"".join(_tiles(row, own, place == 0))}'
        f"{_signs(few) if place == 0 else ''}</div>"
        for place, row in enumerate(numbers)
    )
    return f'<div class="scene" data-rows="{len(numbers)}" aria-hidden="true">{rows}</div>'


def _tiles(row: RowData, own: Collection[int], first: bool) -> list[str]:
    """Return the tiles of a row; in the first row, one tile is marked as the last one placed."""
    cells = row["cells"][-MAX_TILES:]
    changed = [place for place, cell in enumerate(cells) if cell.get("changed")]
    filled = [place for place, cell in enumerate(cells) if cell["text"] and first]
    last = (changed or filled or [-1])[-1]
    holder = "me" if row["seat"] is None or row["seat"] in own else "them"
    return [
        tile(
            cell["text"],
            (holder, "last") if place == last else (holder,) if cell["text"] else ("empty",),
        )
        for place, cell in enumerate(cells)
    ]


def _signs(rows: Sequence[RowData]) -> str:
    texts = [cell.get("caption") or cell["text"] for row in rows for cell in row["cells"][:1]]
    return "".join(f'<span class="num">{numerals(text)}</span>' for text in texts)


def check_html(what: str, note: str = "") -> None:
    """Raise MissingExtra if HTML cannot be rendered because Jinja2 is not installed.

    `what` is the start of the message, such as "A worksheet", and `note` a remark in it. Commands
    call this before they start to work: a clone can be used without any dependency.
    """
    if find_spec("jinja2") is None:
        raise missing_dependency(what, "Jinja2", note)


def render(template: str, **values: object) -> str:
    """Render one of the files in `templates` with these values. Text in values is escaped."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    # Most commands render no HTML, and importing Jinja2 takes longer than their other imports.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    fragments = (sprite_symbol, numerals, icon, mark, badge, tile, picture, sprite)
    environment.filters |= {one.__name__: _as_markup(one) for one in fragments}
    return environment


def _as_markup(fragment: Callable[..., str]) -> Callable[..., Markup]:
    """Wrap a function that returns HTML, so that templates do not escape its result."""
    from markupsafe import Markup

    return lambda *arguments: Markup(fragment(*arguments))
