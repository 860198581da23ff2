"""A disguise of Number Morph: the same game with different wording and symbols for digits.

Exams use disguises, so that a player cannot win by remembering the game.
"""

from __future__ import annotations

from lastdigit.game.disguise import Disguise, Lot, Places, Signs
from lastdigit.game.game import Game, Seat
from lastdigit.games.number_morph.primes import Change
from lastdigit.games.number_morph.rules import State
from lastdigit.games.number_morph.variants import NumberMorph

THEMES = (("lock", "ring"), ("clock", "hand"), ("board", "tile"), ("tower", "bell"))
NOTHING = "nothing"
TEXT = """
{first} and {second} share one {whole} with {count} {pieces}. Every {piece} shows one sign, and
every sign has a value: {legend}.

The {pieces} are written in this order: {listed}. A sign counts its value times a number that
depends on the {piece}: {worths}. The weight of the {whole} is the sum of these counts. So {example}
weighs {weight}.

A weight is solid if it is above 1 and no whole number except 1 and itself divides it without
remainder: 2, 3, 5, 7 and 11 are solid, 1, 4 and 9 are not.

There is a list of what the {whole} has shown.{listed_first}

- The players take turns. The player whose turn it is names one {piece} and a sign. That {piece}
  then shows that sign. All others stay the same.
- The sign must not be the one that the {piece} already shows.
- The {piece} {highest} must not show {zero}.
- The new weight must be solid.
- What the {whole} then shows must not be in the list.
- After a move that follows these rules, what the {whole} shows is added at the end of the list, and
  it is the other player's turn. No other move is allowed, and there is no passing.
- If the player whose turn it is has no such move, that player has lost, the other player has won,
  and the game is over.

A move is written as the name of the {piece} and the sign, with a space between them. A position
is written as three words with a space between them: the player whose turn it is, what the {whole}
shows, and the list. What the {whole} shows is written as its signs in the order of the {pieces}.
The list has its entries in the same notation, with commas and no spaces between them, or the word
{nothing} if the list is empty.
"""
FIRST_TEXT = """
{first} and {second} share one {whole} with {count} {pieces}. Every {piece} shows one sign, and
every sign has a value: {legend}.

In the order in which they are written the {pieces} are: {listed}. A sign counts its value, times
a number that depends on the {piece}: {worths}. The weight of the {whole} is what its signs count
together. So {example} weighs {weight}.

A weight is solid if it is above 1 and no whole number but 1 and itself divides it without
remainder: 2, 3, 5, 7 and 11 are solid, 1, 4 and 9 are not.

There is a list of what the {whole} has shown.{first_listed}

- The players move in turn. Whoever moves names one {piece} and a sign. That {piece} then shows
  that sign; all others stay as they are.
- The sign must not be the one that the {piece} shows already.
- The {piece} {highest} must not show {zero}.
- The new weight must be solid.
- What the {whole} then shows must not be in the list.
- After a move that keeps these rules, what the {whole} shows is added at the end of the list, and
  it is the other player's turn. No other move can be made, and there is no passing.
- As soon as whoever is to move has no such move, the game is over: that player has lost, and the
  other has won.

A move is written as the name of the {piece} and the sign, with a blank between them. A position
is written as three words with a blank between them: whose turn it is, then what the {whole}
shows, as its signs in the order of the {pieces}, then the list, in the same way, with commas and
no blanks between, or the word {nothing} if the list is empty.
"""
LISTED = " It begins with what it shows at first."
LATE = " It is long already at first."
NOT_LISTED = " What it shows at first is not in the list: that may be shown once more."
LISTED_FIRST = " The first entry is what it shows at the start."
LONG_LIST = " It is already long at the start."
NOT_LISTED_FIRST = " What it shows at the start is not in the list, so it may be shown once more."


class MorphDisguise(Disguise[State, Change]):
    """Number Morph with different wording, and with symbols instead of digits."""

    text = TEXT
    first_text = FIRST_TEXT
    game: NumberMorph

    def __init__(self, game: Game[State, Change], lot: Lot) -> None:
        super().__init__(game, lot)
        rules = self.game
        self._signs = Signs.draw(lot, rules.base)
        self._places = Places.draw(lot, rules.digits, rules.base)
        whole, piece = lot.pick(THEMES, "theme")
        example = rules.primes.all[lot.below(len(rules.primes), "example")]
        self.words |= {
            "whole": whole,
            "piece": piece,
            "pieces": f"{piece}s",
            "count": rules.digits,
            "legend": self._signs.legend,
            "listed": self._places.listed,
            "worths": self._places.worths,
            "example": self._write(example),
            "weight": example,
            "first_listed": LATE if rules.late else LISTED if rules.log_start else NOT_LISTED,
            "listed_first": (
                LONG_LIST if rules.late else LISTED_FIRST if rules.log_start else NOT_LISTED_FIRST
            ),
            "highest": self._places.name_of(0),
            "zero": self._signs.every[0],
            "nothing": NOTHING,
        }

    def format_move(self, move: Change) -> str:
        place = self._places.name_of(self.game.primes.positions.index(move.position))
        return f"{place} {self._signs.every[move.digit]}"

    def _write(self, number: int) -> str:
        return self._signs.write(self._places.digits(number))

    def format_fields(self, state: State) -> list[str]:
        log = ",".join(map(self._write, state.log)) or NOTHING
        return [self._write(state.number), log]

    def _read(self, text: str) -> int:
        return self._places.number(self._signs.read(text))

    def read_fields(self, mover: Seat, fields: list[str]) -> State:
        number, log = fields
        listed = () if log == NOTHING else tuple(map(self._read, log.split(",")))
        return self.game.position(mover, self._read(number), listed)
