"""Maps of solved games, and the path of a game on its map."""

from __future__ import annotations

import zlib
from array import array
from base64 import b64encode
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple, TypedDict

from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame, M, S, Seat, State, Value
from lastdigit.game.map_shapes import (
    PLACE,
    SIGNS,
    AnyMap,
    GameMap,
    Grid,
    Place,
    Point,
    group,
    place,
    shape,
)
from lastdigit.games import as_game
from lastdigit.render.svg import map_svg, patterns
from lastdigit.solver import check_solvable, solver_for

SEED = 211
"""The seed for a random starting position, used if no position is given."""


def map_of(game: AnyGame, chosen: Any = None, before: Any = None) -> AnyMap:
    """Return the map of a game, with one position selected.

    `chosen` is the position to select, or None for a start position. `before` is the position
    before the last move, if the map should show what the move changed. Raise UsageError if the game
    is over in the selected position. Raise MissingExtra if the game needs an optional package that
    is not installed.
    """
    check_solvable(game)
    state = game.start(Random(SEED)) if chosen is None else chosen
    if game.outcome(state) is not None:
        raise UsageError("The game is over in this position, so there is nothing to draw.")
    kind = game.declaration().load("map") or GeneralMap
    game_map: AnyMap = kind(game, state, before)
    return game_map


def draw_map(game: AnyGame | str, position: str | None = None) -> str:
    """Return the map of a game as an SVG document that needs no other file.

    `position` is the text of the position to select, or None for a start position. Raise UsageError
    if the game is over in that position.
    """
    rules = as_game(game)
    return map_svg(map_of(rules, None if position is None else rules.parse_state(position)))


ACROSS, DOWN, EDGE, RADIUS, NARROWEST = 44, 74, 44, 14, 520
MAX_POSITIONS = 400


class GeneralMap(GameMap[S, M]):
    """A map of all positions that can follow from one position, for any small game.

    The position on which the map is based is in the first row. Each row is one move later than the
    row above.
    """

    @cached_property
    def _layers(self) -> list[dict[Hashable, S]]:
        game = self.game
        seen = {game.key(self.chosen)}
        layers = [{game.key(self.chosen): self.chosen}]
        while layers[-1]:
            later: dict[Hashable, S] = {}
            for state in layers[-1].values():
                for after in self._after(state):
                    if game.key(after) not in seen:
                        seen.add(game.key(after))
                        later[game.key(after)] = after
            if len(seen) > MAX_POSITIONS:
                raise UsageError(
                    f"This map would have more than {MAX_POSITIONS} positions, which is too many "
                    "to draw."
                )
            layers.append(later)
        return layers[:-1]

    def _after(self, state: S) -> Iterator[S]:
        if self.game.outcome(state) is None:
            for move in self.game.legal_moves(state):
                yield self.game.successor(state, move)

    @property
    def width(self) -> float:  # type: ignore[override] # depends on the layers
        """The width of the map in SVG units."""
        return 2 * EDGE + max(NARROWEST, ACROSS * max(map(len, self._layers)))

    @property
    def height(self) -> float:  # type: ignore[override] # depends on the layers
        """The height of the map in SVG units."""
        return 2 * EDGE + DOWN * (len(self._layers) - 1)

    def finding(self) -> str:
        value = solver_for(self.game).solution(self.chosen).value
        results = {
            Value.WIN: "The player to move wins",
            Value.LOSE: "The player to move loses",
            Value.DRAW: "Neither player can force a win",
        }
        count = sum(map(len, self._layers))
        return f"{results[value]}: all {count} positions that can follow."

    def notes(self) -> list[str]:
        return [
            "Each row is one move further from the start. In a filled circle, the player to move "
            "wins. In a hatched circle, the player to move loses."
        ]

    @cached_property
    def _spots(self) -> dict[Hashable, Point]:
        return {
            key: Point(self.width * (number + 0.5) / len(layer), EDGE + DOWN * depth)
            for depth, layer in enumerate(self._layers)
            for number, key in enumerate(layer)
        }

    def shapes(self) -> Iterator[str]:
        """Yield the SVG elements of the map: first the lines for the moves, then the positions."""
        spots, key = self._spots, self.game.key
        for layer in self._layers:
            for state in layer.values():
                start = spots[key(state)]
                for after in self._after(state):
                    end = spots[key(after)]
                    half = (start.y + end.y) / 2
                    curve = f"M{start.x:.0f} {start.y:.0f}C{start.x:.0f} {half:.0f} "
                    curve += f"{end.x:.0f} {half:.0f} {end.x:.0f} {end.y:.0f}"
                    yield shape("path", look="way", d=curve)
        solver = solver_for(self.game)
        for layer in self._layers:
            for state in layer.values():
                x, y = spots[key(state)]
                value, text = solver.solution(state).value, self.game.format_state(state)
                elements = [
                    shape("circle", look=value, cx=x, cy=y, r=RADIUS),
                    shape("text", SIGNS[value], look=f"caption on-{value}", x=x, y=y + 5),
                ]
                yield place(
                    elements,
                    Place(text, f"{text}: this position is a {value} for the player to move"),
                )

    def where(self, state: S) -> Point | None:
        return self._spots.get(self.game.key(state))


PIN, STEP = 7, 10


class Stop(NamedTuple):
    """One position in a game: the turn number and the point on the map."""

    turn: int
    """The number of moves made before this position, which is 0 at the start of the game."""
    point: Point
    good: bool
    """Whether the player whose path is drawn has at least a draw here with perfect play."""


