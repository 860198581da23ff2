"""Digit Poison: the words a player reads and types."""

from __future__ import annotations

from lastdigit.core.dialogue import Dialogue
from lastdigit.core.values import Answer, Cell, Outcome, Question, Row, RowKind, Seat, View
from lastdigit.games.digit_poison.rules import MOVES, DigitPoison, State, shortened

MOST_SHOWN = 60
QUESTION = Question("Select a digit (0-9):", tuple(Answer(str(digit)) for digit in MOVES))


class DigitPoisonDialogue(Dialogue[State, int]):
    """What is said in Digit Poison."""

    game: DigitPoison

    def welcome(self, state: State) -> str:
        limit = f"Maximum Length: {self.game.counted()}\n" if self.game.max_length else ""
        return (
            "Welcome to Digit Poison!\n"
            f"Target Divisor: {self.game.divisor}\n"
            f"{self.names[Seat.ONE]} and {self.names[Seat.TWO]}, let's begin.\n\n"
            f"Shared Number: {shortened(state.digits) or '(empty)'}\n{limit}\n"
        )

    def turn(self, state: State) -> str:
        return (
            f"{self.names[state.mover]}'s Turn:\nCurrent Shared Number: {shortened(state.digits)}\n"
        )

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        return None if answers else QUESTION

    def accepted(self, before: State, move: int, after: State) -> str:
        number = shortened(after.digits)
        verdict = "is not divisible" if after.remainder else "is divisible"
        return f"Updated Shared Number: {number}\n{number} {verdict} by {self.game.divisor}.\n"

    def ending(self, state: State, outcome: Outcome) -> str:
        full = len(state.digits) == self.game.max_length
        limit = f"Maximum length of {self.game.counted()} reached.\n" if full else ""
        return (
            f"{limit}{self.names[outcome.winner.other]} loses!\n"
            f"Congratulations, {self.names[outcome.winner]} wins!\n"
        )

    def view(self, state: State) -> View:
        number = tuple(Cell(digit) for digit in state.digits[-MOST_SHOWN:])
        hidden = max(0, len(state.digits) - MOST_SHOWN)
        return (
            Row(RowKind.NUMBER, "Shared number", number, hidden=hidden),
            Row(RowKind.LOG, "Target divisor", (Cell(str(self.game.divisor)),)),
            Row(RowKind.LOG, "Maximum length", (Cell(str(self.game.max_length or "none")),)),
        )


DIALOGUE = DigitPoisonDialogue
