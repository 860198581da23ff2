"""HTML rendering with Jinja2 templates, and the filters that they use.

The filters draw numbers, icons and the logos of games, for example `{{ game.name | mark }}`. Larger
fragments, such as tiles, are macros in `templates/fragments.html`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
"""The name and width of each sign's symbol. The file tile.js contains the same table."""
MAX_SCENE_TILES = 6
"""The maximum number of tiles in a row of a scene. Longer numbers are left out or cut off."""
MAX_SCENE_ACTIONS = 2
"""A scene shows a pool of actions, such as "halve", only if there are at most this many."""


def check_html(what: str, note: str = "") -> None:
    """Raise MissingExtra if HTML cannot be rendered because Jinja2 is not installed.

    `what` is the start of the message, such as "A worksheet". `note` is a remark to include.
    Commands call this before they start, because a clone can be used without any dependencies.
    """
    if find_spec("jinja2") is None:
        raise missing_dependency(what, "Jinja2", note)


def render(template: str, **values: object) -> str:
    """Render one of the files in `templates` with these values. Text in the values is escaped."""
    return _environment().get_template(template).render(values)


def render_fragment(macro: str, *arguments: Hashable) -> Markup:
    """Render a macro from `templates/fragments.html`. Arguments are escaped."""
    module = _environment().get_template("fragments.html").module
    fragment: Markup = getattr(module, macro)(*arguments)
    return fragment


@cache
def _environment() -> Environment:
    # Most commands render no HTML, and importing Jinja2 takes longer than their other imports.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,  # otherwise every page would check its templates for changes
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    # Most pages show the same few tiles and logos, and the cache is faster than the macro.
    macros = ("numerals", "number", "tile", "badge")
    drawings = (sprite_symbol, draw_number, icon, mark, picture)
    environment.filters |= {
        name: lru_cache(4096)(partial(render_fragment, name)) for name in macros
    }
    environment.filters |= {one.__name__: lru_cache(4096)(_as_markup(one)) for one in drawings}
    environment.filters |= {"sprite": _as_markup(sprite), "scene_rows": scene_rows, "fill": _fill}
    return environment


def _as_markup(draw: Callable[..., str | None]) -> Callable[..., Markup | None]:
    """Wrap a function that returns SVG, so that templates do not escape its result."""
    from markupsafe import Markup

    def drawing(*arguments: object) -> Markup | None:
        drawn = draw(*arguments)
        return None if drawn is None else Markup(drawn)

    return drawing


def _fill(text: str, **values: str | Markup) -> Markup:
    """Format text with values that may be HTML. Everything else is escaped."""
    from markupsafe import escape

    return escape(text).format(**values)


def sprite_symbol(symbol: str, css_class: str, view_box: str) -> str:
    """Return an SVG element that shows one of the symbols that web pages share, such as a digit.

    `symbol` is the ID of the symbol.
    """
    return (
        f'<svg class="{css_class}" viewBox="{view_box}" aria-hidden="true" focusable="false">'
        f'<use href="#{symbol}"/></svg>'
    )


def draw_number(text: str) -> str | None:
    """Return a number as SVG, with one symbol for each digit or sign, or None for other text."""
    is_drawable = all(character in NUMERALS or character in SIGNS for character in text)
    if is_drawable and (len(text) <= MAX_NUMBER_LETTERS or not text.isalpha()):
        return "".join(map(_numeral, text))
    return None


def _numeral(character: str) -> str:
    symbol, width = SIGNS.get(character, (f"n{character}", 64))
    return sprite_symbol(symbol, "n", f"0 0 {width} 100")


def icon(name: str) -> str:
    return sprite_symbol(f"icon-{name}", "ic", "0 0 24 24")


def mark(game: str) -> str:
    """Return the logo of a game as SVG, in the colour of the surrounding text.

    `game` is the identifier of the game.
    """
    return sprite_symbol(f"mark-{game}", "mk", "0 0 64 64")


class SceneTile(NamedTuple):
    text: str
    classes: str


class SceneRow(NamedTuple):
    """A row of a scene: the tiles of a number, and the names of the actions beside it."""

    holder: str
    """Whose number it is: "me", "them", or "" for a number that the players share."""
    tiles: Sequence[SceneTile]
    signs: Sequence[str]


def scene_rows(view: Sequence[RowData], own: Collection[int]) -> list[SceneRow]:
    """Return what a card shows for a position: its numbers, and the actions if there are few.

    `own` are the viewer's seats. The tiles of these seats have the colour of the game and are at
    the bottom, as on a board.
    """
    numbers = [row for row in view if row["kind"] is RowKind.NUMBER]
    numbers.sort(key=lambda row: row["seat"] in own)
    numbers = [row for row in numbers if len(row["cells"]) <= MAX_SCENE_TILES] or numbers[:1]
    signs = [
        row["cells"][0].get("caption") or row["cells"][0]["text"]
        for row in view
        if row["kind"] is RowKind.POOL and 0 < len(row["cells"]) <= MAX_SCENE_ACTIONS
    ]
    return [
        SceneRow(
            "" if row["seat"] is None else "me" if row["seat"] in own else "them",
            _scene_tiles(row, own, is_first=place == 0),
            signs if place == 0 else (),
        )
        for place, row in enumerate(numbers)
    ]


def _scene_tiles(row: RowData, own: Collection[int], *, is_first: bool) -> list[SceneTile]:
    cells = row["cells"][-MAX_SCENE_TILES:]
    changed = [place for place, cell in enumerate(cells) if cell.get("changed")]
    filled = [place for place, cell in enumerate(cells) if cell["text"] and is_first]
    last = (changed or filled or [-1])[-1]
    holder = "me" if row["seat"] is None or row["seat"] in own else "them"
    return [
        SceneTile(
            cell["text"],
            f"{holder} last" if place == last else holder if cell["text"] else "empty",
        )
        for place, cell in enumerate(cells)
    ]
