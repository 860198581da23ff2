"""Digit Duel: the words a player reads and types."""

from __future__ import annotations

from lastdigit.core.dialogue import Dialogue
from lastdigit.core.values import Answer, Cell, Outcome, Question, Row, RowKind, Seat, Status, View
from lastdigit.games.digit_duel.rules import Digit, State, value_of


def spaced(number: int) -> str:
    """Return a number as a player sees it: always three digits, apart."""
    return " ".join(f"{number:03}")


class DigitDuelDialogue(Dialogue[State, Digit]):
    """What is said in Digit Duel."""

    def welcome(self, state: State) -> str:
        return "Welcome to Digit Duel!\n\n"

    def turn(self, state: State) -> str:
        return (
            f"{self.names[state.mover]}'s Turn:\n"
            f"Your Number: {spaced(state.own)}\n"
            f"Opponent's Number: {spaced(state.opposing)}\n\n"
        )

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if answers:
            return None
        return Question(
            "Choose a digit to use (hundreds/tens/ones):",
            tuple(
                Answer(
                    digit,
                    Status.LEGAL if value_of(state.own, digit) else Status.UNAVAILABLE,
                    also=("units",) if digit is Digit.ONES else (),
                )
                for digit in Digit
            ),
        )

    def accepted(self, before: State, move: Digit, after: State) -> str:
        value = value_of(before.own, move)
        subtracted = (
            f"You selected the {move} digit with value {value}.\n"
            f"Subtracting {value} from opponent's number...\n"
            f"Opponent's new number: {after.own:03}\n"
        )
        if not after.own:
            return subtracted
        return (
            f"{subtracted}Decrementing your {move} digit by 1.\n"
            f"Your new number: {spaced(after.opposing)}\n"
        )

    def ending(self, state: State, outcome: Outcome) -> str:
        # After the last move the mover is the opponent of the player who made it.
        whose = "Your" if outcome.winner is state.mover else "Opponent's"
        return f"{whose} number is zero. {self.names[outcome.winner]} wins!\n"

    def view(self, state: State) -> View:
        return tuple(
            Row(
                RowKind.NUMBER,
                f"{self.names[seat]}'s number",
                tuple(
                    Cell(text, caption=digit, answer=digit if seat is state.mover else "")
                    for text, digit in zip(f"{number:03}", Digit, strict=True)
                ),
                seat,
            )
            for seat, number in ((Seat.ONE, state.number_1), (Seat.TWO, state.number_2))
        )


DIALOGUE = DigitDuelDialogue
