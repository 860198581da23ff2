"""What whoever tells a match is asked for; what happens around a game is said here, for all.

The two narrators themselves are in `narration`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from lastdigit.game.game import Objection, Seat, State
from lastdigit.game.text import FOR_HELP, Entry, UnclearAnswer, unknown_text
from lastdigit.match.match import Match
from lastdigit.match.record import Act, Event


class Narrator(ABC):
    """Turns what happens in a match into text; prints nothing."""

    def __init__(self, match: Match, bold: Callable[[str], str] = str) -> None:
        self.match = match
        self.bold = bold
        self.dialogue = match.game.dialogue(match.setup.names, bold)
        self._people = any(player.is_person for player in match.setup.players)

    @abstractmethod
    def welcome(self) -> str:
        """Return what is said before the first turn."""

    @abstractmethod
    def opening(self) -> str:
        """Return what opens the turn that is next."""

    @abstractmethod
    def prompt(self, answers: tuple[str, ...]) -> str:
        """Return what is asked after these answers, ready for the next."""

    @abstractmethod
    def answers_text(self, text: str, before: State) -> str:
        """Return the questions of a turn with the answers that make a move in it."""

    def replay_answers(self, text: str) -> str:
        """Return the questions of the present turn with the answers that were given in it."""
        return self.answers_text(text, self.match.state)

    @abstractmethod
    def event_text(self, event: Event, before: State) -> str:
        """Return what the last event brought about; `before` is the position it happened in."""

    def unclear_text(self, unclear: UnclearAnswer) -> str:
        """Return why a line that was typed is no answer."""
        if unclear.unknown is None:
            return f"{unclear}\n"
        return f"{unknown_text(unclear.unknown, unclear.choices, FOR_HELP)}\n"

    def only_answer(self, answers: tuple[str, ...]) -> str:  # noqa: ARG002 - it is typed in full
        """Return the answer that Enter alone gives after these answers, or nothing."""
        return ""

    @abstractmethod
    def resumption(self, heading: str) -> str:
        """Return what is said before a turn of a game that was left; the heading says which."""

    @abstractmethod
    def refusal_text(self, event: Event, before: State, objection: Objection) -> str:
        """Return why the try just made was refused."""

    @abstractmethod
    def name(self, seat: Seat) -> str:
        """Return who sits on a seat, as a sentence about them begins."""

    def label(self, seat: Seat) -> str:
        """Return who sits on a seat, standing alone."""
        return self.name(seat)

    @abstractmethod
    def entry(self, before: State, text: str, after: State) -> Entry:
        """Return a move as a line of the list: what was done, and the numbers that it made."""

    def history(self) -> str:
        """Return the moves so far, a line each."""
        game = self.match.game
        state = game.parse_state(self.match.setup.start)
        entries = []
        for text in self.match.moves:
            before, state = state, game.successor(state, game.parse_move(text))
            entries.append(self.entry(before, text, state))
        longest = max((len(entry.text) for entry in entries), default=0)
        return "".join(
            f"{turn:4} {entry.text:{longest}}  {entry.number}".rstrip() + "\n"
            for turn, entry in enumerate(entries, 1)
        )

    @abstractmethod
    def ending(self) -> str:
        """Return how the match ended, or nothing while it goes on."""

    def _text_around(self, event: Event, before: State) -> str:
        """Return what was brought about by an event that is no move."""
        match event.act:
            case Act.REJECTED:
                objection = self.match.objection
                assert objection is not None, "the match rejects nothing that the rules allow"
                return self.refusal_text(event, before, objection)
            case Act.UNDO:
                return "Taken back.\n\n"
            case Act.OFFER:
                return f"{self.name(event.seat)} {self._verb(event.seat, 'offer')} a draw.\n"
            case Act.ASK:
                asks = self._verb(event.seat, "ask")
                return f"{self.name(event.seat)} {asks} to take a move back.\n"
            case Act.DECLINE:
                does = "do" if self.is_reader(event.seat) else "does"
                return f"{self.name(event.seat)} {does} not agree.\n"
            case Act.ACCEPT | Act.RESIGN | Act.TIME | Act.ABANDON | Act.FORFEIT:
                return self.ending()
            case _:
                return ""

    def _verb(self, seat: Seat, verb: str) -> str:
        return verb if self.is_reader(seat) else f"{verb}s"

    def is_reader(self, seat: Seat) -> bool:  # noqa: ARG002 - the rulebook speaks to nobody
        """Return whether a seat is the reader's own, who is called you."""
        return False

    def _attempts_left(self) -> str | None:
        """Return how many attempts are left in this turn, or None where they are not counted."""
        if self.match.setup.terms.attempts is None:
            return None
        left = self.match.setup.terms.attempts - self.match.tries
        return "1 attempt" if left == 1 else f"{left} attempts"
