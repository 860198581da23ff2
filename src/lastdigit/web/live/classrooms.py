"""Open classrooms: their teachers' and pupils' commands, games, puzzles and broadcasts.

As with matches, an event is saved first and then broadcast. A match does not know its classroom.
The classroom checks its matches on every request, and every second while it has listeners.
"""

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
    Adjusted,
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
from lastdigit.game.text import plural
from lastdigit.storage import Attempt, Online, OnlineSeat
from lastdigit.system import timestamp
from lastdigit.web.live import lobby
from lastdigit.web.live.broadcast import Hub, Listener
from lastdigit.web.live.classroom_views import (
    ClassroomView,
    LiveClassroom,
    is_present,
    role_of,
    summary_of,
)
from lastdigit.web.live.invitations import new_letters, new_match_code, normalize_letters
from lastdigit.web.live.jobs import Workers
from lastdigit.web.live.match import LiveMatch, initial_times
from lastdigit.web.live.puzzles import AnswerJob, GradedAnswer, SolvedPuzzle, SolvedSetJob
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.setup import build_game, class_setup, preset_of, pupil_name, visible_name
from lastdigit.web.schemas import classrooms as schema
from lastdigit.web.schemas import matches, puzzles
from lastdigit.web.schemas.errors import Reason, Refusal

CODE_LENGTH = 6
MAX_IN_MEMORY, MAX_CACHED_SETS = 500, 100
MAX_LISTED, MAX_VISITED = 20, 50
WAIT_SECONDS = 10
"""Seconds for which a pupil without an open page stays in the queue. Programs must poll."""
CHECK_SECONDS, BROADCAST_SECONDS = 1.0, 0.1
SHOW_ENDED_SECONDS = 45
"""Seconds for which a finished game stays on the projector."""
UNKNOWN = "No class has this code. Check it for typos."
log = logging.getLogger("lastdigit")

PositionId = tuple[Hashable, tuple[str, ...]]
ProtectedPositions = list[tuple[AnyGame, frozenset[PositionId]]]
"""The positions that the engine must not evaluate for a class, by game."""


def position_id(game: AnyGame, state: State) -> PositionId:
    """Return an identifier for a position that does not depend on the player to move.

    The key alone is not enough, because unrelated positions can have the same key in some games.
    """
    _, *words = game.format_state(state).split()
    return game.key(state), tuple(sorted(words))


def _protected_positions(solved_puzzles: Sequence[SolvedPuzzle]) -> ProtectedPositions:
    """Return the positions in puzzles, and the positions after each possible answer."""
    found: dict[AnyGame, set[PositionId]] = {}
    for solved in solved_puzzles:
        puzzle = solved.puzzle
        game = build_game(puzzle.game, puzzle.options)
        states = [game.parse_state(puzzle.position)]
        positions = found.setdefault(game, set())
        positions.add(position_id(game, states[0]))
        # In a puzzle that is played until the win, the reply leads to another position to solve.
        for _ in range(2 if puzzle.task == Task.PLAY.value else 1):
            states = [
                game.successor(state, move) for state in states for move in game.legal_moves(state)
            ]
            positions.update(position_id(game, state) for state in states)
    return [(game, frozenset(positions)) for game, positions in found.items()]


