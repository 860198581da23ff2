"""The map of Operation Obliteration: every start, and all that can follow from the chosen one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import cos, pi, sin

from lastdigit.core.values import Seat
from lastdigit.errors import UsageError
from lastdigit.games.operation_obliteration.operations import Operation
from lastdigit.games.operation_obliteration.rules import LIMIT, OperationObliteration, State
from lastdigit.solving import Solution, Value, insight_into
from lastdigit.solving.maps import SIGNS, GameMap, Place, Point, place, shape

CELL, LEFT, TOP, COLUMNS, MIDDLE, RADIUS, GAP = 46, 24, 44, 10, 60, 17, 62
MOST = 60
"""So many positions can be told apart in the picture."""
MOST_AROUND = 14
OVER = "over"


class ObliterationMap(GameMap[State, Operation]):
    """On the left every start, on the right what follows: draws as a ring, the rest by plies."""

    game: OperationObliteration

    def __init__(
        self, game: OperationObliteration, chosen: State, before: State | None = None
    ) -> None:
        if game.limit > LIMIT:
            raise UsageError(
                f"A map of Operation Obliteration is drawn of limits up to {LIMIT}, and here it "
                f"is {game.limit:,}."
            )
        super().__init__(game, chosen, before)
        self._insight = insight_into(game)
        rows = -(-game.limit // COLUMNS)
        self._right = LEFT + COLUMNS * CELL + MIDDLE
        layers = [plies for plies in self._plies.values() if plies is not None]
        ring = 2 * self._ring + 90 if self._ring else 0
        below = GAP * (max(layers, default=0) + 1)
        self.width = self._right + 560
        self.height = TOP + max(rows * CELL, ring + below) + 30

    @cached_property
    def _starts(self) -> dict[int, Solution | None]:
        """Every start; None where the game would be over at once."""
        game = self.game
        found = {number: State(Seat.ONE, number) for number in range(1, game.limit + 1)}
        return {
            number: None if game.outcome(state) else self._insight.solution(state)
            for number, state in found.items()
        }

    @cached_property
    def _graph(self) -> dict[object, State]:
        """All that can follow from the chosen position, by key."""
        game, found, todo = self.game, dict[object, State](), [self.chosen]
        while todo:
            state = todo.pop(0)
            if game.key(state) in found or len(found) > MOST:
                continue
            found[game.key(state)] = state
            if game.outcome(state) is None:
                todo += [game.successor(state, move) for move in game.legal_moves(state)]
        return found

    @cached_property
    def _plies(self) -> dict[object, int | None]:
        return {key: self._insight.solution(state).remoteness for key, state in self._graph.items()}

    @cached_property
    def _drawn(self) -> list[object]:
        """The drawn positions, as far as one goes round them without leaving the draw."""
        game, drawn = self.game, {key for key, plies in self._plies.items() if plies is None}

        def longest(way: list[object]) -> list[object]:
            state = self._graph[way[-1]]
            after = (game.key(game.successor(state, move)) for move in game.legal_moves(state))
            ways = (longest([*way, key]) for key in after if key in drawn and key not in way)
            return max((way, *ways), key=len)

        if len(drawn) > MOST_AROUND:
            return [key for key in self._graph if key in drawn]
        around = max((longest([key]) for key in self._graph if key in drawn), key=len, default=[])
        return [*around, *(key for key in self._graph if key in drawn and key not in around)]

    @property
    def _ring(self) -> float:
        """The radius of the ring of draws."""
        return len(self._drawn) * (2 * RADIUS + 24) / (2 * pi)

    @property
    def _pictured(self) -> bool:
        return len(self._graph) <= MOST

    def finding(self) -> str:
        solved = [one for one in self._starts.values() if one is not None]
        won, lost, drawn = (
            sum(one.value is value for one in solved)
            for value in (Value.WIN, Value.LOSE, Value.DRAW)
        )
        return (
            f"Of {len(solved)} starts the first player wins {won}, the second {lost}, "
            f"and {drawn} are drawn."
        )

    def notes(self) -> list[str]:
        drawn = [
            str(number)
            for number, one in self._starts.items()
            if one is not None and one.value is Value.DRAW
        ]
        count, number = len(self._drawn), self.chosen.number
        notes = [
            "Where a start is crossed out, whoever begins has no operation at all.",
            f"Drawn starts: {', '.join(drawn) or 'none'}.",
        ]
        if not self._pictured:
            return [*notes, f"More than {MOST} positions follow from {number}: too many to draw."]
        return [
            *notes,
            f"From {number} {len(self._graph)} positions can follow. {count} of them are drawn: "
            "on the ring both players go round for ever, and whoever leaves it loses.",
        ]

    @cached_property
    def _spots(self) -> dict[object, Point]:
        """Draws stand on a ring, everything else below it, sooner ends further down."""
        if not self._pictured:
            return {}
        centre = Point(self._right + 280, TOP + self._ring + 30)
        drawn = self._drawn
        spots = {
            key: Point(
                centre.x + self._ring * sin(2 * pi * turn / len(drawn)),
                centre.y - self._ring * cos(2 * pi * turn / len(drawn)),
            )
            for turn, key in enumerate(drawn)
        }
        top = TOP + (2 * self._ring + 90 if drawn else 20)
        most = max((plies for plies in self._plies.values() if plies is not None), default=0)
        for plies in range(most + 1):
            row = [key for key, one in self._plies.items() if one == plies]
            for place_, key in enumerate(row):
                x = self._right + 560 * (place_ + 0.5) / len(row)
                spots[key] = Point(x, top + GAP * (most - plies))
        return spots

    def shapes(self) -> Iterator[str]:
        yield shape("text", "who wins from each start", look="axis", x=LEFT, y=TOP - 16)
        follows = f"what can follow from {self.chosen.number}"
        yield shape("text", follows, look="axis", x=self._right, y=TOP - 16)
        for number, solution in self._starts.items():
            yield self._cell(number, solution)
        for key, state in self._graph.items() if self._pictured else ():
            yield from self._edges(key, state)
        for key in self._spots:
            yield self._node(key)

    def _cell(self, number: int, solution: Solution | None) -> str:
        row, column = divmod(number - 1, COLUMNS)
        x, y, side = LEFT + column * CELL, TOP + row * CELL, CELL - 4
        look = OVER if solution is None else solution.value
        middle = {"x": x + side / 2, "text_anchor": "middle"}
        drawn = [
            shape("rect", look=look, x=x, y=y, width=side, height=side, rx=8),
            shape("text", str(number), look=f"tile on-{look}", y=y + 20, **middle),
        ]
        if solution is None:
            cross = f"M{x + 8} {y + side - 8}L{x + side - 8} {y + 8}"
            return "".join([*drawn, shape("path", look="cross", d=cross)])
        plies = "" if solution.remoteness is None else f" {solution.remoteness}"
        sign = f"{SIGNS[solution.value]}{plies}"
        drawn.append(shape("text", sign, look=f"small on-{look}", y=y + 36, **middle))
        if number == self.chosen.number:
            ring = {"width": side + 6, "height": side + 6, "rx": 11}
            drawn.append(shape("rect", look="ring", x=x - 3, y=y - 3, **ring))
        start = self.game.format_state(State(Seat.ONE, number))
        return place(drawn, Place(start, f"{number}: {_said(solution)}"))

    def _edges(self, key: object, state: State) -> Iterator[str]:
        if self.game.outcome(state) is not None:
            return
        for move in self.game.legal_moves(state):
            after = self.game.key(self.game.successor(state, move))
            one, two = self._spots[key], self._spots[after]
            keeps = self._plies[key] is None and self._plies[after] is None
            half = Point((one.x + two.x) / 2 + (two.y - one.y) / 8, (one.y + two.y) / 2)
            way = f"M{one.x:.0f} {one.y:.0f}Q{half.x:.0f} {half.y:.0f} {two.x:.0f} {two.y:.0f}"
            yield shape("path", look="pair" if keeps else "way", d=way)

    def _node(self, key: object) -> str:
        state, (x, y) = self._graph[key], self._spots[key]
        solution = self._insight.solution(state)
        drawn = [
            shape("circle", look=solution.value, cx=x, cy=y, r=RADIUS),
            shape("text", str(state.number), look=f"tile on-{solution.value}", x=x, y=y + 5),
        ]
        if key == self.game.key(self.chosen):
            drawn.append(shape("circle", look="ring", cx=x, cy=y, r=RADIUS + 3))
        text = self.game.format_state(state)
        return place(drawn, Place(text, f"{state.number}: {_said(solution)}"))

    def where(self, state: State) -> Point | None:
        return self._spots.get(self.game.key(state))

    def is_choice(self) -> bool:
        return True


def _said(solution: Solution) -> str:
    if solution.value is Value.DRAW:
        return "drawn"
    word = "wins" if solution.value is Value.WIN else "loses"
    if not solution.remoteness:
        return f"the player to move {word}"
    turns = "1 turn" if solution.remoteness == 1 else f"{solution.remoteness} turns"
    return f"the player to move {word} in {turns}"


MAP = ObliterationMap
