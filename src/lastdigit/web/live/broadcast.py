"""Broadcasts to listeners on this server and to other servers, and counters for monitoring.

Servers that share a store are equal. Each server has its own visitors' matches in memory. When
another server saves an event, this server is notified and loads the event.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lastdigit.errors import LastDigitError
from lastdigit.game.game import Seat
from lastdigit.storage import Cluster, MatchChange, MatchUpdate, Message
from lastdigit.web.live.invitations import ShortCode
from lastdigit.web.live.match import LiveMatch

if TYPE_CHECKING:
    from lastdigit.web.live.registry import Registry

PRECISION = 4
"""The number of decimals to which durations are rounded, so that few values are counted."""
BEAT_SECONDS = 1.0
FOLLOWER_DELAY = 2.0
"""Additional seconds before a server acts if another one saved the last event, so that the two do
not act at the same time."""
SHORT_CODE, SEAT_KEY = "spoken", "key"
"""The kinds of messages between servers."""
log = logging.getLogger("lastdigit")


@dataclass
class Counters:
    """Totals since the server started, for monitoring."""

    moves: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    """The number of refused requests, by error code."""
    appends: Counter[float] = field(default_factory=Counter)
    """Seconds from a command until its event was on disk, rounded to `PRECISION`."""
    notify_lags: Counter[float] = field(default_factory=Counter)
    """Seconds until a notification from another server arrived, rounded to `PRECISION`."""


class Listener:
    """A queue for one client that holds only the latest text. Slow clients skip older texts."""

    def __init__(self, holder: bytes | None = None, seen: int | None = None) -> None:
        self.holder = holder
        """The hashed secret of the browser, if it has one."""
        self.seen = seen
        """The number of the last event that the client has received, if it wants only what is new
        since then."""
        self._latest: tuple[str, int] | None = None
        self._filled = asyncio.Event()

    def send(self, text: str, number: int = 0) -> None:
        """Replace the text that the client has not received yet, if any.

        `number` is the number of the last event in the text.
        """
        self._latest = text, number
        self._filled.set()

    async def receive(self) -> str:
        """Wait for the next text."""
        await self._filled.wait()
        self._filled.clear()
        assert self._latest is not None, "it is set before the event"
        (text, number), self._latest = self._latest, None
        if self.seen is not None:
            self.seen = number
        return text


class Hub:
    """The listeners of all matches or classrooms, by code."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def add(self, code: str, listener: Listener) -> None:
        self._listeners.setdefault(code, set()).add(listener)

    def remove(self, code: str, listener: Listener) -> None:
        self._listeners[code].discard(listener)
        if not self._listeners[code]:
            del self._listeners[code]

    def codes(self) -> tuple[str, ...]:
        """Return the codes that have listeners."""
        return tuple(self._listeners)

    def listeners(self, code: str) -> Collection[Listener]:
        return self._listeners.get(code, ())


