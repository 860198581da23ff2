"""The registry of online matches: it loads them, executes commands and broadcasts changes.

An event is always saved first, then broadcast, then returned to the client that sent it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from weakref import WeakValueDictionary

import msgspec

from lastdigit.errors import Conflict, LastDigitError, StoreBusy
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.match.record import ENDS_TURN, Act, Event
from lastdigit.match.session import Prepared
from lastdigit.storage import Append, Store
from lastdigit.system import Clock
from lastdigit.web.limits import Limits
from lastdigit.web.live import views
from lastdigit.web.live.broadcast import (
    FOLLOWER_DELAY,
    PRECISION,
    ClusterSync,
    Counters,
    Hub,
    Listener,
)
from lastdigit.web.live.invitations import Invitations, SeatKeys
from lastdigit.web.live.jobs import CallQueue, Workers
from lastdigit.web.live.match import (
    SECOND,
    CommandResult,
    LiveMatch,
    Viewer,
    acting_seat,
    check_command,
    computer_event,
    find_repeat,
    is_computer_due,
    prepare_command,
)
from lastdigit.web.live.people import People
from lastdigit.web.live.presence import Presence
from lastdigit.web.live.puzzles import Puzzles
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

MAX_RETRY_SECONDS = 30.0
FAIR_PLAY = "The computer is waiting because you are playing this position against {name}."
FAIR_PLAY_SECONDS, FAIR_PLAY_HOUR = 1.0, 3_600.0
NAVIGATION_SECONDS = 2.0
"""Seconds that a browser may take to open another page without counting as absent."""
log = logging.getLogger("lastdigit")


class EventWriter:
    """Saves events. Events that arrive during a commit are saved together in the next commit.

    A commit waits for the disk, and a busy server must not wait for each event separately. A single
    event is saved without delay.
    """

    def __init__(self, store: Store, write: CallQueue) -> None:
        self._store = store
        self._write = write
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def save(self, append: Append) -> None:
        """Save an event, and return when it is on disk. Raise StoreError if saving fails."""
        saved = asyncio.get_running_loop().create_future()
        self._waiting.append((append, saved))
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._save_all())
        await saved

    async def _save_all(self) -> None:
        while self._waiting:
            batch: dict[int, tuple[Append, asyncio.Future[None]]] = {}
            for entry in self._waiting:
                batch.setdefault(entry[0].game, entry)  # at most one event per game in a commit
            self._waiting = [entry for entry in self._waiting if batch[entry[0].game] is not entry]
            entries = list(batch.values())
            errors: list[Exception | None]
            try:
                appends = [append for append, _ in entries]
                errors = [*await self._write(self._store.append_many, appends)]
            except Exception as error:
                if isinstance(error, StoreBusy):  # the others have waited as long
                    entries, self._waiting = entries + self._waiting, []
                errors = [error] * len(entries)
            for (_, saved), failure in zip(entries, errors, strict=True):
                if saved.done():
                    continue  # its request was cancelled
                if failure is None:
                    saved.set_result(None)
                else:
                    saved.set_exception(failure)


class Registry:
    """All matches in progress."""

    def __init__(self, store: Store, limits: Limits, clock: Clock) -> None:
        self.store = store
        self.limits = limits
        self.clock = clock
        self.workers = Workers(limits.jobs_waiting, store.threads)
        self._writer = EventWriter(store, self.workers.write)
        self.people = People(store, self.workers, clock, limits.key_seconds)
        self.puzzles = Puzzles(store, self.workers, clock, self.people)
        self.hub = Hub()
        self.counters = Counters()
        self.is_full = False
        """Whether the store has reached its size limit, so that no games can be created."""
        self.keys = SeatKeys(limits.key_seconds)
        self.invitations = Invitations(limits, self.keys)
        self.presence = Presence(clock.steady())
        self._grace = limits.grace_seconds * SECOND
        self.in_memory: OrderedDict[str, LiveMatch] = OrderedDict()
        self._cluster = None if store.cluster is None else ClusterSync(self, store.cluster)
        # A lock exists only while a request uses it.
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._turns: dict[str, tuple[int, float]] = {}
        """For each running clock, the number of events at the start of the turn, and the time."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def connect(self) -> None:
        """Connect to other servers that share the store, if any. May raise StoreError."""
        if self._cluster is not None:
            await self._cluster.connect()

    async def close(self) -> None:
        """Stop all timers and tasks, and wait for the store."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workers.close()
        self.store.close()

    @asynccontextmanager
    async def locked(self, code: str, now: float | None = None) -> AsyncIterator[LiveMatch]:
        """Lock a match for the `with` block. Raise Refusal if there is no such match.

        `now` is the time of the request, so that a player loses no time while waiting for the lock.
        Raise StoreBusy if the store is busy for too long in the meantime.
        """
        async with self.workers.hold(self.locks.setdefault(code, asyncio.Lock())):
            try:
                live = self.in_memory.get(code) or await self.load(code)
                self.in_memory.move_to_end(code)
                if live.clocks is not None:
                    live = await self._check_clock(live, now)
                yield live
            except Refusal:
                raise
            except BaseException:
                # Reload it next time: the object in memory may be inconsistent.
                self.in_memory.pop(code, None)
                raise

    async def _check_clock(self, live: LiveMatch, now: float | None) -> LiveMatch:
        """End the match if a player's time is up."""
        delay = live.delay if now is None else 0.0
        now = self.clock.steady() if now is None else now
        if live.deadline + delay > now:
            return live
        try:
            time_up = live.session.prepare(Event(Act.TIME, live.match.mover))
            await self.apply(live, time_up, now)
        except Conflict:
            return await self.refresh(live)
        return live

    async def get(self, code: str) -> LiveMatch:
        """Return a match. Raise Refusal if there is no such match."""
        live = self.in_memory.get(code)
        if live is not None and live.deadline + live.delay > self.clock.steady():
            self.in_memory.move_to_end(code)
            return live
        async with self.locked(code) as found:
            return found

    async def load(self, code: str) -> LiveMatch:
        """Load a match from the store into memory. Raise Refusal if there is no such match."""
        saved = await self.workers.read(self.store.online, code)
        if saved is None:
            raise Refusal(Reason.UNKNOWN_MATCH, "There is no match at this address.")
        live = await self.workers.replay(LiveMatch.from_store, saved, self.clock.steady())
        if self._cluster is not None:
            live.use_shared_times(
                saved, self._cluster.running_since, FOLLOWER_DELAY, self.clock.steady()
            )
            self._cluster.revoke_used_keys(self.in_memory.get(code), live)
            self.broadcast(live)  # another server may have continued it
        number, since = self._turns.get(code, (None, 0.0))
        if self._cluster is None and live.clocks and number == len(live.match.events):
            live.clocks.since = since
        self.add(live)
        return live

    def add(self, live: LiveMatch) -> None:
        """Add a match to memory.

        If too many matches are in memory, evict the least recently used one.
        """
        self.in_memory[live.code] = live
        self._schedule(live)
        if len(self.in_memory) > self.limits.matches_in_memory:
            for code in list(self.in_memory):
                lock = self.locks.get(code)
                in_use = lock is not None and lock.locked()
                if not in_use and not self.hub.listeners(code):
                    del self.in_memory[code]
                    return

    def evict(self, code: str) -> None:
        """Remove a match from memory, because it was changed in the store."""
        self.in_memory.pop(code, None)

    async def execute(
        self, code: str, holder: bytes | None, command: matches.AnyCommand, now: float
    ) -> tuple[CommandResult, matches.Match]:
        """Execute a player's command, and return its result and the match. May raise Refusal.

        A repeated request gets the same result. `now` is the time of the request.
        """
        async with self.locked(code, now) as live:
            if self._cluster is not None and command.after > len(live.match.events):
                live = await self.load(code)  # the client has seen events from another server
            while True:
                try:
                    return await self._execute(live, holder, command, now)
                except Conflict:  # another server was faster: the command is stale or repeated
                    live = await self.refresh(live)

    async def _execute(
        self, live: LiveMatch, holder: bytes | None, command: matches.AnyCommand, now: float
    ) -> tuple[CommandResult, matches.Match]:
        viewer = live.viewer(holder)
        seen = command.after if command.reply == "new" else None
        self.mark_present(live, holder)
        seat = acting_seat(live.match, viewer.seats, command)
        if command.after < len(live.match.events):
            repeat = await self.workers.replay(
                find_repeat, live.match, viewer.seats, command, live.apart
            )
            if repeat is not None:
                return repeat, self._view(live, viewer, seen)
        claims = isinstance(command, matches.Claim)
        deserted = claims and await self._is_deserted(live, seat.other)
        check_command(live, seat, command, deserted)
        dialogue = live.perspective(viewer.you).narrator.dialogue
        prepared = prepare_command(live.session, dialogue, seat, command, live.apart)
        await self.apply(live, prepared, now)
        view = self._view(live, viewer, seen)
        sentence = "" if view.news is None else view.news.sentence
        return CommandResult(prepared.match, sentence), view

    async def refresh(self, live: LiveMatch) -> LiveMatch:
        """Reload a match that another server has changed. Raise Conflict if nothing has changed."""
        newer = await self.load(live.code)
        if _version(newer) == _version(live):
            raise Conflict(
                f"Game {live.id} cannot be saved, although no other server has changed it."
            )
        return newer

    async def apply(self, live: LiveMatch, prepared: Prepared, now: float) -> None:
        """Save a prepared event, apply it to the match, and broadcast it.

        No client sees the event until it is on disk. `now` is the time of the event, but a turn
        never starts before the previous one has ended.
        """
        event, left, since = prepared.event, None, None
        if live.clocks is not None:
            now = max(now, live.clocks.since)
            left = live.clocks.after(event, live.running_seat, now)
            since = now if event.act in ENDS_TURN else live.clocks.since
        began = self.clock.steady()
        await self._writer.save(
            Append(
                live.id,
                prepared.number,
                event,
                prepared.match.result,
                None,
                left,
                since,
                live.version,
            )
        )
        live.delay = 0.0
        self.counters.appends[round(self.clock.steady() - began, PRECISION)] += 1
        self.counters.moves += event.act is Act.MOVE
        live.commit(prepared, left, now)
        self.changed(live)

    def changed(self, live: LiveMatch) -> None:
        """Broadcast a change to a match, and schedule what follows from it."""
        self.broadcast(live)
        self._schedule(live)
        if live.match.result is not None:
            for seat in live.seats:
                self.mark_present(live, seat.holder)

    def broadcast(self, live: LiveMatch) -> None:
        """Send a match to all its listeners. Each different view is built and encoded once."""
        texts: dict[tuple[Viewer, int | None], str] = {}
        for listener in self.hub.listeners(live.code):
            self._send(live, listener, texts)

    def send(self, live: LiveMatch, listener: Listener) -> None:
        """Send a match to one listener."""
        self._send(live, listener, {})

    def _send(
        self, live: LiveMatch, listener: Listener, texts: dict[tuple[Viewer, int | None], str]
    ) -> None:
        view = live.viewer(listener.holder), listener.seen
        if view not in texts:
            texts[view] = msgspec.json.encode(self._view(live, *view)).decode()
        listener.send(texts[view], len(live.match.events))

    def view(self, live: LiveMatch, holder: bytes | None) -> matches.Match:
        """Return a match as a browser sees it."""
        return self._view(live, live.viewer(holder))

    def _view(self, live: LiveMatch, viewer: Viewer, after: int | None = None) -> matches.Match:
        absences = self._absences(live) if live.apart else views.PRESENT
        return views.match_view(live, viewer, absences, self._grace, self.clock.steady(), after)

    def mark_present(self, live: LiveMatch, holder: bytes | None) -> None:
        """Record that a player is present. Do nothing if the match is over."""
        if holder is None or not live.seats_of(holder):
            return
        if live.match.result is None:
            self.presence.touch(holder, live.code, self.clock.steady())
        else:
            self.presence.leave(holder, live.code)

    def open_page(self, holder: bytes | None) -> bool:
        """Count a page that a browser has opened, and return whether it is the first.

        If it is the first page, broadcast the browser's matches.
        """
        is_first = holder is not None and self.presence.open_page(holder)
        if holder is not None and is_first:
            self.spawn(self._broadcast_matches_of(holder, 0))
        return is_first

    def close_page(self, holder: bytes | None) -> None:
        """Count a page that a browser has closed.

        After the last page, broadcast the browser's matches now and after the grace period.
        """
        if holder is not None and self.presence.close_page(holder, self.clock.steady()):
            grace = max(NAVIGATION_SECONDS, self.limits.grace_seconds) + 0.1
            for seconds in (NAVIGATION_SECONDS, grace):
                self.spawn(self._broadcast_matches_of(holder, seconds))

    def is_present(self, holder: bytes) -> bool:
        """Return whether a browser has a page open."""
        return self.presence.is_present(holder)

    async def _broadcast_matches_of(self, holder: bytes, delay: float) -> None:
        await asyncio.sleep(delay)
        for code in self.presence.codes(holder):
            if self.hub.listeners(code):
                with suppress(LastDigitError):
                    self.broadcast(await self.get(code))

    async def _is_deserted(self, live: LiveMatch, seat: Seat) -> bool:
        if self._cluster is not None:
            await self._cluster.beat()  # the player may have connected to another server just now
        absence = self._absences(live)[seat.index]
        return absence is not None and absence >= self._grace

    def _absences(self, live: LiveMatch) -> views.Absences:
        if live.started_at is None or live.match.result is not None:
            return views.PRESENT
        now, since = self.clock.steady(), live.started_at
        one, two = (self.presence.absence(seat.holder, since, now) for seat in live.seats)
        return one, two

    def _schedule(self, live: LiveMatch) -> None:
        """Schedule a computer's turn, or the end of a player's time."""
        if live.clocks is not None:
            self._set_timer(live)
        if live.started_at is not None and is_computer_due(live.match):
            self.spawn(self._take_computer_turn(live.code, live.match, live.delay))

    def _set_timer(self, live: LiveMatch) -> None:
        timer = self._timers.pop(live.code, None)
        if timer is not None:
            timer.cancel()
        self._turns.pop(live.code, None)
        if live.clocks is not None and live.running_seat is not None:
            seconds = max(0.0, live.deadline - self.clock.steady()) + live.delay + 0.01
            loop = asyncio.get_running_loop()
            self._timers[live.code] = loop.call_later(seconds, self._on_timer, live.code)
            self._turns[live.code] = len(live.match.events), live.clocks.since

    def _on_timer(self, code: str) -> None:
        # Locking the match checks the clock.
        self.spawn(self._retry(code, lambda _: asyncio.sleep(0)))

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Start a background task, which is cancelled when the registry closes."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take_computer_turn(self, code: str, match: Match, delay: float) -> None:
        """Let the computer move or respond to an offer, unless the match changes first."""
        await asyncio.sleep(self.limits.thinking_milliseconds / SECOND + delay)
        current = self.in_memory.get(code)
        if delay and current is not None and len(current.match.events) != len(match.events):
            return  # another server has done it
        if not await self.workers.variants.is_solved(match.game, partial(self._notify, code)):
            return
        await self._wait_for_fair_play(code)
        event = await self.workers.reply(computer_event, match)

        async def apply(live: LiveMatch) -> None:
            if len(live.match.events) == len(match.events):
                await self.apply(live, live.session.prepare(event), self.clock.steady())

        await self._retry(code, apply)

    async def _wait_for_fair_play(self, code: str) -> None:
        """Make a computer wait while its opponent is playing the same position against a person."""
        is_waiting = False
        while (live := self.in_memory.get(code)) and (name := self._opponent_elsewhere(live)):
            if not is_waiting:
                self._notify(code, FAIR_PLAY.format(name=name))
            is_waiting = True
            await asyncio.sleep(FAIR_PLAY_SECONDS)
        if is_waiting:
            self._notify(code, None)

    def _opponent_elsewhere(self, live: LiveMatch) -> str | None:
        """Return the name of a player's opponent in another match with this position, if any.

        Only matches with an event in the last hour count, because some matches are never finished.
        """
        recently = self.clock.steady() - FAIR_PLAY_HOUR
        key = live.match.game.key(live.match.state)
        for holder in {seat.holder for seat in live.seats if seat.holder is not None}:
            for code in self.presence.codes(holder):
                other = self.in_memory.get(code)
                if (
                    other is not None
                    and other.apart
                    and other.changed_at > recently
                    and other.match.moves
                    and other.match.result is None
                    and other.match.game == live.match.game
                    and key in other.position_keys.current
                ):
                    seat = other.seats_of(holder)[0].other
                    return other.match.setup.names[seat.index]
        return None

    def _notify(self, code: str, notice: str | None) -> None:
        """Show the players a text while the computer is waiting."""
        if code in self.in_memory:
            self.in_memory[code].notice = notice
            self.broadcast(self.in_memory[code])

    async def _retry(self, code: str, work: Callable[[LiveMatch], Awaitable[None]]) -> None:
        """Retry work on a match until it succeeds, because no client would repeat it."""
        wait = 0.25
        while True:
            try:
                async with self.locked(code) as live:
                    try:
                        return await work(live)
                    except Conflict:  # another server has done it
                        await self.refresh(live)
                        return None
            except Refusal:
                return None
            except LastDigitError as error:
                log.warning("%s", error)
                await asyncio.sleep(wait)
                wait = min(MAX_RETRY_SECONDS, wait * 2)


def _version(live: LiveMatch) -> tuple[int, int, str | None]:
    return len(live.match.events), live.version, live.rematch
