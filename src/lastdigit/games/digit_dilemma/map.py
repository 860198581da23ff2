"""The map of Digit Dilemma: every first move and reply, with the few replies that do not lose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from lastdigit.errors import UsageError
from lastdigit.game.game import Value
from lastdigit.game.map_shapes import SIGNS, GameMap, Place, Point, place, shape
from lastdigit.games.digit_dilemma.rules import SLOTS, DigitDilemma, Placement, State
from lastdigit.solver import solver_for

CELL, LEFT, TOP, GAP = 24, 92, 84, 6


class DilemmaMap(GameMap[State, Placement]):
    """A grid of first moves (rows) and replies (columns), with the value for the first player."""

    game: DigitDilemma

    def __init__(self, game: DigitDilemma, chosen: State, before: State | None = None) -> None:
        if game.slots > SLOTS:
            raise UsageError("A map of Digit Dilemma is drawn of up to three slots.")
        super().__init__(game, chosen, before)
        start = game.start(Random(0))
        self._start, self._moves = start, game.legal_moves(start)
        self._columns = 9 * game.slots
        self.width = LEFT + self._columns * CELL + 2 * GAP * game.slots + 20
        self.height = TOP + len(self._moves) * CELL + 20

    @cached_property
    def _cells(self) -> dict[tuple[Placement, Placement], State]:
        """The position after each first move and reply."""
        game = self.game
        return {
            (first, reply): game.successor(after, reply)
            for first in self._moves
            for after in [game.successor(self._start, first)]
            for reply in game.legal_moves(after)
        }

    @cached_property
    def _values(self) -> dict[tuple[Placement, Placement], Value]:
        insight = solver_for(self.game)
        return {cell: insight.solution(state).value for cell, state in self._cells.items()}

    @property
    def _saving(self) -> list[tuple[Placement, Placement]]:
        return [cell for cell, value in self._values.items() if value is not Value.WIN]

    def finding(self) -> str:
        few, every = len(self._saving), len(self._values)
        saves = "saves" if few == 1 else "save"
        return f"Only {few} of {every} replies {saves} the second player."

    def notes(self) -> list[str]:
        first = {one for one, _ in self._saving}
        safe = len(self._moves) - len(first)
        notes = [
            f"Each row is a first move, each column a reply to it. After {safe} of the "
            f"{len(self._moves)} first moves every reply loses.",
        ]
        if 0 < len(self._saving) <= 10:
            listed = "; ".join(f"{one}, then {two}" for one, two in self._saving)
            notes.append(f"The second player is saved by: {listed}.")
        return notes

    def _spot(self, first: Placement, reply: Placement) -> Point:
        """Return the corner of a cell. The digit of the first move leaves no gap in its row."""
        digits = [digit for digit in range(10) if digit != first.digit]
        slots = list(dict.fromkeys(move.position for move in self._moves))
        column = slots.index(reply.position) * 9 + digits.index(reply.digit)
        return Point(
            LEFT + column * CELL + 2 * GAP * slots.index(reply.position),
            TOP + self._moves.index(first) * CELL,
        )

    def shapes(self) -> Iterator[str]:
        slots = list(dict.fromkeys(move.position for move in self._moves))
        for number, slot in enumerate(slots):
            middle = LEFT + (number * 9 + 4.5) * CELL + 2 * GAP * number
            yield shape("text", f"{slot}", look="axis", x=middle, y=TOP - 34, text_anchor="middle")
            yield shape(
                "text",
                "digits left, from small to large",
                look="soft",
                x=middle,
                y=TOP - 14,
                text_anchor="middle",
            )
        for first in self._moves:
            y = TOP + self._moves.index(first) * CELL + CELL * 0.7
            yield shape("text", str(first), look="axis", x=LEFT - 10, y=y, text_anchor="end")
        for (first, reply), state in self._cells.items():
            value = self._values[first, reply]
            x, y = self._spot(first, reply)
            side = CELL - 2
            drawn = [shape("rect", look=value, x=x, y=y, width=side, height=side, rx=5)]
            if value is not Value.WIN:
                ring = {"width": side + 6, "height": side + 6, "rx": 8}
                drawn.append(shape("rect", look="ring", x=x - 3, y=y - 3, **ring))
                sign = {"x": x + side / 2, "y": y + side * 0.72, "text_anchor": "middle"}
                drawn.append(shape("text", SIGNS[value], look="on-lose", **sign))
            wins = "first" if value is Value.WIN else "second"
            says = f"{first}, then {reply}: the {wins} player wins"
            yield place(drawn, Place(self.game.format_state(state), says))

    def where(self, state: State) -> Point | None:
        for (first, reply), after in self._cells.items():
            if self.game.key(after) == self.game.key(state):
                x, y = self._spot(first, reply)
                return Point(x + CELL / 2, y + CELL / 2)
        return None
