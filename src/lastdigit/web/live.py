"""A match that people look at: what has happened, what the clocks show, who may do what.

It is kept in memory while it is played, and can be made anew from the store at any time. Nothing
here stores, sends, or reads the time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from lastdigit.match import Match, resumed
from lastdigit.narration import Narrator
from lastdigit.positions import numbers
from lastdigit.record import Act, Event, Setup
from lastdigit.store import Held, Left, OnlineGame
from lastdigit.values import Seat
from lastdigit.web import clocks, told
from lastdigit.web.acts import computer_on

ENDS_TURN = (Act.MOVE, Act.UNDO)


@dataclass
class Live:
    """A match, its seats, its clocks, its history. `turn_since` is when the present turn began."""

    id: int
    code: str
    against: str
    match: Match
    seats: tuple[Held, Held]
    begun: bool
    left: Left | None
    turn_since: float
    rematch: str | None = None
    history: list[told.Turn] = field(default_factory=list)
    news: told.News | None = None
    before: Any = None
    """The position in which the last move was made."""

    @classmethod
    def of(cls, kept: OnlineGame, booted: float) -> Live:
        """Return a kept game as it stands; time before the server started does not count."""
        online, record = kept.online, kept.record
        resumed(record)  # a record that does not follow from the rules is refused whole
        match = Match(record.setup)
        live = cls(
            kept.id,
            online.code,
            online.against,
            match,
            online.seats,
            online.begun is not None,
            online.left,
            max(_seconds(online.begun), booted),
            kept.rematch,
        )
        for event, at in zip(record.events, record.times.events, strict=True):
            before = match.state
            match.apply(event)
            live.note(event, before)
            if event.act in ENDS_TURN:
                live.turn_since = max(_seconds(at), booted)
        return live

    @property
    def setup(self) -> Setup:
        """How the match was set up."""
        return self.match.setup

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

    def free_seat(self, holder: bytes | None) -> Seat | None:
        """Return the seat that somebody could take, if there is one."""
        for seat, held in zip(Seat, self.seats, strict=True):
            if not held.joined and held.holder in (None, holder):
                return seat
        return None

    @property
    def on_the_clock(self) -> bool:
        """Whether somebody's time is running."""
        over = self.match.result is not None
        computer = computer_on(self.match, self.match.mover)
        return self.left is not None and self.begun and not over and not computer

    def clocks_at(self, now: float) -> Left | None:
        """Return what the clocks show."""
        if self.left is None or not self.on_the_clock:
            return self.left
        return clocks.running(self.left, self.match.mover, now - self.turn_since)

    def deadline(self) -> float | None:
        """Return when the time of the player to move runs out, if it does."""
        if self.left is None or not self.on_the_clock:
            return None
        return self.turn_since + self.left[self.match.mover.index] / clocks.SECOND

    def clocks_after(self, event: Event, now: float) -> Left | None:
        """Return what the clocks will show after an event that is about to happen."""
        if event.act is Act.TIME and self.left is not None:
            return clocks.running(self.left, event.seat, now - self.turn_since)
        if event.act not in ENDS_TURN or self.left is None or not self.on_the_clock:
            return self.left
        elapsed = now - self.turn_since
        return clocks.after_turn(self.setup.terms, self.left, self.match.mover, elapsed)

    def note(self, event: Event, before: Any) -> None:
        """Remember what has just happened to the match, for history and news."""
        if event.act is Act.MOVE:
            self.before = before
            self.history.append(self._turn(event))
        elif event.act is Act.UNDO:
            self.before = None
            del self.history[len(self.match.moves) :]
        self.news = told.News(
            act=str(event.act),
            seat=event.seat.value,
            text=event.text,
            told=Narrator(self.match).told(event, before),
        )

    def _turn(self, event: Event) -> told.Turn:
        return told.Turn(
            turn=len(self.match.moves),
            seat=event.seat.value,
            move=event.text,
            numbers=numbers(self.match.game.view(self.match.state)),
        )


def _seconds(time: str | None) -> float:
    return datetime.fromisoformat(time).timestamp() if time else 0.0
