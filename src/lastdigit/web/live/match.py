"""A match that people look at: its clocks and seats, who may do what now, and what a command does.

It is kept in memory while it is played, and can be made anew from the store at any time. Nothing
here stores, sends, or reads the time; times are those of a steady clock.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from lastdigit.analysis.position import next_hint
from lastdigit.errors import LastDigitError, MatchError, RecordError
from lastdigit.game.game import Seat, State
from lastdigit.game.text import AnyDialogue, UnclearAnswer, parse_whole_move
from lastdigit.match.match import Match, begin
from lastdigit.match.narration import SecondPersonNarrator
from lastdigit.match.record import ENDS_TURN, Act, Event, Setup, Terms
from lastdigit.match.session import Committed, PlaySession, Prepared
from lastdigit.players import COMPUTERS
from lastdigit.storage import ClockTimes, Online, OnlineGame, OnlineSeat
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

SECOND = 1_000


def full_time(terms: Terms) -> ClockTimes | None:
    """Return what the clocks show before the first move, or None without clocks."""
    seconds = terms.clock.seconds if terms.clock is not None else terms.time_limit
    return None if seconds is None else (seconds * SECOND, seconds * SECOND)


@dataclass
class Clocks:
    """What each player had left when the present turn began, and when that was."""

    terms: Terms
    left: ClockTimes
    since: float

    def deadline(self, seat: Seat) -> float:
        """Return when the time of the player on a seat runs out, if it is running now."""
        return self.since + self.left[seat.index] / SECOND

    def at(self, seat: Seat, now: float) -> ClockTimes:
        """Return what the clocks show while a seat's is running; never below zero."""
        shown = list(self.left)
        spent = max(0, round((now - self.since) * SECOND))
        shown[seat.index] = max(0, shown[seat.index] - spent)
        return shown[0], shown[1]

    def after(self, event: Event, running: Seat | None, now: float) -> ClockTimes:
        """Return what the clocks will show after an event, a seat's running until then."""
        if event.act is Act.TIME:
            return self.at(event.seat, now)
        # A limit for every turn begins anew; until a turn ends, nothing is taken off.
        if running is None or self.terms.clock is None or event.act not in ENDS_TURN:
            return self.left
        shown = list(self.at(running, now))
        if event.act is Act.MOVE:  # and a move that is taken back earns nothing
            shown[running.index] += self.terms.clock.increment * SECOND
        return shown[0], shown[1]


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


REMATCH, KEY, SIT = "rematch", "key", "sit"

Seats = tuple[Seat, ...]


def acting_seat(match: Match, held: Seats, command: matches.AnyCommand) -> Seat:
    """Return the seat that a command acts for, of those that somebody holds; raises Refusal."""
    if not held:
        raise Refusal(Reason.NO_SEAT, "You are watching; only the players can do that.")
    if command.seat is not None:
        if Seat(command.seat) not in held:
            raise Refusal(Reason.WRONG_SEAT, "That is the other player's seat.")
        return Seat(command.seat)
    if len(held) == 1:
        return held[0]
    # Both seats are at one screen: an answer is the other player's, all else the mover's.
    asking = match.undo_request.seat if match.undo_request is not None else match.offer
    if asking is not None and isinstance(command, matches.Accept | matches.Decline):
        return asking.other
    return match.mover


def check(live: LiveMatch, seat: Seat, command: matches.AnyCommand, deserted: bool) -> None:
    """Refuse what may not be done now; raises Refusal."""
    number = len(live.match.events)
    if command.after != number:
        raise Refusal(
            Reason.STALE, f"The game has moved on: event {number} is the last, not {command.after}."
        )
    if live.match.result is not None:
        raise Refusal(Reason.OVER, "The game is over.")
    if live.begun_at is None:
        raise Refusal(Reason.WAITING, "The other player has not sat down yet.")
    if isinstance(command, FOR_THE_MOVER) and live.match.mover is not seat:
        raise Refusal(Reason.OUT_OF_TURN, "It is the other player's turn.")
    if type(command).__struct_config__.tag not in allowed(live, seat, deserted):
        raise Refusal(Reason.NOT_POSSIBLE, WHY_NOT[type(command)])


def allowed(live: LiveMatch, seat: Seat, deserted: bool) -> list[str]:
    """Return what the player on a seat may do; `deserted` says that the other has left for good."""
    match, apart = live.match, live.apart
    if match.result is not None:
        return [REMATCH]
    if live.begun_at is None:
        return [KEY]
    own_turn, other = match.mover is seat, match.setup.players[seat.other.index]
    asked = match.offer is seat.other
    if match.undo_request is not None:
        asked = asked or match.undo_request.seat is seat.other
    possible = {
        "move": own_turn,
        # Hints are fair against a computer only.
        "hint": own_turn and not other.is_person and match.setup.terms.hints,
        # While the computer thinks nothing is taken back; at one screen the player to move does it.
        "undo": (own_turn or apart)
        and match.undo_request is None
        and match.plies_back(seat, apart) <= len(match.moves),
        "offer": own_turn and match.offer is not seat,
        "accept": asked,
        "decline": asked,
        "resign": own_turn or apart or not other.is_person,
        "claim": deserted and apart,
        KEY: True,
    }
    return [name for name, possibly in possible.items() if possibly]


