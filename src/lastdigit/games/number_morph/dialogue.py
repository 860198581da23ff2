"""Number Morph: the words a player reads and types."""

from __future__ import annotations

from itertools import groupby

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
    Status,
    View,
)
from lastdigit.errors import MoveSyntaxError
from lastdigit.games.number_morph.rules import (
    POSITIONS,
    PRIMES,
    Change,
    Position,
    State,
    digit_of,
    formed,
    prime_changes,
)

MOST_IN_ORDER = 24
"""The used primes that are listed at every turn; of more, those that one could form now."""


class NumberMorphDialogue(Dialogue[State, Change]):
    """What is said in Number Morph."""

    def welcome(self, state: State) -> str:
        return f"Welcome to Number Morph!\nStarting number is: {state.number}\n"

    def turn(self, state: State) -> str:
        return f"{self.names[state.mover]}, it's your turn.\nCurrent number: {state.number}\n"

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if not answers:
            places = tuple(
                Answer(
                    position,
                    also=("ones",) if position is Position.UNITS else (),
                    # A number is the digit or its place: where these differ, it has to be asked.
                    numbers=(place, digit),
                )
                for place, position, digit in zip("123", Position, str(state.number), strict=True)
            )
            return Question("Enter the position to change (hundreds/tens/units):", places)
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

    def whole(self, state: State, word: str) -> tuple[str, ...] | None:
        """Return the change that forms a number; one that forms none is unreadable."""
        now = str(state.number)
        if not (word.isascii() and word.isdecimal() and len(word) == len(now)):
            return None
        changed = [place for place, old in enumerate(now) if word[place] != old]
        if len(changed) != 1:
            count = {0: "no digit", 2: "two digits", 3: "all three digits"}[len(changed)]
            raise MoveSyntaxError(f"{word} changes {count} of {now}; change exactly one.")
        return POSITIONS[changed[0]], word[changed[0]]

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


class NumberMorphPlain(PlainVoice[State, Change]):
    """Number Morph in plain words; nothing said before a move tells whether it forms a prime."""

    def card(self) -> str:
        return "Change one digit to form a new prime."

    def goal(self) -> str:
        return "Change one digit to form a prime nobody has used. Whoever cannot, loses."

    def beginning(self, start: State) -> str:
        if len(start.log) <= 1:
            return ""
        return f"It begins late: {len(start.log)} of the {len(PRIMES)} primes count as used."

    def board(self, state: State) -> tuple[str, ...]:
        if len(state.log) <= MOST_IN_ORDER:
            return self.picture(state)
        number, count, *_ = self.picture(state)
        near = " ".join(map(str, sorted(self._used_near(state)))) or "none"
        return number, f"{count[:-1]}, history lists them.", f"Used, a digit away: {near}"

    def picture(self, state: State) -> tuple[str, ...]:
        number = f"Number   {' '.join(str(state.number))}"
        count = f"Used {len(state.log)} of {len(PRIMES)}:"
        if len(state.log) > MOST_IN_ORDER:
            hundreds = groupby(sorted(state.log), lambda prime: prime // 100)
            rows = (" ".join(map(str, primes)) for _, primes in hundreds)
            return (number, count, *(f"  {row}" for row in rows))
        used = " ".join(map(str, reversed(state.log))) or "none"
        return number, f"{count} {used}"

    def _used_near(self, state: State) -> set[int]:
        """Return the used primes that one change could form."""
        return set(prime_changes()[state.number].values()) & set(state.log)

    def view(self, state: State) -> View:
        number, _ = super().view(state)
        newest_first = tuple(self._used(state, prime) for prime in reversed(state.log))
        return number, Row(RowKind.LOG, "Used", newest_first, total=len(PRIMES))

    def _used(self, state: State, prime: int) -> Cell:
        return Cell(str(prime), look=Look.PRESENT if prime == state.number else Look.PLAIN)

    def aid(self) -> str:
        return "All primes"

    def aid_view(self, state: State) -> View:
        return tuple(
            Row(
                RowKind.LOG,
                f"{hundred}00 to {hundred}99",
                tuple(self._listed(state, prime) for prime in PRIMES if prime // 100 == hundred),
            )
            for hundred in range(1, 10)
        )

    def _listed(self, state: State, prime: int) -> Cell:
        if prime == state.number:
            return Cell(str(prime), look=Look.PRESENT)
        return Cell(str(prime), look=Look.STRUCK if prime in state.log else Look.PLAIN)

    def ask(self, state: State, answers: tuple[str, ...]) -> str:
        return f"New {answers[0]} digit" if answers else "Change the"

    def button(self, state: State, move: Change) -> str:
        return self.addressed(state.mover, f"Form {formed(state.number, move)}")

    def preview(self, state: State, move: Change) -> str:
        old = digit_of(state.number, move.position)
        return f"The {move.position} {old} becomes {move.digit}."

    def happened(self, before: State, move: Change, after: State) -> str:
        return (
            f"{self.audience.subject(before.mover)} changed the {move.position}: "
            f"{before.number} became {after.number}."
        )

    def entry(self, before: State, move: Change, after: State) -> Entry:
        changed = f"{self.audience.label(before.mover)} changed the {move.position}"
        return Entry(changed, str(after.number))

    def refusal(self, state: State, move: Change, objection: Objection) -> str:
        text = formed(state.number, move)
        if digit_of(state.number, move.position) == move.digit:
            return f"The {move.position} digit is {move.digit} already."
        if text.startswith("0"):
            return "A number does not begin with 0."
        if int(text) in PRIMES:
            return f"{text} is used."
        divisor = next(divisor for divisor in range(2, int(text)) if int(text) % divisor == 0)
        return f"{text} is {divisor} × {int(text) // divisor}."

    def ending(self, state: State, outcome: Outcome) -> str:
        return (
            f"No new prime can be made from {state.number}: {self.audience.wins(outcome.winner)}."
        )


DIALOGUE = NumberMorphDialogue
PLAIN = NumberMorphPlain
