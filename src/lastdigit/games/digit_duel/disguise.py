"""A disguise of Digit Duel: the same game with different wording and symbols for digits.

Exams use disguises, so that a player cannot win by remembering the game.
"""

from __future__ import annotations

from lastdigit.game.disguise import Disguise, Lot, Places, Signs
from lastdigit.game.game import Game, Seat
from lastdigit.games.digit_duel.rules import Digit, State
from lastdigit.games.digit_duel.variants import DigitDuel

THEMES = (("rack", "dial"), ("mast", "flag"), ("shelf", "gauge"), ("bridge", "lantern"))
TEXT = """
{first} and {second} play against each other. Each of them has a {board} with {count}. Every
{piece} shows one sign, and every sign has a value: {legend}.

The {pieces} are written in this order: {listed}. A sign counts its value times a number that
depends on the {piece}: {worths}. The level of a {board} is the sum of these counts. So {example} is
the level {level}. No level is above {top}, which is {full}.

- The players take turns. The player whose turn it is names one {piece} of their own {board}. It
  must not show {highest}.
- The reach of that {piece} is {most} less the value of its sign.
- First, the level of the other player's {board} goes up by that reach, and all its {pieces} show
  the new level. If the new level would be above {top}, it becomes {top}.
- If the other player's level is now {top}, the player who moved has won and the game is over.
  Nothing else changes.
- Otherwise, the named {piece} changes to the sign whose value is one more. The other {pieces} of
  that {board} stay the same.
- If the level of the player who moved is now {top}, that player has lost, the other player has won,
  and the game is over.
- Otherwise it is the other player's turn. There is no passing, and there are no draws.

A move is written as the name of the {piece}: one of {listed}. A position is written as three
words with a space between them: the player whose turn it is, {first}'s {board} and {second}'s
{board}. Each {board} is written as its signs in the order of the {pieces}.
"""
FIRST_TEXT = """
{first} and {second} play against each other. Each of them has a {board} with {count}. Every
{piece} shows one sign, and every sign has a value: {legend}.

Each {piece} has a name. In the order in which they are written they are: {listed}. A sign counts
its value, times a number that depends on the {piece}: {worths}. The level of a {board} is what
its signs count together. So {example} is the level {level}. No level is above {top}, which is
{full}.

- The players move in turn. Whoever moves names one {piece} of their own {board}. It must not show
  {highest}.
- The reach of that {piece} is {most} less the value of the sign that it shows.
- First the level of the other player's {board} goes up by that reach: the sum is worked out as a
  whole, and all {pieces} there show the new level. Where the sum would be above {top}, the level
  becomes {top}.
- If the other player's level is now {top}, whoever moved has won. The game is over, and nothing
  more changes.
- Otherwise the {piece} that was named shows the sign that is worth one more. The other {pieces}
  of that {board} stay as they are.
- If the level of whoever moved is now {top}, the game is over: whoever moved has lost, and the
  other player has won.
- Otherwise it is the other player's turn. There is no passing, and there are no draws.

A move is written as the name of the {piece}: one of {listed}. A position is written as three
words with a blank between them: whose turn it is, then {first}'s {board}, then {second}'s, each
as its signs in the order of the {pieces}.
"""


class DuelDisguise(Disguise[State, Digit]):
    """Digit Duel with different wording, and with symbols instead of digits."""

    # The digits of a number are in random order. A number n is written as the largest possible
    # number minus n, so that a move raises it.

    text = TEXT
    first_text = FIRST_TEXT
    game: DigitDuel

    def __init__(self, game: Game[State, Digit], lot: Lot) -> None:
        super().__init__(game, lot)
        rules = self.game
        self._signs = Signs.draw(lot, rules.base)
        self._places = Places.draw(lot, rules.digits, rules.base)
        self._top = rules.numbers - 1
        board, piece = lot.pick(THEMES, "theme")
        level = lot.below(self._top, "example")
        self.words |= {
            "board": board,
            "piece": piece,
            "pieces": f"{piece}s",
            "count": f"{rules.digits} {piece}s" if rules.digits > 1 else f"1 {piece}",
            "legend": self._signs.legend,
            "listed": self._places.listed,
            "worths": self._places.worths,
            "example": self._written(self._top - level),
            "level": level,
            "top": self._top,
            "full": self._written(0),
            "highest": self._signs.every[-1],
            "most": rules.base - 1,
        }

    def format_move(self, move: Digit) -> str:
        return self._places.name_of(list(self.game.units).index(move))

    def _written(self, number: int) -> str:
        return self._signs.write(self._places.digits(self._top - number))

    def format_fields(self, state: State) -> list[str]:
        numbers = {Seat.ONE: state.number_1, Seat.TWO: state.number_2}
        return [self._written(numbers[seat]) for seat in self.order]

    def read_fields(self, mover: Seat, fields: list[str]) -> State:
        levels = [self._places.number(self._signs.read(field)) for field in fields]
        numbers = dict(zip(self.order, (self._top - level for level in levels), strict=True))
        return State(mover, numbers[Seat.ONE], numbers[Seat.TWO])
