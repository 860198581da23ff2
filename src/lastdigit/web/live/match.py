"""A match that people look at: what has happened, what the clocks show, who sits where.

It is kept in memory while it is played, and can be made anew from the store at any time. Nothing
here stores, sends, or reads the time; times are those of a steady clock.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from lastdigit.errors import LastDigitError, RecordError
from lastdigit.game.game import Seat, State
from lastdigit.match.match import Match, begin
from lastdigit.match.narration import SecondPersonNarrator
from lastdigit.match.record import ENDS_TURN, Act, Setup
from lastdigit.match.session import Committed, PlaySession, Prepared
from lastdigit.storage import ClockTimes, Online, OnlineGame, OnlineSeat
from lastdigit.web.live.clocks import Clocks
from lastdigit.web.schemas import matches

UNBROKEN = 1_000_000
"""Columns of a page: a browser breaks the lines itself."""


def tellers(match: Match) -> dict[Seat | None, SecondPersonNarrator]:
    """Return who tells a match to each seat, and to those who are at none or at both."""
    return {you: SecondPersonNarrator(match, you, width=UNBROKEN) for you in (None, *Seat)}


class Positions(NamedTuple):
    """The keys of the positions of a match, as of an event: those now in play, and all of them."""

    number: int
    present: frozenset[Hashable]
    """The position on the board, and those one move ahead."""
    every: frozenset[Hashable]
    """Those, and all that came before."""


@dataclass
class LiveMatch:
    """A match, its seats, its clocks, its history."""

    id: int
    code: str
    against: str
    session: PlaySession
    narrators: dict[Seat | None, SecondPersonNarrator]
    """Say in the game's words what happens in the match: to each seat, and to nobody as you."""
    seats: tuple[OnlineSeat, OnlineSeat]
    begun_at: float | None
    """When both seats had been taken, as far as this process knows."""
    clocks: Clocks | None
    rematch: str | None = None
    history: dict[Seat | None, list[matches.Turn]] = field(default_factory=dict)
    """The moves so far, as they are told to each."""
    before: State | None = None
    """The position in which the last move was made."""
    last: Committed | None = None
    """The last event, with the position before it."""
    waits: str | None = None
    """What a computer that is to reply waits for, in words."""
    version: int = 0
    """Which seats these are, where several servers know of them."""
    late: float = 0.0
    """Seconds for which this server leaves to another what happens by itself."""
    changed_at: float = 0.0
    """When something last happened, as far as this process knows."""
    _positions: Positions | None = None

    @classmethod
    def new(cls, game: int, match: Match, online: Online, now: float) -> LiveMatch:
        """Return a match in which nothing has happened yet; if it has begun, it begins now."""
        narrators = tellers(match)
        return cls(
            id=game,
            code=online.code,
            against=online.against,
            session=PlaySession(match, *narrators.values()),
            narrators=narrators,
            seats=online.seats,
            begun_at=None if online.begun is None else now,
            clocks=None if online.left is None else Clocks(match.setup.terms, online.left, now),
            changed_at=now,
        )

    @classmethod
    def read(cls, kept: OnlineGame, now: float) -> LiveMatch:
        """Return a kept game as it stands, its present turn beginning now; raises RecordError.

        Time that this process has not seen pass does not count, neither on a clock nor for
        being away: nobody can know who was there.
        """
        match = begin(kept.record.setup)
        live = cls.new(kept.id, match, kept.online, now)
        live.rematch, live.version = kept.rematch, kept.version
        for event in kept.record.events:
            before = match.state
            try:
                match.apply(event)
            except LastDigitError as error:
                raise RecordError(str(error)) from None
            live._remember(Committed(event, before))
        return live

    @property
    def match(self) -> Match:
        """The match, up to the last saved event."""
        return self.session.match

    def share(self, kept: OnlineGame, up: float, late: float, now: float) -> None:
        """Let time have passed as servers have seen it that share a clock, up without a break.

        What happens by itself is left to others for a while.
        """
        self.late = late
        if kept.online.begun is None:
            return
        begun = datetime.fromisoformat(kept.online.begun).timestamp()
        self.begun_at = min(now, max(up, begun))
        if self.clocks is not None:
            self.clocks.since = min(now, max(up, begun if kept.since is None else kept.since))

    @property
    def apart(self) -> bool:
        """Whether two different people hold the seats, each on a device of their own."""
        one, two = self.seats
        return None not in (one.holder, two.holder) and one.holder != two.holder

    def seats_of(self, holder: bytes | None) -> tuple[Seat, ...]:
        """Return the seats that somebody holds and has taken."""
        if holder is None:
            return ()
        return tuple(
            seat
            for seat in Seat
            if self.seats[seat.index].holder == holder and self.seats[seat.index].joined
        )

    def reader(self, holder: bytes | None) -> Seat | None:
        """Return the seat of whoever is told of the match as `you`.

        That is nobody at two seats: two people look at one screen.
        """
        seats = self.seats_of(holder)
        return seats[0] if len(seats) == 1 else None

    def free_seat(self, holder: bytes | None) -> Seat | None:
        """Return the seat that somebody could take, if there is one."""
        for seat, held in zip(Seat, self.seats, strict=True):
            if not held.joined and held.holder in (None, holder):
                return seat
        return None

    def sit(self, seats: tuple[OnlineSeat, OnlineSeat], setup: Setup, now: float) -> None:
        """Let somebody sit down: the clocks start when both seats have been taken."""
        self.seats = seats
        self.rename(setup)
        if all(held.joined for held in seats):
            self.begun_at = now
        if self.clocks is not None:
            self.clocks.since = now

    def rename(self, setup: Setup) -> None:
        """Take the set-up with new names, before anything has happened in the match."""
        match = Match(setup)
        self.narrators = tellers(match)
        self.session = PlaySession(match, *self.narrators.values())

    @property
    def running(self) -> Seat | None:
        """Whose clock is running, if anybody's is."""
        if self.clocks is None or self.begun_at is None or self.match.result is not None:
            return None
        mover = self.match.mover
        return mover if self.match.setup.players[mover.index].is_person else None

    @property
    def deadline(self) -> float:
        """When the time of the player to move runs out; never, where nobody's clock is running."""
        seat = None if self.clocks is None else self.running
        return math.inf if seat is None or self.clocks is None else self.clocks.deadline(seat)

    def commit(self, prepared: Prepared, left: ClockTimes | None, now: float) -> None:
        """Make a saved event current, with the times left on the clocks after it."""
        committed = self.session.commit(prepared)
        self.changed_at = now
        if self.clocks is not None and left is not None:
            self.clocks.left = left
            if committed.event.act in ENDS_TURN:
                self.clocks.since = now
        self._remember(committed)

    def _remember(self, committed: Committed) -> None:
        self.last = committed
        event, before = committed
        if event.act is Act.MOVE:
            self.before = before
            move = self.match.game.moves_by_text[event.text]
            for you, narrator in self.narrators.items():
                entry = narrator.voice.entry(before, move, self.match.state)
                turn = matches.Turn(
                    turn=len(self.match.moves),
                    seat=event.seat.value,
                    move=event.text,
                    text=entry.text,
                    number=entry.number,
                )
                self.history.setdefault(you, []).append(turn)
        elif event.act is Act.UNDO:
            self.before = None
            for turns in self.history.values():
                del turns[len(self.match.moves) :]

    @property
    def positions(self) -> Positions:
        """The positions that belong to the match; found once after every event."""
        number = len(self.match.events)
        if self._positions is None or self._positions.number != number:
            game, state = self.match.game, self.match.state
            ahead = (game.successor(state, move) for move in game.legal_moves(state))
            present = frozenset(map(game.key, (state, *ahead)))
            every = present.union(map(game.key, states_of(self.match)))
            self._positions = Positions(number, present, every)
        return self._positions

    def turns(self, you: Seat | None) -> list[matches.Turn]:
        """Return the moves so far, as they are told to somebody."""
        return self.history.get(you, [])

    def news(self, you: Seat | None) -> matches.News | None:
        """Return what happened last, as it is told to somebody."""
        if self.last is None:
            return None
        event = self.last.event
        return matches.News(
            act=str(event.act),
            seat=event.seat.value,
            text=event.text,
            sentence=one_line(self.last.text(self.narrators[you])),
        )


def states_of(match: Match) -> Iterator[State]:
    """Yield the positions of a match, from its start on."""
    game = match.game
    state = game.parse_state(match.setup.start)
    yield state
    for text in match.moves:
        state = game.successor(state, game.parse_move(text))
        yield state


def one_line(text: str) -> str:
    """Join the lines of a text with spaces."""
    return " ".join(text.split())
