"""The prompts and messages of Digit Poison, in two styles.

One style is the wording of the rulebook. The other style addresses the player as "you".
"""

from __future__ import annotations

from functools import cached_property

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
from lastdigit.game.text import Dialogue, Entry, SecondPersonText, plural
from lastdigit.games.digit_poison.rules import (
    TEN,
    THREE,
    Digit,
    DigitPoisonRules,
    State,
    shorten,
)

MAX_SHOWN = 60
"""The maximum number of digits of the shared number that the board shows."""
MAX_PLACES = 24
"""The maximum number of places that the board shows if some of them are empty."""
FILLED_CELLS = {seat: {digit: Cell(digit, seat=seat) for digit in NUMERALS} for seat in Seat}
"""The cell of every digit, keyed by the player who wrote the digit."""
LONGEST_PRODUCT = 15
"""The longest number, in digits, that the text shows as a product, such as "12 = 3 × 4"."""


def verdict(game: DigitPoisonRules, state: State) -> str:
    """Return text such as "is not divisible by 3" about the shared number."""
    if state.remainder in game.poison:
        return f"is divisible by {game.poison_text(state.remainder)}"
    return f"is not divisible by {game.divisor_text}"


def ordinal(number: int) -> str:
    """Return a number with its ordinal suffix, such as "1st", "2nd", "10th" or "13th"."""
    teen = number // 10 % 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


class DigitPoisonText(Dialogue[State, Digit]):
    """The prompts and messages of Digit Poison in the wording of the rulebook."""

    game: DigitPoisonRules

    def welcome(self, state: State) -> str:
        limit = f"Maximum Length: {self.game.length_text()}\n" if self.game.max_length else ""
        return (
            "Welcome to Digit Poison!\n"
            f"Target Divisor{'s' if len(self.game.poisons) > 1 else ''}: {self.game.divisor_text}\n"
            f"{self.names[Seat.ONE]} and {self.names[Seat.TWO]}, let's begin.\n\n"
            f"Shared Number: {shorten(state.digits) or '(empty)'}\n{limit}\n"
        )

    def turn(self, state: State) -> str:
        return (
            f"{self.names[state.mover]}'s Turn:\nCurrent Shared Number: {shorten(state.digits)}\n"
        )

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if answers:
            return None
        if self.game.uses is None:
            return self._any_digit
        possible = tuple(self._answer(state, digit) for digit in self.game.all_moves())
        return self._any_digit._replace(answers=possible)

    @cached_property
    def _any_digit(self) -> Question:
        moves = self.game.all_moves()
        answers = tuple(Answer(str(digit)) for digit in moves)
        return Question(f"Select a digit (0-{moves[-1]}):", answers)

    def _answer(self, state: State, digit: Digit) -> Answer:
        objection = self.game.rejection(state, digit)
        if objection is None:
            return Answer(str(digit))
        return Answer(str(digit), Status.UNAVAILABLE, objection=objection)

    def accepted(self, before: State, move: Digit, after: State) -> str:
        number = shorten(after.digits)
        return f"Updated Shared Number: {number}\n{number} {verdict(self.game, after)}.\n"

    def ending(self, state: State, outcome: Outcome) -> str:
        full = len(state.digits) == self.game.max_length
        limit = f"Maximum length of {self.game.length_text()} reached.\n" if full else ""
        if outcome.winner is not state.mover:
            limit = f"{outcome.reason}\n"
        return (
            f"{limit}{self.names[outcome.winner.other]} loses!\n"
            f"Congratulations, {self.names[outcome.winner]} wins!\n"
        )

    def view(self, state: State) -> View:
        number = tuple(Cell(digit) for digit in state.digits[-MAX_SHOWN:])
        hidden = max(0, len(state.digits) - MAX_SHOWN)
        return (
            Row(RowKind.NUMBER, "Shared number", number, hidden=hidden),
            Row(
                RowKind.LOG,
                "Target divisor" if len(self.game.poisons) == 1 else "Target divisors",
                tuple(Cell(in_base(divisor, self.game.base)) for divisor in self.game.poisons),
            ),
            Row(RowKind.LOG, "Maximum length", (Cell(str(self.game.max_length or "none")),)),
        )


