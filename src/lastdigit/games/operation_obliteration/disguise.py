"""A disguise of Operation Obliteration: the same game, told as a story about seats in a hall.

Exams use disguises, so that a player cannot win by remembering the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lastdigit.game.disguise import Disguise, Lot, Places, Signs
from lastdigit.game.game import Game, Seat
from lastdigit.games.operation_obliteration.rules import DIVISIONS, Operation, State
from lastdigit.games.operation_obliteration.variants import OperationObliteration

THEMES = (("hall", "seat"), ("harbour", "berth"), ("hotel", "room"), ("stable", "stall"))
ORDERS = ("bolt", "crank", "drift", "fold", "glide", "hoist", "nudge", "plait", "swing", "veer")
TEN = 10
NONE = "none"
TEXT = """
A {whole} has {limit} {pieces}. Each of them is taken or free. {first} and {second} change in turn
how many are taken. That count is shown by {width} signs, and every sign has a value: {legend}.

The signs are written at these places, in this order: {listed}. A sign counts its value times a
number that depends on the place: {worths}. The count is the sum of these. So {example} means that
{taken} {pieces} are taken and {free} are free.

A count is solid if it is above 1 and no whole number except 1 and itself divides it without
remainder: 2, 3, 5, 7 and 11 are solid, 1, 4 and 9 are not.

- The players take turns. The player whose turn it is gives one of these orders: {orders}.
- {meanings}
- After an order, at least 1 {piece} and at most {limit} {pieces} must be free. An order that would
  lead to fewer or more is not allowed.
- A player may not repeat the order from their own previous turn. What the other player ordered does
  not matter. This rule does not apply to a player's first turn.
- After an order it is the other player's turn. There is no passing.
- If the player whose turn it is has no order that is allowed, that player has lost, the other
  player has won, and the game is over. If play never ends, there is no winner.

A move is written as the word of the order. A position is written as four words with a space
between them: the player whose turn it is, the count of the taken {pieces}, the last order of
{first}, and the last order of {second}, or the word {none} for a player who has not given an order
yet.
"""
FIRST_TEXT = """
A {whole} has {limit} {pieces}, each of them taken or free. {first} and {second} change by turns
how many are taken. That count is shown by {width} signs, and every sign has a value: {legend}.

In the order in which they are written the signs stand at the places {listed}. A sign counts its
value, times a number that depends on the place: {worths}. The count is what the signs count
together. So {example} means that {taken} {pieces} are taken and {free} are free.

A count is solid if it is above 1 and no whole number but 1 and itself divides it without
remainder: 2, 3, 5, 7 and 11 are solid, 1, 4 and 9 are not.

- The players move in turn. Whoever moves gives one of these orders: {orders}.
- {first_meanings}
- After an order at least 1 {piece} and at most {limit} {pieces} must be free. An order that would
  lead to fewer or more may not be given.
- Nobody may give the order that they gave themselves in their own turn before. What the other
  player ordered does not matter, and in a player's first turn no order is barred by this rule.
- After an order it is the other player's turn. There is no passing.
- As soon as whoever is to move has no order that may be given, the game is over: that player has
  lost, and the other has won. Play can also go on for ever, and then nobody has won.

A move is written as the word of the order. A position is written as four words with a blank
between them: whose turn it is, the count of the taken {pieces}, the order that {first} gave last,
and the order that {second} gave last, or the word {none} for a
player who has given no order yet.
"""
MEANINGS = {
    Operation.ADD: "{order}: one more {piece} becomes free. Allowed only if the count of the free "
    "{pieces} is solid.",
    Operation.SUBTRACT: "{order}: one {piece} fewer is free. Allowed only if the count of the free "
    "{pieces} is solid.",
    Operation.MULTIPLY: "{order}: three times as many {pieces} as before, and one more, are free. "
    "Allowed only if the count of the free {pieces} is odd.",
}
DIVISION = (
    "{order}: only one in {divisor} of the free {pieces} stays free. Allowed only if {divisor} "
    "divides the count of the free {pieces} without remainder."
)
FIRST_MEANINGS = {
    Operation.ADD: "{order}: one more {piece} is free. Only where the count of the free {pieces} "
    "is solid.",
    Operation.SUBTRACT: "{order}: one {piece} fewer is free. Only where the count of the free "
    "{pieces} is solid.",
    Operation.MULTIPLY: "{order}: three times as many {pieces} are free as before, and one more. "
    "Only where the count of the free {pieces} is odd.",
}
FIRST_DIVISION = (
    "{order}: of the free {pieces} only one in {divisor} stays free. Only where {divisor} divides "
    "the count of the free {pieces} without remainder."
)


class ObliterationDisguise(Disguise[State, Operation]):
    """Operation Obliteration told as a story, with symbols for digits."""

    # The shared number n is the number of free seats. It is written as the number of taken seats:
    # the limit minus n, with its places in random order.

    text = TEXT
    first_text = FIRST_TEXT
    game: OperationObliteration

    def __init__(self, game: Game[State, Operation], lot: Lot) -> None:
        super().__init__(game, lot)
        rules = self.game
        width = len(str(rules.limit - 1))
        self._signs = Signs.draw(lot, TEN)
        self._places = Places.draw(lot, width, TEN)
        drawn = lot.some(ORDERS, len(Operation), "orders")
        self._orders = dict(zip(Operation, drawn, strict=True))
        whole, piece = lot.pick(THEMES, "theme")
        taken = lot.below(rules.limit, "example")
        self.words |= {
            "whole": whole,
            "piece": piece,
            "pieces": f"{piece}s",
            "limit": rules.limit,
            "width": width,
            "legend": self._signs.legend,
            "listed": self._places.listed,
            "worths": self._places.worths,
            "example": self._signs.write(self._places.digits(taken)),
            "taken": taken,
            "free": rules.limit - taken,
            "none": NONE,
        }
        shuffled = lot.some(rules.operations, len(rules.operations), "listed")
        self.words["orders"] = ", ".join(map(self.format_move, shuffled))
        self.words["meanings"] = self._meanings(shuffled, MEANINGS, DIVISION)
        self.words["first_meanings"] = self._meanings(shuffled, FIRST_MEANINGS, FIRST_DIVISION)

    def _meanings(
        self, operations: Iterable[Operation], texts: Mapping[Operation, str], division: str
    ) -> str:
        """Return the rules for the operations, worded for the story of this disguise."""
        return "\n- ".join(
            texts.get(operation, division).format(
                order=self.format_move(operation), divisor=DIVISIONS.get(operation), **self.words
            )
            for operation in operations
        )

    def format_move(self, move: Operation) -> str:
        return self._orders[move]

    def format_fields(self, state: State) -> list[str]:
        lasts = {Seat.ONE: state.last_1, Seat.TWO: state.last_2}
        ordered = (lasts[seat] for seat in self.order)
        taken = self._signs.write(self._places.digits(self.game.limit - state.number))
        return [taken, *(NONE if last is None else self.format_move(last) for last in ordered)]

    def read_fields(self, mover: Seat, fields: list[str]) -> State:
        taken, *words = fields
        lasts = {
            seat: None if word == NONE else self.parse_move(word)
            for seat, word in zip(self.order, words, strict=True)
        }
        number = self.game.limit - self._places.number(self._signs.read(taken))
        return State(mover, number, lasts[Seat.ONE], lasts[Seat.TWO])
