"""What servers that share kept games tell each other, whatever the store is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from lastdigit.match.record import Event
from lastdigit.store.contract import Left
from lastdigit.system import Clock


class News(NamedTuple):
    """Another server has kept something: in which match, and the number of its last event.

    That is 0 where it was no event: somebody has sat down, or there is a rematch.
    """

    code: str
    number: int
    kept: float
    """When, by the clock that is shared."""


class Said(NamedTuple):
    """Another server has said something that is kept nowhere."""

    words: tuple[str, ...]


class Later(NamedTuple):
    """What has happened in a match since somebody last looked, and how its clocks stand."""

    code: str
    after: int
    """The last event that was held."""
    events: tuple[Event, ...]
    left: Left | None
    since: float | None
    version: int
    rematch: str | None


class Round(NamedTuple):
    """What a heartbeat finds: the servers that are up, and who is where."""

    since: float
    """From when on one server or another has been up without a break."""
    others: Mapping[str, frozenset[bytes]]
    """By server, those who are there."""


class Cluster(ABC):
    """One server's way to the others; whatever asks the database raises StoreError."""

    clock: Clock
    """The database's clock: all servers read the same, and what is steady is shared as well."""

    @abstractmethod
    def listen(self, hear: Callable[[News | Said | None], None]) -> None:
        """Let `hear` be called, in another thread, when another server has something to tell.

        It is called with None where news may have been missed: after a lost connection.
        """

    @abstractmethod
    def say(self, *words: str) -> None:
        """Say something to all other servers, in words without blanks; kept nowhere."""

    @abstractmethod
    def later(self, held: Mapping[str, int]) -> list[Later]:
        """Return what has happened in matches after the last event that is held of each.

        A match that is not there any more is left out.
        """

    @abstractmethod
    def beat(self, here: Collection[bytes]) -> Round:
        """Tell the others that this server is up, and who is here; return what they have told."""

    @abstractmethod
    def leaps(self) -> float:
        """Return by how many seconds the database's clock has leapt since this was last asked."""
