"""Who does the work that would hold everybody up: threads, each for one kind, and processes.

Those who play never wait for those who wonder: the store and the computers have a thread each, what
is past is looked up in another, and questions go to a process, which thinks without taking turns.
Puzzles go to another, because to make some takes longer than a hint should; and a large game is
solved by one more before anybody is asked about it.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
import threading
from abc import abstractmethod
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import lru_cache, partial
from random import Random
from typing import ParamSpec, TypeVar

import msgspec

from lastdigit.analysis.position import advise, analyse_position, analysis_data, evaluated_move_data
from lastdigit.analysis.prepare import prepare_command
from lastdigit.analysis.review import ReviewData, review_data, review_game
from lastdigit.errors import LastDigitError, StateSyntaxError, StoreBusy, UsageError, WrongMove
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.serialize import position_after
from lastdigit.game.text import Audience
from lastdigit.maps.maps import MapData, Walk, map_data, map_of
from lastdigit.match.match import resume
from lastdigit.match.record import Hint, from_line
from lastdigit.solver import solver_for
from lastdigit.solver.tables import VARIABLE, last_change, max_bytes
from lastdigit.system import cache_folder, has_processes
from lastdigit.web.live.setup import build_game
from lastdigit.web.live.views import position_view
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

WORKER = "lastdigit.web.live.worker"
"""The module that a process runs which thinks. This process never imports it."""
log = logging.getLogger("lastdigit")


class Question(msgspec.Struct, kw_only=True, tag=True):
    """Something to think about, as plain data."""

    @abstractmethod
    def answer(self) -> object:
        """Think, and return the answer; raises Refusal."""


class AnalysisQuestion(Question):
    """Who wins a position, and what every move is worth."""

    game: str
    inquiry: matches.Inquiry

    def answer(self) -> matches.Analysis:
        """Return the analysis; raises Refusal."""
        wish = self.inquiry
        game = build_game(self.game, wish.options)
        try:
            start = (
                game.start(Random()) if wish.position is None else game.parse_state(wish.position)
            )
            before = position_after(game, start, wish.moves[:-1]) if wish.moves else None
            state = position_after(game, start, wish.moves)
        except (StateSyntaxError, WrongMove) as error:
            raise Refusal(Reason.BAD_POSITION, str(error)) from None
        shown = position_view(game.second_person(Audience()), state, len(wish.moves), before)
        return {**analysis_data(analyse_position(game, state)), "shown": shown}


class AdviceQuestion(Question):
    """What is good in a position: one of the steps of a hint."""

    game: str
    options: matches.Options
    position: str
    kind: Hint

    def answer(self) -> matches.Advice:
        """Return the advice."""
        game = build_game(self.game, self.options)
        given = advise(game, game.parse_state(self.position), self.kind)
        return matches.Advice(
            kind=given.kind,
            sentence=given.sentence,
            answers=list(given.answers),
            moves=[evaluated_move_data(move) for move in given.moves],
        )


class ReviewQuestion(Question):
    """How well a whole game was played."""

    record: str
    """Its line."""
    you: int | None
    """The seat of whoever asks, if it is one."""

    def answer(self) -> ReviewData:
        """Return the review."""
        you = None if self.you is None else Seat(self.you)
        return review_data(review_game(from_line(self.record)), you)


READY = 8
"""So many maps are held ready: one of a million points takes a second or two."""


class MapQuestion(Question):
    """A whole game; what was chosen `before` shows what has changed since."""

    game: str
    position: str | None
    before: str | None

    def answer(self) -> MapData:
        """Return the map; raises Refusal."""
        return _drawn(self.game, self.position, self.before)


@lru_cache(READY)
def _drawn(name: str, position: str | None, before: str | None) -> MapData:
    game = build_game(name, {})
    try:
        chosen, earlier = (
            None if text is None else game.parse_state(text) for text in (position, before)
        )
    except StateSyntaxError as error:
        raise Refusal(Reason.BAD_POSITION, str(error)) from None
    try:
        return map_data(map_of(game, chosen, earlier))
    except UsageError as error:
        raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None


class WalkQuestion(Question):
    """Where a match went."""

    record: str
    """Its line."""
    you: int
    """The seat whose way it is."""
    turn: int | None
    """After how many turns; None is the end."""

    def answer(self) -> MapData:
        """Return the map with the way on it; raises Refusal."""
        match = resume(from_line(self.record))
        game = match.game
        states = [game.parse_state(match.setup.start)]
        for text in match.moves:
            states.append(game.play(states[-1], text))
        try:
            walk = Walk(states, Seat(self.you), self.turn)
            return map_data(map_of(game, states[0]), walk)
        except UsageError as error:
            raise Refusal(Reason.NOT_POSSIBLE, str(error)) from None


class Reply(msgspec.Struct):
    """An answer, or the name of a refusal and its sentence."""

    answer: msgspec.Raw = msgspec.Raw(b"null")
    refusal: str | None = None
    message: str = ""


class Thinker:
    """The process that thinks, started when first asked; one thread asks, another may stop it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._starting = threading.Lock()

    def answer(self, question: Question) -> bytes:
        """Return the answer as JSON; raises Refusal."""
        try:
            line = self._exchange(msgspec.json.encode(question) + b"\n")
        except (OSError, ValueError):  # it has ended, or was stopped meanwhile
            line = b""
        if not line:
            raise Refusal(Reason.BROKEN, "The answer was not found. Ask again.")
        return _answer_in(msgspec.json.decode(line, type=Reply))

    def _exchange(self, line: bytes) -> bytes:
        with self._starting:
            if self._stopped:
                return b""
            if self._process is not None and self._process.poll() is not None:
                self._end(self._process)
                self._process = None
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", WORKER],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C at the server is not meant for it
                )
            process = self._process
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        process.stdin.write(line)
        process.stdin.flush()
        return process.stdout.readline()

    def stop(self) -> None:
        """Let it think no more, whatever it is thinking about."""
        with self._starting:
            self._stopped = True
        if self._process is not None:
            self._end(self._process)

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        with suppress(OSError), process:  # which closes the pipes and waits
            pass


