"""The colours, logo and map for Digit Dilemma.

The map is a picture that shows who wins after each first move and each reply.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from lastdigit.errors import UsageError
from lastdigit.game.game import Value
from lastdigit.game.map_shapes import SIGNS, GameMap, Place, Point, place, shape
from lastdigit.game.theme import ON_INK, Shades, Theme
from lastdigit.games.digit_dilemma.rules import SLOTS, Placement, State
from lastdigit.games.digit_dilemma.variants import DigitDilemma

# The mark is a fork with a disc and a ring: one place is filled, one is empty.
THEME = Theme(
    fill=Shades("#3ad2b7", "#3ad2b7"),
    on=ON_INK,
    deep=Shades("#006152", "#71e2ca"),
    wash=Shades("#e3f7f2", "#0c2722"),
    edge=Shades("#0f8f79", "#17917b"),
    mark=(
        '<circle cx="13.5" cy="14" r="10.5"/><path fill-rule="evenodd" d="M50.5 3.5a10.5 10.5 0 '
        '1 1 0 21 10.5 10.5 0 0 1 0-21zm0 6.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"/><path d="M13.5 '
        '20v4C13.5 36 32 34 32 46v11M50.5 22v2C50.5 36 32 34 32 46" fill="none" '
        'stroke="currentColor" stroke-width="9.5" stroke-linecap="round"/>'
    ),
)

CELL, LEFT, TOP, GAP = 24, 92, 84, 6


class DilemmaMap(GameMap[State, Placement]):
    """A picture with first moves as rows and replies as columns. Each cell shows who then wins."""

    game: DigitDilemma

    def __init__(self, game: DigitDilemma, chosen: State, before: State | None = None) -> None:
        if game.slots > SLOTS:
            raise UsageError(
                "A map of Digit Dilemma can show only numbers with up to three digits."
            )
        super().__init__(game, chosen, before)
        start = game.start(Random(0))
        self._start, self._moves = start, game.legal_moves(start)
        self._columns = 9 * game.slots
        self.width = LEFT + self._columns * CELL + 2 * GAP * game.slots + 20
        self.height = TOP + len(self._moves) * CELL + 20

    @cached_property
    def _cells(self) -> dict[tuple[Placement, Placement], State]:
        """The positions after a first move and a reply, keyed by (first move, reply)."""
        game = self.game
        return {
            (first, reply): game.successor(after, reply)
            for first in self._moves
            for after in [game.successor(self._start, first)]
            for reply in game.legal_moves(after)
        }

    @cached_property
    def _values(self) -> dict[tuple[Placement, Placement], Value]:
        from lastdigit.solver import solver_for  # slow to import, and the colours do not need it

        solver = solver_for(self.game)
        return {cell: solver.solution(state).value for cell, state in self._cells.items()}

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
            f"Each row is a first move, and each column is a reply to it. After {safe} of the "
            f"{len(self._moves)} first moves, every reply loses.",
        ]
        if 0 < len(self._saving) <= 10:
            listed = "; ".join(f"{one}, then {two}" for one, two in self._saving)
            notes.append(f"These replies save the second player: {listed}.")
        return notes

    def _spot(self, first: Placement, reply: Placement) -> Point:
        """Return the top left corner of a cell on the map.

        The cell is in the row of a first move and in the column of a reply to it.
        """
        # A reply cannot use the digit of the first move, so the row has no cell for that digit.
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
                "remaining digits, smallest first",
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
            label = f"{first}, then {reply}: the {wins} player wins"
            yield place(drawn, Place(self.game.format_state(state), label))

    def where(self, state: State) -> Point | None:
        for (first, reply), after in self._cells.items():
            if self.game.key(after) == self.game.key(state):
                x, y = self._spot(first, reply)
                return Point(x + CELL / 2, y + CELL / 2)
        return None