class PuzzleSets:
    """The puzzle sets of classrooms. Classrooms with the same settings share one set."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._sets: OrderedDict[tuple[str, int | None, str, int], list[SolvedPuzzle]] = (
            OrderedDict()
        )
        self._protected: dict[tuple[str, int | None, str, int], ProtectedPositions] = {}

    async def of(self, room: Room) -> list[SolvedPuzzle]:
        """Return the puzzles of a classroom. Raise Refusal if the classroom has no puzzles."""
        if room.kind is not Kind.PUZZLES:
            raise Refusal(Reason.NOT_POSSIBLE, "This class plays games and has no puzzles.")
        return await self.generate(room.game, room.grade or None, room.seed, room.count)

    async def generate(
        self, game: str, grade: int | None, seed: int, count: int
    ) -> list[SolvedPuzzle]:
        """Return a set of puzzles. Raise Refusal if the game has no puzzles of that grade."""
        key = game, grade, str(seed), count
        if key not in self._sets:
            result = await self._workers.puzzles.run(SolvedSetJob(game, grade, str(seed), count))
            self._sets[key] = msgspec.json.decode(result, type=list[SolvedPuzzle])
        self._sets.move_to_end(key)
        if len(self._sets) > MAX_CACHED_SETS:
            oldest, _ = self._sets.popitem(last=False)
            self._protected.pop(oldest, None)
        return self._sets[key]

    async def protected_positions(self, room: Room) -> ProtectedPositions:
        """Return the positions that the engine must not evaluate for a classroom."""
        key = room.game, room.grade or None, str(room.seed), room.count
        solved = await self.of(room)
        if key not in self._protected:
            self._protected[key] = await self._workers.look_up(_protected_positions, solved)
        return self._protected[key]

    async def view(self, live: LiveClassroom, holder: bytes | None) -> schema.RoomPuzzles:
        """Return the puzzles of a classroom, with a pupil's progress. May raise Refusal."""
        pupil = live.pupil_of(holder)
        progress = {} if pupil is None else pupil.puzzles
        solved_puzzles = await self.of(live.room)
        return schema.RoomPuzzles(
            puzzles=[
                _puzzle_view(solved, progress.get(number, UNTRIED))
                for number, solved in enumerate(solved_puzzles, 1)
            ]
        )

    async def puzzle(self, room: Room, number: int) -> puzzles.PuzzleInfo:
        """Return a classroom puzzle by its number. May raise Refusal."""
        solved_puzzles = await self.of(room)
        if number > len(solved_puzzles):
            raise Refusal(
                Reason.UNKNOWN_PUZZLE,
                f"The puzzles of this class are numbered 1 to {len(solved_puzzles)}.",
            )
        return solved_puzzles[number - 1].puzzle

    async def grade(self, room: Room, given: schema.RoomAnswer) -> GradedAnswer:
        """Grade an answer to a classroom puzzle. May raise Refusal."""
        puzzle = await self.puzzle(room, given.puzzle)
        job = AnswerJob(
            given=puzzles.PuzzleAnswer(
                game=puzzle.game,
                task=puzzle.task,
                position=puzzle.position,
                options=puzzle.options,
                answers=given.answers,
            )
        )
        return msgspec.json.decode(await self._workers.puzzles.run(job), type=GradedAnswer)


def _puzzle_view(solved: SolvedPuzzle, progress: PuzzleProgress) -> puzzles.DailyPuzzle:
    last = len(progress.answers) - 1
    return puzzles.DailyPuzzle(
        puzzle=solved.puzzle,
        tries=[
            puzzles.Try(answer=answer, right=progress.solved and index == last)
            for index, answer in enumerate(progress.answers)
        ],
        left=max(0, solved.puzzle.tries - len(progress.answers)),
        solved=progress.solved,
        solution=solved.solution if progress.over else None,
        said=[],
    )