class ThinkerInPlace:
    """Thinks where it is asked, for as long as it takes: a browser has no other process."""

    def answer(self, question: Question) -> bytes:
        """Return the answer as JSON; raises Refusal."""
        return _answer_in(reply_to(question))

    def stop(self) -> None:
        """Do nothing: while somebody says so, it is not thinking."""


def thinker() -> Thinker | ThinkerInPlace:
    """Return somebody to ask, as this machine allows."""
    return Thinker() if has_processes() else ThinkerInPlace()


def _answer_in(reply: Reply) -> bytes:
    if reply.refusal is not None:
        raise Refusal(Reason[reply.refusal], reply.message)
    return bytes(reply.answer)


def reply_to(question: Question) -> Reply:
    """Return the answer to a question, or why there is none."""
    try:
        return Reply(answer=msgspec.Raw(msgspec.json.encode(question.answer())))
    except Refusal as refusal:
        return Reply(refusal=refusal.reason.name, message=str(refusal))
    except LastDigitError as error:
        return Reply(refusal=Reason.NOT_POSSIBLE.name, message=str(error))
    except Exception:
        log.exception("a question failed")
        return Reply(refusal=Reason.BROKEN.name, message="Something went wrong here.")


FIRST_TIME = "Thinking for the first time about numbers of this size…"
NOT_SOLVED = "This game could not be solved here. Choose a smaller one."
MOMENT = 1.0
"""Seconds for which nobody need be told that it takes longer."""
MOST_KNOWN = 1_000


