"""The store interfaces: `Store` for saved data, `Cluster` for servers that share a store."""

from __future__ import annotations

import json
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeGuard

from lastdigit.errors import RecordError, StoreError, quoted
from lastdigit.game.game import Seat
from lastdigit.match.record import Event, Fields, Record, Result, Setup, read_result, read_setup
from lastdigit.system import Clock

ClockTimes = tuple[int, int]
"""The milliseconds left on the clocks of player 1 and player 2."""


class Summary(NamedTuple):
    """A saved game in a list of games: its set-up, its result and the time of its last change."""

    id: int
    setup: Setup | None
    """The set-up, or None if the game is not installed or the saved data is damaged."""
    result: Result | None = None
    changed: str = ""
    fault: str = ""
    """Why the saved game cannot be read, as a sentence, or "" if it can be read."""


@dataclass(frozen=True)
class OnlineSeat:
    """A seat in an online game: the player's browser, and whether the player has joined."""

    holder: bytes | None
    """The hash that identifies the player's browser. None for a free seat or a computer player."""
    joined: bool
    """Whether the seat is taken. A seat that is not taken but has a `holder` is reserved."""


@dataclass(frozen=True)
class Online:
    """Data that only an online game has, such as the code in its link."""

    code: str
    against: str
    seats: tuple[OnlineSeat, OnlineSeat]
    begun: str | None = None
    """The time when both seats had been taken, or None if a player is still missing."""
    clock_times: ClockTimes | None = None
    """The time left on each clock when the current turn began, or None if there are no clocks."""


class OnlineGame(NamedTuple):
    """A saved online game, with the code of its rematch if there is one."""

    id: int
    record: Record
    online: Online
    rematch: str | None
    since: float | None = None
    """The time when the current turn started, in seconds since 1970.

    None unless servers share the store.
    """
    version: int = 0
    """A number that increases when a seat or a name changes, if several servers share the store."""


class HeldGame(NamedTuple):
    """An online game, and the seats in it that belong to a given browser."""

    summary: Summary
    code: str
    against: str
    seats: tuple[Seat, ...]


class Expired(NamedTuple):
    """The codes of the abandoned online games and classrooms that `Store.expire` deleted."""

    invitations: list[str]
    unfinished: list[str]
    rooms: list[str]


@dataclass(frozen=True)
class Attempt:
    """A player's answer to a puzzle, and whether the answer was right."""

    puzzle: str
    """The ID of the puzzle."""
    game: str
    grade: int
    answer: str
    right: bool
    day: int | None = None
    """The number of the day if the puzzle is a daily puzzle, otherwise None."""
    at: str = ""
    """The time of the answer, which the store sets."""


class SavedRoomEvent(NamedTuple):
    """A saved classroom event: who caused it, the serialized event, and the time."""

    person: str
    body: str
    """The serialized event, which a store does not parse."""
    at: str


class Append(NamedTuple):
    """A game event, such as a move, to be saved with `Store.append_many`."""

    game: int
    number: int
    event: Event
    result: Result | None
    following: Setup | None = None
    clock_times: ClockTimes | None = None
    since: float | None = None
    """The time when the current turn started, in seconds since 1970.

    None unless servers share the store.
    """
    version: int | None = None
    """The version of the game that the server knows. If the version is outdated, saving fails."""


class Finished(NamedTuple):
    """A person's finished game, and the seat in which this person played."""

    id: int
    seat: Seat
    game: str
    ended: str
    analysis: str | None = None
    """The saved analysis of the game as text, or None if there is none."""


class SavedDay(NamedTuple):
    """The saved sums of a person's games that ended on one day."""

    day: str
    """The date, such as "2026-11-16"."""
    sums: str | None
    """The sums as text, which a store does not parse, or None if they were never saved."""
    changes: tuple[int, ...]
    """The IDs of the changes to these games that the saved sums do not include."""


class FinishedDay(NamedTuple):
    """A person's games that ended on one day."""

    saved: SavedDay
    games: list[Finished]
    is_complete: bool
    """Whether all games could be read."""


class NewSums(NamedTuple):
    """New sums for a day, to be saved with `Store.save_sums`."""

    saved: SavedDay
    """The day as saved before the games for these sums were read."""
    sums: str
    """The sums as text, or "" if the day has no games."""
    mistakes: Collection[tuple[str, str]]
    """The person's mistakes on this day: the name of the game and the name of the puzzle."""
    is_complete: bool
    """Whether the sums include all games. If not, they will be computed again."""