class Classrooms:
    """All classrooms on this server."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.hub = Hub()
        self.puzzles = PuzzleSets(registry.workers)
        self._in_memory: OrderedDict[str, LiveClassroom] = OrderedDict()
        self._checked: set[str] = set()
        """The classrooms that a task checks every second, because they have listeners."""
        self._broadcast_due: set[str] = set()
        self._last_sent: dict[str, bytes] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def locked(self, code: str) -> AsyncIterator[LiveClassroom]:
        """Lock a classroom for the `with` block, after counting the games that have ended.

        Raise Refusal if there is no such classroom.
        """
        code = normalize_letters(code)
        async with self.registry.workers.hold(self._locks.setdefault(code, asyncio.Lock())):
            try:
                live = self._in_memory.get(code)
                if live is None or self.registry.store.cluster is not None:
                    live = await self._load(code)  # another server may have changed it
                self._in_memory.move_to_end(code)
                await self._count_ended_games(live)
                yield live
            except Refusal:
                raise
            except BaseException:
                # Reload it next time: the object in memory may be inconsistent.
                self._in_memory.pop(code, None)
                raise

    @asynccontextmanager
    async def visit(
        self, code: str, holder: bytes | None, browser: str, address: str, now: float
    ) -> AsyncIterator[LiveClassroom]:
        """Lock the classroom with the code that a visitor has entered. May raise Refusal.

        The teacher and the pupils never have to wait. Other visitors wait after too many wrong
        codes.
        """
        if await self._is_member(code, holder):
            async with self.locked(code) as live:
                live.add_visitor(holder)
                yield live
            return
        wrong_guesses = self.registry.invitations.wrong_guesses
        async with (
            wrong_guesses.attempt(browser, address, now) as attempt,
            self.locked(code) as live,
        ):
            attempt.refund()
            live.add_visitor(holder)
            yield live

    async def _is_member(self, code: str, holder: bytes | None) -> bool:
        """Return whether a browser belongs to a classroom's teacher or to one of its pupils."""
        code = normalize_letters(code)
        if holder is None or (
            code not in self._in_memory and code not in await self._codes_of(holder, MAX_VISITED)
        ):
            return False
        live = self._in_memory.get(code)
        return live is None or role_of(live, holder) != "guest"

    async def _codes_of(self, holder: bytes, most: int) -> Sequence[str]:
        store = self.registry.store
        return await self.registry.workers.read(store.rooms_of, holder.hex(), most)

    async def find_open(self, typed: str) -> str | None:
        """Return the code of the open classroom that a typed text refers to, if any."""
        with suppress(Refusal):
            async with self.locked(typed) as live:
                return None if live.room.closed else live.code
        return None

    async def list_for(self, holder: bytes | None) -> list[schema.RoomSummary]:
        """Return the classrooms of a teacher or pupil, most recently active first."""
        if holder is None:
            return []
        summaries = []
        for code in await self._codes_of(holder, MAX_LISTED):
            with suppress(LastDigitError):  # skip a damaged classroom
                async with self.locked(code) as live:
                    summaries.append(summary_of(live, holder))
        return summaries

    async def visited(self, holder: bytes | None) -> list[Room]:
        """Return the open puzzle classrooms that a browser has visited, except as the teacher.

        Pupils are found in the store, and other visitors only while the classroom is in memory.
        """
        if holder is None:
            return []
        codes = {code for code, live in self._in_memory.items() if holder in live.visitors}
        codes.update(await self._codes_of(holder, MAX_VISITED))
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
        """Return a classroom, or None if it was deleted or is damaged."""
        if self.registry.store.cluster is None and code in self._in_memory:
            return self._in_memory[code].room
        with suppress(Refusal, RecordError):
            async with self.locked(code) as live:
                return live.room
        return None

    async def protected_positions(self, holder: bytes | None, game: str) -> ProtectedPositions:
        """Return the positions of class puzzles that the engine must not solve for a browser."""
        rooms = [room for room in await self.visited(holder) if room.game == game]
        return [
            positions
            for room in rooms
            for positions in await self.puzzles.protected_positions(room)
        ]

    async def _load(self, code: str) -> LiveClassroom:
        registry = self.registry
        saved = await registry.workers.read(registry.store.room, code)
        if not saved:
            raise Refusal(Reason.UNKNOWN_ROOM, UNKNOWN)
        live = LiveClassroom(code, read_room((parse_event(one.body), one.person) for one in saved))
        before = self._in_memory.get(code)
        if before is not None:
            live.waiting, live.ended = before.waiting, before.ended
            live.visitors = before.visitors
        self._add(live)
        return live

    def _add(self, live: LiveClassroom) -> None:
        self._in_memory[live.code] = live
        if len(self._in_memory) > MAX_IN_MEMORY:
            for code in list(self._in_memory):
                if code not in self._locks and not self.hub.listeners(code):
                    del self._in_memory[code]
                    return

    def evict(self, code: str) -> None:
        """Remove a classroom from memory, because it was deleted."""
        self._in_memory.pop(code, None)

    def evict_all_of(self, holder: bytes) -> None:
        """Remove a person's classrooms from memory, because they were changed in the store."""
        for code, live in list(self._in_memory.items()):
            if role_of(live, holder) != "guest":
                del self._in_memory[code]

    async def delete(self, live: LiveClassroom, holder: bytes | None) -> None:
        """Delete a classroom permanently. Raise Refusal unless the visitor is its teacher."""
        live.require_teacher(holder)
        await self.registry.workers.write(self.registry.store.delete_room, live.code)
        self.evict(live.code)

    async def apply(self, live: LiveClassroom, event: RoomEvent, person: str) -> None:
        """Save an event, then apply it to the classroom."""
        registry, number = self.registry, live.room.number + 1
        is_saved = await registry.workers.write(
            registry.store.append_to_room, live.code, number, person, serialize_event(event)
        )
        if not is_saved:
            raise StoreError(f"Another server has changed the class {live.code}.")
        live.room.apply(event, person)

    async def open(self, request: schema.OpenRoom, holder: bytes) -> LiveClassroom:
        """Open a classroom. May raise Refusal."""
        has_games = Kind(request.kind) is not Kind.PUZZLES
        opened = Opened(
            title=visible_name(request.title),
            kind=request.kind,
            game=request.game,
            seed=secrets.randbits(31) if request.seed is None else request.seed,
            preset=preset_of(request.game, request.preset).name if has_games else "",
            grade=0 if has_games else request.grade or 0,
            count=0 if has_games else request.count,
        )
        if not has_games:  # do not open a classroom whose puzzles cannot be generated
            await self.puzzles.generate(opened.game, request.grade, opened.seed, opened.count)
        store, person = self.registry.store, holder.hex()
        while True:
            code = new_letters(CODE_LENGTH)
            text = serialize_event(opened)
            if await self.registry.workers.write(store.append_to_room, code, 1, person, text):
                break
        live = LiveClassroom(code, Room(opened, person))
        self._add(live)
        if has_games and (request.clock is not None or request.rounds is not None):
            await self.apply(live, _adjusted(request), person)
        return live

    async def join(self, live: LiveClassroom, name: str, holder: bytes) -> None:
        """Let a pupil join. May raise Refusal."""
        if live.pupil_of(holder) is not None:
            return  # a repeated request
        live.check_open()
        if live.is_teacher(holder):
            raise Refusal(
                Reason.NOT_PUPIL,
                "You are the teacher of this class. To join as a pupil, use another browser.",
            )
        room, name = live.room, pupil_name(name)
        known = room.named(name)
        if known is not None and known.person:
            raise Refusal(
                Reason.NAME_TAKEN,
                "That name is taken. Add the first letter of your last name. If you joined on "
                "another device before, ask your teacher to let you in again.",
            )
        if known is None or known.out:
            self.check_space(live)
        await self.apply(live, Joined(known.name if known else name), holder.hex())
        pupil = live.pupil_of(holder)
        game = room.playing.get(pupil.number) if pupil is not None else None
        if pupil is not None and game is not None:
            async with self.registry.locked(game.match) as match:
                seat = Seat.ONE if game.one == pupil.number else Seat.TWO
                await lobby.transfer_seat(self.registry, match, seat, holder)

    def check_space(self, live: LiveClassroom) -> None:
        """Raise Refusal if the classroom is full."""
        most = self.registry.limits.pupils_a_room
        if len(live.room.present) >= most:
            raise Refusal(
                Reason.ROOM_FULL, f"This class is full. Its limit is {plural(most, 'pupil')}."
            )

    async def set_waiting(self, live: LiveClassroom, holder: bytes | None, waiting: bool) -> None:
        """Add a pupil to the queue for the next game, or remove the pupil from the queue.

        May raise Refusal.
        """
        pupil = live.require_pupil(holder)
        live.check_open()
        if not waiting:
            live.waiting.pop(pupil.number, None)
        elif pupil.out:
            raise Refusal(Reason.NOT_POSSIBLE, "Your teacher has asked you to sit out for now.")
        elif pupil.number not in live.room.playing:
            live.waiting[pupil.number] = self.registry.clock.steady()
            await self._pair_waiting(live)

    def keep_waiting(self, live: LiveClassroom, holder: bytes | None) -> None:
        """Keep a pupil who has just sent a request in the queue."""
        pupil = live.pupil_of(holder)
        if pupil is not None and pupil.number in live.waiting:
            live.waiting[pupil.number] = self.registry.clock.steady()

    async def _count_ended_games(self, live: LiveClassroom) -> None:
        if live.room.closed:
            return
        for game in live.room.games_in_progress():
            try:
                match = await self.registry.get(game.match)
            except (Refusal, RecordError):  # deleted, or saved with other rules, so it never ends
                await self.apply(live, Voided(game.match), "")
                continue
            if match.match.result is not None:
                await self._end_game(live, game, match)
        oldest = self.registry.clock.steady() - SHOW_ENDED_SECONDS
        live.ended = {match: at for match, at in live.ended.items() if at > oldest}

    async def _end_game(self, live: LiveClassroom, game: ClassGame, match: LiveMatch) -> None:
        winner = match.match.result.winner if match.match.result is not None else None
        number = 0 if winner is None else (game.one, game.two)[winner.index]
        await self.apply(live, Ended(game.match, number), "")
        live.ended[game.match] = self.registry.clock.steady()

    async def _pair_waiting(self, live: LiveClassroom) -> None:
        """Start games between the pupils in the queue."""
        if live.room.closed:
            return
        now = self.registry.clock.steady()
        for number, at in list(live.waiting.items()):
            has_page = is_present(self.registry, live.room.pupils[number])
            has_left = not has_page and now - at > WAIT_SECONDS
            if has_left or number in live.room.playing:
                del live.waiting[number]
        for leg in next_games(live.room, live.waiting):
            await self.start_game(live, leg)

    async def start_game(self, live: LiveClassroom, leg: Leg) -> None:
        """Start a game between two pupils, who get their seats without joining."""
        registry, room = self.registry, live.room
        one, two = room.pupils[leg.one], room.pupils[leg.two]
        names = one.name, two.name
        setup = class_setup(room.game, room.preset, names, leg.seed, room.clock)
        seats = (
            OnlineSeat(bytes.fromhex(one.person), True),
            OnlineSeat(bytes.fromhex(two.person), True),
        )
        begun = timestamp(registry.clock.wall())
        times = initial_times(setup.terms)
        online = Online(new_match_code(), matches.LINK, seats, begun, times)
        match = await lobby.save_match(registry, setup, online)
        await self.apply(live, Started(leg.one, leg.two, match.code), "")
        for number in (leg.one, leg.two):
            live.waiting.pop(number, None)

    def changed(self, live: LiveClassroom) -> None:
        """Broadcast a change after a short delay, because fifty pupils may join at once."""
        if live.code not in self._broadcast_due and self.hub.listeners(live.code):
            self._broadcast_due.add(live.code)
            self.registry.spawn(self._broadcast_soon(live.code))

    async def _broadcast_soon(self, code: str) -> None:
        await asyncio.sleep(BROADCAST_SECONDS)
        self._broadcast_due.discard(code)
        live = self._in_memory.get(code)
        if live is not None:
            await self._broadcast(live)

    async def _broadcast(self, live: LiveClassroom) -> None:
        """Send a classroom to its listeners if it has changed."""
        view = await ClassroomView.of(self.registry, live)
        if self._last_sent.get(live.code) != view.shared:
            self._last_sent[live.code] = view.shared
            for listener in self.hub.listeners(live.code):
                listener.send(view.text_for(listener.holder))

    def listen(self, live: LiveClassroom, listener: Listener) -> None:
        """Add a listener. A classroom is checked regularly while it has listeners."""
        self.hub.add(live.code, listener)
        if live.code not in self._checked:
            self._checked.add(live.code)
            self.registry.spawn(self._check_regularly(live.code))

    async def _check_regularly(self, code: str) -> None:
        while self.hub.listeners(code):
            try:
                async with self.locked(code) as live:
                    await self._pair_waiting(live)
                    await self._broadcast(live)
            except Refusal:  # it was deleted
                break
            except LastDigitError as error:
                log.warning("%s", error)
            await asyncio.sleep(CHECK_SECONDS)
        self._checked.discard(code)
        self._last_sent.pop(code, None)


