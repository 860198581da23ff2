"""Number Morph: the words a player reads and types."""

from __future__ import annotations

from lastdigit.core.dialogue import Dialogue
from lastdigit.core.values import (
    Answer,
    Cell,
    Objection,
    Outcome,
    Question,
    Row,
    RowKind,
    Status,
    View,
)
from lastdigit.games.number_morph.rules import Change, Position, State, digit_of, formed

PLACES = tuple(
    Answer(place, also=("ones",) if place is Position.UNITS else ()) for place in Position
)


class NumberMorphDialogue(Dialogue[State, Change]):
    """What is said in Number Morph."""

    def welcome(self, state: State) -> str:
        return f"Welcome to Number Morph!\nStarting number is: {state.number}\n"

    def turn(self, state: State) -> str:
        return f"{self.names[state.mover]}, it's your turn.\nCurrent number: {state.number}\n"

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if not answers:
            return Question("Enter the position to change (hundreds/tens/units):", PLACES)
        if len(answers) > 1:
            return None
        position = Position(answers[0])
        # Whether a number is prime is for the player to find out: every other digit may be tried.
        pointless = {digit_of(state.number, position)}
        if position is Position.HUNDREDS:
            pointless.add(0)
        digits = tuple(
            Answer(str(digit), Status.UNAVAILABLE if digit in pointless else Status.TRY)
            for digit in range(10)
        )
        return Question("Enter the new digit (0-9):", digits)

    def accepted(self, before: State, move: Change, after: State) -> str:
        return (
            f"New number formed: {formed(before.number, move)}\n"
            f"{after.number} is a prime number. Turn complete.\n"
        )

    def rejected(self, state: State, move: Change, objection: Objection) -> str:
        tried = f"New number formed: {formed(state.number, move)}\n"
        return tried + super().rejected(state, move, objection)

    def ending(self, state: State, outcome: Outcome) -> str:
        return f"No valid moves left. {self.names[outcome.winner]} wins!\n"

    def view(self, state: State) -> View:
        number = tuple(
            Cell(digit, caption=position, answer=position)
            for digit, position in zip(str(state.number), Position, strict=True)
        )
        log = tuple(Cell(str(used)) for used in state.log)
        return (
            Row(RowKind.NUMBER, "Current number", number),
            Row(RowKind.LOG, "History log", log),
        )


DIALOGUE = NumberMorphDialogue
