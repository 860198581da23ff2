"""A grid of positions as points: a colour for who wins, stronger where it is sooner."""

from __future__ import annotations

from enum import StrEnum

from lastdigit.errors import UsageError
from lastdigit.game.map_shapes import AnyMap, Grid
from lastdigit.game.theme import COLOURS, Shades, Theme, theme_of
from lastdigit.maps.png import png

STEPS = 24
FADED = 0.42
"""What is left of a colour at the furthest end."""
STRIPE, THICK = 14, 3


class ColorScheme(StrEnum):
    """Light or dark."""

    LIGHT = "light"
    DARK = "dark"

    def of(self, shades: Shades) -> str:
        """Return a colour in it."""
        return shades.light if self is ColorScheme.LIGHT else shades.dark


def as_png(drawn: AnyMap, theme: ColorScheme) -> bytes:
    """Return the points of a map, where it has so many; raises UsageError."""
    grid = drawn.grid()
    if grid is None:
        raise UsageError(f"The map of {drawn.game.title} is no square of points: let it be an SVG.")
    return grid_png(grid, theme_of(type(drawn.game)), theme)


def grid_png(grid: Grid, identity: Theme, theme: ColorScheme) -> bytes:
    """Return the grid as a picture, one point a position; lost ones are hatched."""
    paper = theme.of(COLOURS["paper"])
    won, lost = theme.of(identity.fill), theme.of(COLOURS["them-fill"])
    line = theme.of(COLOURS["them"])
    colours = [
        _mixed(colour, paper, FADED + (1 - FADED) * (STEPS - step) / STEPS)
        for colour in (lost, line, won)
        for step in range(STEPS)
    ]
    most = max(grid.codes) >> 1
    step_of = [(code >> 1) * (STEPS - 1) // most for code in range(2 * most + 2)]
    rows = []
    for up in range(grid.side - 1, -1, -1):
        codes = grid.codes[up * grid.side : (up + 1) * grid.side]
        rows.append(
            bytes(
                step_of[code] + STEPS * (2 if code & 1 else (across + up) % STRIPE < THICK)
                for across, code in enumerate(codes)
            )
        )
    return png(grid.side, rows, colours)


def _mixed(colour: str, other: str, share: float) -> str:
    """Return so much of a colour on another one."""
    pairs = ((int(one[place : place + 2], 16) for one in (colour, other)) for place in (1, 3, 5))
    return "#" + "".join(f"{round(share * one + (1 - share) * two):02x}" for one, two in pairs)