class DigitPoisonSecondPersonText(SecondPersonText[State, Digit]):
    """The prompts and messages of Digit Poison, addressed to the player as "you"."""

    game: DigitPoisonRules

    def card(self) -> str:
        return f"Add a digit. Don't make the number divisible by {self.game.divisor_text}."

    def goal(self) -> str:
        divisor, last = self.game.divisor_text, self._last_digit()
        if self.audience.you is None:
            loss = f"A player who makes the number divisible by {divisor} loses."
            full = f" The player who adds the {last} also loses." if last else ""
        else:
            loss = f"If it makes the number divisible by {divisor}, you lose."
            full = f" If it is the {last}, you lose too." if last else ""
        uses = f" Each digit can be used {self._times()}." if self.game.uses else ""
        base = "" if self.game.base == TEN else f" The number is in base {self.game.base}."
        return f"Add a digit. {loss}{full}{uses}{base}"

    def _last_digit(self) -> str:
        """Return a name such as "10th digit" for the last digit, or "" if there is no limit."""
        return f"{ordinal(self.game.max_length)} digit" if self.game.max_length else ""

    def _times(self) -> str:
        return {1: "once", 2: "twice"}.get(self.game.uses or 0, f"{self.game.uses} times")

    def prompt_goal(self, version: int) -> str:
        if version > 1:
            return self.goal()
        loss = f"Make it divisible by {self.game.divisor_text} and you lose."
        last = " So does whoever fills the last place." if self.game.max_length else ""
        base = "" if self.game.base == TEN else f" The number is in base {self.game.base}."
        return f"Add a digit{self._how_often()}. {loss}{last}{base}"

    def _how_often(self) -> str:
        if self.game.uses is None:
            return ""
        return ", each once" if self.game.uses == 1 else f", each at most {self.game.uses} times"

    def in_short(self) -> str:
        last = self._last_digit()
        full = f" If it is the {last}, you lose too." if last else ""
        uses = f" Each digit can be used {self._times()}." if self.game.uses else ""
        return (
            f"Your turn: add one digit, 0 to {self.game.all_moves()[-1]}, at the right end of the "
            f"shared number.{uses}\n\n"
            f"The end: if your digit makes the number divisible by {self.game.divisor_text}, you "
            f"lose.{full}"
        )

    def terms(self, start: State) -> tuple[str, ...]:
        game = self.game
        beginning = f"as {shorten(start.digits)}" if start.digits else "empty"
        sentences = [
            f"The number starts {beginning}.",
            f"It has {plural(game.max_length, 'place')}."
            if game.max_length
            else "The number can have any length.",
        ]
        if game.poisons != (THREE,):
            sentences.append(f"Multiples of {game.divisor_text} are poison.")
        if game.uses is not None:
            sentences.append(f"Each digit can be used {self._times()}.")
        if game.base != TEN:
            sentences.append(f"The number is in base {game.base}.")
        return tuple(sentences)

    def board(self, state: State) -> tuple[str, ...]:
        digits, longest = state.digits, self.game.max_length
        if longest is None:
            place = f"digit {len(digits) + 1}"
        else:
            place = f"digit {min(len(digits) + 1, longest)} of {longest}"
        empty = "_" * min((longest or 0) - len(digits), MAX_SHOWN - len(digits))
        if len(digits) > MAX_SHOWN:
            return (f"Number   {shorten(digits)}", f"Next is {place}.")
        return (f"Number   {' '.join(digits + empty) or '_'}   {place}",)

    def view(self, state: State) -> View:
        count, longest = len(state.digits), self.game.max_length
        shown = state.digits[-MAX_SHOWN:]
        # From the end: the opponent of the player to move wrote the last digit.
        own, others = FILLED_CELLS[state.mover], FILLED_CELLS[state.mover.other]
        filled = [others[digit] for digit in shown]
        filled[-2::-2] = [own[digit] for digit in shown[-2::-2]]
        places = count + 1 if longest is None else min(longest, max(MAX_PLACES, count + 1))
        empty = tuple(self._empty_cell(state, place) for place in range(count, places))
        return (Row(RowKind.NUMBER, "Shared number", (*filled, *empty), hidden=count - len(shown)),)

    def _empty_cell(self, state: State, place: int) -> Cell:
        if place + 1 == self.game.max_length:
            return Cell("", note="Fill this place and you lose", look=Look.FEARED)
        is_next = place == len(state.digits) and self.game.outcome(state) is None
        return Cell("", look=Look.NEXT if is_next else Look.PLAIN)

    def ask(self, state: State, answers: tuple[str, ...]) -> str:
        return "Add"

    def choices(self, state: State, answers: tuple[str, ...]) -> tuple[str, ...]:
        if self.game.uses is None:
            return (f"0-{self.game.all_moves()[-1]}",)
        return super().choices(state, answers)

    def button(self, state: State, move: Digit) -> str:
        return self.addressed(state.mover, f"Add {move}")

    def preview(self, state: State, move: Digit) -> str:
        after = shorten(f"{state.digits}{move}")
        return (
            f"{shorten(state.digits)} becomes {after}."
            if state.digits
            else f"The number becomes {after}."
        )

    def happened(self, before: State, move: Digit, after: State) -> str:
        number, divisible = shorten(after.digits), verdict(self.game, after)
        return f"{self.audience.subject(before.mover)} added {move}. {number} {divisible}."

    def refusal(self, state: State, move: Digit, objection: Objection) -> str:
        return f"The {move} is used up."

    def entry(self, before: State, move: Digit, after: State) -> Entry:
        return Entry(f"{self.audience.label(before.mover)} added {move}", shorten(after.digits))

    def ending(self, state: State, outcome: Outcome) -> str:
        loser, wins = (
            self.audience.subject(outcome.winner.other),
            self.audience.wins(outcome.winner),
        )
        if outcome.winner is not state.mover:
            return f"{self.audience.has(state.mover)} no digits left: {wins}."
        if state.remainder not in self.game.poison:
            return f"{loser} filled the last place: {wins}."
        divisor, base = self.game.poison_of(state.remainder), self.game.base
        if len(state.digits) > LONGEST_PRODUCT:
            return f"{loser} made it divisible by {in_base(divisor, base)}: {wins}."
        number = int(state.digits, base)
        product = f"{in_base(divisor, base)} × {in_base(number // divisor, base)}"
        return f"{loser} made {in_base(number, base)} = {product}: {wins}."
