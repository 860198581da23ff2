"""A match in progress: its clocks and seats, the commands that are allowed now, and what they do.

A match in memory can be reloaded from the store at any time. This module does no I/O and never
reads the time. Times are seconds on a steady clock. The times left on the clocks are in
milliseconds.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from lastdigit.analysis.hints import next_hint
from lastdigit.errors import LastDigitError, MatchError, RecordError
from lastdigit.game.game import Seat, State, View
from lastdigit.game.text import AnyDialogue, AnySecondPersonText, UnclearAnswer, parse_whole_move
from lastdigit.match.match import Match, begin
from lastdigit.match.narration import SecondPersonNarrator
from lastdigit.match.record import ENDS_TURN, Act, Event, Hint, Setup, Terms
from lastdigit.match.session import Committed, PlaySession, Prepared
from lastdigit.players import COMPUTERS
from lastdigit.storage import ClockTimes, Online, OnlineGame, OnlineSeat
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

SECOND = 1_000
MAX_HISTORY = 200
"""The number of moves in a view. A client requests older moves when the user scrolls back."""
UNLIMITED_WIDTH = 1_000_000
"""A line width, in columns, so large that lines are never wrapped. Browsers wrap them."""
REMATCH, KEY, SIT = "rematch", "key", "sit"
Seats = tuple[Seat, ...]
HELD_SEATS: dict[tuple[bool, bool], Seats] = {
    (False, False): (),
    (True, False): (Seat.ONE,),
    (False, True): (Seat.TWO,),
    (True, True): (Seat.ONE, Seat.TWO),
}
"""The seats of a player, keyed by two booleans: whether each seat belongs to the player."""


def initial_times(terms: Terms) -> ClockTimes | None:
    """Return the times on the clocks before the first move, or None if there are no clocks."""
    seconds = terms.clock.seconds if terms.clock is not None else terms.time_limit
    return None if seconds is None else (seconds * SECOND, seconds * SECOND)


@dataclass
class Clocks:
    """The times left when the current turn began, and the time when it began.

    A match has either a time limit for each turn, or one for the whole game with an increment for
    each move. The computer uses no time.
    """

    terms: Terms
    left: ClockTimes
    since: float

    def deadline(self, seat: Seat) -> float:
        """Return the time at which a player's clock runs out, if it is running."""
        return self.since + self.left[seat.index] / SECOND

    def at(self, seat: Seat, now: float) -> ClockTimes:
        """Return the times left now, while this player's clock is running."""
        left = list(self.left)
        spent = max(0, round((now - self.since) * SECOND))
        left[seat.index] = max(0, left[seat.index] - spent)
        return left[0], left[1]

    def after(self, event: Event, running: Seat | None, now: float) -> ClockTimes:
        """Return the times left after an event. `running` is the player whose clock was running."""
        if event.act is Act.TIME:
            return self.at(event.seat, now)
        # A time limit per turn starts again with each turn. Before that, nothing is subtracted.
        if running is None or self.terms.clock is None or event.act not in ENDS_TURN:
            return self.left
        left = list(self.at(running, now))
        if event.act is Act.MOVE:  # an undo adds no increment
            left[running.index] += self.terms.clock.increment * SECOND
        return left[0], left[1]


class Viewer(NamedTuple):
    """The role of a browser that views a match. Browsers with equal viewers get the same view."""

    seats: Seats
    you: Seat | None
    """The seat that texts address as "you". See `LiveMatch.seat_of`."""
    may_sit: bool


class Ply(NamedTuple):
    """A move that has not been taken back, with the positions before and after it."""

    turn: int
    seat: Seat
    text: str
    before: State
    after: State


