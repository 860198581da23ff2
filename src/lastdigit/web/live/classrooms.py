"""What a teacher does in a class room, and what a pupil answers, checked and carried out."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

import msgspec

from lastdigit.classroom.room import (
    UNTRIED,
    Answered,
    ClassGame,
    Closed,
    Ended,
    Freed,
    Joined,
    Kind,
    LeftOut,
    Leg,
    Opened,
    Paired,
    Pupil,
    PuzzleProgress,
    Renamed,
    Room,
    RoomEvent,
    Started,
    TakenBack,
    Voided,
    next_games,
    parse_event,
    read_room,
    serialize_event,
)
from lastdigit.errors import LastDigitError, RecordError, StoreError
from lastdigit.game.game import AnyGame, Seat, State
from lastdigit.game.puzzle_source import Task
from lastdigit.storage import Attempt, Online, OnlineSeat
from lastdigit.system import timestamp
from lastdigit.web.live import lobby
from lastdigit.web.live.broadcast import Hub, Listener
from lastdigit.web.live.classroom_views import LiveRoom, RoomView, is_here, role_of, summary_of
from lastdigit.web.live.invitations import new_code, new_letters, read_letters
from lastdigit.web.live.jobs import Workers
from lastdigit.web.live.match import LiveMatch
from lastdigit.web.live.puzzles import AnswerQuestion, ClassSetQuestion, Judgement, Made
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.setup import build_game, class_setup, preset_of, pupil_name, visible_name
from lastdigit.web.schemas import classrooms as schema
from lastdigit.web.schemas import matches, puzzles
from lastdigit.web.schemas.errors import Reason, Refusal

SETS_READY = 100
Identity = tuple[Hashable, tuple[str, ...]]
Guarded = list[tuple[AnyGame, frozenset[Identity]]]
"""The positions of puzzles that the engine must not evaluate, by the rules they are played by."""


def identity(game: AnyGame, state: State) -> Identity:
    """Return what a position is known by, whichever seat is to move.

    The key alone would not do: in some games unrelated positions have the same.
    """
    _, *words = game.format_state(state).split()
    return game.key(state), tuple(sorted(words))


def guarded(made: Sequence[Made]) -> Guarded:
    """Return the positions of puzzles and those that their answers lead to."""
    found: dict[AnyGame, set[Identity]] = {}
    for one in made:
        puzzle = one.puzzle
        game = build_game(puzzle.game, puzzle.options)
        states = [game.parse_state(puzzle.position)]
        positions = found.setdefault(game, set())
        positions.add(identity(game, states[0]))
        # Where a win is played out, the reply is a new position to solve.
        for _ in range(2 if puzzle.task == Task.PLAY.value else 1):
            states = [
                game.successor(state, move) for state in states for move in game.legal_moves(state)
            ]
            positions.update(identity(game, state) for state in states)
    return [(game, frozenset(positions)) for game, positions in found.items()]


class PuzzleSets:
    """The sets of puzzles that classes solve: the same wishes give the same set, made once."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._made: OrderedDict[tuple[str, int | None, str, int], list[Made]] = OrderedDict()
        self._guarded: dict[tuple[str, int | None, str, int], Guarded] = {}

    async def of(self, room: Room) -> list[Made]:
        """Return the puzzles of a class; raises Refusal where it has none."""
        if room.kind is not Kind.PUZZLES:
            raise Refusal(Reason.NOT_POSSIBLE, "This class plays games; it has no puzzles.")
        return await self.made(room.game, room.grade or None, room.seed, room.count)

    async def made(self, game: str, grade: int | None, seed: int, count: int) -> list[Made]:
        """Return a set; raises Refusal where the game has no puzzles of that grade."""
        wish = game, grade, str(seed), count
        if wish not in self._made:
            question = ClassSetQuestion(game=game, grade=grade, seed=str(seed), count=count)
            found = await self._workers.puzzle(question)
            self._made[wish] = msgspec.json.decode(found, type=list[Made])
        self._made.move_to_end(wish)
        if len(self._made) > SETS_READY:
            oldest, _ = self._made.popitem(last=False)
            self._guarded.pop(oldest, None)
        return self._made[wish]

    async def guarded(self, room: Room) -> Guarded:
        """Return the positions that the engine must not evaluate for this class."""
        wish = room.game, room.grade or None, str(room.seed), room.count
        made = await self.of(room)
        if wish not in self._guarded:
            self._guarded[wish] = await self._workers.look_up(guarded, made)
        return self._guarded[wish]

    async def shown(self, live: LiveRoom, holder: bytes | None) -> schema.RoomPuzzles:
        """Return the puzzles of a class, and how far somebody is with each; raises Refusal."""
        pupil = live.pupil_of(holder)
        solving = {} if pupil is None else pupil.puzzles
        made = await self.of(live.room)
        return schema.RoomPuzzles(
            puzzles=[
                _shown(one, solving.get(number, UNTRIED)) for number, one in enumerate(made, 1)
            ]
        )

    async def puzzle(self, room: Room, number: int) -> puzzles.PuzzleInfo:
        """Return a puzzle of a class by its number; raises Refusal."""
        made = await self.of(room)
        if number > len(made):
            raise Refusal(Reason.UNKNOWN_PUZZLE, f"This class has puzzles 1 to {len(made)}.")
        return made[number - 1].puzzle

    async def judged(self, room: Room, given: schema.RoomAnswer) -> Judgement:
        """Return what an answer is worth; raises Refusal."""
        puzzle = await self.puzzle(room, given.puzzle)
        question = AnswerQuestion(
            given=puzzles.PuzzleAnswer(
                game=puzzle.game,
                task=puzzle.task,
                position=puzzle.position,
                options=puzzle.options,
                answers=given.answers,
            )
        )
        found = await self._workers.puzzle(question)
        return msgspec.json.decode(found, type=Judgement)


