"""Class rooms that are open: found by their code, entered, commanded, kept, told of.

As with matches the order is: kept first, then told. A room looks at its games when somebody looks
at the room, and every second while somebody does: a game knows nothing of rooms.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

from lastdigit.classroom.room import (
    ClassGame,
    Ended,
    Joined,
    Kind,
    Leg,
    Opened,
    Room,
    RoomEvent,
    Started,
    Voided,
    next_games,
    parse_event,
    read_room,
    serialize_event,
)
from lastdigit.errors import LastDigitError, RecordError, StoreError
from lastdigit.game.game import Seat
from lastdigit.storage import Online, OnlineSeat
from lastdigit.system import timestamp
from lastdigit.web.live import seats
from lastdigit.web.live.keys import new_code, new_letters, read_letters
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.live.news import Hub, Listener
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.room import LiveRoom
from lastdigit.web.live.room_puzzles import Guarded, PuzzleSets
from lastdigit.web.live.room_views import RoomView, is_here, role_of, summary_of
from lastdigit.web.live.setup import class_setup, preset_of, pupil_name, visible_name
from lastdigit.web.schemas import classrooms as schema
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

CODE_LENGTH = 6
ROOMS_READY = 500
MOST_MINE, MOST_VISITED = 20, 50
WAITS_SECONDS = 10
"""For so long somebody waits who has no page open: a program that asks again and again."""
LOOK_SECONDS, SOON_SECONDS = 1.0, 0.1
SHOWN_SECONDS = 45
"""For so long the end of a game stays on the board."""
UNKNOWN = "No class has this code. Look at the letters again."
log = logging.getLogger("lastdigit")


class Rooms:
    """All class rooms."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.hub = Hub()
        self.puzzles = PuzzleSets(registry.workers)
        self._in_memory: OrderedDict[str, LiveRoom] = OrderedDict()
        self._looked_after: set[str] = set()
        self._due: set[str] = set()
        self._told: dict[str, bytes] = {}
        """What everybody who listens to a room has heard last."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def alone_with(self, code: str) -> AsyncIterator[LiveRoom]:
        """Have a room to oneself, its games looked at; raises Refusal."""
        code = read_letters(code)
        async with self.registry.workers.turn(self._locks.setdefault(code, asyncio.Lock())):
            try:
                live = self._in_memory.get(code)
                if live is None or self.registry.store.cluster is not None:
                    live = await self._load(code)  # another server may have changed it
                self._in_memory.move_to_end(code)
                await self._settle(live)
                yield live
            except Refusal:
                raise
            except BaseException:
                self._in_memory.pop(code, None)  # whatever half happened, the store knows best
                raise

    @asynccontextmanager
    async def found(
        self, code: str, holder: bytes | None, browser: str, address: str, now: float
    ) -> AsyncIterator[LiveRoom]:
        """Have the room of a code to oneself that somebody gives; raises Refusal.

        Members of the room never wait; others do after too many wrong codes.
        """
        if await self._is_member(code, holder):
            async with self.alone_with(code) as live:
                live.note(holder)
                yield live
            return
        wrong_codes = self.registry.invitations.wrong_codes
        async with (
            wrong_codes.attempt(browser, address, now) as attempt,
            self.alone_with(code) as live,
        ):
            attempt.refund()
            live.note(holder)
            yield live

    async def _is_member(self, code: str, holder: bytes | None) -> bool:
        """Return whether a code is that of a room in which a browser is teacher or pupil."""
        code = read_letters(code)
        if holder is None or (code not in self._in_memory and not await self._joined(code, holder)):
            return False
        live = self._in_memory.get(code)
        return live is None or role_of(live, holder) != "guest"

    async def _joined(self, code: str, holder: bytes) -> bool:
        store = self.registry.store
        joined = await self.registry.workers.fetch(store.rooms_of, holder.hex(), MOST_VISITED)
        return code in joined

    async def open_code(self, typed: str) -> str | None:
        """Return the code of the open room that somebody means, if there is one."""
        with suppress(Refusal):
            async with self.alone_with(typed) as live:
                return None if live.room.closed else live.code
        return None

    async def of(self, holder: bytes | None) -> list[schema.RoomSummary]:
        """Return the rooms in which somebody is teacher or pupil, the latest first."""
        if holder is None:
            return []
        store = self.registry.store
        codes = await self.registry.workers.fetch(store.rooms_of, holder.hex(), MOST_MINE)
        found = []
        for code in codes:
            with suppress(LastDigitError):  # one that cannot be read hides no other
                async with self.alone_with(code) as live:
                    found.append(summary_of(live, holder))
        return found

    async def visited(self, holder: bytes | None) -> list[Room]:
        """Return the open puzzle rooms that a browser has been to, except as their teacher.

        Pupils are known from the store, others for as long as the room is in memory.
        """
        if holder is None:
            return []
        store = self.registry.store
        codes = {code for code, live in self._in_memory.items() if holder in live.visitors}
        codes.update(await self.registry.workers.fetch(store.rooms_of, holder.hex(), MOST_VISITED))
        rooms = [await self._room(code) for code in codes]
        return [
            room
            for room in rooms
            if room is not None
            and room.kind is Kind.PUZZLES
            and not room.closed
            and room.teacher != holder.hex()
        ]

    async def _room(self, code: str) -> Room | None:
        """Return a room as it stands, or None if it is gone or cannot be read."""
        if self.registry.store.cluster is None and code in self._in_memory:
            return self._in_memory[code].room
        with suppress(Refusal, RecordError):
            async with self.alone_with(code) as live:
                return live.room
        return None

    async def guarded(self, holder: bytes | None, game: str) -> Guarded:
        """Return the class puzzles of a game that the engine must not solve for a browser."""
        rooms = [room for room in await self.visited(holder) if room.game == game]
        return [found for room in rooms for found in await self.puzzles.guarded(room)]

    async def _load(self, code: str) -> LiveRoom:
        registry = self.registry
        kept = await registry.workers.fetch(registry.store.room, code)
        if not kept:
            raise Refusal(Reason.UNKNOWN_ROOM, UNKNOWN)
        live = LiveRoom(code, read_room((parse_event(one.body), one.person) for one in kept))
        before = self._in_memory.get(code)
        if before is not None:
            live.waiting, live.ended = before.waiting, before.ended
            live.visitors = before.visitors
        self._hold(live)
        return live

    def _hold(self, live: LiveRoom) -> None:
        self._in_memory[live.code] = live
        if len(self._in_memory) > ROOMS_READY:
            for code in list(self._in_memory):
                if code not in self._locks and not self.hub.listened_to(code):
                    del self._in_memory[code]
                    return

    def drop(self, holder: bytes) -> None:
        """Read somebody's rooms again when they are next asked for: the store has changed."""
        for code, live in list(self._in_memory.items()):
            if role_of(live, holder) != "guest":
                del self._in_memory[code]

    async def forget(self, live: LiveRoom, holder: bytes | None) -> None:
        """Delete a room for good, as its teacher may; raises Refusal."""
        live.expect_teacher(holder)
        await self.registry.workers.keep(self.registry.store.delete_room, live.code)
        self.let_go(live.code)

    def let_go(self, code: str) -> None:
        """Hold a room no longer that has been deleted."""
        self._in_memory.pop(code, None)

    async def happen(self, live: LiveRoom, deed: RoomEvent, person: str) -> None:
        """Keep what somebody did, and let it have happened."""
        registry, number = self.registry, live.room.number + 1
        kept = await registry.workers.keep(
            registry.store.append_to_room, live.code, number, person, serialize_event(deed)
        )
        if not kept:
            raise StoreError(f"The class {live.code} has gone on elsewhere.")
        live.room.apply(deed, person)

    async def open(self, wish: schema.OpenRoom, holder: bytes) -> LiveRoom:
        """Open a room; raises Refusal."""
        games = Kind(wish.kind) is not Kind.PUZZLES
        opened = Opened(
            title=visible_name(wish.title),
            kind=wish.kind,
            game=wish.game,
            seed=secrets.randbits(31) if wish.seed is None else wish.seed,
            preset=preset_of(wish.game, wish.preset).name if games else "",
            grade=0 if games else wish.grade or 0,
            count=0 if games else wish.count,
        )
        if not games:  # so that a class is not opened whose puzzles cannot be made
            await self.puzzles.made(opened.game, wish.grade, opened.seed, opened.count)
        store, person = self.registry.store, holder.hex()
        while True:
            code = new_letters(CODE_LENGTH)
            text = serialize_event(opened)
            if await self.registry.workers.keep(store.append_to_room, code, 1, person, text):
                break
        live = LiveRoom(code, Room(opened, person))
        self._hold(live)
        return live

    async def join(self, live: LiveRoom, name: str, holder: bytes) -> None:
        """Let a pupil in; raises Refusal."""
        if live.pupil_of(holder) is not None:
            return  # asked again
        live.check_open()
        if live.is_teacher(holder):
            raise Refusal(Reason.NOT_PUPIL, "You are the teacher here: pupils have other browsers.")
        room, name = live.room, pupil_name(name)
        known = room.named(name)
        if known is not None and known.person:
            raise Refusal(
                Reason.NAME_TAKEN,
                "Somebody in this class has that name already. Add a letter of your last name; "
                "or, if it is you on another device, your teacher can let you in again.",
            )
        if known is None or known.out:
            self.check_places(live)
        await self.happen(live, Joined(known.name if known else name), holder.hex())
        pupil = live.pupil_of(holder)
        game = room.playing.get(pupil.number) if pupil is not None else None
        if pupil is not None and game is not None:
            async with self.registry.alone_with(game.match) as match:
                seat = Seat.ONE if game.one == pupil.number else Seat.TWO
                await seats.hand_over(self.registry, match, seat, holder)

    def check_places(self, live: LiveRoom) -> None:
        """Refuse one more pupil in a room that is full; raises Refusal."""
        most = self.registry.limits.pupils_a_room
        if len(live.room.present) >= most:
            raise Refusal(Reason.ROOM_FULL, f"This class is full: it has places for {most} pupils.")

    async def wait(self, live: LiveRoom, holder: bytes | None, ready: bool) -> None:
        """Let a pupil wait for the next game, or no longer; raises Refusal."""
        pupil = live.expect_pupil(holder)
        live.check_open()
        if not ready:
            live.waiting.pop(pupil.number, None)
        elif pupil.out:
            raise Refusal(Reason.NOT_POSSIBLE, "Your teacher has left you out for now.")
        elif pupil.number not in live.room.playing:
            live.waiting[pupil.number] = self.registry.clock.steady()
            await self._pair(live)

    def renew(self, live: LiveRoom, holder: bytes | None) -> None:
        """Remember that a pupil who waits is still there."""
        pupil = live.pupil_of(holder)
        if pupil is not None and pupil.number in live.waiting:
            live.waiting[pupil.number] = self.registry.clock.steady()

    async def _settle(self, live: LiveRoom) -> None:
        """Count the games that have ended."""
        if live.room.closed:
            return
        for game in live.room.running():
            try:
                match = await self.registry.at(game.match)
            except (Refusal, RecordError):  # deleted, or of other rules: it has no end any more
                await self.happen(live, Voided(game.match), "")
                continue
            if match.match.result is not None:
                await self._end(live, game, match)
        oldest = self.registry.clock.steady() - SHOWN_SECONDS
        live.ended = {match: at for match, at in live.ended.items() if at > oldest}

    async def _end(self, live: LiveRoom, game: ClassGame, match: LiveMatch) -> None:
        winner = match.match.result.winner if match.match.result is not None else None
        number = 0 if winner is None else (game.one, game.two)[winner.index]
        await self.happen(live, Ended(game.match, number), "")
        live.ended[game.match] = self.registry.clock.steady()

    async def _pair(self, live: LiveRoom) -> None:
        """Begin games for those who wait."""
        if live.room.closed:
            return
        now = self.registry.clock.steady()
        for number, at in list(live.waiting.items()):
            gone = not is_here(self.registry, live.room.pupils[number]) and now - at > WAITS_SECONDS
            if gone or number in live.room.playing:
                del live.waiting[number]
        for leg in next_games(live.room, live.waiting):
            await self.start(live, leg)

    async def start(self, live: LiveRoom, leg: Leg) -> None:
        """Begin a game of two pupils: they sit there already."""
        registry, room = self.registry, live.room
        one, two = room.pupils[leg.one], room.pupils[leg.two]
        setup = class_setup(room.game, room.preset, (one.name, two.name), leg.seed)
        held = (
            OnlineSeat(bytes.fromhex(one.person), True),
            OnlineSeat(bytes.fromhex(two.person), True),
        )
        begun = timestamp(registry.clock.wall())
        online = Online(new_code(), matches.LINK, held, begun)
        match = await seats.kept(registry, setup, online)
        await self.happen(live, Started(leg.one, leg.two, match.code), "")
        for number in (leg.one, leg.two):
            live.waiting.pop(number, None)

    def changed(self, live: LiveRoom) -> None:
        """Tell everybody who looks, soon: much may happen at once where fifty pupils come in."""
        if live.code not in self._due and self.hub.listened_to(live.code):
            self._due.add(live.code)
            self.registry.start(self._tell_soon(live.code))

    async def _tell_soon(self, code: str) -> None:
        await asyncio.sleep(SOON_SECONDS)
        self._due.discard(code)
        live = self._in_memory.get(code)
        if live is not None:
            await self._tell(live)

    async def _tell(self, live: LiveRoom) -> None:
        """Tell everybody who looks how a room stands, unless they know."""
        view = await RoomView.of(self.registry, live)
        if self._told.get(live.code) != view.news:
            self._told[live.code] = view.news
            self.hub.tell(live.code, view.text_for)

    def listen(self, live: LiveRoom, listener: Listener) -> None:
        """Let somebody listen to a room, which is looked after while anybody does."""
        self.hub.join(live.code, listener)
        if live.code not in self._looked_after:
            self._looked_after.add(live.code)
            self.registry.start(self._look_after(live.code))

    async def _look_after(self, code: str) -> None:
        while self.hub.listened_to(code):
            try:
                async with self.alone_with(code) as live:
                    await self._pair(live)
                    await self._tell(live)
            except Refusal:  # it has been deleted
                break
            except LastDigitError as error:
                log.warning("%s", error)
            await asyncio.sleep(LOOK_SECONDS)
        self._looked_after.discard(code)
        self._told.pop(code, None)
