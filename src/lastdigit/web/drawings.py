"""What is drawn on the page, in one sprite: numerals, signs, icons, the name, each game's mark."""

from __future__ import annotations

from pathlib import Path

from lastdigit.core.identity import identity_of
from lastdigit.core.palette import style
from lastdigit.games import catalogue

SPRITE = Path(__file__).with_name("static") / "sprite.svg"
END = "</svg>"


def sprite() -> str:
    """Return the sprite; a page that has it draws by `<use href="#n7">`, `#mark-GAME`."""
    drawn, _, _ = SPRITE.read_text().rpartition(END)
    marks = "".join(
        f'  <symbol id="mark-{game.name}" viewBox="0 0 64 64" overflow="visible">'
        f"{identity_of(game).mark}</symbol>\n"
        for game in catalogue().values()
    )
    return f"{drawn}{marks}{END}\n"


def icon() -> str:
    """Return the sign as a picture that stands alone, light or dark with the system."""
    sign = SPRITE.read_text().partition('<symbol id="sign"')[2].partition("</symbol>")[0]
    shades = style(":root {{ --ink: {ink}; --card: {card}; --last: {last} }}")
    return f'<svg xmlns="http://www.w3.org/2000/svg"{sign}{END}\n'.replace(
        ">", f"><style>{shades}</style>", 1
    )
