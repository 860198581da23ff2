"""The page's style sheet: one file, made from the colours, the games' identities and the sheets."""

from __future__ import annotations

import re
from pathlib import Path

from lastdigit.game.theme import COLOURS, FONT, NEUTRAL, properties, theme_of
from lastdigit.games import catalogue
from lastdigit.render.svg import SHAPES

SHEETS = (
    *("tokens", "base", "tile", "components", "number", "keys", "table", "action", "screens"),
    *("panels", "puzzle", "page", "forms", "matches", "values", "prose", "review", "settings"),
    *("lesson", "projector", "stats", "ladder-strip", "daily-strip", "waiting", "opponent"),
    *("game-cards", "home", "sheet", "class", "maps"),
)
"""Later ones may change what earlier ones say."""
COMMENT = re.compile(r"/\*.*?\*/", flags=re.DOTALL)


def style_sheet(folder: Path) -> str:
    """Return everything that the page is styled by."""
    sheets = "\n".join((folder / f"{name}.css").read_text() for name in SHEETS)
    return f"{colours()}\n{squeezed(sheets)}\n{map_shapes()}"


def colours() -> str:
    """Return the page's colours and letters, and a game's colours where `data-game` names it."""
    games = "\n".join(
        f'[data-game="{game.name}"]{{{properties(theme_of(game).colours)}}}'
        for game in catalogue().values()
    )
    neutral = f"[data-game]{{{properties(NEUTRAL.colours)}}}"
    return f":root{{{properties(COLOURS)}--text:{FONT}}}\n{neutral}\n{games}"


def map_shapes() -> str:
    """Return how the shapes of a map look: as in a file, but by the page's colours."""
    names = {name.strip("{}") for name in re.findall(r"(?<!{){[\w-]+}(?!})", SHAPES)}
    rules = SHAPES.format(**{name: f"var(--{name})" for name in names})
    return re.sub(r"(^|, *|} *)([^{},]+)(?= *[{,])", r"\1.map-drawing \2", squeezed(rules))


def squeezed(sheet: str) -> str:
    r"""Return a sheet without comments and indents; it means the same.

    >>> squeezed("/* why */ a {\n  color: red;\n\n  top: 0;\n}")
    'a {\ncolor: red;\ntop: 0;\n}'
    """
    lines = (line.strip() for line in COMMENT.sub("", sheet).splitlines())
    return "\n".join(line for line in lines if line)