class Perspective:
    """The texts of a match for one audience: a player addressed as "you", or everyone else."""

    def __init__(self, match: Match, you: Seat | None) -> None:
        self.narrator = SecondPersonNarrator(match, you, width=UNLIMITED_WIDTH)
        self.goal = self.narrator.voice.goal()
        audience = self.narrator.audience
        self.labels = [audience.label(seat) for seat in Seat]
        self.subjects = [audience.subject(seat) for seat in Seat]
        self.turns: list[matches.Turn] = []
        """The latest moves as text, if they have been requested."""
        self._board: tuple[State, View] | None = None

    def board(self, state: State) -> View:
        """Return the board in a position.

        The last board is cached, because every view compares the board before and after a move.
        """
        if self._board is None or self._board[0] is not state:
            self._board = state, self.narrator.voice.view(state)
        return self._board[1]

    def describe(self, recent: deque[Ply]) -> list[matches.Turn]:
        """Return the recent moves as text, and cache them."""
        last = self.turns[-1].turn if self.turns else 0
        new: list[matches.Turn] = []
        for ply in reversed(recent):
            if ply.turn <= last:
                break
            new.append(turn_text(self.narrator.voice, ply))
        self.turns = (self.turns + new[::-1])[-MAX_HISTORY:]
        return self.turns


def turn_text(voice: AnySecondPersonText, ply: Ply) -> matches.Turn:
    """Return a move as an entry in the history."""
    entry = voice.entry(ply.before, voice.game.moves_by_text[ply.text], ply.after)
    return matches.Turn(
        turn=ply.turn, seat=ply.seat.value, move=ply.text, text=entry.text, number=entry.number
    )


def plies_of(match: Match) -> Iterator[Ply]:
    """Replay the moves in a match that have not been taken back."""
    game = match.game
    state = game.parse_state(match.setup.start)
    for turn, text in enumerate(match.moves, 1):
        before, state = state, game.successor(state, game.parse_move(text))
        yield Ply(turn, before.mover, text, before, state)


def turns_unchanged(match: Match, after: int) -> int:
    """Return how many of the first turns have not been taken back since an event."""
    turns = fewest = len(match.moves)
    for event in reversed(match.events[after:]):
        if event.act is Act.MOVE:
            turns -= 1
        elif event.act is Act.UNDO:
            turns += event.plies
        fewest = min(fewest, turns)
    return fewest


def states_of(match: Match) -> Iterator[State]:
    """Yield the positions in a match, starting with the first."""
    yield match.game.parse_state(match.setup.start)
    for ply in plies_of(match):
        yield ply.after


class PositionKeys(NamedTuple):
    """The keys of a match's positions after an event."""

    number: int
    """The number of events in the match."""
    current: frozenset[Hashable]
    """The keys of the current position and of all positions one move ahead."""
    all: frozenset[Hashable]
    """The keys in `current`, and the keys of all earlier positions."""


