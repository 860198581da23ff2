"""What a store promises, whatever it is made of; `tests/store/test_contract.py` tests it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lastdigit.errors import StoreError
from lastdigit.game.game import Seat
from lastdigit.match.record import Event, Record, Result, Setup

if TYPE_CHECKING:
    from lastdigit.store.cluster import Cluster

Left = tuple[int, int]
"""Milliseconds that each seat's clock has left."""


class Summary(NamedTuple):
    """A kept game in one line."""

    id: int
    setup: Setup | None
    """None where the game cannot be read: it is no longer installed, or something is damaged."""
    result: Result | None = None
    changed: str = ""
    fault: str = ""
    """Why it cannot be read, in a sentence."""


@dataclass(frozen=True)
class Held:
    """A seat in a browser: the hash of its holder's secret (None: free), and whether taken."""

    holder: bytes | None
    joined: bool


@dataclass(frozen=True)
class Online:
    """What a game in a browser has besides its record."""

    code: str
    against: str
    seats: tuple[Held, Held]
    begun: str | None = None
    """When both seats had been taken."""
    left: Left | None = None
    """The clocks at the beginning of the present turn."""


class OnlineGame(NamedTuple):
    """A kept game in a browser, with the code of its rematch if there is one."""

    id: int
    record: Record
    online: Online
    rematch: str | None
    since: float | None = None
    """When the present turn began, where servers share a clock."""
    version: int = 0
    """One more whenever somebody sits down or hands over a seat, where servers share games."""


class HeldGame(NamedTuple):
    """A game in a browser at which somebody holds seats."""

    summary: Summary
    code: str
    against: str
    seats: tuple[Seat, ...]


class Expired(NamedTuple):
    """What nobody came back for, by the codes of games and class rooms: it is deleted."""

    invitations: list[str]
    unfinished: list[str]
    rooms: list[str]


@dataclass(frozen=True)
class Attempt:
    """An answer to a puzzle: what was answered, and whether it was right."""

    puzzle: str
    """What the puzzle is known by."""
    game: str
    grade: int
    answer: str
    right: bool
    day: int | None = None
    """The day whose puzzle it was, if of any."""
    at: str = ""
    """When; a store dates what it keeps."""


class RoomEvent(NamedTuple):
    """Something that happened in a class room: who did it, what it was, and when."""

    person: str
    body: str
    """What it was, as whoever keeps it wrote it; a store does not read it."""
    at: str


class Append(NamedTuple):
    """An event to be kept; what its parts mean is said at `Store.append`."""

    game: int
    number: int
    event: Event
    result: Result | None
    following: Setup | None = None
    left: Left | None = None
    since: float | None = None
    """When the present turn began, by the clock that servers share; one alone keeps none."""
    version: int | None = None
    """Who sits where, as the server knows it: where that has changed, the event is a Conflict."""


class Finished(NamedTuple):
    """A finished game of one person: where they sat, which game, when it ended.

    `found` is what was found of it when it was judged, if it was and that was kept.
    """

    id: int
    own: Seat
    game: str
    ended: str
    found: str | None = None


