"""A map as data, for a page that shows it: shapes without colours, and points to be coloured."""

from __future__ import annotations

import zlib
from array import array
from base64 import b64encode
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypedDict

from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.game.map_shapes import PLACE, AnyMap, Grid
from lastdigit.maps.document import patterns
from lastdigit.maps.walk import Way, walked


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

    `choice` says whether a place that is pressed is chosen; else it is analysed. With the way of a
    game on it, `turns` says how many it took, and `follows` whether the map itself is another one
    after each: what is on the way has the number of its turn as `data-turn`.
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
    turns: int
    follows: bool


class Walk(NamedTuple):
    """A game, as one of its players met it; the map is that after so many turns, or at the end."""

    states: Sequence[State]
    whose: Seat
    turn: int | None = None


def map_data(drawn: AnyMap, walk: Walk | None = None) -> MapData:
    """Return a map, with the way of a game on it if there is one."""
    way, follows = Way(), False
    if walk is not None:
        begun, states = drawn, walk.states
        drawn = begun.follow(_until(begun.game, states, walk.turn))
        way, follows = walked(drawn, states, walk.whose), drawn is not begun
    game, grid = drawn.game, drawn.grid()
    return {
        "game": game.name,
        "title": game.title,
        "finding": drawn.finding(),
        "notes": drawn.notes(),
        "width": drawn.width,
        "height": drawn.height,
        "drawn": patterns() + _with_way(drawn.shapes(), way),
        "choice": drawn.is_choice() and walk is None,
        "position": game.format_state(drawn.chosen),
        "grid": None if grid is None else _grid_data(grid),
        "turns": 0 if walk is None else len(walk.states) - 1,
        "follows": follows,
    }


def _with_way(shapes: Iterable[str], way: Way) -> str:
    """Return the shapes with a way on them, whose line runs under all places."""
    drawn = list(shapes)
    first = next((at for at, one in enumerate(drawn) if one.startswith(PLACE)), len(drawn))
    return "".join([*drawn[:first], way.line, *drawn[first:], way.over])


def _until(game: AnyGame, states: Sequence[State], turn: int | None) -> Sequence[State]:
    """Return the positions up to a turn; what is over has no map, so at most the last before."""
    last = len(states) - 1 if game.outcome(states[-1]) is None else max(0, len(states) - 2)
    return states[: (last if turn is None else min(turn, last)) + 1]


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
