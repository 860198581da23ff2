"""Light and dark colours for the web page, pictures and reports, and each game's theme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lastdigit.game.game import AnyGame


class Shades(NamedTuple):
    """One colour in two versions, for light and dark mode, as CSS hex codes."""

    light: str
    dark: str


FONT = (
    'ui-sans-serif, -apple-system, BlinkMacSystemFont, "Segoe UI Variable", "Segoe UI", Roboto, '
    '"Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif'
)
"""System fonts for all platforms, so that no font has to be downloaded."""
INK, WHITE = "#15171c", "#ffffff"

COLOURS = {
    # Page
    "paper": Shades("#fbf9f5", "#101217"),
    "card": Shades(WHITE, "#191c23"),
    "sunk": Shades("#f1eee8", "#0b0d11"),
    "ink": Shades(INK, "#f5f2ea"),
    "soft": Shades("#5a5d68", "#aaadb8"),
    "line": Shades("#dedad1", "#31353f"),
    "control": Shades("#85878f", "#797e8b"),
    # Panels that are dark in both modes
    "night": Shades(INK, "#20242d"),
    "on-night": Shades("#fbf9f5", "#f5f2ea"),
    "night-soft": Shades("#b3b6c0", "#b3b6c0"),
    "night-line": Shades("#3a3e49", "#444955"),
    # Amber, only for the last change, the puzzle of the day, hints and celebrations
    "last": Shades("#ffb400", "#ffb938"),
    "last-shape": Shades("#bf7600", "#ffb938"),
    "last-text": Shades("#865300", "#ffc964"),
    "on-last": Shades(INK, INK),
    # Errors
    "wrong": Shades("#b3261e", "#ff9a8f"),
    "wrong-wash": Shades("#fdecea", "#3a1a18"),
    # The opponent is slate in every game
    "them": Shades("#5d6575", "#a6aebd"),
    "them-fill": Shades("#a9b0be", "#6c7484"),
    "them-wash": Shades("#eceef2", "#1d2129"),
    "them-edge": Shades("#8f97a6", "#596172"),
    # Tiles
    "face": Shades(WHITE, "#2b303b"),
    "face-line": Shades("#dedad1", "#3d434f"),
    "face-light": Shades(WHITE, "#4a505d"),
    "edge": Shades("#cfc9bd", "#05060880"),
    "shade": Shades("#15171c21", "#00000073"),
    "gleam": Shades("#ffffff59", "#ffffff59"),
    # Links and position values outside a game's theme
    "accent": Shades("#0050a2", "#a4cdff"),
    "win": Shades("#0050a2", "#a4cdff"),
    "lose": Shades("#932601", "#ffb198"),
}
LIGHT = {name: shades.light for name, shades in COLOURS.items()}
DARK = {name: shades.dark for name, shades in COLOURS.items()}


def style(rules: str, own: dict[str, Shades] | None = None) -> str:
    """Fill a CSS template with colours, and return CSS rules for light and dark mode.

    `{ink}` stands for the colour "ink", and `{{` for a brace. `own` adds colours, such as those of
    a game.

    >>> print(style("text {{ fill: {ink} }}"))
    text { fill: #15171c }
    @media (prefers-color-scheme: dark) {
    text { fill: #f5f2ea }
    }
    """
    # Use colour values, because some image viewers do not support CSS custom properties.
    more = own or {}
    light = rules.format(**LIGHT, **{name: shades.light for name, shades in more.items()})
    dark = rules.format(**DARK, **{name: shades.dark for name, shades in more.items()})
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}"


def properties(colours: dict[str, Shades]) -> str:
    """Return colours as CSS custom properties that switch between light and dark mode.

    >>> properties({"ink": Shades("#15171c", "#f5f2ea")})
    '--ink:light-dark(#15171c,#f5f2ea);'
    """
    return "".join(f"--{name}:light-dark({one},{other});" for name, (one, other) in colours.items())


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast ratio of two colours, from 1 to 21.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return round((high + 0.05) / (low + 0.05), 2)


def _luminance(colour: str) -> float:
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4
        for level in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


ON_INK, ON_WHITE = Shades(INK, INK), Shades(WHITE, WHITE)


@dataclass(frozen=True)
class Theme:
    """A game's colours and logo, for web pages and images."""

    fill: Shades
    """The colour of large areas, such as cards and selected tiles."""
    on: Shades
    """The colour of text and symbols on `fill`."""
    deep: Shades
    """The colour of text and lines on the page background."""
    wash: Shades
    """The background of the board."""
    edge: Shades
    """The lower edge of the reader's own tiles."""
    mark: str
    """The logo: SVG shapes in a 64 by 64 view box, drawn in `currentColor`."""

    @property
    def colours(self) -> dict[str, Shades]:
        """The colours of the theme, keyed by their names in the style sheets."""
        return {
            "fill": self.fill,
            "on": self.on,
            "deep": self.deep,
            "wash": self.wash,
            "game-edge": self.edge,
        }


NEUTRAL = Theme(
    fill=Shades("#d3bfae", "#cbb7a6"),
    on=ON_INK,
    deep=Shades("#63462f", "#e8d3c2"),
    wash=Shades("#f6f0ea", "#26201b"),
    edge=Shades("#967a63", "#8f745e"),
    mark=(
        '<path fill-rule="evenodd" d="M16 6h32a12 12 0 0 1 12 12v28a12 12 0 0 1-12 12H16A12 12 0 0 '
        "1 4 46V18A12 12 0 0 1 16 6zm2 10a4 4 0 0 0-4 4v24a4 4 0 0 0 4 4h28a4 4 0 0 0 4-4V20a4 4 0 "
        '0 0-4-4z"/><circle cx="32" cy="32" r="8.5"/>'
    ),
)


def theme_of(game: type[AnyGame]) -> Theme:
    """Return the theme of a game, or a neutral theme if the game declares none."""
    theme: Theme = game.declaration().load("theme") or NEUTRAL
    return theme
