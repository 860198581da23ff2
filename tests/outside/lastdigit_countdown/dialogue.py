"""What is said in Countdown."""

from __future__ import annotations

from lastdigit.game.game import Answer, Cell, Outcome, Question, Row, RowKind, Status, View
from lastdigit.game.text import Dialogue
from lastdigit_countdown.rules import State


class CountdownDialogue(Dialogue[State, int]):
    """The toy's words."""

    def welcome(self, state: State) -> str:
        return f"Welcome to Countdown from {state.left}!\n\n"

    def turn(self, state: State) -> str:
        return f"{self.names[state.mover]}, {state.left} is left.\n"

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if answers:
            return None
        legal = self.game.legal_moves(state)
        return Question(
            "Take (1-3):",
            tuple(
                Answer(str(move), Status.LEGAL if move in legal else Status.UNAVAILABLE)
                for move in self.game.all_moves()
            ),
        )

    def accepted(self, before: State, move: int, after: State) -> str:
        return f"{self.names[before.mover]} takes {move}.\n"

    def view(self, state: State) -> View:
        return (Row(RowKind.NUMBER, "Left", (Cell(str(state.left)),)),)

    def ending(self, state: State, outcome: Outcome) -> str:
        return f"Nothing is left. {self.names[outcome.winner]} wins!\n"
