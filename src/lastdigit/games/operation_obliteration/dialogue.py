"""Operation Obliteration: the words a player reads and types."""

from __future__ import annotations

from lastdigit.core.dialogue import Dialogue
from lastdigit.core.values import Answer, Cell, Outcome, Question, Row, RowKind, Seat, Status, View
from lastdigit.games.operation_obliteration.rules import Operation, State, is_prime

SIGNS = {
    Operation.ADD: "+1",
    Operation.SUBTRACT: "-1",
    Operation.DIVIDE: "/2",
    Operation.MULTIPLY: "*3+1",
}
DONE = {
    Operation.ADD: "adds 1",
    Operation.SUBTRACT: "subtracts 1",
    Operation.DIVIDE: "divides by 2",
    Operation.MULTIPLY: "multiplies by 3 and adds 1",
}


def kind(number: int) -> str:
    """Return what a number is: prime or not, even or odd."""
    parity = "Odd" if number % 2 else "Even"
    return f"Prime and {parity}" if is_prime(number) else parity


class OperationObliterationDialogue(Dialogue[State, Operation]):
    """What is said in Operation Obliteration."""

    def welcome(self, state: State) -> str:
        return f"Welcome to Operation Obliteration!\nStarting number is: {state.number}\n\n"

    def turn(self, state: State) -> str:
        return ""

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if answers:
            return None
        legal = self.game.legal_moves(state)
        available = ", ".join(f'"{operation}"' for operation in legal)
        return Question(
            "Enter your move:",
            tuple(
                Answer(
                    operation,
                    Status.LEGAL if operation in legal else Status.UNAVAILABLE,
                    also=(SIGNS[operation],),
                )
                for operation in Operation
            ),
            lead=f"{self.names[state.mover]}, the current number is {state.number} "
            f"({kind(state.number)}). Available operations: {available}. ",
        )

    def accepted(self, before: State, move: Operation, after: State) -> str:
        return f"{self.names[before.mover]} {DONE[move]}. New number is {after.number}.\n"

    def ending(self, state: State, outcome: Outcome) -> str:
        return (
            f"{self.names[state.mover]} cannot make a valid move. "
            f"{self.names[outcome.winner]} wins!\n"
        )

    def view(self, state: State) -> View:
        legal = self.game.legal_moves(state)
        lasts = ((Seat.ONE, state.last_1), (Seat.TWO, state.last_2))
        return (
            Row(RowKind.NUMBER, "Shared number", tuple(map(Cell, str(state.number)))),
            Row(RowKind.LOG, "Kind of number", (Cell(kind(state.number)),)),
            Row(
                RowKind.POOL,
                "Available operations",
                tuple(Cell(operation, SIGNS[operation], operation) for operation in legal),
            ),
            *(
                Row(
                    RowKind.LOG,
                    f"{self.names[seat]}'s previous operation",
                    (Cell(last),) if last else (),
                    seat,
                )
                for seat, last in lasts
            ),
        )


DIALOGUE = OperationObliterationDialogue
