"""A game being played: whose turn, tries, undo, resignation, draw, time; how it ended.

A match is its set-up plus its events. Live play, resuming and verifying take one path: make an
event, `apply` it. Nothing here reads a clock, a file or a keyboard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from copy import copy
from random import Random

from lastdigit.core.values import Objection, Seat
from lastdigit.errors import LastDigitError, MatchError, RecordError, quoted
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

PLY_LIMIT = 1_000
"""Where unattended play cuts off a game that does not end."""


class Match:
    """One game between two seats, as far as it has been played."""

    def __init__(self, setup: Setup, events: tuple[Event, ...] = ()) -> None:
        self.setup = setup
        self.game = setup.rules()
        self.events: list[Event] = []
        self.moves: list[str] = []
        self.result: Result | None = None
        self.offer: Seat | None = None
        self.asked: Event | None = None
        self.tries = 0
        self._made = 0  # moves, those taken back included
        self._start = self.game.parse_state(setup.start)
        self._rewind([])
        for event in events:
            self.apply(event)

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is."""
        seat: Seat = self.state.mover
        return seat

    @property
    def occurrences(self) -> int:
        """How often the present position has come up, the same player being to move."""
        return self._seen[self._position()]

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

    def objection(self, text: str) -> Objection | None:
        """Return why the rules refuse a move now; raises MoveSyntaxError."""
        return self.game.objection(self.state, self.game.parse_move(text))

    def play(self, text: str) -> Event:
        """Try a move for the player whose turn it is, and return what came of it.

        Raises MoveSyntaxError, and then nothing has happened.
        """
        act = Act.REJECTED if self.objection(text) else Act.MOVE
        return self.apply(Event(act, self.mover, text))

    def apply(self, event: Event) -> Event:
        """Let something happen, if it can happen now; raises MatchError or MoveSyntaxError."""
        if self.result is not None:
            raise MatchError("The game is over.")
        getattr(self, f"_{event.act}")(event)  # one method an act
        self.events.append(event)
        return event

    def _turn_of(self, event: Event) -> None:
        if event.seat is not self.mover:
            raise MatchError(f"It is not the turn of {event.seat}.")

    def _lose(self, loser: Seat, end: End, reason: str) -> None:
        self.result = Result(end, loser.other, reason)

    def _move(self, event: Event) -> None:
        self._turn_of(event)
        move = self.game.parse_move(event.text)
        objection = self.game.objection(self.state, move)
        if objection is not None:
            raise MatchError(objection.reason)
        self._advance(event.text)
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

    def _resign(self, event: Event) -> None:
        self._lose(event.seat, End.RESIGNATION, f"{event.seat} resigns.")

    def _abandon(self, event: Event) -> None:
        self._lose(event.seat, End.ABANDONED, f"{event.seat} left the game.")

    def _rejected(self, event: Event) -> None:
        self._turn_of(event)
        if self.objection(event.text) is None:
            raise MatchError(f"{event.text} is allowed.")
        self.tries += 1
        if self.tries == self.setup.terms.attempts:
            self._lose(event.seat, End.FORFEIT, "No attempts left.")

    def _forfeit(self, event: Event) -> None:
        self._turn_of(event)
        if not 0 < len(event.text) <= LONGEST_REASON or not event.text.isprintable():
            raise MatchError(f"A reason has 1 to {LONGEST_REASON} characters, all to be seen.")
        self._lose(event.seat, End.FORFEIT, event.text)

    def _undo(self, event: Event) -> None:
        self._can_be_taken_back(event.plies)
        self._rewind(self.moves[: -event.plies])
        self.tries = 0
        self.offer = None
        self.asked = None

    def _ask(self, event: Event) -> None:
        self._can_be_taken_back(event.plies)
        self.asked = event

    def _can_be_taken_back(self, plies: int) -> None:
        if not 1 <= plies <= len(self.moves):
            raise MatchError("There is no move to take back.")

    def _offer(self, event: Event) -> None:
        self._turn_of(event)
        self.offer = event.seat

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
        self._turn_of(event)
        if not self.setup.terms.hints:
            raise MatchError("This game is played without hints.")
        if event.text not in tuple(Hint):
            raise MatchError(f"There is no hint {quoted(event.text)}.")

    def _time(self, event: Event) -> None:
        self._turn_of(event)
        if self.setup.terms.time_limit is None and self.setup.terms.clock is None:
            raise MatchError("There is no time limit.")
        self._lose(event.seat, End.TIME, "Time is up.")

    def _rewind(self, moves: list[str]) -> None:
        # States are not kept: those of a very long Digit Poison number would fill the memory.
        self.state = self._start
        self.moves = []
        self._seen: Counter[Hashable] = Counter([self._position()])
        for text in moves:
            self._advance(text)

    def _advance(self, text: str) -> None:
        self.state = self.game.successor(self.state, self.game.parse_move(text))
        self.moves.append(text)
        self._seen[self._position()] += 1

    def _position(self) -> Hashable:
        return self.mover, self.game.key(self.state)


def resumed(record: Record) -> Match:
    """Return the match that a record tells of, every event re-derived.

    Raises RecordError naming the first event that cannot have happened.
    """
    match = begun(record.setup)
    for number, event in enumerate(record.events, 1):
        try:
            match.apply(event)
        except LastDigitError as error:
            raise RecordError(f"event {number}: {error}") from None
    return match


def begun(setup: Setup) -> Match:
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
    derived = resumed(record).result or LEFT
    if derived != record.result:
        raise RecordError(
            f"result: the events lead to {derived.end}, {told(derived)}; "
            f"written is {record.result.end}, {told(record.result)}."
        )


def told(result: Result) -> str:
    """Return who won, in words."""
    return f"{result.winner} wins" if result.winner else "nobody wins"
