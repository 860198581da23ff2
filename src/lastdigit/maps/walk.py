"""Where a game went on the map: a line, solid while its player was winning, and where it turned.

Every part of it has the number of the turn after which it is there, so that whoever shows it can
follow a review step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.game.map_shapes import AnyMap, Point, group, shape
from lastdigit.solver import solver_for

PIN, STEP = 7, 10


class Met(NamedTuple):
    """A position on the way: after how many turns, where, and whether it is good for the player."""

    turn: int
    point: Point
    good: bool


class Way(NamedTuple):
    """What is drawn of a game: the line under the places of the map, and over them what stands."""

    line: str = ""
    over: str = ""


def walked(drawn: AnyMap, states: Sequence[State], whose: Seat) -> Way:
    """Return the way of a game as one of its players met it; nothing where it is off the map."""
    met = list(_met(drawn, states, whose))
    if not met:
        return Way()
    lines, over = list[str](), list[str]()
    for one, two in pairwise(met):
        ends = f"{one.point.x:.1f},{one.point.y:.1f} {two.point.x:.1f},{two.point.y:.1f}"
        looks = ("walk-under", "walk winning" if one.good else "walk losing")
        line = [shape("polyline", look=look, points=ends) for look in looks]
        lines.append(group(line, data_turn=two.turn))
    for turn, (x, y), _ in met:
        rings = [
            shape("circle", look=look, cx=x, cy=y, r=STEP) for look in ("ring-under", "ring-here")
        ]
        over.append(group(rings, look="stand", data_turn=turn))
    turned = [two for one, two in pairwise(met) if one.good and not two.good]
    if turned:
        turn, (x, y), _ = turned[-1]
        pin = [shape("title", "it turned here"), shape("circle", look="pin", cx=x, cy=y, r=PIN)]
        over.append(group(pin, data_turn=turn))
    return Way(*(group(shapes, look="walked") if shapes else "" for shapes in (lines, over)))


def _met(drawn: AnyMap, states: Sequence[State], whose: Seat) -> Iterator[Met]:
    for turn, state in enumerate(states):
        point = drawn.where(state)
        if point is None or (drawn.is_mirrored and state.mover is not whose):
            continue
        yield Met(turn, point, _is_good(drawn.game, state, whose))


def _is_good(game: AnyGame, state: State, whose: Seat) -> bool:
    """Return whether a player has at least a draw."""
    value = solver_for(game).solution(state).value
    return (value if state.mover is whose else value.opposite) is not Value.LOSE