FOR_THE_MOVER = matches.Play | matches.Offer | matches.AskHint
"""What only the player whose turn it is can command."""

WHY_NOT: dict[type[matches.Command], str] = {
    matches.Play: "No move can be made now.",
    matches.Resign: "Only the player whose turn it is can resign here.",
    matches.Offer: "A draw has been offered already.",
    matches.Undo: "There is no move of yours to take back now.",
    matches.Accept: "Nothing has been offered or asked.",
    matches.Decline: "Nothing has been offered or asked.",
    matches.AskHint: "There are no hints in this game.",
    matches.Claim: "The other player has not been away for long enough.",
}


class Done(NamedTuple):
    """A match just after a command, and what came of it in words."""

    match: Match
    sentence: str


def prepare(
    session: PlaySession,
    dialogue: AnyDialogue,
    seat: Seat,
    command: matches.AnyCommand,
    apart: bool,
) -> Prepared:
    """Prepare the event that a command asks for. Raise Refusal if it is not possible now.

    If the players are `apart`, an undo needs the other player's consent.
    """
    match = session.match
    try:
        if isinstance(command, matches.Play):
            return session.prepare(parse_whole_move(dialogue, match.state, command.move))
        return session.prepare(_event(match, seat, command, apart))
    except UnclearAnswer as unclear:
        raise Refusal(Reason.UNREADABLE, str(unclear)) from None
    except MatchError as error:
        raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None


def _event(match: Match, seat: Seat, command: matches.AnyCommand, apart: bool) -> Event:
    """Return the event that any command but a move is."""
    match command:
        case matches.Undo():
            act = Act.ASK if apart else Act.UNDO
            return Event(act, seat, plies=match.plies_back(seat, apart))
        case matches.Accept() if (
            match.undo_request is not None and match.undo_request.seat is seat.other
        ):
            return Event(Act.UNDO, seat, plies=match.undo_request.plies)
        case matches.AskHint():
            return Event(Act.HINT, seat, command.kind or next_hint(match.events))
        case matches.Claim():
            return Event(Act.ABANDON, seat.other)
        case _:
            return Event(BECOMES[type(command)][0], seat)


def repeat(match: Match, held: Seats, command: matches.AnyCommand, apart: bool) -> Done | None:
    """Return what came of a command when it was carried out, if it has been already.

    It is known by what it would be at its own number, even after a restart.
    """
    event = match.events[command.after]
    by_us = event.seat in held or isinstance(command, matches.Claim)
    if not by_us or event.act not in BECOMES[type(command)]:
        return None  # without playing the match over
    again = Match(match.setup, tuple(match.events[: command.after]))
    narrator = SecondPersonNarrator(again, held[0] if len(held) == 1 else None)
    session = PlaySession(again, narrator)
    try:
        seat = acting_seat(again, held, command)
        prepared = prepare(session, narrator.dialogue, seat, command, apart)
    except LastDigitError:
        return None
    if prepared.event != event:
        return None
    sentence = one_line(session.commit(prepared).text(narrator))
    return Done(session.match, sentence)


def reply_is_due(match: Match) -> bool:
    """Return whether it is for a computer to do something."""
    if match.result is not None:
        return False
    players = match.setup.players
    offered = match.offer is not None and not players[match.offer.other.index].is_person
    return offered or not players[match.mover.index].is_person


def reply(match: Match) -> Event:
    """Return what the computer does: its move, or its answer to an offer of a draw."""
    seat = match.mover if match.offer is None else match.offer.other
    if match.offer is not None:
        return Event(Act.ACCEPT if match.repeats else Act.DECLINE, seat)
    computer = COMPUTERS[match.setup.players[seat.index].kind]
    return Event(Act.MOVE, seat, computer.choose(match.game, match.state, match.random()))


BECOMES: dict[type[matches.Command], tuple[Act, ...]] = {
    matches.Play: (Act.MOVE, Act.REJECTED),
    matches.Resign: (Act.RESIGN,),
    matches.Offer: (Act.OFFER,),
    matches.Undo: (Act.UNDO, Act.ASK),
    matches.Accept: (Act.ACCEPT, Act.UNDO),
    matches.Decline: (Act.DECLINE,),
    matches.AskHint: (Act.HINT,),
    matches.Claim: (Act.ABANDON,),
}
"""What each command can become."""
