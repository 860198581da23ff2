"""What is drawn with our own lines, in one sprite: numerals, icons, the sign and the name."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable
from functools import cache

from lastdigit.game.game import AnyGame
from lastdigit.game.theme import theme_of

END = "</svg>"
ALONE = 'xmlns="http://www.w3.org/2000/svg"'
"""What a picture in a file of its own has to say."""


@cache
def _drawings() -> str:
    data = pkgutil.get_data(__package__, "sprite.svg")
    assert data is not None, "it is part of the package"
    return data.decode()


def sprite(games: Iterable[type[AnyGame]]) -> str:
    """Return the sprite, with the marks of these games.

    A page that has it in itself draws by `<use href="#n7">`, `#icon-hint`, `#mark-GAME`.
    """
    drawn, _, _ = _drawings().rpartition(END)
    marks = "".join(
        f'  <symbol id="mark-{game.name}" viewBox="0 0 64 64" overflow="visible">'
        f"{theme_of(game).mark}</symbol>\n"
        for game in games
    )
    return f"{drawn}{marks}{END}\n"


def picture(name: str, attributes: str = ALONE, inside: str = "") -> str:
    """Return one drawing of the sprite as a picture: a file, or with other attributes in a page.

    `inside` comes before the drawing: a title, a style. Colours are those of the page around it.
    """
    found = re.search(rf'<symbol id="{name}" (viewBox="[^"]*")[^>]*>(.*)</symbol>', _drawings())
    assert found is not None, f"the sprite has {name}"
    return f"<svg {attributes} {found[1]}>{inside}{found[2]}{END}"
