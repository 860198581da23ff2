"""The colours, logo and map for Operation Obliteration.

The map is a picture with a table of starting numbers and a graph of positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from lastdigit.errors import UsageError
from lastdigit.game.game import Seat, Value
from lastdigit.game.map_shapes import SIGNS, GameMap, Place, Point, place, shape
from lastdigit.game.theme import ON_WHITE, Shades, Theme
from lastdigit.games.operation_obliteration.rules import LIMIT, Operation, State
from lastdigit.games.operation_obliteration.variants import OperationObliteration

if TYPE_CHECKING:
    from lastdigit.solver import Solution

# The mark is the empty set: no operation is left.
THEME = Theme(
    fill=Shades("#6e34b3", "#8650d4"),
    on=ON_WHITE,
    deep=Shades("#6529a9", "#d4bcff"),
    wash=Shades("#f4efff", "#241e30"),
    edge=Shades("#451a7d", "#5b2fa3"),
    mark=(
        '<path fill-rule="evenodd" d="M32 8a24 24 0 1 1 0 48 24 24 0 0 1 0-48zm0 10.5a13.5 13.5 '
        '0 1 0 0 27 13.5 13.5 0 0 0 0-27z"/><path d="M8 56 56 8" fill="none" '
        'stroke="currentColor" stroke-width="10.5" stroke-linecap="round"/>'
    ),
)

CELL, LEFT, TOP, COLUMNS, MIDDLE, RADIUS, GAP = 46, 24, 44, 10, 60, 17, 62
WIDE, SMALLEST, BESIDE_RING = 560, 58, 64
MAX_NODES = 60
"""The maximum number of positions in a readable graph."""
MAX_DRAWS = 14
"""The maximum number of draws to search for the longest cycle, which is slow to find."""
BARRED = "barred"


class ObliterationMap(GameMap[State, Operation]):
    """A picture with a table of all starting numbers and a graph of positions.

    The graph has the positions that can follow a chosen position.
    """

    # Drawn (tied) positions are on a ring. The others are below it, in rows by the plies to the
    # end.

    game: OperationObliteration

    def __init__(
        self, game: OperationObliteration, chosen: State, before: State | None = None
    ) -> None:
        if game.limit > LIMIT:
            raise UsageError(
                f"A map of Operation Obliteration can show numbers up to {LIMIT}, but the limit of "
                f"this game is {game.limit:,}."
            )
        from lastdigit.solver import solver_for

        super().__init__(game, chosen, before)
        self._solver = solver_for(game)
        rows = -(-game.limit // COLUMNS)
        self._right = LEFT + COLUMNS * CELL + MIDDLE
        layers = [plies for plies in self._plies.values() if plies is not None]
        ring = 2 * self._outer_radius + 90 if self._draws else 0
        below = GAP * (max(layers, default=0) + 1)
        self.width = self._right + WIDE + LEFT
        self.height = TOP + max(rows * CELL, ring + below) + 30

    @cached_property
    def _starts(self) -> dict[int, Solution | None]:
        """The solution of each starting number, or None if the number has no legal operation."""
        game = self.game
        found = {number: State(Seat.ONE, number) for number in range(1, game.limit + 1)}
        return {
            number: None if game.outcome(state) else self._solver.solution(state)
            for number, state in found.items()
        }

    @cached_property
    def _graph(self) -> dict[object, State]:
        """The positions that are reachable from the chosen position, keyed by `Game.key`."""
        # The search stops when there are too many to show.
        game, found, todo = self.game, dict[object, State](), [self.chosen]
        while todo:
            state = todo.pop(0)
            if game.key(state) in found or len(found) > MAX_NODES:
                continue
            found[game.key(state)] = state
            if game.outcome(state) is None:
                todo += [game.successor(state, move) for move in game.legal_moves(state)]
        return found

    @cached_property
    def _plies(self) -> dict[object, int | None]:
        return {key: self._solver.solution(state).remoteness for key, state in self._graph.items()}

    def _after(self, key: object) -> list[object]:
        """Return the keys of all positions one move after the position with this key."""
        game, state = self.game, self._graph[key]
        if game.outcome(state) is not None:
            return []
        return [game.key(game.successor(state, move)) for move in game.legal_moves(state)]

    @cached_property
    def _draws(self) -> list[object]:
        return [key for key, plies in self._plies.items() if plies is None]

    @cached_property
    def _ring(self) -> list[object]:
        """The drawn (tied) positions on the inner ring of the picture, as a list of `Game.key`.

        The ring has the longest cycle of moves between drawn positions. If there are too many drawn
        positions to search for a cycle, the ring has all of them.
        """
        # Finding the longest cycle takes too long for more than MAX_DRAWS draws.

        def longest(way: list[object]) -> list[object]:
            after = [key for key in self._after(way[-1]) if self._plies[key] is None]
            ways = [longest([*way, key]) for key in after if key not in way]
            return max([way if way[0] in after else [], *ways], key=len)

        if len(self._draws) > MAX_DRAWS:
            return self._draws
        return max((longest([key]) for key in self._draws), key=len, default=[])

    @property
    def _ring_radius(self) -> float:
        """The radius of the inner ring of the picture, which shows a cycle of drawn positions."""
        return max(SMALLEST, len(self._ring) * (2 * RADIUS + 24) / (2 * pi))

    @property
    def _outer_radius(self) -> float:
        """The radius of the outer ring of the picture.

        The outer ring shows the drawn positions that are not on the inner ring. If there are no
        such positions, the radius is that of the inner ring.
        """
        return self._ring_radius + (0 if len(self._ring) == len(self._draws) else BESIDE_RING)

    @property
    def _is_small_enough(self) -> bool:
        return len(self._graph) <= MAX_NODES

    def finding(self) -> str:
        solved = [one for one in self._starts.values() if one is not None]
        won, lost, drawn = (
            sum(one.value is value for one in solved)
            for value in (Value.WIN, Value.LOSE, Value.DRAW)
        )
        return (
            f"Of {len(solved)} starting numbers, the first player wins {won} and the second "
            f"player {lost}. {drawn} are draws."
        )

    def notes(self) -> list[str]:
        drawn = [
            str(number)
            for number, one in self._starts.items()
            if one is not None and one.value is Value.DRAW
        ]
        count, number = len(self._draws), self.chosen.number
        notes = [
            "A number is crossed out if the first player would have no operation.",
            f"Draws: {', '.join(drawn) or 'none'}.",
        ]
        if not self._is_small_enough:
            many = (
                f"More than {MAX_NODES} positions can follow {number}, which is too many to show."
            )
            return [*notes, many]
        return [
            *notes,
            f"{len(self._graph)} positions can follow {number}. {count} of them are draws: "
            "both players can stay on the ring forever, and the player who leaves it loses.",
        ]

    @cached_property
    def _points(self) -> dict[object, Point]:
        """The coordinates of each position in the picture, keyed by `Game.key`.

        Empty if there are too many positions to show.
        """
        if not self._is_small_enough:
            return {}
        points = self._ring_points()
        top = TOP + (2 * self._outer_radius + 90 if self._draws else 20)
        most = max((plies for plies in self._plies.values() if plies is not None), default=0)
        for plies in range(most, -1, -1):
            row = [key for key, one in self._plies.items() if one == plies]
            row.sort(key=lambda key: self._average_x(key, points))
            for number, key in enumerate(row):
                x = self._right + WIDE * (number + 0.5) / len(row)
                points[key] = Point(x, top + GAP * (most - plies))
        return points

    def _average_x(self, key: object, points: dict[object, Point]) -> float:
        """Return the average x coordinate of a position's neighbours in the graph.

        Neighbours are the positions in `points` that are one move before or after it.
        """
        # Positions in a row are sorted by this average, so that fewer lines cross.
        neighbours = [one for one in points if one in self._after(key) or key in self._after(one)]
        if not neighbours:
            return self._right
        return sum(points[one].x for one in neighbours) / len(neighbours)

    def _ring_points(self) -> dict[object, Point]:
        centre = Point(self._right + WIDE / 2, TOP + self._outer_radius + 30)

        def at(turn: float, radius: float) -> Point:
            angle = 2 * pi * turn
            return Point(centre.x + radius * sin(angle), centre.y - radius * cos(angle))

        ring = self._ring
        turns = {key: turn / len(ring) for turn, key in enumerate(ring)}
        points = {key: at(turn, self._ring_radius) for key, turn in turns.items()}
        beside = [key for key in self._draws if key not in turns]
        preferred = {key: self._turn_towards_ring(key, turns) for key in beside}
        beside.sort(key=preferred.__getitem__)
        # Space them evenly, and rotate them by the average offset from their preferred places.
        offsets = [preferred[key] - number / len(beside) for number, key in enumerate(beside)]
        shift = sum(offsets) / max(1, len(beside))
        for number, key in enumerate(beside):
            points[key] = at(number / len(beside) + shift, self._outer_radius)
        return points

    def _turn_towards_ring(self, key: object, ring_turns: dict[object, float]) -> float:
        """Return the angle at which to draw a position on the outer ring of the picture.

        The angle is close to that of the nearest position on the inner ring, counted in moves.
        `ring_turns` has the angles on the inner ring. Angles are fractions of a full turn.
        """
        # It is the angle of the nearest position, plus 0.01 for each move that leads there.
        seen, layer = {key}, [key]
        for far in range(len(self._draws)):
            found = [ring_turns[one] for one in layer if one in ring_turns]
            if found:
                return found[0] + far / 100
            seen.update(layer)
            layer = [one for old in layer for one in self._after(old) if one not in seen]
            layer = [one for one in layer if self._plies[one] is None]
        return 0.0

    def shapes(self) -> Iterator[str]:
        yield shape("text", "who wins from each start", look="axis", x=LEFT, y=TOP - 16)
        follows = f"what can follow {self.chosen.number}"
        yield shape("text", follows, look="axis", x=self._right, y=TOP - 16)
        for number, solution in self._starts.items():
            yield self._cell(number, solution)
        for key in self._graph if self._is_small_enough else ():
            yield from self._edges(key)
        for key in self._points:
            yield self._node(key)

    def _cell(self, number: int, solution: Solution | None) -> str:
        row, column = divmod(number - 1, COLUMNS)
        x, y, side = LEFT + column * CELL, TOP + row * CELL, CELL - 4
        look = BARRED if solution is None else solution.value
        middle = {"x": x + side / 2, "text_anchor": "middle"}
        drawn = [
            shape("rect", look=look, x=x, y=y, width=side, height=side, rx=8),
            shape("text", str(number), look=f"caption on-{look}", y=y + 20, **middle),
        ]
        if solution is None:
            cross = f"M{x + 8} {y + side - 8}L{x + side - 8} {y + 8}"
            return "".join([*drawn, shape("path", look="cross", d=cross)])
        plies = "" if solution.remoteness is None else f" {solution.remoteness}"
        sign = f"{SIGNS[solution.value]}{plies}"
        drawn.append(shape("text", sign, look=f"fine on-{look}", y=y + 36, **middle))
        if number == self.chosen.number:
            ring = {"width": side + 6, "height": side + 6, "rx": 11}
            drawn.append(shape("rect", look="ring", x=x - 3, y=y - 3, **ring))
        start = self.game.format_state(State(Seat.ONE, number))
        return place(drawn, Place(start, f"{number}: {_describe(solution)}"))

    def _edges(self, key: object) -> Iterator[str]:
        for after in self._after(key):
            (left, top), (right, bottom) = self._points[key], self._points[after]
            keeps = self._plies[key] is None and self._plies[after] is None
            share = 4 if keeps else 8  # so that a ring is round
            bend = Point(
                (left + right) / 2 + (bottom - top) / share,
                (top + bottom) / 2 - (keeps and (right - left) / share),
            )
            length = hypot(right - bend.x, bottom - bend.y) or 1
            short = (RADIUS + 5) / length
            right, bottom = right + (bend.x - right) * short, bottom + (bend.y - bottom) * short
            way = f"M{left:.0f} {top:.0f}Q{bend.x:.0f} {bend.y:.0f} {right:.0f} {bottom:.0f}"
            yield shape("path", look="pair to" if keeps else "way to", d=way)

    def _node(self, key: object) -> str:
        state, (x, y) = self._graph[key], self._points[key]
        solution = self._solver.solution(state)
        drawn = [
            shape("circle", look=solution.value, cx=x, cy=y, r=RADIUS),
            shape("text", str(state.number), look=f"caption on-{solution.value}", x=x, y=y + 5),
        ]
        if key == self.game.key(self.chosen):
            drawn.append(shape("circle", look="ring", cx=x, cy=y, r=RADIUS + 3))
        text = self.game.format_state(state)
        return place(drawn, Place(text, f"{state.number}: {_describe(solution)}"))

    def where(self, state: State) -> Point | None:
        return self._points.get(self.game.key(state))

    def is_choice(self) -> bool:
        return True


def _describe(solution: Solution) -> str:
    if solution.value is Value.DRAW:
        return "a draw"
    word = "wins" if solution.value is Value.WIN else "loses"
    if not solution.remoteness:
        return f"the player to move {word}"
    turns = "1 turn" if solution.remoteness == 1 else f"{solution.remoteness} turns"
    return f"the player to move {word} in {turns}"