class Store(ABC):
    """Saved games, puzzle attempts and classrooms.

    When a method returns, its changes are on disk. Every method may raise StoreError.

    A `holder` is a hash that identifies a browser. A `person` is the same hash as hexadecimal text,
    or "" for the user of this machine.
    """

    threads = 1
    """The number of threads that may use the store at the same time."""

    @property
    def cluster(self) -> Cluster | None:
        """The connection to other servers, or None if only one server can use this store."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Close the store and release its files and connections."""

    @abstractmethod
    def begin_serving(self) -> None:
        """Register this process as a server until the store is closed or the process ends.

        Raise StoreError if the store allows only one server and another server is running.
        """

    def is_locked(self) -> bool:
        """Return whether another process is writing to the store, without waiting for that process.

        Unlike the other methods, this method may be called from any thread.
        """
        return False

    @abstractmethod
    def add(self, setup: Setup) -> int:
        """Save a new game, and return its ID. `append` saves the later rounds of the same match."""

    @abstractmethod
    def append(
        self,
        game: int,
        number: int,
        event: Event,
        result: Result | None,
        following: Setup | None = None,
        clock_times: ClockTimes | None = None,
    ) -> None:
        """Save a game event, such as a move. The events in a game are numbered from 1.

        `result` is None unless the event ends the game. If another round of the match follows,
        `following` is the set-up of that round. `clock_times` is the time left on the two
        clocks of an online game.

        Raise Conflict if the game was deleted or already has an event with this number.
        """

    @abstractmethod
    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """Save several events in one transaction, at most one per game.

        Return None for each saved event, and an error for each event that could not be saved. Raise
        StoreError and save nothing if the whole transaction fails.
        """

    @abstractmethod
    def record(self, game: int) -> Record:
        """Return the record of a game: its set-up, events, result and times."""

    @abstractmethod
    def games(self, limit: int, *, unfinished: bool = False) -> list[Summary]:
        """Return up to `limit` saved games, most recently changed first.

        With `unfinished`, return only unfinished games.
        """

    @abstractmethod
    def count(self, *, unfinished: bool = False) -> int:
        """Return the number of saved games. With `unfinished`, count only unfinished games."""

    @abstractmethod
    def delete(self, games: Sequence[int]) -> None:
        """Delete these games permanently. If one of them does not exist, delete nothing.

        Raise StoreError if one of the games is an online game and a server is running.
        """

    @abstractmethod
    def expire(self, unjoined: str, unfinished: str | None, rooms: str | None = None) -> Expired:
        """Delete abandoned online games and classrooms permanently, and return their codes.

        Each argument is an ISO time: anything last changed before this time is deleted. `unjoined`
        is for games without a second player, `unfinished` for games in progress, and `rooms` for
        classrooms. If an argument is None, nothing of that kind is deleted.
        """

    @abstractmethod
    def size(self) -> int:
        """Return the size of the store in bytes."""

    @abstractmethod
    def back_up(self, path: Path) -> None:
        """Back up the store to a new file, even while a server is running.

        Raise StoreError if the backup fails, or if the database has to be backed up with its own
        tool.
        """

    @abstractmethod
    def latest_unfinished(self) -> int | None:
        """Return the ID of the most recently changed unfinished game, or None if there is none.

        Ignore online games.
        """

    @abstractmethod
    def rounds(self, game: int) -> tuple[list[Result], int | None]:
        """Return the results of a match's finished rounds, and the ID of the unfinished round.

        A round is one game. `game` is the ID of any round of the match. The returned ID is None if
        all rounds are finished.
        """

    @abstractmethod
    def code_of(self, game: int) -> str | None:
        """Return the code in the link of an online game, or None if the game is not online."""

    @abstractmethod
    def add_online(self, setup: Setup, online: Online, rematch_of: int | None = None) -> int | None:
        """Save a new online game and return its ID.

        `rematch_of` is the ID of the previous game if the new game is a rematch. Return None and
        save nothing if another game has the same code or if the previous game already has a
        rematch.
        """

    @abstractmethod
    def online(self, code: str) -> OnlineGame | None:
        """Return the online game with this code, or None if there is no such game."""

    @abstractmethod
    def take_seat(
        self, game: int, seat: Seat, holder: bytes, setup: Setup, begun: str | None
    ) -> bool:
        """Record that a player has taken a seat in an online game.

        `holder` identifies the player's browser. `setup` is the game's set-up with the player's
        name. `begun` is the time when the game began, or None if a player is still missing.
        Return False and save nothing if the seat is not free for this player.
        """

    @abstractmethod
    def rename(self, game: int, setup: Setup) -> bool:
        """Change a player's name in a game that has not begun. `setup` has the new name.

        Return False and save nothing if the game has begun or does not exist.
        """

    @abstractmethod
    def hand_over(self, game: int, seat: Seat, before: bytes | None, holder: bytes) -> bool:
        """Transfer a seat in a game to another browser, because its player has changed devices.

        `before` identifies the old browser and `holder` the new one. Return False and save nothing
        if the seat does not belong to the old browser.
        """

    @abstractmethod
    def signing_key(self) -> bytes:
        """Return the secret key of this store, 32 random bytes, with which servers sign cookies."""

    @abstractmethod
    def is_unsigned(self, holder: bytes) -> bool:
        """Return whether a browser got its cookie from an old release that did not sign cookies."""

    @abstractmethod
    def held_by(self, holder: bytes, limit: int) -> list[HeldGame]:
        """Return up to `limit` of a browser's online games, most recently changed first."""

    @abstractmethod
    def playing(self, holder: bytes, game: str) -> list[str]:
        """Return the codes of the games in progress that a browser is playing.

        `holder` identifies the browser. `game` is the kind of game, such as "digit-duel".
        """

    @abstractmethod
    def add_attempt(self, person: str, attempt: Attempt) -> None:
        """Save a person's answer to a puzzle, together with the current time."""

    @abstractmethod
    def attempts(self, person: str) -> list[Attempt]:
        """Return a person's answers to puzzles, oldest first."""

    @abstractmethod
    def append_to_room(self, room: str, number: int, person: str, body: str) -> bool:
        """Save a classroom event. The events in a classroom are numbered from 1.

        `person` caused the event, and `body` is the serialized event. The first event creates the
        classroom. Return False and save nothing if the number is taken or the classroom was
        deleted.
        """

    @abstractmethod
    def room(self, room: str) -> list[SavedRoomEvent]:
        """Return the events of a classroom, oldest first, or [] if the classroom does not exist."""

    @abstractmethod
    def rooms_of(self, person: str, limit: int) -> list[str]:
        """Return up to `limit` codes of a person's classrooms, most recently active first."""

    @abstractmethod
    def delete_room(self, room: str) -> None:
        """Delete a classroom and all its events."""

    @abstractmethod
    def person_of(self, holder: bytes) -> str:
        """Return the ID of the person who uses a browser, or "" for the user of this machine."""

    @abstractmethod
    def assign_to_local_user(self, holder: bytes) -> None:
        """Assign a browser and its data to the user of this machine."""

    @abstractmethod
    def finished(self, person: str) -> list[Finished]:
        """Return a person's finished games, oldest first.

        Exclude games that cannot be read and games that the person played alone on both sides.
        """

    @abstractmethod
    def saved_days(self, person: str) -> list[SavedDay]:
        """Return the days on which a person's games ended, oldest first."""

    @abstractmethod
    def finished_on(self, person: str, day: str) -> FinishedDay:
        """Return a person's games that ended on a day, as `finished` does."""

    @abstractmethod
    def save_sums(self, person: str, sums: Sequence[NewSums]) -> None:
        """Save new sums for some of a person's days.

        Skip a day if another process has saved sums for it since `NewSums.saved` was read.
        """

    @abstractmethod
    def open_mistakes(self, person: str) -> dict[str, int]:
        """Return the number of positions with a mistake that a person has not put right, by game.

        The mistakes are those that were saved with the sums. A right answer to the mistake's puzzle
        puts the mistake right, until a later answer is wrong.
        """

    @abstractmethod
    def save_analysis(self, game: int, analysis: str) -> None:
        """Save the serialized analysis of a finished game, and replace any earlier analysis."""

    @abstractmethod
    def games_of(self, person: str) -> list[int]:
        """Return the IDs of a person's games in ascending order."""

    @abstractmethod
    def delete_person(self, person: str) -> list[str]:
        """Delete a person's puzzle answers and games permanently.

        Games against other people are kept, but without the deleted person's name. Return the codes
        of all online games that were deleted or changed.
        """

    @abstractmethod
    def merge(self, holder: bytes, into: bytes) -> None:
        """Transfer all data from the browser `holder` to the browser `into`."""


