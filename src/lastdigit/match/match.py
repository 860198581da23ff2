"""A game being played: whose turn, tries, undo, resignation, draw, time; how it ended.

A match is its set-up plus its events. Live play, resuming and verifying take one path: make an
event, `apply` it. Nothing here reads a clock, a file or a keyboard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from copy import copy
from typing import TYPE_CHECKING, Any

from lastdigit.errors import LastDigitError, MatchError, RecordError, quoted
from lastdigit.game.game import GAME_OVER, Objection, Seat
from lastdigit.match.record import (
    LEFT,
    LONGEST_REASON,
    Act,
    End,
    Event,
    Hint,
    Record,
    Result,
    Setup,
)
from lastdigit.match.setup import check_beginning

if TYPE_CHECKING:
    from random import Random

PLY_LIMIT = 1_000
"""Where unattended play cuts off a game that does not end."""

REPETITIONS = 3
"""The occurrence of a position at which people are reminded that they may agree to a draw."""


class Match:
    """One game between two seats, as far as it has been played."""

    def __init__(self, setup: Setup, events: tuple[Event, ...] = ()) -> None:
        self.setup = setup
        self.game = setup.build_game()
        self.events: list[Event] = []
        self.moves: list[str] = []
        self.result: Result | None = None
        self.offer: Seat | None = None
        self.asked: Event | None = None
        self.tries = 0
        self.objection: Objection | None = None
        """Why the rules refused the last event, if it was a try that they refused."""
        self.occurrences = 0
        """How often the present position has come up, the same player being to move."""
        self._made = 0  # moves, those taken back included
        self._start = self.game.parse_state(setup.start)
        self._rewind([])
        for event in events:
            self.apply(event)

    def random(self) -> Random:
        """Return the chance for the next move; a move taken back is not simply made again."""
        return self.setup.random(f"move {self._made}")

    def copied(self) -> Match:
        """Return the same match apart: what happens in one does not happen in the other."""
        other = copy(self)
        other.events = self.events.copy()
        other.moves = self.moves.copy()
        other._seen = self._seen.copy()
        return other

    def record(self) -> Record:
        """Return the match as a record without times."""
        return Record(self.setup, tuple(self.events), self.result or LEFT)

    def plies_back(self, seat: Seat, apart: bool = False) -> int:
        """Return how many moves an undo takes back: to the own last turn of whoever asks.

        Two people at one screen take back just the last move; `apart` says that they are not.
        """
        alone = apart or not self.setup.players[seat.other.index].is_person
        return 2 if alone and self.mover is seat else 1

    @property
    def repeats(self) -> bool:
        """Whether some position has come up three times: then a computer agrees to a draw.

        Until then it declines: agreeing only when it stands worse would tell how it stands.
        """
        return max(self._seen.values()) >= REPETITIONS

    def play(self, text: str) -> Event:
        """Try a move for the player whose turn it is, and return what came of it.

        Raises MoveSyntaxError, and then nothing has happened.
        """
        if self.result is not None:
            raise MatchError(GAME_OVER.reason)
        move = self.game.moves_by_text[text]
        objection = self.game.rejection(self.state, move)  # it is not over: nothing else objects
        event = Event(Act.MOVE if objection is None else Act.REJECTED, self.mover, text)
        self._try(event, move, objection)
        self.events.append(event)
        return event

    def apply(self, event: Event) -> Event:  # noqa: C901 - one case an act
        """Let something happen, if it can happen now; raises MatchError or MoveSyntaxError."""
        if self.result is not None:
            raise MatchError(GAME_OVER.reason)
        self.objection = None
        match event.act:
            case Act.MOVE | Act.REJECTED:
                self._retry(event)
            case Act.UNDO:
                self._undo(event)
            case Act.ASK:
                self._check_undo(event.plies)
                self.asked = event
            case Act.OFFER:
                self._check_turn(event)
                self.offer = event.seat
            case Act.ACCEPT:
                self._accept(event)
            case Act.DECLINE:
                self._decline(event)
            case Act.HINT:
                self._hint(event)
            case Act.RESIGN:
                self._lose(event.seat, End.RESIGNATION, f"{event.seat} resigns.")
            case Act.ABANDON:
                self._lose(event.seat, End.ABANDONED, f"{event.seat} left the game.")
            case Act.FORFEIT:
                self._forfeit(event)
            case Act.TIME:
                self._run_out(event)
        self.events.append(event)
        return event

    def _check_turn(self, event: Event) -> None:
        if event.seat is not self.mover:
            raise MatchError(f"It is not the turn of {event.seat}.")

    def _lose(self, loser: Seat, end: End, reason: str) -> None:
        self.result = Result(end, loser.other, reason)

    def _retry(self, event: Event) -> None:
        """Let happen again what a record says of a try, if the rules say the same of it."""
        self._check_turn(event)
        move = self.game.parse_move(event.text)
        objection = self.game.objection(self.state, move)
        if event.act is Act.MOVE and objection is not None:
            raise MatchError(objection.reason)
        if event.act is Act.REJECTED and objection is None:
            raise MatchError(f"{event.text} is allowed.")
        self._try(event, move, objection)

    # A move's type is known to its game only.
    def _try(self, event: Event, move: Any, objection: Objection | None) -> None:
        """Let a move happen, or its rejection."""
        self.objection = objection
        if objection is not None:
            self._reject(event)
            return
        self._advance(move, event.text)
        self._made += 1
        self.tries = 0
        self.asked = None
        if self.offer is not event.seat:  # to play on is to decline
            self.offer = None
        outcome = self.game.outcome(self.state)
        if outcome is not None:
            self.result = Result(End.WIN, outcome.winner, outcome.reason)
        elif len(self.moves) == self.setup.terms.ply_limit:
            self.result = Result(End.UNFINISHED, None, f"Stopped after {len(self.moves)} turns.")

    def _reject(self, event: Event) -> None:
        self.tries += 1
        if self.tries == self.setup.terms.attempts:
            self._lose(event.seat, End.FORFEIT, "No attempts left.")

    def _forfeit(self, event: Event) -> None:
        self._check_turn(event)
        if not 0 < len(event.text) <= LONGEST_REASON or not event.text.isprintable():
            raise MatchError(f"A reason has 1 to {LONGEST_REASON} characters, all to be seen.")
        self._lose(event.seat, End.FORFEIT, event.text)

    def _undo(self, event: Event) -> None:
        self._check_undo(event.plies)
        self._rewind(self.moves[: -event.plies])
        self.tries = 0
        self.offer = None
        self.asked = None

    def _check_undo(self, plies: int) -> None:
        if not 1 <= plies <= len(self.moves):
            raise MatchError("There is no move to take back.")

    def _accept(self, event: Event) -> None:
        if self.offer is not event.seat.other:
            raise MatchError("Nobody has offered a draw.")
        self.offer = None
        self.result = Result(End.DRAW, None, "Both players agreed to a draw.")

    def _decline(self, event: Event) -> None:
        if self.asked is not None and self.asked.seat is event.seat.other:
            self.asked = None
        elif self.offer is event.seat.other:
            self.offer = None
        else:
            raise MatchError("Nobody has offered a draw.")

    def _hint(self, event: Event) -> None:
        self._check_turn(event)
        if not self.setup.terms.hints:
            raise MatchError("This game is played without hints.")
        if event.text not in tuple(Hint):
            raise MatchError(f"There is no hint {quoted(event.text)}.")

    def _run_out(self, event: Event) -> None:
        self._check_turn(event)
        if self.setup.terms.time_limit is None and self.setup.terms.clock is None:
            raise MatchError("There is no time limit.")
        self._lose(event.seat, End.TIME, "Time is up.")

    def _rewind(self, moves: list[str]) -> None:
        # States are not kept: those of a very long Digit Poison number would fill the memory.
        self.moves = []
        self._seen: Counter[Hashable] = Counter()
        self._stand_at(self._start)
        for text in moves:
            self._advance(self.game.parse_move(text), text)

    def _advance(self, move: Any, text: str) -> None:
        self.moves.append(text)
        self._stand_at(self.game.successor(self.state, move))

    # A state's type is known to its game only.
    def _stand_at(self, state: Any) -> None:
        """Take a position, and count how often it has come up."""
        self.state = state
        self.mover: Seat = state.mover
        position = self.mover, self.game.key(state)
        self._seen[position] += 1
        self.occurrences = self._seen[position]


def resume(record: Record) -> Match:
    """Return the match that a record tells of, every event re-derived.

    Raises RecordError naming the first event that cannot have happened.
    """
    match = begin(record.setup)
    _apply_all(match, record)
    return match


def _apply_all(match: Match, record: Record) -> None:
    """Apply a record's events; raises RecordError at the first that cannot have happened."""
    for number, event in enumerate(record.events, 1):
        try:
            match.apply(event)
        except LastDigitError as error:
            raise RecordError(f"event {number}: {error}") from None


