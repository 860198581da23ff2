"""The map of Digit Duel: every pair of numbers, with the winner and the remoteness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from lastdigit.errors import UsageError
from lastdigit.game.game import Seat, Value
from lastdigit.game.map_shapes import SIGNS, GameMap, Grid, Point, shape
from lastdigit.game.options import in_base
from lastdigit.games.digit_duel.pairs import IN_PYTHON, Distances, pairs_of
from lastdigit.games.digit_duel.rules import Digit, DigitDuel, State

SIDE, LEFT, TOP, BELOW = 760, 76, 16, 66
FEWEST = 2
ACROSS, UP = "the number of the one to move", "the other number"


class DuelMap(GameMap[State, Digit]):
    """A grid with the mover's number on the x-axis and the opponent's on the y-axis."""

    game: DigitDuel
    is_mirrored = True

    def __init__(self, game: DigitDuel, chosen: State, before: State | None = None) -> None:
        if game.numbers > IN_PYTHON:
            raise UsageError(
                f"A map of Digit Duel is drawn of up to {IN_PYTHON:,} numbers, and here are "
                f"{game.numbers:,}."
            )
        super().__init__(game, chosen, before)
        self.width, self.height = LEFT + SIDE + 20, TOP + SIDE + BELOW

    @cached_property
    def _rows(self) -> list[Sequence[int]]:
        """The codes of all own numbers from 1, for each opposing number from 1."""
        side = self.game.numbers
        pairs = pairs_of(self.game)
        assert isinstance(pairs, Distances), "maps have few numbers"
        return [pairs.codes[side + other :: side] for other in range(1, side)]

    @cached_property
    def _furthest(self) -> tuple[int, int, int]:
        """The length of the longest game in plies, and its starting numbers."""
        most, other = max((max(row), other) for other, row in enumerate(self._rows))
        own = list(self._rows[other]).index(most)
        return most >> 1, own + 1, other + 1

    def _said(self, number: int) -> str:
        return in_base(number, self.game.base)

    def finding(self) -> str:
        won = sum(code & 1 for row in self._rows for code in row)
        every = (self.game.numbers - 1) ** 2
        return f"Whoever has more wins, but not always: the mover wins {won:,} of {every:,} pairs."

    def notes(self) -> list[str]:
        most, own, other = self._furthest
        return [
            "Across the number of the one to move, up the other number. Near the diagonal, and "
            "beside each hundred, the border frays: there only counting helps.",
            f"The longest game, {most} turns, begins at {self._said(own)} against "
            f"{self._said(other)}.",
        ]

    def shapes(self) -> Iterator[str]:
        step = self.game.numbers // self.game.base
        for number in range(step, self.game.numbers, 2 * step if step > FEWEST else step):
            along = SIDE * (number - 0.5) / (self.game.numbers - 1)
            where = {"x": LEFT - 10, "y": TOP + SIDE - along + 5, "text_anchor": "end"}
            yield shape("text", self._said(number), look="axis", **where)
            where = {"x": LEFT + along, "y": TOP + SIDE + 24, "text_anchor": "middle"}
            yield shape("text", self._said(number), look="axis", **where)
        middle = {"x": LEFT + SIDE / 2, "y": TOP + SIDE + 50, "text_anchor": "middle"}
        yield shape("text", ACROSS, look="soft", **middle)
        upright = f"translate(20 {TOP + SIDE / 2:g}) rotate(-90)"
        turned = {"transform": upright, "text_anchor": "middle"}
        yield shape("text", UP, look="soft", **turned)
        yield from _region(0.2, 0.16, Value.LOSE, "the mover loses")
        yield from _region(0.8, 0.62, Value.WIN, "the mover wins")

    def where(self, state: State) -> Point | None:
        unit = SIDE / (self.game.numbers - 1)
        if not state.own or not state.opposing:
            return None
        return Point(LEFT + (state.own - 0.5) * unit, TOP + SIDE - (state.opposing - 0.5) * unit)

    def grid(self) -> Grid:
        return Grid(
            side=self.game.numbers - 1,
            codes=[code for row in self._rows for code in row],
            across=ACROSS,
            up=UP,
            position=f"{Seat.ONE.value} {{across}} {{up}}",
            base=self.game.base,
            corner=Point(LEFT, TOP),
            length=SIDE,
        )


def _region(across: float, down: float, value: Value, says: str) -> Iterator[str]:
    """Draw the label of a region."""
    x, y = LEFT + SIDE * across, TOP + SIDE * down
    yield shape("rect", look="region", x=x - 100, y=y - 25, width=200, height=38, rx=19)
    yield shape("text", f"{SIGNS[value]} {says}", look="on-night", x=x, y=y, text_anchor="middle")