def unknown(game: int) -> StoreError:
    """Return the error for a game ID that does not exist."""
    return StoreError(f"There is no game {game}. lastdigit saved list shows your games.")


def read_summary(game: int, setup: str, result: str | None, changed: str) -> Summary:
    """Parse a database row as one entry in a list of games.

    If the row cannot be parsed, return an entry whose `fault` is the reason.
    """
    try:
        ended = read_result(Fields.of(result)) if result else None
        return Summary(game, read_setup(Fields.of(setup)), ended, read_time(changed))
    except RecordError as error:
        return Summary(game, None, fault=str(error))


def read_time(text: str) -> str:
    """Return a saved time unchanged. Raise RecordError if the text is not an ISO time."""
    try:
        datetime.fromisoformat(text)
    except (TypeError, ValueError):
        raise RecordError(f"{quoted(str(text))} is not a time.") from None
    return text


def read_clocks(text: str) -> ClockTimes:
    """Parse the milliseconds left on two clocks. Raise RecordError if the text is invalid."""
    try:
        one, two = json.loads(text)
        return operator.index(one), operator.index(two)
    except (TypeError, ValueError):
        raise RecordError(f"{quoted(str(text))} is not a valid pair of clock times.") from None


def read_seats(rows: Sequence[tuple[object, object]]) -> tuple[OnlineSeat, OnlineSeat]:
    """Convert two database rows (holder, joined) to the two seats of a game.

    Raise RecordError if the rows are invalid.
    """
    seats = [OnlineSeat(holder, bool(joined)) for holder, joined in rows if _is_holder(holder)]
    if len(seats) != len(Seat):
        raise RecordError("The saved seats of this game are invalid.")
    return seats[0], seats[1]