def _adjusted(request: schema.OpenRoom | schema.Adjust) -> Adjusted:
    clock = request.clock
    seconds, increment = (0, 0) if clock is None else (clock.seconds, clock.increment)
    return Adjusted(seconds, increment, request.rounds or 0)


async def execute(
    classrooms: Classrooms,
    live: LiveClassroom,
    holder: bytes | None,
    command: schema.AnyTeacherCommand,
) -> None:
    """Execute a teacher's command. May raise Refusal."""
    live.require_teacher(holder)
    if isinstance(command, schema.Close) and live.room.closed:
        return  # a repeated request
    live.check_open()
    if isinstance(command, schema.Pair):
        await _pair(classrooms, live, command)
    elif isinstance(command, schema.Adjust):
        if live.room.kind is Kind.PUZZLES:
            raise Refusal(Reason.NOT_POSSIBLE, "A puzzle class has no clock.")
        await classrooms.apply(live, _adjusted(command), live.room.teacher)
    elif isinstance(command, schema.Close):
        await classrooms.apply(live, Closed(), live.room.teacher)
    else:
        await _change_pupil(classrooms, live, command)


async def _change_pupil(
    classrooms: Classrooms,
    live: LiveClassroom,
    command: schema.LeaveOut | schema.TakeBack | schema.Free | schema.Rename,
) -> None:
    pupil, teacher = _pupil(live, command.pupil), live.room.teacher
    if isinstance(command, schema.LeaveOut) and not pupil.out:
        live.waiting.pop(pupil.number, None)
        await classrooms.apply(live, LeftOut(pupil.number), teacher)
    elif isinstance(command, schema.TakeBack) and pupil.out:
        classrooms.check_space(live)
        await classrooms.apply(live, TakenBack(pupil.number), teacher)
    elif isinstance(command, schema.Free) and pupil.person:
        live.waiting.pop(pupil.number, None)
        await classrooms.apply(live, Freed(pupil.number), teacher)
    elif isinstance(command, schema.Rename):
        name = pupil_name(command.name)
        if any(other is not pupil for other in live.room.look_alikes(name)):
            raise Refusal(Reason.NAME_TAKEN, "Another pupil in this class already has that name.")
        await classrooms.apply(live, Renamed(pupil.number, name), teacher)