class Store(ABC):
    """Kept games. What a method has returned from is on the disk; all raise StoreError."""

    threads = 1
    """How many threads may ask at the same time."""

    @property
    def cluster(self) -> Cluster | None:
        """The way to other servers of the same games, where there may be several."""
        return None

    @abstractmethod
    def close(self) -> None:
        """Let the kept games go."""

    @abstractmethod
    def begin_serving(self) -> None:
        """Let a server play these games until the store is closed or the process ends.

        Raises StoreError where another server has them already and the store allows only one.
        """

    def is_locked(self) -> bool:
        """Return whether another process has locked the store against writing. Never waits.

        Unlike other methods it may be called from any thread.
        """
        return False

    @abstractmethod
    def add(self, setup: Setup) -> int:
        """Keep a new game, the first of its match, and return its number."""

    @abstractmethod
    def append(
        self,
        game: int,
        number: int,
        event: Event,
        result: Result | None,
        following: Setup | None = None,
        left: Left | None = None,
    ) -> None:
        """Keep the event with this number, from 1 on.

        With the event that ends a round, the `following` round is kept too: a match that is cut
        off between two rounds goes on. `left` is what the clocks show after it, in a browser.
        Raises Conflict if there is an event with that number already: somebody else plays on.
        """

    @abstractmethod
    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """Keep several events at once, at most one a game, and return what became of each.

        That is None where it is kept, and otherwise what `append` would have raised: one that
        cannot be kept harms no other. Raises StoreError where none is.
        """

    @abstractmethod
    def record(self, game: int) -> Record:
        """Return a kept game."""

    @abstractmethod
    def games(self, limit: int, *, unfinished: bool = False) -> list[Summary]:
        """Return kept games, the one changed last first; all, or only those not finished.

        A game that cannot be read is among them, and hides no other.
        """

    @abstractmethod
    def count(self, *, unfinished: bool = False) -> int:
        """Return how many games are kept; all, or only those not finished."""

    @abstractmethod
    def forget(self, games: Sequence[int]) -> None:
        """Delete these games for good: all of them, or none if one is not there.

        The other rounds of a match stay. Raises StoreError for a game in a browser while a server
        has the kept games.
        """

    @abstractmethod
    def expire(self, unjoined: str, unfinished: str | None, rooms: str | None = None) -> Expired:
        """Delete games in a browser, for good, that nothing has happened in for long.

        Those that nobody joined, if since before `unjoined`; those that were begun and not
        finished, if since before `unfinished`, or none of them. Likewise class rooms, with the
        list of names there; their games stay, as they are. A server may go on beside it.
        """

    @abstractmethod
    def size(self) -> int:
        """Return how many bytes all that is kept takes."""

    @abstractmethod
    def back_up(self, path: Path) -> None:
        """Write all that is kept into a new file, whole or not at all, while others play on.

        Raises StoreError, and where the store has a better way of its own, says which.
        """

    @abstractmethod
    def latest_unfinished(self) -> int | None:
        """Return the unfinished game changed last, if there is one; none of a browser's."""

    @abstractmethod
    def rounds(self, game: int) -> tuple[list[Result], int | None]:
        """Return the results of a game's match so far, and the round that is being played."""

    @abstractmethod
    def code_of(self, game: int) -> str | None:
        """Return the code of a game in a browser, or None for any other."""

    @abstractmethod
    def add_online(self, setup: Setup, online: Online, rematch_of: int | None = None) -> int | None:
        """Keep a new game in a browser and return its number.

        Returns None, and keeps nothing, if the code is taken or there is such a rematch already.
        """

    @abstractmethod
    def online(self, code: str) -> OnlineGame | None:
        """Return the game with this code, if there is one."""

    @abstractmethod
    def sit(self, game: int, seat: Seat, holder: bytes, setup: Setup, begun: str | None) -> bool:
        """Keep who has taken a seat, the set-up with the new name, and whether the game begins.

        Returns False, and keeps nothing, if somebody sits there or the seat waits for another.
        """

    @abstractmethod
    def rename(self, game: int, setup: Setup) -> bool:
        """Save the set-up of a game that waits for a player, in which a name has changed.

        Returns False, and saves nothing, if the game has begun or does not exist.
        """

    @abstractmethod
    def hand_over(self, game: int, seat: Seat, before: bytes | None, holder: bytes) -> bool:
        """Give a seat to another holder: its player has gone to another device.

        Returns False, and keeps nothing, if it is not held by whom it was `before`.
        """

    @abstractmethod
    def signing_key(self) -> bytes:
        """Return the 32 random bytes by which servers of these games know what they have signed."""

    @abstractmethod
    def is_unsigned(self, holder: bytes) -> bool:
        """Return whether somebody held a seat under this hash before secrets were signed."""

    @abstractmethod
    def held_by(self, holder: bytes, limit: int) -> list[HeldGame]:
        """Return the games at which somebody holds a seat, the one changed last first."""

    @abstractmethod
    def playing(self, holder: bytes, game: str) -> list[str]:
        """Return the codes of all unfinished games of a kind in which somebody holds a seat.

        Games that wait for a second player are left out.
        """

    @abstractmethod
    def add_attempt(self, person: str, attempt: Attempt) -> None:
        """Keep somebody's answer to a puzzle, dated now; "" is whoever sits at this machine."""

    @abstractmethod
    def attempts(self, person: str) -> list[Attempt]:
        """Return somebody's answers to puzzles, the oldest first."""

    @abstractmethod
    def append_to_room(self, room: str, number: int, person: str, body: str) -> bool:
        """Keep what somebody did in a class room, dated now; the first event makes the room.

        Events are numbered from 1. Returns False, and keeps nothing, if there is one with that
        number already, or the room has been deleted.
        """

    @abstractmethod
    def room(self, room: str) -> list[RoomEvent]:
        """Return all that happened in a class room, the oldest first; nothing if there is none."""

    @abstractmethod
    def rooms_of(self, person: str, limit: int) -> list[str]:
        """Return the rooms in which somebody did something, the one they did so in last first."""

    @abstractmethod
    def forget_room(self, room: str) -> None:
        """Delete all that happened in a class room."""

    @abstractmethod
    def person_of(self, holder: bytes) -> str:
        """Return under what the answers of a browser are kept: "" if it is this machine's own."""

    @abstractmethod
    def make_own(self, holder: bytes) -> None:
        """Let a browser be that of whoever sits at this machine, with all that it has done."""

    @abstractmethod
    def finished(self, person: str) -> list[Finished]:
        """Return somebody's finished games in which one seat was theirs, the oldest first.

        Those at this machine, of whoever sits here (""), are the ones with one person at the table.
        A game that cannot be read is not among them.
        """

    @abstractmethod
    def keep_finding(self, game: int, found: str) -> None:
        """Keep what was found of a game, instead of anything older; it goes with the game."""

    @abstractmethod
    def games_of(self, person: str) -> list[int]:
        """Return all games at which somebody sits or sat, or that were played here (""), in order.

        Whoever sits at this machine has those of their browsers as well.
        """

    @abstractmethod
    def forget_person(self, person: str) -> list[str]:
        """Delete somebody's answers and games for good; return the codes of games in a browser.

        A game against somebody else is theirs as well: there the seat is nobody's from then on, and
        has a plain name. What class rooms keep is the teacher's.
        """

    @abstractmethod
    def merge(self, holder: bytes, into: bytes) -> None:
        """Let all that one browser has done be another's."""