class Members:
    """The members that are ready, and those that are being solved."""

    def __init__(self) -> None:
        self._ready: set[AnyGame] = set()
        self._as_of = 0
        """When a table last came or went, when somebody looked whether those were there."""
        self._solving: dict[AnyGame, asyncio.Task[None]] = {}
        self._alone = asyncio.Lock()

    def is_ready(self, game: AnyGame) -> bool:
        """Return whether answers about a game come at once."""
        if not game.size:
            return True
        self._forget_what_may_be_gone()
        if game in self._ready:
            return True
        if not solver_for(game).is_ready():
            return False
        self._remember(game)
        return True

    def begin(self, game: AnyGame) -> asyncio.Task[None] | None:
        """Begin to solve a game, unless it is ready; what is returned is done when it is."""
        if self.is_ready(game):
            return None
        if game not in self._solving:
            solving = self._solving[game] = asyncio.ensure_future(self._solve(game))
            solving.add_done_callback(lambda _: self._solving.pop(game))
            # Perhaps nobody waits for it any more: then nobody need hear that it failed.
            solving.add_done_callback(lambda done: done.cancelled() or done.exception())
        return self._solving[game]

    async def wait_for(self, game: AnyGame) -> None:
        """Wait for a moment until a game is ready; raises Refusal where it takes longer."""
        solving = self.begin(game)
        if solving is not None:
            try:
                await asyncio.wait_for(asyncio.shield(solving), MOMENT)
            except TimeoutError:
                raise Refusal(Reason.THINKING, FIRST_TIME, 1) from None

    async def is_solved(self, game: AnyGame, say: Callable[[str | None], None]) -> bool:
        """Wait until a game is ready, and say what is waited for; return whether it is solved."""
        solving = self.begin(game)
        if solving is None:
            return True
        say(FIRST_TIME)
        try:
            await asyncio.shield(solving)
        except Refusal as refusal:
            say(str(refusal))
            return False
        say(None)
        return True

    async def _solve(self, game: AnyGame) -> None:
        async with self._alone:
            if self.is_ready(game):  # another with the same table was before it
                return
            if not has_processes():
                await asyncio.sleep(MOMENT)  # whoever waits is told so first
                _solve_in_place(game)
                self._remember(game)
                return
            _check_space(game)
            # What it says, that a large table is kept and where, is for whoever runs the server:
            # it says so on standard error, where the log is.
            process = await asyncio.create_subprocess_exec(
                *prepare_command(game),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                failed = await process.wait()
            finally:
                if process.returncode is None:  # the server stops
                    process.kill()
                    await process.wait()
        if failed:
            log.warning("%s could not be solved: its process ended with %s", game, failed)
            raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED)
        if not self.is_ready(game):
            log.warning("%s was solved and could not be cached: see lastdigit admin cache", game)
            raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED)

    def _forget_what_may_be_gone(self) -> None:
        """Let those that are ready be looked at again where a table may have gone."""
        folder = cache_folder()
        changed = last_change(folder) if folder is not None else 0
        if changed != self._as_of:
            self._ready.clear()
            self._as_of = changed

    def _remember(self, game: AnyGame) -> None:
        if len(self._ready) >= MOST_KNOWN:
            self._ready.clear()  # who asks again finds it kept
        self._ready.add(game)

    async def close(self) -> None:
        """Let nothing more be solved."""
        solving = list(self._solving.values())
        for task in solving:
            task.cancel()
        await asyncio.gather(*solving, return_exceptions=True)


def _check_space(game: AnyGame) -> None:
    """Raise Refusal where a solved game could not be kept: nobody else would find it."""
    if solver_for(game).cache_bytes() >= max_bytes():
        log.warning("%s is not solved: %s leaves it no space", game, VARIABLE)
        raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED)


def _solve_in_place(game: AnyGame) -> None:
    try:
        solver_for(game).solution(game.start(Random(0)))
    except (LastDigitError, MemoryError) as error:
        log.warning("%s could not be solved: %s", game, error)
        raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED) from None


