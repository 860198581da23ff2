"""Digit Duel: the words a player reads and types."""

from __future__ import annotations

from lastdigit.core.dialogue import Dialogue
from lastdigit.core.plain import Entry, PlainVoice
from lastdigit.core.values import (
    Answer,
    Cell,
    Look,
    Objection,
    Outcome,
    Question,
    Row,
    RowKind,
    Seat,
    Status,
    View,
)
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
                    # A number is the digit or its place: where these differ, it has to be asked.
                    numbers=(str(place), str(value_of(state.own, digit))),
                )
                for place, digit in enumerate(Digit, 1)
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


class DigitDuelPlain(PlainVoice[State, Digit]):
    """Digit Duel in plain words."""

    def card(self) -> str:
        return "Strike with your digits. First number at zero loses."

    def goal(self) -> str:
        if self.audience.you is None:
            return "Strike with a digit. First number at zero loses."
        other = self.audience.possessive(self.audience.you.other)
        return f"Bring {other} number to zero before yours gets there."

    def board(self, state: State) -> tuple[str, ...]:
        you = self.audience.you or Seat.ONE
        shown = {Seat.ONE: state.number_1, Seat.TWO: state.number_2}
        return (
            "     ".join(
                f"{self.audience.label(seat):8} {spaced(shown[seat])}" for seat in (you, you.other)
            ),
        )

    def view(self, state: State) -> View:
        return tuple(
            row._replace(cells=tuple(self._cell(cell) for cell in row.cells))
            for row in super().view(state)
        )

    def _cell(self, cell: Cell) -> Cell:
        if cell.text == "0":
            return cell._replace(note="strikes nothing", look=Look.SPENT)
        return cell._replace(note=f"strikes {cell.text}", effect=f"-{cell.text}")

    def ask(self, state: State, answers: tuple[str, ...]) -> str:
        return "Strike with"

    def button(self, state: State, move: Digit) -> str:
        digit = self._digit(state, move)
        if self.audience.you is None:
            digit = f"the {move} {value_of(state.own, move)}"
        return self.addressed(state.mover, f"Strike with {digit}")

    def _digit(self, state: State, move: Digit) -> str:
        """Return a digit as it is called: with its place where another one is the same."""
        value = value_of(state.own, move)
        return f"the {move} {value}" if f"{state.own:03}".count(str(value)) > 1 else str(value)

    def preview(self, state: State, move: Digit) -> str:
        after, audience = self.game.successor(state, move), self.audience
        target = state.mover.other
        whose = "Your" if target is audience.you else audience.label(target)
        other = f"{whose} {state.opposing:03} becomes {after.own:03}"
        if not after.own:
            return f"{other}: {audience.wins(state.mover)}."
        own = f"{audience.possessive(state.mover)} {state.own:03} becomes {after.opposing:03}"
        return f"{other} and {own}."

    def happened(self, before: State, move: Digit, after: State) -> str:
        audience, mover = self.audience, before.mover
        struck = (
            f"{audience.subject(mover)} struck with {value_of(before.own, move)}: "
            f"{audience.possessive(mover.other)} {before.opposing:03} is now {after.own:03}"
        )
        if not after.own:
            return f"{struck}."
        return f"{struck}, {audience.own(mover)} {before.own:03} is now {after.opposing:03}."

    def entry(self, before: State, move: Digit, after: State) -> Entry:
        struck = f"{self.audience.label(before.mover)} struck with {self._digit(before, move)}"
        return Entry(struck, f"{after.own:03}")

    def refusal(self, state: State, move: Digit, objection: Objection) -> str:
        return "A 0 cannot strike."

    def ending(self, state: State, outcome: Outcome) -> str:
        whose = self.audience.possessive(outcome.winner.other).capitalize()
        return f"{whose} number is zero: {self.audience.wins(outcome.winner)}."


DIALOGUE = DigitDuelDialogue
PLAIN = DigitDuelPlain
