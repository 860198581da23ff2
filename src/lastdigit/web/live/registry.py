"""All matches in browsers, each known by its code: found, changed one event at a time, told of.

The order is always the same: stored first, then answered, then told to everybody who looks.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

import msgspec

from lastdigit.core.values import Seat
from lastdigit.errors import LastDigitError, MatchError
from lastdigit.match.narration import opens_turn
from lastdigit.match.record import Act, Event
from lastdigit.store import Store
from lastdigit.web.limits import Limits
from lastdigit.web.live import permissions, views
from lastdigit.web.live.clocks import SECOND
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.live.news import Hub
from lastdigit.web.live.replies import is_due, reply
from lastdigit.web.live.workers import Workers
from lastdigit.web.schema import answers
from lastdigit.web.schema.refusals import Reason, Refusal

LONGEST_WAIT = 30.0
log = logging.getLogger("lastdigit")


class Registry:
    """The matches that are being played."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.workers = Workers(limits.questions_waiting)
        self.booted = time.time()
        self.hub = Hub(self.booted)
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        # A lock is there for as long as somebody uses it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop everything that would still happen by itself, and let the store finish."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.workers.close()
        self.store.close()

    @asynccontextmanager
    async def alone_with(self, code: str, now: float | None = None) -> AsyncIterator[LiveMatch]:
        """Have a match to oneself while something happens in it; raises Refusal.

        `now` is when it was asked for: waiting for one's turn at the door costs nobody time.
        """
        async with self._locks.setdefault(code, asyncio.Lock()):
            try:
                live = await self._found(code)
                await self._expire(live, time.time() if now is None else now)
                yield live
            except Refusal:
                raise
            except BaseException:
                self._forget(code)  # whatever half happened in memory, the store knows best
                raise

    async def at(self, code: str) -> LiveMatch:
        """Return a match as it stands; raises Refusal."""
        if code in self._live:
            self._live.move_to_end(code)
            return self._live[code]
        async with self.alone_with(code) as found:
            return found

    async def _found(self, code: str) -> LiveMatch:
        live = self._live.get(code)
        if live is not None:
            self._live.move_to_end(code)
            return live
        kept = await self.workers.keep(self.store.online, code)
        if kept is None:
            raise Refusal(Reason.UNKNOWN_MATCH, "There is no match with this code.")
        live = await self.workers.read(LiveMatch.of, kept, self.booted)
        self.add(live)
        return live

    def add(self, live: LiveMatch) -> None:
        """Hold a match in memory; the one longest not asked for makes room."""
        self._live[live.code] = live
        self._go_on(live)
        if len(self._live) > self.limits.matches_in_memory:
            for code in list(self._live):
                lock = self._locks.get(code)
                busy = lock is not None and lock.locked()
                if not busy and not self.hub.listened_to(code):
                    self._forget(code)
                    return

    def _forget(self, code: str) -> None:
        self._live.pop(code, None)
        timer = self._timers.pop(code, None)
        if timer is not None:
            timer.cancel()

    async def happen(self, live: LiveMatch, event: Event, now: float | None = None) -> None:
        """Let something happen in a match that one has to oneself; raises Refusal.

        When this returns it is on the disk, and everybody has been told. Until it is on the disk
        nobody sees it: it happens to a copy.
        """
        now = time.time() if now is None else now
        left = live.clocks_after(event, now)
        before, match = live.match.state, live.match.copied()
        try:
            match.apply(event)
        except MatchError as error:
            raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None
        number, result = len(match.events), match.result
        await self.workers.keep(self.store.append, live.id, number, event, result, None, left)
        live.match, live.left = match, left
        if opens_turn(event):
            live.turn_since = now
        live.remember(event, before)
        live.tell(event, before)
        self.changed(live)

    def changed(self, live: LiveMatch) -> None:
        """Tell everybody who looks, and see to what follows by itself."""
        self.tell(live)
        self._go_on(live)
        if live.match.result is not None:
            for held in live.seats:
                self.seen(live, held.holder)

    def tell(self, live: LiveMatch) -> None:
        """Tell everybody who looks how a match stands."""
        if self.hub.listened_to(live.code):
            self.hub.tell(live.code, msgspec.json.encode(self.state(live)).decode())

    def state(self, live: LiveMatch) -> answers.Match:
        """Return how a match stands, the same for everybody."""
        now = time.time()
        return views.match_view(live, self._away(live, now), self._grace, now)

    def seen_by(self, live: LiveMatch, holder: bytes | None) -> answers.Match:
        """Return how a match stands, with the seats of whoever asks."""
        state = self.state(live)
        state.you = [seat.value for seat in live.seats_of(holder)]
        state.may["0"] = [] if live.free_seat(holder) is None else [permissions.SIT]
        return state

    @property
    def _grace(self) -> int:
        return self.limits.grace_seconds * SECOND

    def seen(self, live: LiveMatch, holder: bytes | None) -> None:
        """Remember that a player was here just now, for as long as leaving matters."""
        if holder is None or not live.seats_of(holder):
            return
        if live.match.result is None:
            self.hub.seen(live.code, holder, time.time())
        else:
            self.hub.forget(live.code, holder)

    def deserted(self, live: LiveMatch, seat: Seat) -> bool:
        """Return whether the player on a seat has been away for longer than the grace."""
        return views.is_deserted(self._away(live, time.time())[seat], self._grace)

    def _away(self, live: LiveMatch, now: float) -> dict[Seat, int | None]:
        return {seat: self._absence(live, seat, now) for seat in Seat}

    def _absence(self, live: LiveMatch, seat: Seat, now: float) -> int | None:
        holder = live.seats[seat.index].holder
        if holder is None or live.begun_at is None:
            return None
        since = self.hub.away_since(live.code, holder)
        # Nobody can leave a game before it has begun.
        return None if since is None else max(0, round((now - max(since, live.begun_at)) * SECOND))

    def _go_on(self, live: LiveMatch) -> None:
        """Start what happens without anybody's command: a computer's turn, time running out."""
        timer = self._timers.pop(live.code, None)
        if timer is not None:
            timer.cancel()
        deadline = live.deadline()
        if deadline is not None:
            seconds = max(0.0, deadline - time.time()) + 0.01
            loop = asyncio.get_running_loop()
            self._timers[live.code] = loop.call_later(seconds, self._ring, live.code)
        if live.begun and is_due(live.match):
            self.start(self._replied(live.code))

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Start something that goes on by itself."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _ring(self, code: str) -> None:
        self.start(self._persistently(code, self._nothing))

    async def _nothing(self, live: LiveMatch) -> None:
        """Do nothing: whoever has a match to themselves looks at the clock first."""

    async def _expire(self, live: LiveMatch, now: float) -> None:
        deadline = live.deadline()
        if deadline is not None and deadline <= now:
            await self.happen(live, Event(Act.TIME, live.match.mover), now)

    async def _replied(self, code: str) -> None:
        await asyncio.sleep(self.limits.thinking_milliseconds / SECOND)
        await self._persistently(code, self._reply)

    async def _reply(self, live: LiveMatch) -> None:
        """Let the computer answer a draw or move, unless things have changed meanwhile."""
        if live.begun and is_due(live.match):
            await self.happen(live, await self.workers.think(reply, live.match))

    async def _persistently(self, code: str, work: Callable[[LiveMatch], Awaitable[None]]) -> None:
        """Do what nobody has commanded, and nobody would command again: after trouble once more."""
        wait = 1.0
        while True:
            try:
                async with self.alone_with(code) as live:
                    return await work(live)
            except Refusal:
                return None
            except LastDigitError as error:
                log.warning("%s", error)
                await asyncio.sleep(wait)
                wait = min(LONGEST_WAIT, wait * 2)