def _pupil(live: LiveClassroom, number: int) -> Pupil:
    try:
        return live.room.pupils[number]
    except KeyError:
        raise Refusal(Reason.UNKNOWN_PUPIL, "There is no such pupil in this class.") from None


async def _pair(classrooms: Classrooms, live: LiveClassroom, command: schema.Pair) -> None:
    """Pair two pupils, and start their game if neither is playing."""
    one, two, room = _pupil(live, command.one), _pupil(live, command.two), live.room
    if room.kind is Kind.PUZZLES:
        raise Refusal(Reason.NOT_POSSIBLE, "Pupils in a puzzle class aren't paired.")
    if one is two:
        raise Refusal(Reason.NOT_POSSIBLE, "Choose two different pupils.")
    for pupil in (one, two):
        if pupil.out or not pupil.person:
            raise Refusal(Reason.NOT_POSSIBLE, f"{pupil.name} is not in the class right now.")
    await classrooms.apply(live, Paired(one.number, two.number), room.teacher)
    leg = room.next_leg(one.number, two.number)
    if leg is not None and room.playing.keys().isdisjoint((one.number, two.number)):
        await classrooms.start_game(live, leg)


async def save_answer(
    classrooms: Classrooms,
    live: LiveClassroom,
    holder: bytes | None,
    number: int,
    graded: GradedAnswer,
) -> puzzles.GradedAnswer:
    """Save a pupil's graded answer, and return the response. May raise Refusal."""
    pupil = live.require_pupil(holder)
    live.check_open()
    before = pupil.puzzles.get(number, UNTRIED)
    is_unfinished = graded.right and not graded.done
    if not is_unfinished and graded.answer not in before.answers:  # a repeated answer is free
        if before.over:
            raise Refusal(Reason.OVER, "This puzzle is over.")
        over = graded.right or len(before.answers) + 1 >= graded.tries
        event = Answered(pupil.number, number, graded.answer, graded.right, over)
        await classrooms.apply(live, event, pupil.person)
        # The answer also counts towards the pupil's own practice.
        attempt = Attempt(graded.name, graded.game, graded.grade, graded.answer, graded.right)
        registry = classrooms.registry
        await registry.workers.write(registry.store.add_attempt, pupil.person, attempt)
    after = pupil.puzzles.get(number, UNTRIED)
    return puzzles.GradedAnswer(
        right=graded.right,
        over=after.over,
        sentences=graded.sentences,
        left=max(0, graded.tries - len(after.answers)),
        next=graded.next,
        solution=graded.solution if after.over else None,
        secret=None,
    )
