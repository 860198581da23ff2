"""All matches in browsers, each known by its code: found, changed one event at a time, told of.

The order is always the same: stored first, then answered, then told to everybody who looks.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress

import msgspec

from lastdigit.errors import LastDigitError, MatchError, StoreError
from lastdigit.record import Act, Event
from lastdigit.store import Store
from lastdigit.values import Seat
from lastdigit.web import states, told
from lastdigit.web.aside import Aside
from lastdigit.web.limits import Limits
from lastdigit.web.live import ENDS_TURN, Live
from lastdigit.web.news import Hub
from lastdigit.web.refusal import Reason, Refusal
from lastdigit.web.replies import is_due, reply

SECOND = 1_000


class Matches:
    """The matches that are being played."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.aside = Aside(limits.questions_waiting)
        self.booted = time.time()
        self.hub = Hub(self.booted)
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._locks: dict[str, asyncio.Lock] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop everything that would still happen by itself, and let the store finish."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.aside.close()
        self.store.close()

    @asynccontextmanager
    async def alone_with(self, code: str) -> AsyncIterator[Live]:
        """Have a match to oneself while something happens in it; raises Refusal."""
        async with self._locks.setdefault(code, asyncio.Lock()):
            try:
                live = await self._found(code)
                await self._expire(live)
                yield live
            except Refusal:
                raise
            except BaseException:
                self._forget(code)  # whatever half happened in memory, the store knows best
                raise

    async def at(self, code: str) -> Live:
        """Return a match as it stands; raises Refusal."""
        live = self._live.get(code)
        if live is not None:
            return live
        async with self.alone_with(code) as found:
            return found

    async def _found(self, code: str) -> Live:
        live = self._live.get(code)
        if live is not None:
            self._live.move_to_end(code)
            return live
        kept = await self.aside.keep(self.store.online, code)
        if kept is None:
            self._locks.pop(code, None)
            raise Refusal(Reason.UNKNOWN_MATCH, "There is no match with this code.")
        live = await self.aside.think(Live.of, kept, self.booted)
        self.add(live)
        return live

    def add(self, live: Live) -> None:
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
        lock = self._locks.get(code)
        if lock is not None and not lock.locked():
            del self._locks[code]

    async def happen(self, live: Live, event: Event) -> None:
        """Let something happen in a match that one has to oneself; raises Refusal.

        When this returns it is on the disk, and everybody has been told.
        """
        now = time.time()
        left = live.clocks_after(event, now)
        before = live.match.state
        try:
            live.match.apply(event)
        except MatchError as error:
            raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None
        number, result = len(live.match.events), live.match.result
        await self.aside.keep(self.store.append, live.id, number, event, result, None, left)
        live.left = left
        if event.act in ENDS_TURN:
            live.turn_since = now
        live.note(event, before)
        self.changed(live)

    def changed(self, live: Live) -> None:
        """Tell everybody who looks, and see to what follows by itself."""
        self.tell(live)
        self._go_on(live)
        if live.match.result is not None:
            for held in live.seats:
                self.seen(live, held.holder)

    def tell(self, live: Live) -> None:
        """Tell everybody who looks how a match stands."""
        if self.hub.listened_to(live.code):
            self.hub.tell(live.code, msgspec.json.encode(self.state(live)).decode())

    def state(self, live: Live) -> told.Match:
        """Return how a match stands, the same for everybody."""
        now = time.time()
        return states.shown(live, self._away(live, now), self.limits.grace_seconds * SECOND, now)

    def seen_by(self, live: Live, holder: bytes | None) -> told.Match:
        """Return how a match stands, with the seats of whoever asks."""
        state = self.state(live)
        state.you = [seat.value for seat in live.seats_of(holder)]
        if live.free_seat(holder) is None:
            state.may["0"] = []
        return state

    def seen(self, live: Live, holder: bytes | None) -> None:
        """Remember that a player was here just now, for as long as leaving matters."""
        if holder is None or not live.seats_of(holder):
            return
        if live.match.result is None:
            self.hub.seen(live.code, holder, time.time())
        else:
            self.hub.forget(live.code, holder)

    def deserted(self, live: Live, seat: Seat) -> bool:
        """Return whether the player on a seat has been away for longer than the grace."""
        away = self._away(live, time.time())[seat]
        return away is not None and away >= self.limits.grace_seconds * SECOND

    def _away(self, live: Live, now: float) -> dict[Seat, int | None]:
        return {seat: self._absence(live, seat, now) for seat in Seat}

    def _absence(self, live: Live, seat: Seat, now: float) -> int | None:
        holder = live.seats[seat.index].holder
        if holder is None or not live.begun:
            return None
        since = self.hub.away_since(live.code, holder)
        return None if since is None else max(0, round((now - since) * SECOND))

    def _go_on(self, live: Live) -> None:
        """Start what happens without anybody's command: a computer's turn, time running out."""
        timer = self._timers.pop(live.code, None)
        if timer is not None:
            timer.cancel()
        deadline = live.deadline()
        if deadline is not None:
            seconds = max(0.0, deadline - time.time()) + 0.01
            loop = asyncio.get_running_loop()
            self._timers[live.code] = loop.call_later(
                seconds, self.start, self._time_runs_out(live.code)
            )
        if live.begun and is_due(live.match):
            self.start(self._replied(live.code))

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Start something that goes on by itself."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_runs_out(self, code: str) -> None:
        with suppress(Refusal, StoreError):
            async with self.alone_with(code):
                pass  # whoever has a match to themselves looks at the clock first

    async def _expire(self, live: Live) -> None:
        deadline = live.deadline()
        if deadline is not None and deadline <= time.time():
            await self.happen(live, Event(Act.TIME, live.match.mover))

    async def _replied(self, code: str) -> None:
        """Let the computer answer a draw or move, unless things have changed meanwhile."""
        await asyncio.sleep(self.limits.thinking_milliseconds / SECOND)
        with suppress(LastDigitError):
            async with self.alone_with(code) as live:
                if live.begun and is_due(live.match):
                    await self.happen(live, await self.aside.think(reply, live.match))
