"""Telling those who look at a match how it stands: listeners here, and other servers.

No server leads. Each holds what is looked at there, hears of what the others have kept, and reads
from the store all that came after the last event that it holds.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lastdigit.errors import LastDigitError
from lastdigit.game.game import Seat
from lastdigit.storage import Cluster, MatchChange, MatchUpdate, Message
from lastdigit.web.live.invitations import SpokenCode
from lastdigit.web.live.match import LiveMatch

if TYPE_CHECKING:
    from lastdigit.web.live.registry import Registry

FINENESS = 4
"""Seconds are counted by ten thousandths: so there are few different ones."""

Seconds = Counter[float]
"""How often something took so many seconds, rounded to `FINENESS`."""


@dataclass
class Tally:
    """The counters of one server."""

    moves: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    """By the name of the reason."""
    appends: Seconds = field(default_factory=Counter)
    """How long it took until an event was on the disk."""
    notify_lags: Seconds = field(default_factory=Counter)
    """How long it took until this server heard what another one had kept."""


class Listener:
    """Somebody who wants to hear of a match: a queue of one, in which the newest replaces."""

    def __init__(self, holder: bytes | None = None) -> None:
        """Let somebody listen; `holder` says who, as far as that is known."""
        self.holder = holder
        self._newest: str | None = None
        self._left = asyncio.Event()

    def tell(self, text: str) -> None:
        """Leave news; whatever was not heard yet is out of date."""
        self._newest = text
        self._left.set()

    async def hear(self) -> str:
        """Wait for news."""
        await self._left.wait()
        self._left.clear()
        text, self._newest = self._newest, None
        assert text is not None, "it is set before the event"
        return text


class Hub:
    """All listeners, by the code of the match that they listen to."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)

    def join(self, code: str, listener: Listener) -> None:
        """Let somebody listen."""
        self._listeners[code].add(listener)

    def leave(self, code: str, listener: Listener) -> None:
        """Let somebody go."""
        self._listeners[code].discard(listener)
        if not self._listeners[code]:
            del self._listeners[code]

    def codes(self) -> tuple[str, ...]:
        """Return the matches that anybody listens to."""
        return tuple(self._listeners)

    def listened_to(self, code: str) -> bool:
        """Return whether anybody listens to a match."""
        return code in self._listeners

    def tell(self, code: str, text_for: Callable[[bytes | None], str]) -> None:
        """Tell everybody who listens to a match; takes no time, however slow they are."""
        for listener in self._listeners.get(code, ()):
            listener.tell(text_for(listener.holder))


BEAT_SECONDS = 1.0
LONGER = 2.0
"""Seconds for which a server waits longer than the one that kept the last event: it would do now
what that one is about to do."""
SPOKEN, KEY = "spoken", "key"
"""What servers say to each other: a code that people say, a key of a seat."""
log = logging.getLogger("lastdigit")