class Path(NamedTuple):
    """A game's path on a map, as SVG text."""

    line: str = ""
    """The line through the positions of the game, drawn below the positions of the map."""
    over: str = ""
    """The markers, drawn above the positions of the map."""


def path_of(game_map: AnyMap, states: Sequence[State], whose: Seat) -> Path:
    """Return a game's path on a map.

    `states` are the positions of the game in order. The path shows which positions were losing for
    the player `whose`.
    """
    stops = list(_stops(game_map, states, whose))
    if not stops:
        return Path()
    lines, markers = list[str](), list[str]()
    for start, end in pairwise(stops):
        ends = f"{start.point.x:.1f},{start.point.y:.1f} {end.point.x:.1f},{end.point.y:.1f}"
        looks = ("walk-under", "walk winning" if start.good else "walk losing")
        line = [shape("polyline", look=look, points=ends) for look in looks]
        lines.append(group(line, data_turn=end.turn))
    for turn, (x, y), _ in stops:
        rings = [
            shape("circle", look=look, cx=x, cy=y, r=STEP) for look in ("ring-under", "ring-here")
        ]
        markers.append(group(rings, look="stand", data_turn=turn))
    turning_points = [end for start, end in pairwise(stops) if start.good and not end.good]
    if turning_points:
        turn, (x, y), _ = turning_points[-1]
        pin = [shape("title", "it turned here"), shape("circle", look="pin", cx=x, cy=y, r=PIN)]
        markers.append(group(pin, data_turn=turn))
    return Path(*(group(shapes, look="walked") if shapes else "" for shapes in (lines, markers)))


def _stops(game_map: AnyMap, states: Sequence[State], whose: Seat) -> Iterator[Stop]:
    for turn, state in enumerate(states):
        point = game_map.where(state)
        if point is None or (game_map.is_mirrored and state.mover is not whose):
            continue
        yield Stop(turn, point, _is_good(game_map.game, state, whose))


def _is_good(game: AnyGame, state: State, whose: Seat) -> bool:
    """Return whether the player `whose` can at least draw in a position with perfect play."""
    value = solver_for(game).solution(state).value
    return (value if state.mover is whose else value.opposite) is not Value.LOSE


class GridData(TypedDict):
    """A part of a map: an image with one pixel for each position.

    Each axis shows one number in the position, from 1 to `side`.

    - `side`: Number of positions on each side of the square.
    - `base`: Number base in which the two numbers are written.
    - `across`: Label of the horizontal axis.
    - `up`: Label of the vertical axis.
    - `position`: Template for a position's text, in which `{across}` and `{up}` stand for the two
      numbers.
    - `left`: Horizontal coordinate of the upper left corner on the map.
    - `top`: Vertical coordinate of the upper left corner on the map.
    - `length`: Length of the square's sides on the map.
    - `codes`: Results of all positions, row by row from the lowest, as base64-encoded,
      zlib-compressed 16-bit integers (little-endian). Each integer is twice the number of moves to
      the end, plus 1 if the player to move wins.
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
    """A drawing of a whole game, optionally with the path of a match.

    - `game`: Identifier of the game.
    - `title`: Display name of the game.
    - `finding`: What the map shows about the game, in one sentence.
    - `notes`: Further sentences that explain the map.
    - `width`: Width of the drawing, in SVG units.
    - `height`: Height of the drawing, in SVG units.
    - `drawn`: SVG elements without colours. Elements of the path have the number of their move as
      `data-turn`.
    - `choice`: True if a click on a position should redraw the map for it, false if it should open
      an analysis.
    - `position`: The position for which the map is drawn, as text.
    - `grid`: An image of many positions. Null if the map has no such image.
    - `turns`: Number of moves in the path. 0 if there is no path.
    - `follows`: Whether the map changes with each move of the match.
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
    """A game whose path is drawn on a map."""

    states: Sequence[State]
    """The positions of the game in order of play."""
    whose: Seat
    """The player from whose point of view the path is drawn."""
    turn: int | None = None
    """The number of moves after which the map is drawn, or None for the end of the game."""


def map_data(game_map: AnyMap, walk: Walk | None = None) -> MapData:
    """Return a map as JSON data, with the path of the game `walk` if it is given."""
    path, follows = Path(), False
    if walk is not None:
        initial, states = game_map, walk.states
        game_map = initial.follow(_positions_until(initial.game, states, walk.turn))
        path, follows = path_of(game_map, states, walk.whose), game_map is not initial
    game, grid = game_map.game, game_map.grid()
    return {
        "game": game.name,
        "title": game.title,
        "finding": game_map.finding(),
        "notes": game_map.notes(),
        "width": game_map.width,
        "height": game_map.height,
        "drawn": patterns() + _insert_path(game_map.shapes(), path),
        "choice": game_map.is_choice() and walk is None,
        "position": game.format_state(game_map.chosen),
        "grid": None if grid is None else _grid_data(grid),
        "turns": 0 if walk is None else len(walk.states) - 1,
        "follows": follows,
    }


def _insert_path(shapes: Iterable[str], path: Path) -> str:
    """Return a map's shapes and a game's path together as SVG text."""
    # The line comes before the first position, so that all positions cover the line.
    elements = list(shapes)
    first = next(
        (index for index, element in enumerate(elements) if element.startswith(PLACE)),
        len(elements),
    )
    return "".join([*elements[:first], path.line, *elements[first:], path.over])


def _positions_until(game: AnyGame, states: Sequence[State], turn: int | None) -> Sequence[State]:
    """Return the positions of a game up to a turn, or all positions if `turn` is None.

    The last position of a finished game is left out.
    """
    # A finished game has no map.
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