@dataclass
class LiveMatch:
    """A match in memory, with its seats and clocks, and cached views for its audiences."""

    id: int
    code: str
    against: str
    session: PlaySession
    seats: tuple[OnlineSeat, OnlineSeat]
    started_at: float | None
    """The time when both seats were taken, or when this process loaded the match.

    None if a player is still missing.
    """
    clocks: Clocks | None
    rematch: str | None = None
    recent: deque[Ply] = field(default_factory=lambda: deque(maxlen=MAX_HISTORY))
    """The latest moves that have not been taken back."""
    before: State | None = None
    """The position before the last move, or None after an undo."""
    last: Committed | None = None
    """The last event, and the position before it."""
    aided: set[Seat] = field(default_factory=set)
    """The players who have opened the game's reference list."""
    notice: str | None = None
    """A text to show to the players while the computer waits."""
    version: int = 0
    """The version of the seats, for other servers that share the store."""
    delay: float = 0.0
    """Additional seconds before this server acts, if another one saved the last event."""
    changed_at: float = 0.0
    """The time of the last event, or the time when this process loaded the match."""
    _position_keys: PositionKeys | None = None
    _perspectives: dict[Seat | None, Perspective] = field(default_factory=dict)
    _views: dict[Viewer, matches.Match] = field(default_factory=dict)
    _views_of: tuple[object, ...] = ()
    """Everything that the cached views depend on."""

    @classmethod
    def new(cls, game: int, match: Match, online: Online, now: float) -> LiveMatch:
        """Return a match without events. If both seats are taken, the match starts now."""
        return cls(
            id=game,
            code=online.code,
            against=online.against,
            session=PlaySession(match),
            seats=online.seats,
            started_at=None if online.begun is None else now,
            clocks=None
            if online.clock_times is None
            else Clocks(match.setup.terms, online.clock_times, now),
            changed_at=now,
        )

    @classmethod
    def from_store(cls, saved: OnlineGame, now: float) -> LiveMatch:
        """Return a saved match whose current turn starts now. May raise RecordError.

        The time before this call counts neither on a clock nor as absence, because a player may
        have been waiting while no server was running.
        """
        match = begin(saved.record.setup)
        live = cls.new(saved.id, match, saved.online, now)
        live.rematch, live.version = saved.rematch, saved.version
        for event in saved.record.events:
            before = match.state
            try:
                match.apply(event)
            except LastDigitError as error:
                raise RecordError(str(error)) from None
            live._remember(Committed(event, before))
        return live

    def use_shared_times(
        self, saved: OnlineGame, servers_since: float, delay: float, now: float
    ) -> None:
        """Set the times that all servers sharing the store agree on, and act after a delay.

        `servers_since` is the time since which at least one server has always been running.
        """
        self.delay = delay
        if saved.online.begun is None:
            return
        begun = datetime.fromisoformat(saved.online.begun).timestamp()
        self.started_at = min(now, max(servers_since, begun))
        if self.clocks is not None:
            since = begun if saved.since is None else saved.since
            self.clocks.since = min(now, max(servers_since, since))

    @property
    def match(self) -> Match:
        """The match, up to the last saved event."""
        return self.session.match

    @property
    def apart(self) -> bool:
        """Whether two people hold the seats, each on their own device."""
        one, two = self.seats
        return None not in (one.holder, two.holder) and one.holder != two.holder

    def seats_of(self, holder: bytes | None) -> Seats:
        """Return the seats that a browser has taken."""
        if holder is None:
            return ()
        one, two = (online.joined and online.holder == holder for online in self.seats)
        return HELD_SEATS[one, two]

    def seat_of(self, holder: bytes | None) -> Seat | None:
        """Return the seat that texts address as "you".

        The result is None for spectators, and for two people who share a screen.
        """
        seats = self.seats_of(holder)
        return seats[0] if len(seats) == 1 else None

    def viewer(self, holder: bytes | None) -> Viewer:
        """Return the facts about a browser on which its view of the match depends."""
        seats = self.seats_of(holder)
        may_sit = self.started_at is None and self.free_seat(holder) is not None
        return Viewer(seats, seats[0] if len(seats) == 1 else None, may_sit)

    def free_seat(self, holder: bytes | None) -> Seat | None:
        """Return the seat that a browser could take, if any."""
        for seat, online in zip(Seat, self.seats, strict=True):
            if not online.joined and online.holder in (None, holder):
                return seat
        return None

    def sit(self, seats: tuple[OnlineSeat, OnlineSeat], setup: Setup, now: float) -> None:
        """Assign a seat to a player. The match starts when both seats are taken."""
        self.seats = seats
        self.rename(setup)
        if all(online.joined for online in seats):
            self.started_at = now
        if self.clocks is not None:
            self.clocks.since = now

    def rename(self, setup: Setup) -> None:
        """Replace the setup with one that has other names. The match must not have events yet."""
        self.session = PlaySession(Match(setup))
        self._perspectives.clear()

    @property
    def running_seat(self) -> Seat | None:
        """The player whose clock is running, if any."""
        if self.clocks is None or self.started_at is None or self.match.result is not None:
            return None
        mover = self.match.mover
        return mover if self.match.setup.players[mover.index].is_person else None

    @property
    def deadline(self) -> float:
        """The time at which the running clock runs out, or infinity if no clock is running."""
        seat = None if self.clocks is None else self.running_seat
        return math.inf if seat is None or self.clocks is None else self.clocks.deadline(seat)

    def commit(self, prepared: Prepared, left: ClockTimes | None, now: float) -> None:
        """Apply a saved event, with the times left on the clocks after it."""
        committed = self.session.commit(prepared)
        self.changed_at = now
        if self.clocks is not None and left is not None:
            self.clocks.left = left
            if committed.event.act in ENDS_TURN:
                self.clocks.since = now
        self._remember(committed)

    def _remember(self, committed: Committed) -> None:
        self.last = committed
        (event, before), match = committed, self.match
        if event.act is Act.MOVE:
            ply = Ply(len(match.moves), event.seat, event.text, before, match.state)
            self.recent.append(ply)
            self.before = before
        elif event.act is Act.HINT and event.text == Hint.AID:
            self.aided.add(event.seat)
        elif event.act is Act.UNDO:
            self.recent = deque(plies_of(match), MAX_HISTORY)
            self.before = None
            for perspective in self._perspectives.values():
                perspective.turns = []

    def perspective(self, you: Seat | None) -> Perspective:
        """Return the texts of the current match for an audience."""
        if you not in self._perspectives:
            self._perspectives[you] = Perspective(self.match, you)
        perspective = self._perspectives[you]
        perspective.narrator.match = self.match
        return perspective

    def cached_views(self) -> dict[Viewer, matches.Match]:
        """Return the cache of views of the current state, which `views.match_view` fills."""
        now = self.match, self.seats, self.notice, self.rematch, self.started_at is None
        if now != self._views_of:
            self._views, self._views_of = {}, now
        return self._views

    @property
    def position_keys(self) -> PositionKeys:
        """The keys of the match's positions, which are computed once after every event."""
        number = len(self.match.events)
        if self._position_keys is None or self._position_keys.number != number:
            game, state = self.match.game, self.match.state
            ahead = (game.successor(state, move) for move in game.legal_moves(state))
            current = frozenset(map(game.key, (state, *ahead)))
            every = current.union(map(game.key, states_of(self.match)))
            self._position_keys = PositionKeys(number, current, every)
        return self._position_keys


