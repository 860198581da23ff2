"""The text of Your Game: messages, questions and the board."""

from __future__ import annotations

from lastdigit.game.game import Answer, Cell, Outcome, Question, Row, RowKind, Status, View
from lastdigit.game.text import Dialogue
from lastdigit.testing.template.your_game.rules import MOVES, State


class YourGameText(Dialogue[State, int]):
    """The messages, questions and board of the game, in the wording of the rulebook."""

    def welcome(self, state: State) -> str:
        return f"Welcome to Your Game!\nThe number starts at {state.left}.\n\n"

    def turn(self, state: State) -> str:
        return f"{self.names[state.mover]}'s turn. Left: {self.bold(str(state.left))}\n"

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if answers:
            return None
        legal = self.game.legal_moves(state)
        return Question(
            "How many do you take (1-3):",
            tuple(
                Answer(str(move), Status.LEGAL if move in legal else Status.UNAVAILABLE)
                for move in MOVES
            ),
        )

    def accepted(self, before: State, move: int, after: State) -> str:
        return f"{self.names[before.mover]} takes {move} and leaves {after.left}.\n"

    def view(self, state: State) -> View:
        return (Row(RowKind.NUMBER, "Left", tuple(Cell(digit) for digit in str(state.left))),)

    def ending(self, state: State, outcome: Outcome) -> str:
        return f"{outcome.reason} {self.names[outcome.winner]} wins!\n"
