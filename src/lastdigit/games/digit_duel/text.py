"""The prompts and messages of Digit Duel, in two styles.

One style is the wording of the rulebook. The other style addresses the player as "you".
"""

from __future__ import annotations

from lastdigit.game.game import (
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
from lastdigit.game.options import NUMERALS, in_base
from lastdigit.game.text import Dialogue, Entry, SecondPersonText
from lastdigit.games.digit_duel.rules import BASE, NUMBERED, Digit, DigitDuelRules, State


class DigitDuelText(Dialogue[State, Digit]):
    game: DigitDuelRules

    def welcome(self, state: State) -> str:
        return "Welcome to Digit Duel!\n\n"

    def turn(self, state: State) -> str:
        return (
            f"{self.names[state.mover]}'s Turn:\n"
            f"Your Number: {' '.join(self.game.written(state.own))}\n"
            f"Opponent's Number: {' '.join(self.game.written(state.opposing))}\n\n"
        )

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if answers:
            return None
        places = self.game.units
        return Question(
            f"Choose a digit to use ({'/'.join(digit.shown for digit in places)}):",
            tuple(
                Answer(
                    digit,
                    Status.LEGAL if value else Status.UNAVAILABLE,
                    label=digit.shown,
                    also=("units",) if digit is Digit.ONES else (),
                    # A typed number can mean the digit or its place. If the two differ, the player
                    # is asked.
                    numbers=() if digit in NUMBERED else (str(place), str(value)),
                )
                for place, digit in enumerate(places, 1)
                for value in (self.game.value(state.own, digit),)
            ),
        )

    def accepted(self, before: State, move: Digit, after: State) -> str:
        value = NUMERALS[self.game.value(before.own, move)]
        subtracted = (
            f"You selected the {move.noun} with value {value}.\n"
            f"Subtracting {value} from opponent's number...\n"
            f"Opponent's new number: {self.game.written(after.own)}\n"
        )
        if not after.own:
            return subtracted
        return (
            f"{subtracted}Decrementing your {move.noun} by 1.\n"
            f"Your new number: {' '.join(self.game.written(after.opposing))}\n"
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
                    Cell(text, caption=digit.shown, answer=digit if seat is state.mover else "")
                    for text, digit in zip(self.game.written(number), self.game.units, strict=True)
                ),
                seat,
            )
            for seat, number in ((Seat.ONE, state.number_1), (Seat.TWO, state.number_2))
        )


class DigitDuelSecondPersonText(SecondPersonText[State, Digit]):
    game: DigitDuelRules

    def card(self) -> str:
        return "Strike with your digits. First to reach zero loses."

    def goal(self) -> str:
        base = self.game.base
        based = "" if base == BASE else f" Numbers are in base {base}."
        if self.audience.you is None:
            return f"Strike with a digit. The first number to reach zero loses.{based}"
        other = self.audience.possessive(self.audience.you.other)
        return f"Bring {other} number to zero before yours gets there.{based}"

    def in_short(self) -> str:
        return (
            "Your turn: choose a digit of your own number that isn't 0. It strikes: it is "
            "subtracted from the other player's number. Then your digit drops by 1.\n\n"
            "The end: if your number reaches zero, you lose, even if your own strike caused it."
        )

    def terms(self, start: State) -> tuple[str, ...]:
        base = self.game.base
        one, two = (in_base(number, base) for number in (start.number_1, start.number_2))
        numbers = (
            (f"Both start with {one}.",)
            if one == two
            else tuple(
                f"{self.audience.starts(seat)} with {number}."
                for seat, number in ((Seat.ONE, one), (Seat.TWO, two))
            )
        )
        return numbers if base == BASE else (*numbers, f"Numbers are in base {base}.")

    def board(self, state: State) -> tuple[str, ...]:
        you = self.audience.you or Seat.ONE
        shown = {Seat.ONE: state.number_1, Seat.TWO: state.number_2}
        return (
            "     ".join(
                f"{self.audience.label(seat):8} {' '.join(self.game.written(shown[seat]))}"
                for seat in (you, you.other)
            ),
        )

    def view(self, state: State) -> View:
        return tuple(
            row._replace(cells=tuple(self._cell(cell) for cell in row.cells))
            for row in super().view(state)
        )

    def _cell(self, cell: Cell) -> Cell:
        if cell.text == "0":
            return cell._replace(note="can't strike", look=Look.SPENT)
        return cell._replace(note=f"strikes {cell.text}", effect=f"-{cell.text}")

    def ask(self, state: State, answers: tuple[str, ...]) -> str:
        return "Strike with"

    def button(self, state: State, move: Digit) -> str:
        digit = self._digit(state, move, with_place=self.audience.you is None)
        return self.addressed(state.mover, f"Strike with {digit}")

    def _digit(self, state: State, move: Digit, *, with_place: bool = False) -> str:
        """Return a name for the digit that a move uses, such as "9" or "9 (tens)".

        Include the place if `with_place` is true, or if the number has this digit more than once.
        """
        value = NUMERALS[self.game.value(state.own, move)]
        if not with_place and self.game.written(state.own).count(value) == 1:
            return value
        return f"{value} ({move.shown if move in NUMBERED else move})"

    def preview(self, state: State, move: Digit) -> str:
        after, audience = self.game.successor(state, move), self.audience
        target, written = state.mover.other, self.game.written
        whose = audience.possessive(target)
        whose = f"{whose[:1].upper()}{whose[1:]}"
        other = f"{whose} {written(state.opposing)} becomes {written(after.own)}"
        if not after.own:
            return f"{other}: {audience.wins(state.mover)}."
        change = f"{written(state.own)} becomes {written(after.opposing)}"
        own = f"{audience.possessive(state.mover)} {change}"
        return f"{other}, and {own}."

    def happened(self, before: State, move: Digit, after: State) -> str:
        audience, mover, written = self.audience, before.mover, self.game.written
        struck = (
            f"{audience.subject(mover)} struck with {NUMERALS[self.game.value(before.own, move)]}: "
            f"{audience.possessive(mover.other)} {written(before.opposing)} "
            f"is now {written(after.own)}"
        )
        if not after.own:
            return f"{struck}."
        change = f"{written(before.own)} is now {written(after.opposing)}"
        return f"{struck}, and {audience.own(mover)} {change}."

    def entry(self, before: State, move: Digit, after: State) -> Entry:
        audience, mover = self.audience, before.mover
        struck = f"{audience.label(mover)} struck with {self._digit(before, move)}"
        # Both numbers change, so the entry names the owner of the struck one.
        return Entry(
            f"{struck} and left {audience.name(mover.other)} {self.game.written(after.own)}"
        )

    def refusal(self, state: State, move: Digit, objection: Objection) -> str:
        return "A 0 can't strike."

    def ending(self, state: State, outcome: Outcome) -> str:
        whose = self.audience.possessive(outcome.winner.other).capitalize()
        return f"{whose} number is zero: {self.audience.wins(outcome.winner)}."
