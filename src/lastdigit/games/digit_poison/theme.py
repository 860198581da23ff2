"""The colours, logo and map for Digit Poison.

The map is a picture that shows who wins at each length of the number.
"""

from __future__ import annotations

from collections.abc import Iterator

from lastdigit.errors import UsageError
from lastdigit.game.game import Value
from lastdigit.game.map_shapes import SIGNS, GameMap, Point, shape
from lastdigit.game.options import in_base
from lastdigit.game.text import plural
from lastdigit.game.theme import ON_INK, Shades, Theme
from lastdigit.games.digit_poison.rules import Digit, State
from lastdigit.games.digit_poison.variants import DigitPoison

# The mark is a drop of poison with a division sign.
THEME = Theme(
    fill=Shades("#cbe839", "#cbe839"),
    on=ON_INK,
    deep=Shades("#526007", "#d2ed5d"),
    wash=Shades("#f0f4e4", "#202410"),
    edge=Shades("#7c9011", "#8ba017"),
    mark=(
        '<path fill-rule="evenodd" d="M32 2.5c1.7 0 3.3.9 4.2 2.3C42.5 14.5 53 26 53 40a21 21 0 '
        "0 1-42 0C11 26 21.5 14.5 27.8 4.8A5 5 0 0 1 32 2.5zM22 43h20a3.2 3.2 0 0 0 0-6.4H22a3.2 "
        "3.2 0 0 0 0 6.4zM32 25.3a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zm0 21.4a3.8 3.8 0 1 0 "
        '0 7.6 3.8 3.8 0 0 0 0-7.6z"/>'
    ),
)

ROW, LEFT, TOP, RIGHT, ACROSS, RADIUS = 56, 250, 36, 150, 90, 13
"""Sizes in the drawing: row height, three margins, column spacing, and circle radius."""
LONGEST, MAX_REMAINDERS = 24, 9


class PoisonMap(GameMap[State, Digit]):
    """A picture of all positions: a row for each length, a column for each remainder of the number.

    The remainder is what is left when the number is divided by the game's divisor.
    """

    game: DigitPoison

    def __init__(self, game: DigitPoison, chosen: State, before: State | None = None) -> None:
        longest = game.max_length
        if game.size or game.divisor == 1 or longest is None:
            raise UsageError(
                "A map of Digit Poison needs a maximum length, a single divisor above 1, and no "
                "limit on how often a digit is used."
            )
        if longest > LONGEST or game.divisor > MAX_REMAINDERS + 1:
            raise UsageError(
                f"A map of Digit Poison can show up to {LONGEST} digits and divisors up to "
                f"{MAX_REMAINDERS + 1}."
            )
        super().__init__(game, chosen, before)
        self._longest = longest
        self._live = list(range(1, game.divisor))
        """The remainders of numbers that are not divisible."""
        self.width = LEFT + ACROSS * len(self._live) + RIGHT
        self.height = TOP + ROW * (longest + 1) + 20

    def _value(self, length: int) -> Value:
        return Value.LOSE if (self._longest - length) % 2 else Value.WIN

    def finding(self) -> str:
        first = "loses" if self._value(0) is Value.LOSE else "wins"
        digits = plural(self._longest, "digit")
        return f"With at most {digits}, the first player {first} with perfect play."

    def notes(self) -> list[str]:
        divisor = in_base(self.game.divisor, self.game.base)
        return [
            "Each row shows how many digits the number has. If an odd number of "
            "digits is still to come, the player to move has to add the last one and loses.",
            f"Each column is a remainder: what is left when the number is divided by {divisor}. "
            "From every column, some digit leads to a safe column, so neither player can be "
            "forced to lose before the end.",
        ]

    def _x(self, remainder: int) -> float:
        return LEFT + ACROSS * (self._live.index(remainder) + 0.5)

    @staticmethod
    def _y(length: int) -> float:
        return TOP + ROW * (length + 0.5)

    def shapes(self) -> Iterator[str]:
        yield from self._bands()
        middle = LEFT + ACROSS * len(self._live) / 2
        for length in range(self._longest):
            yield from self._strands(length, middle)
        for length in range(self._longest):
            live = self._live if length else [0]
            for remainder in live:
                x = self._x(remainder) if length else middle
                where = {"cx": x, "cy": self._y(length), "r": RADIUS}
                yield shape("circle", look="node", **where)
                y = self._y(length) + 5
                yield shape("text", str(remainder), look="axis", x=x, y=y, text_anchor="middle")

    def _bands(self) -> Iterator[str]:
        divisor = in_base(self.game.divisor, self.game.base)
        right = self.width - RIGHT + 20
        left_over = f"remainder (÷ {divisor})"
        yield shape("text", left_over, look="soft", x=LEFT, y=TOP - 12)
        yield shape("text", "poison", look="soft", x=right + 6, y=TOP - 12)
        for length in range(self._longest + 1):
            top, middle, value = TOP + ROW * length, self._y(length), self._value(length)
            band = {"x": 12, "y": top, "width": self.width - 24, "height": ROW - 3, "rx": 8}
            yield shape("rect", look=f"band {value}", **band)
            left = self._longest - length
            label = f"{left} to go: the mover {'wins' if value is Value.WIN else 'loses'}"
            if not left:
                label = "full: the mover has won"
            yield shape("rect", look="plate", x=20, y=middle - 14, width=212, height=27, rx=8)
            yield shape("text", f"{SIGNS[value]} {label}", look="axis", x=30, y=middle + 5)

    def _strands(self, length: int, middle: float) -> Iterator[str]:
        """Yield SVG curves from the positions with `length` digits to those with one more digit."""
        # `middle` is the x coordinate of the number without digits.
        here, there = self._y(length), self._y(length + 1)
        poison = self.width - RIGHT + 46
        for remainder in self._live if length else [0]:
            x = self._x(remainder) if length else middle
            digits = range(self.game.base)
            after = {(remainder * self.game.base + digit) % self.game.divisor for digit in digits}
            for reached in sorted(after):
                to = self._x(reached) if reached else poison
                half = (here + there) / 2
                way = f"M{x:g} {here:g}C{x:g} {half:g} {to:g} {half:g} {to:g} {there:g}"
                last = length + 1 == self._longest
                yield shape("path", look="strand" if reached and not last else "poison", d=way)
                if last or not reached:
                    yield shape("circle", look="poison-end", cx=to, cy=there, r=6)

    def where(self, state: State) -> Point | None:
        length = len(state.digits)
        if not length:
            return Point(LEFT + ACROSS * len(self._live) / 2, self._y(0))
        poison = self.width - RIGHT + 46
        x = self._x(state.remainder) if state.remainder else poison
        return Point(x, self._y(length))
