"""A match that people look at: what has happened, what the clocks show, who may do what.

It is kept in memory while it is played, and can be made anew from the store at any time. Nothing
here stores, sends, or reads the time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from lastdigit.core.game import State
from lastdigit.core.shapes import numbers_text
from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError, RecordError
from lastdigit.match.match import Match, begin
from lastdigit.match.narration import Narrator, opens_turn
from lastdigit.match.record import Act, Event, Setup
from lastdigit.store import Held, Left, Online, OnlineGame
from lastdigit.web.live import clocks
from lastdigit.web.live.replies import computer_on
from lastdigit.web.schema import answers


@dataclass
class LiveMatch:
    """A match, its seats, its clocks, its history. `turn_since` is when the present turn began."""

    id: int
    code: str
    against: str
    match: Match
    seats: tuple[Held, Held]
    begun_at: float | None
    left: Left | None
    turn_since: float
    rematch: str | None = None
    history: list[answers.Turn] = field(default_factory=list)
    news: answers.News | None = None
    before: State | None = None
    """The position in which the last move was made."""

    @classmethod
    def of(cls, kept: OnlineGame, booted: float) -> LiveMatch:
        """Return a kept game as it stands; time before the server started does not count."""
        record, match = kept.record, begin(kept.record.setup)
        live = cls.new(kept.id, match, kept.online)
        live.rematch = kept.rematch
        if live.begun_at is not None:
            live.begun_at = live.turn_since = max(live.begun_at, booted)
        for event, at in zip(record.events, record.times.events, strict=True):
            before = match.state
            try:
                match.apply(event)
            except LastDigitError as error:
                raise RecordError(str(error)) from None
            live.remember(event, before)
            if opens_turn(event):
                live.turn_since = max(_seconds(at), booted)
        if record.events:
            live.tell(event, before)
        return live

    @classmethod
    def new(cls, game: int, match: Match, online: Online) -> LiveMatch:
        """Return a match in which nothing has happened yet."""
        begun_at = None if online.begun is None else _seconds(online.begun)
        return cls(
            id=game,
            code=online.code,
            against=online.against,
            match=match,
            seats=online.seats,
            begun_at=begun_at,
            left=online.left,
            turn_since=begun_at or 0.0,
        )

    @property
    def begun(self) -> bool:
        """Whether both seats have been taken."""
        return self.begun_at is not None

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
        if not opens_turn(event) or self.left is None or not self.on_the_clock:
            return self.left
        count = clocks.after_turn if event.act is Act.MOVE else clocks.after_undo
        return count(self.setup.terms, self.left, self.match.mover, now - self.turn_since)

    def remember(self, event: Event, before: State) -> None:
        """Keep the history: what has just happened to the match."""
        if event.act is Act.MOVE:
            self.before = before
            self.history.append(self._turn(event))
        elif event.act is Act.UNDO:
            self.before = None
            del self.history[len(self.match.moves) :]

    def tell(self, event: Event, before: State) -> None:
        """Make news of what has just happened to the match."""
        self.news = answers.News(
            act=str(event.act),
            seat=event.seat.value,
            text=event.text,
            sentence=Narrator(self.match).event_text(event, before),
        )

    def _turn(self, event: Event) -> answers.Turn:
        return answers.Turn(
            turn=len(self.match.moves),
            seat=event.seat.value,
            move=event.text,
            numbers=numbers_text(self.match.game.view(self.match.state)),
        )


def _seconds(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()
