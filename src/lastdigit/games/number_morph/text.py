"""The prompts, messages and board views of Number Morph, in two styles.

One style is the wording of the rulebook. The other style addresses the player as "you".
"""

from __future__ import annotations

from itertools import groupby

from lastdigit.errors import MoveSyntaxError
from lastdigit.game.game import (
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
from lastdigit.game.options import NUMERALS
from lastdigit.game.text import Dialogue, Entry, SecondPersonText
from lastdigit.games.number_morph.primes import BASE, COUNT_WORDS, DIGITS, NAMED_POSITIONS, Change
from lastdigit.games.number_morph.rules import NumberMorphRules, State

MAX_IN_ORDER = 24
"""If more primes than this are used, only the used neighbours are listed at every turn."""
MAX_SHOWN = 1_000
"""The maximum number of logged primes that a view shows. Older primes are omitted."""
MAX_LISTED = 1_200
"""The player can open a list of all primes if there are at most this many."""


class NumberMorphText(Dialogue[State, Change]):
    """The prompts, messages and board views of Number Morph in the wording of the rulebook."""

    game: NumberMorphRules

    def welcome(self, state: State) -> str:
        return (
            f"Welcome to Number Morph!\nStarting number is: {self.game.primes.text(state.number)}\n"
        )

    def turn(self, state: State) -> str:
        who, number = self.names[state.mover], self.game.primes.text(state.number)
        return f"{who}, it's your turn.\nCurrent number: {number}\n"

    def question(self, state: State, answers: tuple[str, ...]) -> Question | None:
        if not answers:
            return self._position_question(state)
        if len(answers) > 1:
            return None
        (position,) = answers
        # Finding the primes is the game, so every other digit can be tried.
        impossible = {self.game.primes.digit_of(state.number, position)}
        if position == self.game.primes.positions[0]:
            impossible.add(0)
        base = self.game.primes.base
        digits = tuple(
            Answer(NUMERALS[digit], Status.UNAVAILABLE if digit in impossible else Status.TRY)
            for digit in range(base)
        )
        return Question(f"Enter the new digit (0-{NUMERALS[base - 1]}):", digits)

    def _position_question(self, state: State) -> Question:
        positions = self.game.primes.positions
        listed = "/".join(self.game.primes.labels)
        asked = f"Enter the position to change ({listed}):"
        if positions is not NAMED_POSITIONS:
            places = zip(positions, self.game.primes.labels, strict=True)
            return Question(asked, tuple(Answer(place, label=label) for place, label in places))
        named = tuple(
            Answer(
                position,
                also=("ones",) if position == NAMED_POSITIONS[-1] else (),
                # A number can mean the place or the digit. If it is ambiguous, the player is asked.
                numbers=(place, digit),
            )
            for place, position, digit in zip(
                "123", positions, self.game.primes.text(state.number), strict=True
            )
        )
        return Question(asked, named)

    def whole(self, state: State, word: str) -> tuple[str, ...] | None:
        """Parse a number that was typed instead of a move: from 211, "271" means ("tens", "7").

        Return None if `word` is not a number with the right length. Raise MoveSyntaxError unless
        exactly one digit changes.
        """
        now, formed = self.game.primes.text(state.number), word.lower()
        known = NUMERALS[: self.game.primes.base]
        if len(formed) != len(now) or any(digit not in known for digit in formed):
            return None
        changed = [place for place, old in enumerate(now) if formed[place] != old]
        if len(changed) != 1:
            count = f"{COUNT_WORDS[len(changed)]} digit" + ("s" if changed else "")
            if len(changed) == len(now):
                count = "both digits" if len(now) == 2 else f"all {count}"
            raise MoveSyntaxError(f"{word} changes {count} of {now}. Change exactly one digit.")
        return self.game.primes.positions[changed[0]], formed[changed[0]]

    def accepted(self, before: State, move: Change, after: State) -> str:
        return (
            f"New number formed: {self.game.primes.formed(before.number, move)}\n"
            f"{self.game.primes.text(after.number)} is a prime number. Turn complete.\n"
        )

    def rejected(self, state: State, move: Change, objection: Objection) -> str:
        tried = f"New number formed: {self.game.primes.formed(state.number, move)}\n"
        return tried + super().rejected(state, move, objection)

    def ending(self, state: State, outcome: Outcome) -> str:
        return f"No valid moves left. {self.names[outcome.winner]} wins!\n"

    def view(self, state: State) -> View:
        primes = self.game.primes
        number = tuple(
            Cell(digit, caption=label, answer=position)
            for digit, label, position in zip(
                primes.text(state.number), primes.labels, primes.positions, strict=True
            )
        )
        log = tuple(map(Cell, map(primes.text, state.log[-MAX_SHOWN:])))
        hidden = max(0, len(state.log) - MAX_SHOWN)
        return (
            Row(RowKind.NUMBER, "Current number", number),
            Row(RowKind.LOG, "History log", log, hidden=hidden),
        )


class NumberMorphSecondPersonText(SecondPersonText[State, Change]):
    """The prompts, messages and board views of Number Morph, addressed to the player as "you"."""

    # Text that is shown before a move does not reveal whether a number is prime.

    game: NumberMorphRules

    def card(self) -> str:
        return "Change one digit to form a new prime."

    def goal(self) -> str:
        base = self.game.primes.base
        based = "" if base == BASE else f" Numbers are in base {base}."
        return (
            f"Change one digit to form a prime that isn't used yet. If you can't, you lose.{based}"
        )

    def prompt_goal(self, version: int) -> str:
        if version > 1:
            return self.goal()
        base = self.game.primes.base
        based = "" if base == BASE else f"; numbers are in base {base}"
        return f"Change one digit to form a prime nobody has used{based}. Whoever cannot, loses."

    def beginning(self, start: State) -> str:
        if len(start.log) <= 1:
            return ""
        used, every = len(start.log), len(self.game.primes)
        return f"Quick game: {used} of the {every} primes are already used."

    def in_short(self) -> str:
        return (
            "Your turn: change one digit of the shared number to form a prime that isn't used yet. "
            "A number can't start with 0.\n\n"
            "The end: if you can't form a new prime, you lose."
        )

    def terms(self, start: State) -> tuple[str, ...]:
        sentences = [f"The first prime is {self.game.primes.text(start.number)}."]
        if start.number not in start.log:
            sentences.append("This prime doesn't count as used.")
        beginning = self.beginning(start)
        if beginning:
            sentences.append(beginning)
        if self.game.primes.base != BASE:
            sentences.append(f"Numbers are in base {self.game.primes.base}.")
        return tuple(sentences)

    def board(self, state: State) -> tuple[str, ...]:
        if len(state.log) <= MAX_IN_ORDER:
            return self.picture(state)
        number, count, *_ = self.picture(state)
        near = " ".join(map(self.game.primes.text, sorted(self._used_neighbours(state)))) or "none"
        return (
            number,
            f"{count[:-1]}. Type history for a list.",
            f"Used primes one digit away: {near}",
        )

    def picture(self, state: State) -> tuple[str, ...]:
        number = f"Number   {' '.join(self.game.primes.text(state.number))}"
        count = f"Used {len(state.log)} of {len(self.game.primes)}:"
        if len(state.log) > MAX_IN_ORDER:
            hundreds = groupby(sorted(state.log), lambda prime: prime // self.game.primes.span)
            rows = (" ".join(map(self.game.primes.text, primes)) for _, primes in hundreds)
            return (number, count, *(f"  {row}" for row in rows))
        used = " ".join(map(self.game.primes.text, reversed(state.log))) or "none"
        return number, f"{count} {used}"

    def _used_neighbours(self, state: State) -> set[int]:
        """Return the used primes that differ from the current number in one digit."""
        primes = self.game.primes
        return {
            prime
            for prime in primes.neighbours[state.number].values()
            if not primes.contains(state.unused, primes.index[prime])
        }

    def view(self, state: State) -> View:
        number, _ = super().view(state)
        newest_first = tuple(
            self._used_cell(state, prime) for prime in reversed(state.log[-MAX_SHOWN:])
        )
        return number, Row(RowKind.LOG, "Used", newest_first, total=len(self.game.primes))

    def _used_cell(self, state: State, prime: int) -> Cell:
        look = Look.PRESENT if prime == state.number else Look.PLAIN
        return Cell(self.game.primes.text(prime), look=look)

    def aid(self) -> str:
        return "All primes" if len(self.game.primes) <= MAX_LISTED else ""

    def aid_view(self, state: State) -> View:
        span, text = self.game.primes.span, self.game.primes.text
        rows = groupby(self.game.primes.all, lambda prime: prime // span)
        return tuple(
            Row(
                RowKind.LOG,
                f"{text(row * span)} to {text(row * span + span - 1)}",
                tuple(self._listed_cell(state, prime) for prime in primes),
            )
            for row, primes in rows
        )

    def _listed_cell(self, state: State, prime: int) -> Cell:
        if prime == state.number:
            return Cell(self.game.primes.text(prime), look=Look.PRESENT)
        primes = self.game.primes
        unused = primes.contains(state.unused, primes.index[prime])
        return Cell(primes.text(prime), look=Look.PLAIN if unused else Look.STRUCK)

    def _position_name(self, position: str) -> str:
        """Return the name of a digit's position for use in a sentence: "the tens" or "place 2"."""
        return f"the {position}" if self.game.primes.digits == DIGITS else f"place {position}"

    def ask(self, state: State, answers: tuple[str, ...]) -> str:
        named = self.game.primes.digits == DIGITS
        if answers:
            return f"New {answers[0]} digit" if named else f"New digit at place {answers[0]}"
        return "Change the" if named else "Change"

    def button(self, state: State, move: Change) -> str:
        return self.addressed(state.mover, f"Form {self.game.primes.formed(state.number, move)}")

    def preview(self, state: State, move: Change) -> str:
        old = NUMERALS[self.game.primes.digit_of(state.number, move.position)]
        new = NUMERALS[move.digit]
        if self.game.primes.digits == DIGITS:
            return f"The {move.position} digit changes from {old} to {new}."
        return f"The digit at place {move.position} changes from {old} to {new}."

    def happened(self, before: State, move: Change, after: State) -> str:
        return (
            f"{self.audience.subject(before.mover)} changed {self._position_name(move.position)}: "
            f"{self.game.primes.text(before.number)} became {self.game.primes.text(after.number)}."
        )

    def entry(self, before: State, move: Change, after: State) -> Entry:
        changed = (
            f"{self.audience.label(before.mover)} changed {self._position_name(move.position)}"
        )
        return Entry(changed, self.game.primes.text(after.number))

    def refusal(self, state: State, move: Change, objection: Objection) -> str:
        primes = self.game.primes
        text = primes.formed(state.number, move)
        if primes.digit_of(state.number, move.position) == move.digit:
            where = self.game.digit_at(move.position)
            return f"The {where} is already {NUMERALS[move.digit]}."
        if text.startswith("0"):
            return "A number can't start with 0."
        number = int(text, self.game.primes.base)
        if number in primes.index:
            return f"{text} is already used."
        divisor = next(divisor for divisor in range(2, number) if number % divisor == 0)
        factors = f"{primes.text(divisor)} × {primes.text(number // divisor)}"
        return f"{text} = {factors}, so it isn't prime."

    def ending(self, state: State, outcome: Outcome) -> str:
        return (
            f"No new prime can be formed from {self.game.primes.text(state.number)}: "
            f"{self.audience.wins(outcome.winner)}."
        )