def begin(setup: Setup) -> Match:
    """Return a match before its first event; raises RecordError if the set-up cannot be."""
    try:
        match = Match(setup)
    except LastDigitError as error:
        raise RecordError(f"start: {error}") from None
    if setup.version != match.game.version:
        raise RecordError(
            f"version: it follows version {setup.version} of {match.game.title}'s rules; "
            f"this package has version {match.game.version}."
        )
    check_beginning(setup)
    return match


def verify(record: Record) -> None:
    """Re-derive a record's events and result; raises RecordError for the first that is wrong."""
    _, error = readable_part(record)
    if error is not None:
        raise error


def readable_part(record: Record) -> tuple[Record, RecordError | None]:
    """Return a record as far as it follows from the rules, and the first error in it, if any.

    Raises RecordError if even the set-up is wrong.
    """
    match = begin(record.setup)
    try:
        _apply_all(match, record)
        _check_result(match, record)
    except RecordError as error:
        return match.record(), error
    return record, None


def _check_result(match: Match, record: Record) -> None:
    derived = match.result or LEFT
    if derived != record.result:
        raise RecordError(
            f"result: the events lead to {derived.end}, {_winner_text(derived)}; "
            f"written is {record.result.end}, {_winner_text(record.result)}."
        )


def _winner_text(result: Result) -> str:
    return f"{result.winner} wins" if result.winner else "nobody wins"
