"""All matches in browsers, each known by its code: found, commanded, kept, told of.

The order is always the same: kept first, then told to everybody who looks, then answered.
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
from lastdigit.web.live.broadcast import FINENESS, LONGER, Hub, Sharing, Tally
from lastdigit.web.live.invitations import Invitations, Keys
from lastdigit.web.live.jobs import Worker, Workers
from lastdigit.web.live.match import (
    SECOND,
    Done,
    LiveMatch,
    acting_seat,
    check,
    prepare,
    repeat,
    reply,
    reply_is_due,
)
from lastdigit.web.live.people import People
from lastdigit.web.live.presence import Presence
from lastdigit.web.live.puzzles import Puzzles
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

Waiting = dict[int, tuple[Append, asyncio.Future[None]]]
"""By game: there is at most one event of each in a commit."""


class Writer:
    """Brings events to a store, by the thread that the store has."""

    def __init__(self, store: Store, thread: Worker) -> None:
        self._store = store
        self._thread = thread
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def keep(self, append: Append) -> None:
        """Return when an event is on the disk; raises StoreError if it is not."""
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((append, kept))
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._write())
        await kept

    async def _write(self) -> None:
        while self._waiting:
            batch: Waiting = {}
            for entry in self._waiting:
                batch.setdefault(entry[0].game, entry)
            self._waiting = [entry for entry in self._waiting if batch[entry[0].game] is not entry]
            entries = list(batch.values())
            fates: list[Exception | None]
            try:
                appends = [append for append, _ in entries]
                fates = [*await self._thread(self._store.append_many, appends)]
            except Exception as error:
                if isinstance(error, StoreBusy):  # those behind have waited for long enough too
                    entries, self._waiting = entries + self._waiting, []
                fates = [error] * len(entries)
            for (_, kept), fate in zip(entries, fates, strict=True):
                if kept.done():
                    continue  # whoever waited for it is gone
                if fate is None:
                    kept.set_result(None)
                else:
                    kept.set_exception(fate)


LONGEST_WAIT = 30.0
FAIR_PLAY = "The computer waits: you are playing this position against {name}."
FAIR_PLAY_SECONDS, FAIR_PLAY_HOUR = 1.0, 3_600.0
NEXT_PAGE = 2.0
"""Seconds in which one page gives way to the next: nobody is said to be away so soon."""
log = logging.getLogger("lastdigit")
States = dict[views.Reader, matches.Match]
"""How a match stands, to each who sees it in a way of their own."""


class Registry:
    """The matches that are being played."""

    def __init__(self, store: Store, limits: Limits, clock: Clock) -> None:
        self.store = store
        self.limits = limits
        self.clock = clock
        self.workers = Workers(limits.jobs_waiting, store.threads)
        self._writer = Writer(store, self.workers.keep)
        self.people = People(store, self.workers, clock, limits.key_seconds)
        self.puzzles = Puzzles(store, self.workers, clock, self.people)
        self.hub = Hub()
        self.tally = Tally()
        self.full = False
        """Whether there is no room for new games."""
        self.keys = Keys(limits.key_seconds)
        self.invitations = Invitations(limits, self.keys)
        self.presence = Presence(clock.steady())
        self._grace = limits.grace_seconds * SECOND
        self.in_memory: OrderedDict[str, LiveMatch] = OrderedDict()
        self._sharing = None if store.cluster is None else Sharing(self, store.cluster)
        # A lock is there for as long as somebody uses it.
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._turns: dict[str, tuple[int, float]] = {}
        """The running turns: how many events there were when each began, and when it did."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Come among the other servers, where there are any; raises StoreError."""
        if self._sharing is not None:
            await self._sharing.begin()

    async def close(self) -> None:
        """Stop everything that would still happen by itself, and let the store finish."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workers.close()
        self.store.close()

    @asynccontextmanager
    async def alone_with(self, code: str, now: float | None = None) -> AsyncIterator[LiveMatch]:
        """Have a match to oneself while something happens in it; raises Refusal.

        `now` is when it was asked for: waiting for one's turn at the door costs nobody time.
        Raises StoreBusy if the store was locked for too long meanwhile.
        """
        async with self.workers.turn(self.locks.setdefault(code, asyncio.Lock())):
            try:
                live = self.in_memory.get(code) or await self.load(code)
                self.in_memory.move_to_end(code)
                late = live.late if now is None else 0.0
                now = self.clock.steady() if now is None else now
                if live.clocks is not None and live.deadline + late <= now:
                    live = await self._expire(live, now)
                yield live
            except Refusal:
                raise
            except BaseException:
                self.in_memory.pop(code, None)  # whatever half happened here, the store knows best
                raise

    async def at(self, code: str) -> LiveMatch:
        """Return a match as it stands; raises Refusal."""
        live = self.in_memory.get(code)
        if live is not None and live.deadline + live.late > self.clock.steady():
            self.in_memory.move_to_end(code)
            return live
        async with self.alone_with(code) as found:
            return found

    async def load(self, code: str) -> LiveMatch:
        """Read a match from the store, and hold it; raises Refusal."""
        kept = await self.workers.fetch(self.store.online, code)
        if kept is None:
            raise Refusal(Reason.UNKNOWN_MATCH, "There is no match at this address.")
        live = await self.workers.replay(LiveMatch.read, kept, self.clock.steady())
        if self._sharing is not None:
            live.share(kept, self._sharing.since, LONGER, self.clock.steady())
            self._sharing.forget_keys(self.in_memory.get(code), live)
            self.tell(live)  # it may have gone on elsewhere
        number, since = self._turns.get(code, (None, 0.0))
        if self._sharing is None and live.clocks and number == len(live.match.events):
            live.clocks.since = since
        self.add(live)
        return live

    def add(self, live: LiveMatch) -> None:
        """Hold a match in memory; the one longest not asked for makes room."""
        self.in_memory[live.code] = live
        self._go_on(live)
        if len(self.in_memory) > self.limits.matches_in_memory:
            for code in list(self.in_memory):
                lock = self.locks.get(code)
                busy = lock is not None and lock.locked()
                if not busy and not self.hub.listened_to(code):
                    del self.in_memory[code]
                    return

    def drop(self, code: str) -> None:
        """Read a match again when it is next asked for: the store has changed under it."""
        self.in_memory.pop(code, None)

    async def run(
        self, code: str, holder: bytes | None, command: matches.AnyCommand, now: float
    ) -> tuple[Done, matches.Match]:
        """Do what a player commanded at this time; raises Refusal.

        Returns what came of it and how the match stands; the same to a command sent again.
        """
        async with self.alone_with(code, now) as live:
            if self._sharing is not None and command.after > len(live.match.events):
                live = await self.load(code)  # whoever commands it knows more than we have heard
            while True:
                try:
                    return await self._carry_out(live, holder, command, now)
                except Conflict:  # it has gone on elsewhere: the command is stale, or a repeat
                    live = await self.newer(live)

    async def _carry_out(
        self, live: LiveMatch, holder: bytes | None, command: matches.AnyCommand, now: float
    ) -> tuple[Done, matches.Match]:
        held, done, states = live.seats_of(holder), None, States()
        self.see(live, holder)
        seat = acting_seat(live.match, held, command)
        if command.after < len(live.match.events):
            done = await self.workers.replay(repeat, live.match, held, command, live.apart)
        if done is None:
            claims = isinstance(command, matches.Claim)
            deserted = claims and await self._is_deserted(live, seat.other)
            check(live, seat, command, deserted)
            you = live.reader(holder)
            dialogue = live.narrators[you].dialogue
            prepared = prepare(live.session, dialogue, seat, command, live.apart)
            states = await self.happen(live, prepared, now)
            news = live.news(you)
            done = Done(prepared.match, news.sentence if news is not None else "")
        reader = views.reader_of(live, holder)
        return done, states.get(reader) or self._state(live, reader)

    async def newer(self, live: LiveMatch) -> LiveMatch:
        """Return a match as it has gone on elsewhere; raises Conflict where it has not."""
        newer = await self.load(live.code)
        if _place(newer) == _place(live):
            raise Conflict(f"Game {live.id} is kept by nobody here, and has not gone on.")
        return newer

    async def happen(self, live: LiveMatch, prepared: Prepared, now: float) -> States:
        """Save a prepared event, make it current, broadcast it, and return what was sent.

        Until the event is on the disk, no client sees it. It happened at `now`, but a turn never
        begins before the previous one has ended.
        """
        event, left, since = prepared.event, None, None
        if live.clocks is not None:
            now = max(now, live.clocks.since)
            left = live.clocks.after(event, live.running, now)
            since = now if event.act in ENDS_TURN else live.clocks.since
        asked = self.clock.steady()
        await self._writer.keep(
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
        live.late = 0.0
        self.tally.appends[round(self.clock.steady() - asked, FINENESS)] += 1
        self.tally.moves += event.act is Act.MOVE
        live.commit(prepared, left, now)
        return self.changed(live)

    def changed(self, live: LiveMatch) -> States:
        """Tell everybody who looks, see to what follows by itself, and return what was told."""
        states = self.tell(live)
        self._go_on(live)
        if live.match.result is not None:
            for held in live.seats:
                self.see(live, held.holder)
        return states

    def tell(self, live: LiveMatch) -> States:
        """Tell everybody who looks how a match stands, and return what was told."""
        states = States()  # many may look, but there are few ways to see it
        if self.hub.listened_to(live.code):
            texts: dict[views.Reader, str] = {}

            def text_for(holder: bytes | None) -> str:
                reader = views.reader_of(live, holder)
                if reader not in texts:
                    states[reader] = self._state(live, reader)
                    texts[reader] = _text(states[reader])
                return texts[reader]

            self.hub.tell(live.code, text_for)
        return states

    def text_for(self, live: LiveMatch, holder: bytes | None) -> str:
        """Return how a match stands, as news for whoever asks."""
        return _text(self.seen_by(live, holder))

    def seen_by(self, live: LiveMatch, holder: bytes | None) -> matches.Match:
        """Return how a match stands to whoever asks."""
        return self._state(live, views.reader_of(live, holder))

    def _state(self, live: LiveMatch, reader: views.Reader) -> matches.Match:
        return views.match_view(live, reader, self._away(live), self._grace, self.clock.steady())

    def see(self, live: LiveMatch, holder: bytes | None) -> None:
        """Remember that a player was here just now, for as long as leaving matters."""
        if holder is None or not live.seats_of(holder):
            return
        if live.match.result is None:
            self.presence.see(holder, live.code, self.clock.steady())
        else:
            self.presence.forget(holder, live.code)

    def open_page(self, holder: bytes | None) -> bool:
        """Let somebody be here while a page of theirs is open; return whether they have just come.

        Then everybody is told who looks at a match of theirs.
        """
        comes = holder is not None and self.presence.open_page(holder)
        if holder is not None and comes:
            self.start(self._tell_where_seen(holder, 0))
        return comes

    def close_page(self, holder: bytes | None) -> None:
        """Let somebody go with their last page: the others are told, and when the grace is over."""
        if holder is not None and self.presence.close_page(holder, self.clock.steady()):
            for seconds in (NEXT_PAGE, max(NEXT_PAGE, self.limits.grace_seconds) + 0.1):
                self.start(self._tell_where_seen(holder, seconds))

    def is_here(self, holder: bytes) -> bool:
        """Return whether somebody has a page of ours open."""
        return self.presence.is_here(holder)

    async def _tell_where_seen(self, holder: bytes, seconds: float) -> None:
        await asyncio.sleep(seconds)
        for code in self.presence.codes(holder):
            if self.hub.listened_to(code):
                with suppress(LastDigitError):
                    self.tell(await self.at(code))

    async def _is_deserted(self, live: LiveMatch, seat: Seat) -> bool:
        if self._sharing is not None:
            await self._sharing.beat()  # they may have come to another server just now
        away = self._away(live)[seat.index]
        return away is not None and away >= self._grace

    def _away(self, live: LiveMatch) -> views.Away:
        """Return for how long each player has been away, where that matters."""
        if live.begun_at is None or live.match.result is not None or not live.apart:
            return None, None
        now = self.clock.steady()
        # Nobody can leave a game before it has begun.
        one, two = (self.presence.absence(held.holder, live.begun_at, now) for held in live.seats)
        return one, two

    def _go_on(self, live: LiveMatch) -> None:
        """Start what happens without anybody's command: a computer's turn, time running out."""
        timer = self._timers.pop(live.code, None)
        if timer is not None:
            timer.cancel()
        self._turns.pop(live.code, None)
        if live.clocks is not None and live.running is not None:
            seconds = max(0.0, live.deadline - self.clock.steady()) + live.late + 0.01
            loop = asyncio.get_running_loop()
            self._timers[live.code] = loop.call_later(seconds, self._ring, live.code)
            self._turns[live.code] = len(live.match.events), live.clocks.since
        if live.begun_at is not None and reply_is_due(live.match):
            self.start(self._reply(live.code, live.match, live.late))

    def start(self, work: Coroutine[None, None, None]) -> None:
        """Start something that goes on by itself."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _ring(self, code: str) -> None:
        # Whoever has a match to themselves looks at the clock first.
        self.start(self._persistently(code, lambda _: asyncio.sleep(0)))

    async def _expire(self, live: LiveMatch, now: float) -> LiveMatch:
        try:
            time_up = live.session.prepare(Event(Act.TIME, live.match.mover))
            await self.happen(live, time_up, now)
        except Conflict:
            return await self.newer(live)
        return live

    async def _reply(self, code: str, match: Match, late: float) -> None:
        """Let the computer answer a draw or move, unless things change meanwhile."""
        await asyncio.sleep(self.limits.thinking_milliseconds / SECOND + late)
        held = self.in_memory.get(code)
        if late and held is not None and len(held.match.events) != len(match.events):
            return  # another server has seen to it
        members, let_wait = self.workers.members, partial(self._let_wait, code)
        if not await members.is_solved(match.game, let_wait):
            return
        await self._wait_for_fair_play(code)
        event = await self.workers.reply(reply, match)

        async def happen(live: LiveMatch) -> None:
            if len(live.match.events) == len(match.events):
                await self.happen(live, live.session.prepare(event), self.clock.steady())

        await self._persistently(code, happen)

    async def _wait_for_fair_play(self, code: str) -> None:
        """Let a computer wait while its opponent plays the same position against a person."""
        waits = False
        while (live := self.in_memory.get(code)) and (name := self._opponent_elsewhere(live)):
            if not waits:
                self._let_wait(code, FAIR_PLAY.format(name=name))
            waits = True
            await asyncio.sleep(FAIR_PLAY_SECONDS)
        if waits:
            self._let_wait(code, None)

    def _opponent_elsewhere(self, live: LiveMatch) -> str | None:
        """Return whom a player of a match plays the present position against in another one.

        Only games in which something happened within the hour count: people leave some unfinished.
        """
        lately, key = self.clock.steady() - FAIR_PLAY_HOUR, live.match.game.key(live.match.state)
        for holder in {held.holder for held in live.seats if held.holder is not None}:
            for code in self.presence.codes(holder):
                other = self.in_memory.get(code)
                if (
                    other is not None
                    and other.apart
                    and other.changed_at > lately
                    and other.match.moves
                    and other.match.result is None
                    and other.match.game == live.match.game
                    and key in other.positions.present
                ):
                    seat = other.seats_of(holder)[0].other
                    return other.match.setup.names[seat.index]
        return None

    def _let_wait(self, code: str, words: str | None) -> None:
        """Tell what a computer waits for."""
        if code in self.in_memory:
            self.in_memory[code].waits = words
            self.tell(self.in_memory[code])

    async def _persistently(self, code: str, work: Callable[[LiveMatch], Awaitable[None]]) -> None:
        """Do what nobody has commanded, and nobody would command again: after trouble once more."""
        wait = 0.25
        while True:
            try:
                async with self.alone_with(code) as live:
                    try:
                        return await work(live)
                    except Conflict:  # another server has done it
                        await self.newer(live)
                        return None
            except Refusal:
                return None
            except LastDigitError as error:
                log.warning("%s", error)
                await asyncio.sleep(wait)
                wait = min(LONGEST_WAIT, wait * 2)


def _place(live: LiveMatch) -> tuple[int, int, str | None]:
    return len(live.match.events), live.version, live.rematch


def _text(state: matches.Match) -> str:
    return msgspec.json.encode(state).decode()