def _is_holder(holder: object) -> TypeGuard[bytes | None]:
    return holder is None or isinstance(holder, bytes)


class MatchChange(NamedTuple):
    """A notification from another server that an online match has changed."""

    code: str
    number: int
    """The number of the last event, or 0 if a seat, a name or the rematch changed."""
    time: float
    """The time of the change on the database's clock, in seconds since 1970."""


class Message(NamedTuple):
    """A message, split into words, from another server that shares the store."""

    words: tuple[str, ...]


class MatchUpdate(NamedTuple):
    """The new events of an online match, and the match's current state."""

    code: str
    after: int
    """The number of the last event that the server already knew."""
    events: tuple[Event, ...]
    clock_times: ClockTimes | None
    since: float | None
    version: int
    rematch: str | None


class Heartbeat(NamedTuple):
    """The other running servers that share a store, and the browsers that are connected to them."""

    since: float
    """The time since which at least one server has always been running, in seconds since 1970."""
    others: Mapping[str, frozenset[bytes]]
    """The hashes of the connected browsers, by the ID of their server."""


class Cluster(ABC):
    """One server's connection to the other servers that share a store.

    Methods that use the database may raise StoreError.
    """

    clock: Clock
    """The database's clock, which all servers use for durations and timestamps."""

    @abstractmethod
    def listen(self, on_notification: Callable[[MatchChange | Message | None], None]) -> None:
        """Start a thread that calls `on_notification` with every notification from another server.

        The thread calls `on_notification(None)` each time it connects to the database, because
        earlier notifications may have been lost.
        """

    @abstractmethod
    def broadcast(self, *words: str) -> None:
        """Send a message to all other servers. The words of a message must not contain spaces."""

    @abstractmethod
    def updates(self, cached: Mapping[str, int]) -> list[MatchUpdate]:
        """Return the new events and the current state of matches that this server has cached.

        `cached` maps the code of each cached match to the number of the last event in the cache.
        """

    @abstractmethod
    def heartbeat(self, connected: Collection[bytes]) -> Heartbeat:
        """Report to the database that this server is running, and return the other running servers.

        `connected` identifies the browsers that are connected to this server.
        """

    @abstractmethod
    def clock_jumps(self) -> float:
        """Return how far the database's clock was adjusted since the last call, in seconds.

        The result is negative if the clock was set back, and 0 if it was not adjusted.
        """