class Sharing:
    """One server among others; `since` is from when on one or another has been up."""

    def __init__(self, registry: Registry, cluster: Cluster) -> None:
        self._registry = registry
        self._cluster = cluster
        self._heard: dict[str, int] = {}
        self._catching_up = False
        self._others: frozenset[str] = frozenset()
        self._in_touch = False
        self.since = cluster.clock.steady()
        registry.invitations.on_issue = self._tell_spoken
        registry.keys.on_change = self._tell_key

    async def begin(self) -> None:
        """Begin to listen, and to be known to the others; raises StoreError."""
        loop = asyncio.get_running_loop()
        await self.beat()

        def pass_on(news: MatchChange | Message | None) -> None:
            with suppress(RuntimeError):  # the loop is closed, and nobody wants to know
                loop.call_soon_threadsafe(self._hear, news)

        self._cluster.listen(pass_on)
        self._registry.start(self._go_on_beating())

    def _tell_spoken(self, code: SpokenCode) -> None:
        self._say(SPOKEN, code.letters, code.match, repr(code.until))

    def _tell_key(self, match: str, seat: Seat, kept: bytes, until: float) -> None:
        self._say(KEY, match, str(seat.value), kept.hex() or "-", repr(until))

    def forget_keys(self, before: LiveMatch | None, live: LiveMatch) -> None:
        """Let no key open a seat that has gone to another device: it was used elsewhere."""
        for seat in Seat:
            if before is not None and before.seats[seat.index].holder not in (
                None,
                live.seats[seat.index].holder,
            ):
                self._registry.keys.learn(live.code, seat, b"", 0.0)

    def _say(self, *words: str) -> None:
        self._registry.start(self._said(words))

    async def _said(self, words: tuple[str, ...]) -> None:
        try:
            await self._registry.workers.keep(self._cluster.broadcast, *words)
        except LastDigitError as error:
            log.warning("%s", error)

    def _learn(self, words: tuple[str, ...]) -> None:
        """Take in what another server has said."""
        match words:
            case (kind, letters, code, until) if kind == SPOKEN:
                self._registry.invitations.learn(SpokenCode(letters, code, float(until)))
            case (kind, code, seat, kept, until) if kind == KEY:
                hashed = b"" if kept == "-" else bytes.fromhex(kept)
                self._registry.keys.learn(code, Seat(int(seat)), hashed, float(until))

    def _hear(self, news: MatchChange | Message | None) -> None:
        registry = self._registry
        if isinstance(news, Message):
            self._learn(news.words)
            return
        if news is None:  # whatever may have been missed
            self._heard.update(dict.fromkeys((*registry.in_memory, *registry.hub.codes()), 0))
        else:
            lag = max(0.0, registry.clock.steady() - news.kept)
            registry.tally.notify_lags[round(lag, FINENESS)] += 1
            held = registry.in_memory.get(news.code)
            if held is None and not registry.hub.listened_to(news.code):
                return
            if held is not None and 0 < news.number <= len(held.match.events):
                return
            self._heard[news.code] = news.number
        if self._heard and not self._catching_up:
            self._catching_up = True
            registry.start(self._catch_up())

    async def _catch_up(self) -> None:
        """Read what has happened elsewhere, for all matches at once that have been heard of."""
        registry = self._registry
        try:
            while self._heard:
                held = {
                    code: len(registry.in_memory[code].match.events)
                    for code in self._heard
                    if code in registry.in_memory
                }
                unknown = self._heard.keys() - held.keys()
                self._heard = {}
                try:
                    found = await registry.workers.fetch(self._cluster.updates, held)
                except LastDigitError as error:
                    log.warning("%s", error)
                    self._heard.update(dict.fromkeys((*held, *unknown), 0))
                    await asyncio.sleep(BEAT_SECONDS)
                    continue
                for later in found:
                    await self._follow(later)
                for code in unknown:
                    await self._look_again(code)
        finally:
            self._catching_up = False

    async def _look_again(self, code: str) -> None:
        """Load a match that others have changed, and tell those who listen to it."""
        try:
            async with self._registry.locks.setdefault(code, asyncio.Lock()):
                await self._registry.load(code)
        except LastDigitError as error:
            log.warning("%s", error)

    async def _follow(self, later: MatchUpdate) -> None:
        """Let a match that is held go on as it has gone on elsewhere."""
        registry = self._registry
        if later.code not in registry.in_memory:
            return
        try:
            async with registry.alone_with(later.code) as live:
                if later.version != live.version:
                    await registry.load(later.code)
                else:
                    self._apply(live, later)
        except LastDigitError as error:
            log.warning("%s", error)

    def _apply(self, live: LiveMatch, later: MatchUpdate) -> None:
        events = later.events[len(live.match.events) - later.after :]
        for event in events:
            live.commit(live.session.prepare(event), later.left, later.since or 0.0)
        if events and live.clocks is not None and later.since is not None:
            live.clocks.since = later.since
        if events or live.rematch != later.rematch:
            live.rematch, live.late = later.rematch, LONGER
            self._registry.changed(live)

    async def _go_on_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self.beat()
            except LastDigitError as error:
                if self._in_touch:
                    log.warning("%s", error)
                self._in_touch = False

    async def beat(self) -> None:
        """Tell the others who is here, and hear who is there; raises StoreError."""
        registry = self._registry
        here = registry.presence.here(registry.clock.steady() - 2 * BEAT_SECONDS)
        found = await registry.workers.fetch(self._cluster.heartbeat, here)
        leap, now = self._cluster.clock_jumps(), registry.clock.steady()
        if leap:
            self._leap(leap)
        others = frozenset(found.others)
        # Who was there while the database or a server was away, nobody knows.
        unknown = leap or not self._in_touch or others - self._others
        self.since = now if leap else max(self.since if self._in_touch else 0.0, found.since)
        self._others, self._in_touch = others, True
        if unknown:
            registry.presence.begin_again(now)
        there = frozenset[bytes]().union(*found.others.values())
        changed = registry.presence.set_elsewhere(there, now)
        if changed:
            self._tell_about(changed)
            registry.start(self._tell_when_grace_is_over(changed))

    async def _tell_when_grace_is_over(self, holders: frozenset[bytes]) -> None:
        await asyncio.sleep(self._registry.limits.grace_seconds + 0.1)
        self._tell_about(holders)

    def _tell_about(self, holders: frozenset[bytes]) -> None:
        """Tell everybody who looks at a match of theirs how it stands."""
        for live in self._registry.in_memory.values():
            if not holders.isdisjoint(held.holder for held in live.seats if held.holder):
                self._registry.tell(live)

    def _leap(self, seconds: float) -> None:
        """Move what is running along with a clock that was set: nobody gains or loses by it."""
        self._registry.presence.leap(seconds)
        for live in self._registry.in_memory.values():
            if live.begun_at is not None:
                live.begun_at += seconds
            if live.clocks is not None:
                live.clocks.since += seconds