def acting_seat(match: Match, held: Seats, command: matches.AnyCommand) -> Seat:
    """Return which of the player's seats a command is for. May raise Refusal."""
    if not held:
        raise Refusal(Reason.NO_SEAT, "You are watching. Only the players can do that.")
    if command.seat is not None:
        if Seat(command.seat) not in held:
            raise Refusal(Reason.WRONG_SEAT, "That is the other player's seat.")
        return Seat(command.seat)
    if len(held) == 1:
        return held[0]
    # On a shared screen, the other player responds to offers. The mover gives all other commands.
    asking = match.undo_request.seat if match.undo_request is not None else match.offer
    if asking is not None and isinstance(command, matches.Accept | matches.Decline):
        return asking.other
    return match.mover


def check_command(live: LiveMatch, seat: Seat, command: matches.AnyCommand, deserted: bool) -> None:
    """Raise Refusal if a command is not allowed now. See `allowed_commands`."""
    number = len(live.match.events)
    if command.after != number:
        raise Refusal(
            Reason.STALE,
            f"The game has changed: the last event is {number}, not {command.after}.",
        )
    if live.match.result is not None:
        raise Refusal(Reason.OVER, "The game is over.")
    if live.started_at is None:
        raise Refusal(Reason.WAITING, "The other player has not joined yet.")
    if isinstance(command, MOVER_COMMANDS) and live.match.mover is not seat:
        raise Refusal(Reason.OUT_OF_TURN, "It is the other player's turn.")
    if type(command).__struct_config__.tag not in allowed_commands(live, seat, deserted):
        raise Refusal(Reason.NOT_POSSIBLE, NOT_ALLOWED[type(command)])