class ClusterSync:
    """Keeps the matches, codes and presence of one server in sync with the other servers."""

    def __init__(self, registry: Registry, cluster: Cluster) -> None:
        self._registry = registry
        self._cluster = cluster
        self._changed: dict[str, int] = {}
        """The matches to load, with the number of their last event, or 0 if it is unknown."""
        self._is_updating = False
        self._others: frozenset[str] = frozenset()
        self._is_connected = False
        self.running_since = cluster.clock.steady()
        """The time since which at least one server has always been running."""
        registry.invitations.on_issue = self._send_short_code
        registry.keys.on_change = self._send_seat_key

    async def connect(self) -> None:
        """Announce this server to the others and receive their messages. May raise StoreError."""
        loop = asyncio.get_running_loop()
        await self.beat()

        def receive(news: MatchChange | Message | None) -> None:
            if isinstance(news, MatchChange):
                lag = max(0.0, self._registry.clock.steady() - news.time)
                self._registry.counters.notify_lags[round(lag, PRECISION)] += 1
                if not self._is_in_use(news.code):
                    return  # without waking up the loop, because most matches are not
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._receive, news)

        self._cluster.listen(receive)
        self._registry.spawn(self._beat_forever())

    def _is_in_use(self, code: str) -> bool:
        """Return whether a match is in memory or has listeners here.

        Any thread may call this method.
        """
        return code in self._registry.in_memory or bool(self._registry.hub.listeners(code))

    def _send_short_code(self, code: ShortCode) -> None:
        self._send(SHORT_CODE, code.code, code.match, repr(code.expires))

    def _send_seat_key(self, match: str, seat: Seat, hashed: bytes, expires: float) -> None:
        self._send(SEAT_KEY, match, str(seat.value), hashed.hex() or "-", repr(expires))

    def _send(self, *words: str) -> None:
        self._registry.spawn(self._send_message(words))

    async def _send_message(self, words: tuple[str, ...]) -> None:
        try:
            await self._registry.workers.write(self._cluster.broadcast, *words)
        except LastDigitError as error:
            log.warning("%s", error)

    def _receive_message(self, words: tuple[str, ...]) -> None:
        match words:
            case (kind, code, match, expires) if kind == SHORT_CODE:
                self._registry.invitations.add(ShortCode(code, match, float(expires)))
            case (kind, match, seat, key, expires) if kind == SEAT_KEY:
                hashed = b"" if key == "-" else bytes.fromhex(key)
                self._registry.keys.add(match, Seat(int(seat)), hashed, float(expires))

    def revoke_used_keys(self, before: LiveMatch | None, live: LiveMatch) -> None:
        """Revoke the keys of seats that have moved to another device on another server."""
        for seat in Seat:
            if before is not None and before.seats[seat.index].holder not in (
                None,
                live.seats[seat.index].holder,
            ):
                self._registry.keys.add(live.code, seat, b"", 0.0)

    def _receive(self, news: MatchChange | Message | None) -> None:
        registry = self._registry
        if isinstance(news, Message):
            self._receive_message(news.words)
            return
        if news is None:  # the connection was lost, so anything may have changed
            self._changed.update(dict.fromkeys((*registry.in_memory, *registry.hub.codes()), 0))
        else:
            live = registry.in_memory.get(news.code)
            if live is not None and 0 < news.number <= len(live.match.events):
                return
            self._changed[news.code] = news.number
        if self._changed and not self._is_updating:
            self._is_updating = True
            registry.spawn(self._update_all())

    async def _update_all(self) -> None:
        """Load the new events of all changed matches with one query."""
        registry = self._registry
        try:
            while self._changed:
                numbers = {
                    code: len(registry.in_memory[code].match.events)
                    for code in self._changed
                    if code in registry.in_memory
                }
                unknown = self._changed.keys() - numbers.keys()
                self._changed = {}
                try:
                    updates = await registry.workers.read(self._cluster.updates, numbers)
                except LastDigitError as error:
                    log.warning("%s", error)
                    self._changed.update(dict.fromkeys((*numbers, *unknown), 0))
                    await asyncio.sleep(BEAT_SECONDS)
                    continue
                for update in updates:
                    await self._update(update)
                for code in unknown:
                    await self._load(code)
        finally:
            self._is_updating = False

    async def _load(self, code: str) -> None:
        """Load a match that is not in memory, for its listeners."""
        try:
            async with self._registry.locks.setdefault(code, asyncio.Lock()):
                await self._registry.load(code)
        except LastDigitError as error:
            log.warning("%s", error)

    async def _update(self, update: MatchUpdate) -> None:
        registry = self._registry
        if update.code not in registry.in_memory:
            return
        try:
            async with registry.locked(update.code) as live:
                if update.version != live.version:
                    await registry.load(update.code)
                else:
                    self._apply(live, update)
        except LastDigitError as error:
            log.warning("%s", error)

    def _apply(self, live: LiveMatch, update: MatchUpdate) -> None:
        events = update.events[len(live.match.events) - update.after :]
        for event in events:
            live.commit(live.session.prepare(event), update.clock_times, update.since or 0.0)
        if events and live.clocks is not None and update.since is not None:
            live.clocks.since = update.since
        if events or live.rematch != update.rematch:
            live.rematch, live.delay = update.rematch, FOLLOWER_DELAY
            self._registry.changed(live)

    async def _beat_forever(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except LastDigitError as error:
                if self._is_connected:
                    log.warning("%s", error)
                self._is_connected = False

    async def beat(self) -> None:
        """Exchange the presence of players with the other servers. May raise StoreError."""
        registry = self._registry
        here = registry.presence.present(registry.clock.steady() - 2 * BEAT_SECONDS)
        heartbeat = await registry.workers.read(self._cluster.heartbeat, here)
        jump, now = self._cluster.clock_jumps(), registry.clock.steady()
        if jump:
            self._shift_times(jump)
        others = frozenset(heartbeat.others)
        # While the database or a server was unavailable, presence is unknown.
        is_gap = jump or not self._is_connected or others - self._others
        since = self.running_since if self._is_connected else 0.0
        self.running_since = now if jump else max(since, heartbeat.since)
        self._others, self._is_connected = others, True
        if is_gap:
            registry.presence.restart(now)
        elsewhere = frozenset[bytes]().union(*heartbeat.others.values())
        changed = registry.presence.set_elsewhere(elsewhere, now)
        if changed:
            self._broadcast_matches_of(changed)
            registry.spawn(self._broadcast_after_grace(changed))

    async def _broadcast_after_grace(self, holders: frozenset[bytes]) -> None:
        await asyncio.sleep(self._registry.limits.grace_seconds + 0.1)
        self._broadcast_matches_of(holders)

    def _broadcast_matches_of(self, holders: frozenset[bytes]) -> None:
        for live in self._registry.in_memory.values():
            if not holders.isdisjoint(seat.holder for seat in live.seats if seat.holder):
                self._registry.broadcast(live)

    def _shift_times(self, seconds: float) -> None:
        """Adjust all times after the database's clock was set, so that no player loses time."""
        self._registry.presence.shift(seconds)
        for live in self._registry.in_memory.values():
            if live.started_at is not None:
                live.started_at += seconds
            if live.clocks is not None:
                live.clocks.since += seconds
