"""The colours, logo and map for Digit Duel.

The map is a picture that shows who wins each position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from lastdigit.errors import UsageError
from lastdigit.game.game import Seat, Value
from lastdigit.game.map_shapes import SIGNS, GameMap, Grid, Point, shape
from lastdigit.game.options import in_base
from lastdigit.game.theme import ON_INK, Shades, Theme
from lastdigit.games.digit_duel.rules import Digit, State
from lastdigit.games.digit_duel.variants import DigitDuel

# The mark is two wedges, tip to tip: two numbers strike.
THEME = Theme(
    fill=Shades("#fd6940", "#ff7a52"),
    on=ON_INK,
    deep=Shades("#932601", "#ffb198"),
    wash=Shades("#ffede8", "#301b16"),
    edge=Shades("#c8401a", "#d8582f"),
    mark=(
        '<path d="M9.5 11.4 28.6 28.2a5 5 0 0 1 0 7.6L9.5 52.6A5 5 0 0 1 3 48.8V15.2a5 5 0 0 1 '
        '6.5-3.8z"/><path d="M54.5 52.6 35.4 35.8a5 5 0 0 1 0-7.6L54.5 11.4A5 5 0 0 1 61 '
        '15.2v33.6a5 5 0 0 1-6.5 3.8z"/>'
    ),
)

SIDE, LEFT, TOP, BELOW = 760, 76, 16, 66
SMALL_STEP = 2
"""If the step between axis labels is larger than this, only every second label is shown."""
ACROSS, UP = "number of the player to move", "number of the other player"


class DuelMap(GameMap[State, Digit]):
    """A picture of all positions: the mover's number on the x axis, the opponent's on the y axis.

    The colour of a point shows whether the player to move wins or loses.
    """

    game: DigitDuel
    is_mirrored = True

    def __init__(self, game: DigitDuel, chosen: State, before: State | None = None) -> None:
        from lastdigit.games.digit_duel.solver import IN_PYTHON

        if game.numbers > IN_PYTHON:
            raise UsageError(
                f"A map of Digit Duel can show up to {IN_PYTHON:,} numbers, but this game has "
                f"{game.numbers:,}."
            )
        super().__init__(game, chosen, before)
        self.width, self.height = LEFT + SIDE + 20, TOP + SIDE + BELOW

    @cached_property
    def _rows(self) -> list[Sequence[int]]:
        """The solutions of all positions, encoded as integers.

        The first row has the positions in which the opponent's number is 1, the second row those in
        which it is 2, and so on. In each row, the number of the player to move goes up from 1.
        """
        # They come from `Distances.codes`. The solver is imported here because the colours do not
        # need it.
        from lastdigit.games.digit_duel.solver import Distances, pairs_of

        side, pairs = self.game.numbers, pairs_of(self.game)
        assert isinstance(pairs, Distances), "maps have few numbers"
        return [pairs.codes[side + other :: side] for other in range(1, side)]

    @cached_property
    def _furthest(self) -> tuple[int, int, int]:
        """The longest game with best play: its plies, and both players' starting numbers."""
        most, other = max((max(row), other) for other, row in enumerate(self._rows))
        own = list(self._rows[other]).index(most)
        return most >> 1, own + 1, other + 1

    def _format(self, number: int) -> str:
        return in_base(number, self.game.base)

    def finding(self) -> str:
        won = sum(code & 1 for row in self._rows for code in row)
        every = (self.game.numbers - 1) ** 2
        return (
            "The larger number usually wins, but not always. "
            f"The player to move wins {won:,} of {every:,} pairs."
        )

    def notes(self) -> list[str]:
        most, own, other = self._furthest
        return [
            "Across: the number of the player to move. Up: the other player's number. Near the "
            "diagonal and beside each hundred, the border is ragged, and no simple rule "
            "says who wins there.",
            f"The longest game takes {most} turns. It starts with {self._format(own)} against "
            f"{self._format(other)}.",
        ]

    def shapes(self) -> Iterator[str]:
        step = self.game.numbers // self.game.base
        for number in range(step, self.game.numbers, 2 * step if step > SMALL_STEP else step):
            along = SIDE * (number - 0.5) / (self.game.numbers - 1)
            at = {"x": LEFT - 10, "y": TOP + SIDE - along + 5, "text_anchor": "end"}
            yield shape("text", self._format(number), look="axis", **at)
            at = {"x": LEFT + along, "y": TOP + SIDE + 24, "text_anchor": "middle"}
            yield shape("text", self._format(number), look="axis", **at)
        middle = {"x": LEFT + SIDE / 2, "y": TOP + SIDE + 50, "text_anchor": "middle"}
        yield shape("text", ACROSS, look="soft", **middle)
        upright = f"translate(20 {TOP + SIDE / 2:g}) rotate(-90)"
        turned = {"transform": upright, "text_anchor": "middle"}
        yield shape("text", UP, look="soft", **turned)
        yield from _region_label(0.2, 0.16, Value.LOSE, "the mover loses")
        yield from _region_label(0.8, 0.62, Value.WIN, "the mover wins")

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


def _region_label(across: float, down: float, value: Value, label: str) -> Iterator[str]:
    x, y = LEFT + SIDE * across, TOP + SIDE * down
    yield shape("rect", look="region", x=x - 100, y=y - 25, width=200, height=38, rx=19)
    yield shape("text", f"{SIGNS[value]} {label}", look="on-night", x=x, y=y, text_anchor="middle")
