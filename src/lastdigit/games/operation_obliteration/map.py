"""The map of Operation Obliteration: every start, and the game graph of the chosen one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import cos, hypot, pi, sin

from lastdigit.errors import UsageError
from lastdigit.game.game import Seat, Value
from lastdigit.game.map_shapes import SIGNS, GameMap, Place, Point, place, shape
from lastdigit.games.operation_obliteration.operations import Operation
from lastdigit.games.operation_obliteration.rules import LIMIT, OperationObliteration, State
from lastdigit.solver import Solution, solver_for

CELL, LEFT, TOP, COLUMNS, MIDDLE, RADIUS, GAP = 46, 24, 44, 10, 60, 17, 62
WIDE, SMALLEST, BESIDE = 560, 58, 64
MOST = 60
"""The most positions of a game graph that is readable."""
MOST_AROUND = 14
BARRED = "barred"


class ObliterationMap(GameMap[State, Operation]):
    """A table of starts, and a graph with the draws on a ring and the rest by remoteness."""

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
        self._insight = solver_for(game)
        rows = -(-game.limit // COLUMNS)
        self._right = LEFT + COLUMNS * CELL + MIDDLE
        layers = [plies for plies in self._plies.values() if plies is not None]
        ring = 2 * self._outside + 90 if self._drawn else 0
        below = GAP * (max(layers, default=0) + 1)
        self.width = self._right + WIDE + LEFT
        self.height = TOP + max(rows * CELL, ring + below) + 30

    @cached_property
    def _starts(self) -> dict[int, Solution | None]:
        """The solution of every start, or None if it has no legal operation."""
        game = self.game
        found = {number: State(Seat.ONE, number) for number in range(1, game.limit + 1)}
        return {
            number: None if game.outcome(state) else self._insight.solution(state)
            for number, state in found.items()
        }

    @cached_property
    def _graph(self) -> dict[object, State]:
        """The positions reachable from the chosen one, by key. Stops above MOST."""
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

    def _after(self, key: object) -> list[object]:
        """Return the keys of the successors of a position."""
        game, state = self.game, self._graph[key]
        if game.outcome(state) is not None:
            return []
        return [game.key(game.successor(state, move)) for move in game.legal_moves(state)]

    @cached_property
    def _drawn(self) -> list[object]:
        return [key for key, plies in self._plies.items() if plies is None]

    @cached_property
    def _around(self) -> list[object]:
        """The longest cycle of drawn positions, or all of them if there are too many to search."""

        def longest(way: list[object]) -> list[object]:
            after = [key for key in self._after(way[-1]) if self._plies[key] is None]
            ways = [longest([*way, key]) for key in after if key not in way]
            return max([way if way[0] in after else [], *ways], key=len)

        if len(self._drawn) > MOST_AROUND:
            return self._drawn
        return max((longest([key]) for key in self._drawn), key=len, default=[])

    @property
    def _ring(self) -> float:
        """The radius of the ring of draws."""
        return max(SMALLEST, len(self._around) * (2 * RADIUS + 24) / (2 * pi))

    @property
    def _outside(self) -> float:
        """The radius of the ring including the drawn positions beside it."""
        return self._ring + (0 if len(self._around) == len(self._drawn) else BESIDE)

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
            f"From {number}, {len(self._graph)} positions can follow. {count} of them are drawn: "
            "on the ring both players go round for ever, and whoever leaves it loses.",
        ]

    @cached_property
    def _spots(self) -> dict[object, Point]:
        """The place of each node: draws on a ring or beside it, others below, by remoteness."""
        if not self._pictured:
            return {}
        spots = self._circled()
        top = TOP + (2 * self._outside + 90 if self._drawn else 20)
        most = max((plies for plies in self._plies.values() if plies is not None), default=0)
        for plies in range(most, -1, -1):
            row = [key for key, one in self._plies.items() if one == plies]
            row.sort(key=lambda key: self._pull(key, spots))
            for number, key in enumerate(row):
                x = self._right + WIDE * (number + 0.5) / len(row)
                spots[key] = Point(x, top + GAP * (most - plies))
        return spots

    def _pull(self, key: object, spots: dict[object, Point]) -> float:
        """Return the average x of the placed neighbours of a position, to sort its row by."""
        joined = [one for one in spots if one in self._after(key) or key in self._after(one)]
        return sum(spots[one].x for one in joined) / len(joined) if joined else self._right

    def _circled(self) -> dict[object, Point]:
        centre = Point(self._right + WIDE / 2, TOP + self._outside + 30)

        def at(turn: float, radius: float) -> Point:
            angle = 2 * pi * turn
            return Point(centre.x + radius * sin(angle), centre.y - radius * cos(angle))

        around = self._around
        turns = {key: turn / len(around) for turn, key in enumerate(around)}
        spots = {key: at(turn, self._ring) for key, turn in turns.items()}
        beside = [key for key in self._drawn if key not in turns]
        wished = {key: self._towards(key, turns) for key in beside}
        beside.sort(key=wished.__getitem__)
        # Space them evenly, and rotate them by the average offset from their preferred places.
        shift = sum(wished[key] - number / len(beside) for number, key in enumerate(beside)) / max(
            1, len(beside)
        )
        for number, key in enumerate(beside):
            spots[key] = at(number / len(beside) + shift, self._outside)
        return spots

    def _towards(self, key: object, turns: dict[object, float]) -> float:
        """Return the turn at which a draw beside the ring reaches it, plus a bit for each ply."""
        met, layer = {key}, [key]
        for far in range(len(self._drawn)):
            found = [turns[one] for one in layer if one in turns]
            if found:
                return found[0] + far / 100
            met.update(layer)
            layer = [one for old in layer for one in self._after(old) if one not in met]
            layer = [one for one in layer if self._plies[one] is None]
        return 0.0

    def shapes(self) -> Iterator[str]:
        yield shape("text", "who wins from each start", look="axis", x=LEFT, y=TOP - 16)
        follows = f"what can follow from {self.chosen.number}"
        yield shape("text", follows, look="axis", x=self._right, y=TOP - 16)
        for number, solution in self._starts.items():
            yield self._cell(number, solution)
        for key in self._graph if self._pictured else ():
            yield from self._edges(key)
        for key in self._spots:
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
        return place(drawn, Place(start, f"{number}: {_said(solution)}"))

    def _edges(self, key: object) -> Iterator[str]:
        for after in self._after(key):
            (left, top), (right, bottom) = self._spots[key], self._spots[after]
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
        state, (x, y) = self._graph[key], self._spots[key]
        solution = self._insight.solution(state)
        drawn = [
            shape("circle", look=solution.value, cx=x, cy=y, r=RADIUS),
            shape("text", str(state.number), look=f"caption on-{solution.value}", x=x, y=y + 5),
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