BUSY = "Another program is writing to the saved games."
P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """A thread that does one thing after another; several workers may share one."""

    def __init__(self, thread: ThreadPoolExecutor) -> None:
        self._thread = thread
        self._asked = 0
        self._given_up = 0
        self.times_busy = 0
        """How often a call has waited for the store in vain."""

    async def __call__(self, call: Callable[P, T], *words: P.args, **named: P.kwargs) -> T:
        """Do something, and return what came of it.

        Where a store was busy, and one has waited for it in vain, all who were waiting behind that
        one have waited for long enough: raises StoreBusy for them too.
        """
        self._asked += 1
        work = partial(self._do, self._asked, partial(call, *words, **named))
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _do(self, number: int, work: Callable[[], T]) -> T:
        if number <= self._given_up:
            raise StoreBusy(BUSY)
        try:
            return work()
        except StoreBusy:
            self._given_up = self._asked
            self.times_busy += 1
            raise


class Asked:
    """A process that thinks, and the thread that waits for it."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._ask = Worker(self._thread)
        self._thinker = thinker()

    async def answer(self, question: Question) -> bytes:
        """Return the answer as JSON, when those asked before have theirs; raises Refusal."""
        return await self._ask(self._thinker.answer, question)

    def stop(self) -> None:
        """Let it think no more, and nobody wait for it."""
        self._thinker.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)


class Workers:
    """The threads and the processes; so many jobs may wait to be thought about."""

    def __init__(self, most_waiting: int, storing: int = 1) -> None:
        """Start them; the store may be asked by so many threads at the same time."""
        self._storing = ThreadPoolExecutor(storing, "storing")
        self._replaying, self._replying, self._looking = (
            ThreadPoolExecutor(1, name) for name in ("replaying", "replying", "looking up")
        )
        self.fetch = Worker(self._storing)
        """Lets the store read."""
        self.keep = Worker(self._storing)
        """Lets the store write."""
        self.replay = Worker(self._replaying)
        """Plays a match over from its beginning, for somebody who plays."""
        self.reply = Worker(self._replying)
        """Lets a computer choose; what is known of a small game is built up in place."""
        self.members = Members()
        """Solves large games, before a computer or a question is about one."""
        self.look_up = Worker(self._looking)
        """Finds what is past, for anybody."""
        self._asked, self._puzzling = Asked("asking"), Asked("puzzling")
        self._most_waiting = most_waiting
        self._waiting = 0

    @asynccontextmanager
    async def turn(self, lock: asyncio.Lock) -> AsyncIterator[None]:
        """Hold the lock of a match or a classroom.

        Raises StoreBusy if another call gave up on the store while this one waited for the lock:
        it would only begin to wait again.
        """
        busy = self.keep.times_busy
        async with lock:
            if self.keep.times_busy != busy:
                raise StoreBusy(BUSY)
            yield

    def admit_job(self) -> None:
        """Refuse a job while too many are waiting; raises Refusal."""
        if self._waiting >= self._most_waiting:
            raise Refusal(Reason.TOO_MANY, "The server is busy. Try again in a moment.", 1)

    async def answer(self, question: Question) -> bytes:
        """Find out what somebody would like to know, as JSON; raises Refusal."""
        return await self._wait_for(self._asked, question)

    async def puzzle(self, question: Question) -> bytes:
        """Find out about puzzles, as JSON; raises Refusal."""
        return await self._wait_for(self._puzzling, question)

    async def _wait_for(self, asked: Asked, question: Question) -> bytes:
        self._waiting += 1
        try:
            return await asked.answer(question)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """Wait until everything begun is done: what was promised to be kept is kept."""
        await self.members.close()
        self._asked.stop()
        self._puzzling.stop()
        for thread in (self._looking, self._replying, self._replaying):
            thread.shutdown(wait=False, cancel_futures=True)
        self._storing.shutdown()
