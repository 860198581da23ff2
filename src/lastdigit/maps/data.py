"""A map as data, for a page that shows it: shapes without colours, and points to be coloured."""

from __future__ import annotations

import zlib
from array import array
from base64 import b64encode
from collections.abc import Sequence
from typing import TypedDict

from lastdigit.core.game import State
from lastdigit.core.values import Seat
from lastdigit.maps.document import hatch
from lastdigit.maps.walk import walked
from lastdigit.solving.maps import AnyMap, Grid


class GridData(TypedDict):
    """Positions too many to be drawn one by one, in a square whose corner is `left` and `top`.

    `codes` has a number of two bytes for each, the lower byte first, as base64 of zlib: the plies
    to the end, twice, and one more where the player to move wins; row by row, the lowest first.
    """

    side: int
    base: int
    across: str
    up: str
    position: str
    left: float
    top: float
    length: float
    codes: str


class MapData(TypedDict):
    """A whole game as a picture: `drawn` is SVG without colours, in a field of this size.

    `choice` says whether a place that is pressed is chosen; else it is analysed.
    """

    game: str
    title: str
    finding: str
    notes: list[str]
    width: float
    height: float
    drawn: str
    choice: bool
    position: str
    grid: GridData | None


def map_data(drawn: AnyMap, states: Sequence[State] = (), whose: Seat = Seat.ONE) -> MapData:
    """Return a map, with the way of a game on it if there is one."""
    game, grid = drawn.game, drawn.grid()
    return {
        "game": game.name,
        "title": game.title,
        "finding": drawn.finding(),
        "notes": drawn.notes(),
        "width": drawn.width,
        "height": drawn.height,
        "drawn": hatch() + "".join(drawn.shapes()) + walked(drawn, states, whose),
        "choice": drawn.is_choice(),
        "position": game.format_state(drawn.chosen),
        "grid": None if grid is None else _grid_data(grid),
    }


def _grid_data(grid: Grid) -> GridData:
    codes = array("H", grid.codes)
    if array("H", [1]).tobytes()[0] != 1:
        codes.byteswap()
    return {
        "side": grid.side,
        "base": grid.base,
        "across": grid.across,
        "up": grid.up,
        "position": grid.position,
        "left": grid.corner.x,
        "top": grid.corner.y,
        "length": grid.length,
        "codes": b64encode(zlib.compress(codes.tobytes(), 6)).decode(),
    }
