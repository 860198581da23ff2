"""A disguise of Digit Dilemma: the same game with different wording and symbols for digits.

Exams use disguises, so that a player cannot win by remembering the game.
"""

from __future__ import annotations

from lastdigit.game.disguise import EMPTY as NO_SIGN
from lastdigit.game.disguise import Disguise, Lot, Places, Signs
from lastdigit.game.game import Game, Seat
from lastdigit.games.digit_dilemma.rules import EMPTY, Placement, State
from lastdigit.games.digit_dilemma.variants import DigitDilemma

THEMES = (("tray", "stamp"), ("garden", "bulb"), ("table", "coin"), ("window", "pane"))
NINE = 9
TEXT = """
{first} and {second} play against each other. There are ten {pieces}. Each has a sign and a value,
and there is only one of each: {legend}.

Each player has a {board} with {slots} places, which are empty at first. The places are written in
this order: {listed}. A {piece} counts its value times a number that depends on the place: {worths}.
The sum of a full {board} is the sum of these counts. Its gap is {top} less that sum. So {example}
has the sum {sum} and the gap {gap}.

- The players take turns. The player whose turn it is takes a {piece} that is on neither {board} and
  puts it on an empty place of their own {board}. It stays there.
- {barred}
- If a {board} is now full and its gap can be divided by {divisor} without remainder, its owner has
  won and the game is over.
- Otherwise it is the other player's turn, unless both {boards} are full.
- If both {boards} are full and neither gap can be divided by {divisor}, each gap has a rest: the
  smallest number to add to it to reach the next larger multiple of {divisor}. The game is over, and
  the player with the smaller rest has won. If both rests are the same, the player with the smaller
  gap has won.
- There is no passing, and there are no draws.

A move is written as the name of the place and the sign of the {piece}, with a space between them.
A position is written as three words with a space between them: the player whose turn it is,
{first}'s {board} and {second}'s {board}. Each {board} is written as its signs in the order of the
places, with {empty} for an empty one.
"""
FIRST_TEXT = """
{first} and {second} play against each other. There are ten {pieces}, each with a sign and a
value, and each there only once: {legend}.

Each player has a {board} with {slots} places, which are empty at first. In the order in which
they are written the places are: {listed}. A {piece} counts its value, times a number that depends
on the place: {worths}. The sum of a full {board} is what its {pieces} count together. Its gap is
{top} less that sum. So {example} has the sum {sum} and the gap {gap}.

- The players move in turn. Whoever moves takes a {piece} that stands on neither {board}, and puts
  it on an empty place of their own {board}. There it stays.
- {barred}
- When a {board} becomes full and its gap can be divided by {divisor} without remainder, the game
  is over at once, and whoever has that {board} has won.
- Otherwise it is the other player's turn, unless both {boards} are full.
- When both {boards} are full and neither gap can be divided by {divisor}, each gap has a rest:
  what has to be added to it to reach the next larger multiple of {divisor}. The game is over, and
  the player with the smaller rest has won. If both rests are the same, the player with the
  smaller gap has won.
- There is no passing, and there are no draws.

A move is written as the name of the place and the sign of the {piece}, with a blank between them.
A position is written as three words with a blank between them: whose turn it is, then {first}'s
{board}, then {second}'s, each as its signs in the order of the places, with {empty} for an empty
one.
"""
BARRED = "{sign} may not be put on {place}."


class DilemmaDisguise(Disguise[State, Placement]):
    """Digit Dilemma with different wording, and with symbols instead of digits."""

    # The places of a board are in random order. The symbol for 9 - d replaces each digit d.

    text = TEXT
    first_text = FIRST_TEXT
    game: DigitDilemma

    def __init__(self, game: Game[State, Placement], lot: Lot) -> None:
        super().__init__(game, lot)
        slots = self.game.slots
        self._signs = Signs.draw(lot, NINE + 1)
        self._places = Places.draw(lot, slots, NINE + 1)
        board, piece = lot.pick(THEMES, "theme")
        example = lot.some(range(NINE + 1), slots, "example")
        top = 10**slots - 1
        total = self._places.number(example)
        barred = BARRED.format(sign=self._signs.every[NINE], place=self._places.name_of(0))
        self.words |= {
            "board": board,
            "boards": f"{board}s",
            "piece": piece,
            "pieces": f"{piece}s",
            "slots": slots,
            "legend": self._signs.legend,
            "listed": self._places.listed,
            "worths": self._places.worths,
            "top": top,
            "example": self._signs.write(example),
            "sum": total,
            "gap": top - total,
            "divisor": self.game.divisor,
            "barred": "" if self.game.leading_zero else barred,
            "empty": NO_SIGN,
        }

    def format_move(self, move: Placement) -> str:
        place = self._places.name_of(self.game.positions.index(move.position))
        return f"{place} {self._signs.every[NINE - move.digit]}"

    def _written(self, board: str) -> str:
        values = [None if text == EMPTY else NINE - int(text) for text in board]
        return self._signs.write(self._places.arranged(values))

    def format_fields(self, state: State) -> list[str]:
        boards = {Seat.ONE: state.board_1, Seat.TWO: state.board_2}
        return [self._written(boards[seat]) for seat in self.order]

    def _read(self, text: str) -> str:
        values = self._places.restored(self._signs.read(text))
        return "".join(EMPTY if value is None else str(NINE - value) for value in values)

    def read_fields(self, mover: Seat, fields: list[str]) -> State:
        boards = dict(zip(self.order, map(self._read, fields), strict=True))
        return State(mover, boards[Seat.ONE], boards[Seat.TWO])
