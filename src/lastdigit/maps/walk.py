"""Where a game went on the map: a line, solid while its player was winning, and where it turned."""

from __future__ import annotations

from collections.abc import Sequence

from lastdigit.core.game import AnyGame, State
from lastdigit.core.values import Seat
from lastdigit.solving import Value, insight_into
from lastdigit.solving.maps import AnyMap, Point, group, shape


def walked(drawn: AnyMap, states: Sequence[State], whose: Seat) -> str:
    """Return the line of a game as one of its players met it; nothing where it is off the map."""
    met = [(state, point) for state in states if (point := drawn.where(state)) is not None]
    if len(met) == 1 or not met:
        return ""
    good = [_is_good(drawn.game, state, whose) for state, _ in met]
    points = [point for _, point in met]
    shapes = [shape("polyline", look="walk-under", points=_written(points))]
    begin = 0
    for end in range(1, len(met)):
        if end + 1 == len(met) or good[end] != good[begin]:
            look = "walk winning" if good[begin] else "walk losing"
            shapes.append(shape("polyline", look=look, points=_written(points[begin : end + 1])))
            begin = end
    turned = [turn for turn in range(1, len(met)) if good[turn - 1] and not good[turn]]
    if turned:
        x, y = points[turned[-1]]
        pin = [shape("title", "it turned here"), shape("circle", look="pin", cx=x, cy=y, r=7)]
        shapes.append(group(pin))
    return group(shapes, look="walked")


def _is_good(game: AnyGame, state: State, whose: Seat) -> bool:
    """Return whether a player has at least a draw."""
    value = insight_into(game).solution(state).value
    return (value if state.mover is whose else value.opposite) is not Value.LOSE


def _written(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