def _shown(made: Made, solving: PuzzleProgress) -> puzzles.DailyPuzzle:
    last = len(solving.answers) - 1
    return puzzles.DailyPuzzle(
        puzzle=made.puzzle,
        tries=[
            puzzles.Try(answer=answer, right=solving.solved and at == last)
            for at, answer in enumerate(solving.answers)
        ],
        left=max(0, made.puzzle.tries - len(solving.answers)),
        solved=solving.solved,
        solution=made.solution if solving.over else None,
        said=[],
    )


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
                await lobby.hand_over(self.registry, match, seat, holder)

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
        match = await lobby.kept(registry, setup, online)
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


async def command(
    rooms: Rooms, live: LiveRoom, holder: bytes | None, wish: schema.AnyTeacherCommand
) -> None:
    """Do what a teacher commands; raises Refusal."""
    live.expect_teacher(holder)
    if isinstance(wish, schema.Close) and live.room.closed:
        return  # asked again
    live.check_open()
    if isinstance(wish, schema.Pair):
        await _pair(rooms, live, wish)
    elif isinstance(wish, schema.Close):
        await rooms.happen(live, Closed(), live.room.teacher)
    else:
        await _change(rooms, live, wish)


async def _change(
    rooms: Rooms,
    live: LiveRoom,
    wish: schema.LeaveOut | schema.TakeBack | schema.Free | schema.Rename,
) -> None:
    """Do what is about one pupil; what is so already is not done again."""
    pupil, teacher = _pupil(live, wish.pupil), live.room.teacher
    if isinstance(wish, schema.LeaveOut) and not pupil.out:
        live.waiting.pop(pupil.number, None)
        await rooms.happen(live, LeftOut(pupil.number), teacher)
    elif isinstance(wish, schema.TakeBack) and pupil.out:
        rooms.check_places(live)
        await rooms.happen(live, TakenBack(pupil.number), teacher)
    elif isinstance(wish, schema.Free) and pupil.person:
        live.waiting.pop(pupil.number, None)
        await rooms.happen(live, Freed(pupil.number), teacher)
    elif isinstance(wish, schema.Rename):
        name = pupil_name(wish.name)
        if any(other is not pupil for other in live.room.look_alikes(name)):
            raise Refusal(Reason.NAME_TAKEN, "Somebody in this class has that name already.")
        await rooms.happen(live, Renamed(pupil.number, name), teacher)


def _pupil(live: LiveRoom, number: int) -> Pupil:
    try:
        return live.room.pupils[number]
    except KeyError:
        raise Refusal(Reason.UNKNOWN_PUPIL, "There is no such pupil in this class.") from None


async def _pair(rooms: Rooms, live: LiveRoom, wish: schema.Pair) -> None:
    """Arrange a meeting of two pupils, and begin it if neither is playing."""
    one, two, room = _pupil(live, wish.one), _pupil(live, wish.two), live.room
    if room.kind is Kind.PUZZLES:
        raise Refusal(Reason.NOT_POSSIBLE, "This class solves puzzles; nobody is paired.")
    if one is two:
        raise Refusal(Reason.NOT_POSSIBLE, "Nobody plays against themselves: name two pupils.")
    for pupil in (one, two):
        if pupil.out or not pupil.person:
            raise Refusal(Reason.NOT_POSSIBLE, f"{pupil.name} is not here to play.")
    await rooms.happen(live, Paired(one.number, two.number), room.teacher)
    leg = room.due(one.number, two.number)
    if leg is not None and room.playing.keys().isdisjoint((one.number, two.number)):
        await rooms.start(live, leg)


async def keep_answer(
    rooms: Rooms, live: LiveRoom, holder: bytes | None, number: int, found: Judgement
) -> puzzles.Judged:
    """Keep a pupil's answer that has been judged, and return what is said to it; raises Refusal."""
    pupil = live.expect_pupil(holder)
    live.check_open()
    before = pupil.puzzles.get(number, UNTRIED)
    goes_on = found.right and not found.done
    if not goes_on and found.answer not in before.answers:  # sent again, it costs nothing
        if before.over:
            raise Refusal(Reason.OVER, "This puzzle is over.")
        over = found.right or len(before.answers) + 1 >= found.tries
        deed = Answered(pupil.number, number, found.answer, found.right, over)
        await rooms.happen(live, deed, pupil.person)
        # It counts for the pupil's own practice, too.
        attempt = Attempt(found.name, found.game, found.grade, found.answer, found.right)
        registry = rooms.registry
        await registry.workers.keep(registry.store.add_attempt, pupil.person, attempt)
    after = pupil.puzzles.get(number, UNTRIED)
    return puzzles.Judged(
        right=found.right,
        over=after.over,
        sentences=found.sentences,
        left=max(0, found.tries - len(after.answers)),
        next=found.next,
        solution=found.solution if after.over else None,
        secret=None,
    )