def allowed_commands(live: LiveMatch, seat: Seat, deserted: bool) -> list[str]:
    """Return the commands that a player may give now.

    `deserted` is true if the opponent has been away for too long. The buttons on the page and the
    check of every command depend on this function.
    """
    match, apart = live.match, live.apart
    if match.result is not None:
        return [REMATCH]
    if live.started_at is None:
        return [KEY]
    own_turn, other = match.mover is seat, match.setup.players[seat.other.index]
    asked = match.offer is seat.other
    if match.undo_request is not None:
        asked = asked or match.undo_request.seat is seat.other
    possible = {
        "move": own_turn,
        # Hints are fair only against a computer.
        "hint": own_turn and not other.is_person and match.setup.terms.hints,
        # No undo while the computer is thinking. On a shared screen, the player to move takes back.
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
    return [name for name, is_possible in possible.items() if is_possible]


MOVER_COMMANDS = matches.Play | matches.Offer | matches.AskHint
"""Commands that only the player to move may give."""

NOT_ALLOWED: dict[type[matches.Command], str] = {
    matches.Play: "You can't move now.",
    matches.Resign: "Only the player whose turn it is can resign here.",
    matches.Offer: "A draw has already been offered.",
    matches.Undo: "You have no move to take back now.",
    matches.Accept: "There is no offer or request to respond to.",
    matches.Decline: "There is no offer or request to respond to.",
    matches.AskHint: "There are no hints in this game.",
    matches.Claim: "The other player has not been away for long enough.",
}


class CommandResult(NamedTuple):
    """The match after a command, and the text for the player who gave it."""

    match: Match
    sentence: str


def prepare_command(
    session: PlaySession,
    dialogue: AnyDialogue,
    seat: Seat,
    command: matches.AnyCommand,
    apart: bool,
) -> Prepared:
    """Prepare the event that a command causes. Raise Refusal if the command is not possible now.

    If the players are `apart`, an undo needs the other player's consent.
    """
    match = session.match
    try:
        if isinstance(command, matches.Play):
            return session.prepare(parse_whole_move(dialogue, match.state, command.move))
        return session.prepare(_event_for(match, seat, command, apart))
    except UnclearAnswer as unclear:
        raise Refusal(Reason.UNREADABLE, str(unclear)) from None
    except MatchError as error:
        raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None


def _event_for(match: Match, seat: Seat, command: matches.AnyCommand, apart: bool) -> Event:
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
            return Event(ACTS[type(command)][0], seat)


ACTS: dict[type[matches.Command], tuple[Act, ...]] = {
    matches.Play: (Act.MOVE, Act.REJECTED),
    matches.Resign: (Act.RESIGN,),
    matches.Offer: (Act.OFFER,),
    matches.Undo: (Act.UNDO, Act.ASK),
    matches.Accept: (Act.ACCEPT, Act.UNDO),
    matches.Decline: (Act.DECLINE,),
    matches.AskHint: (Act.HINT,),
    matches.Claim: (Act.ABANDON,),
}
"""The kinds of event that each command can cause."""


def find_repeat(
    match: Match, held: Seats, command: matches.AnyCommand, apart: bool
) -> CommandResult | None:
    """Return the result of a command that was executed before, or None if it was not.

    A repeated request is recognized by its event, even if the server has restarted, because the
    command would cause the same event at the same point.
    """
    event = match.events[command.after]
    own_event = event.seat in held or isinstance(command, matches.Claim)
    if not own_event or event.act not in ACTS[type(command)]:
        return None  # without replaying the match
    earlier = Match(match.setup, tuple(match.events[: command.after]))
    narrator = SecondPersonNarrator(earlier, held[0] if len(held) == 1 else None)
    session = PlaySession(earlier, narrator)
    try:
        seat = acting_seat(earlier, held, command)
        prepared = prepare_command(session, narrator.dialogue, seat, command, apart)
    except LastDigitError:
        return None
    if prepared.event != event:
        return None
    sentence = " ".join(session.commit(prepared).text(narrator).split())
    return CommandResult(session.match, sentence)


def is_computer_due(match: Match) -> bool:
    """Return whether a computer has to move or respond to a draw offer."""
    if match.result is not None:
        return False
    players = match.setup.players
    offered = match.offer is not None and not players[match.offer.other.index].is_person
    return offered or not players[match.mover.index].is_person


def computer_event(match: Match) -> Event:
    """Return the computer's move, or its response to a draw offer."""
    seat = match.mover if match.offer is None else match.offer.other
    if match.offer is not None:
        return Event(Act.ACCEPT if match.repeats else Act.DECLINE, seat)
    computer = COMPUTERS[match.setup.players[seat.index].kind]
    return Event(Act.MOVE, seat, computer.choose(match.game, match.state, match.random()))
