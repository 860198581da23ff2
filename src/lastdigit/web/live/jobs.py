"""Background work: jobs in worker processes, threads for blocking calls, and large variants.

Moves never wait for jobs. The store, the computer players and slow lookups have their own threads.
Analysis and puzzles each have a job queue and a worker process, because generating puzzles takes
longer than a hint should. Another process solves a large variant before it is played or analysed.
"""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import NamedTuple, ParamSpec, TypeVar

import msgspec

from lastdigit.analysis.hints import advise
from lastdigit.analysis.position import analyse_position, analysis_data, evaluated_move_data
from lastdigit.analysis.prepare import prepare_command
from lastdigit.analysis.review import ReviewData, review_data, review_game
from lastdigit.errors import LastDigitError, StateSyntaxError, StoreBusy, UsageError, WrongMove
from lastdigit.executors.base import SerialWorker, Worker
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.serialize import position_after
from lastdigit.game.text import Audience
from lastdigit.maps.maps import MapData, Walk, map_data, map_of
from lastdigit.match.match import resume
from lastdigit.match.record import Hint, from_line
from lastdigit.solver import solver_for
from lastdigit.solver.tables import VARIABLE, last_change, max_bytes
from lastdigit.system import cache_folder, has_processes
from lastdigit.web.live.broadcast import PRECISION
from lastdigit.web.live.setup import build_game
from lastdigit.web.live.views import position_view
from lastdigit.web.schemas import matches
from lastdigit.web.schemas.errors import Reason, Refusal

CACHED_MAPS = 8
"""The number of maps to cache in a worker. A map with a million points takes a second or two."""
STORE_BUSY = "Another program is writing to the saved games."
SOLVING = "Solving this game for the first time …"
NOT_SOLVED = "This server couldn't solve this game. Choose a smaller one."
SOLVE_SECONDS = 1.0
"""Seconds to wait for a variant to be solved. After this time, the player has to try again."""
MAX_READY = 1_000
log = logging.getLogger("lastdigit")
P = ParamSpec("P")
T = TypeVar("T")


class Job(ABC):
    """Work for a worker process. Subclasses are dataclasses that can be pickled."""

    @abstractmethod
    def run(self) -> object:
        """Do the work and return a result that msgspec can encode. May raise Refusal."""


@dataclass(frozen=True)
class AnalysisJob(Job):
    """Evaluate a position and all its moves."""

    game: str
    inquiry: matches.Inquiry

    def run(self) -> matches.Analysis:
        inquiry = self.inquiry
        game = build_game(self.game, inquiry.options)
        try:
            start = (
                game.start(Random())
                if inquiry.position is None
                else game.parse_state(inquiry.position)
            )
            before = position_after(game, start, inquiry.moves[:-1]) if inquiry.moves else None
            state = position_after(game, start, inquiry.moves)
        except (StateSyntaxError, WrongMove) as error:
            raise Refusal(Reason.BAD_POSITION, str(error)) from None
        shown = position_view(game.second_person(Audience()), state, len(inquiry.moves), before)
        return {**analysis_data(analyse_position(game, state)), "shown": shown}


@dataclass(frozen=True)
class HintJob(Job):
    """Give a hint for a position."""

    game: str
    options: matches.Options
    position: str
    kind: Hint

    def run(self) -> matches.Advice:
        game = build_game(self.game, self.options)
        advice = advise(game, game.parse_state(self.position), self.kind)
        return matches.Advice(
            kind=advice.kind,
            sentence=advice.sentence,
            answers=list(advice.answers),
            moves=[evaluated_move_data(move) for move in advice.moves],
        )


@dataclass(frozen=True)
class ReviewJob(Job):
    """Review a finished game. `record` is its line of JSON, and `you` the requester's seat."""

    record: str
    you: int | None

    def run(self) -> ReviewData:
        you = None if self.you is None else Seat(self.you)
        return review_data(review_game(from_line(self.record)), you)


@dataclass(frozen=True)
class MapJob(Job):
    """Draw the map of a game, and highlight the changes since the position `before`."""

    game: str
    position: str | None
    before: str | None

    def run(self) -> MapData:
        return _map_of(self.game, self.position, self.before)


@lru_cache(CACHED_MAPS)
def _map_of(name: str, position: str | None, before: str | None) -> MapData:
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


@dataclass(frozen=True)
class MatchMapJob(Job):
    """Draw the map of a match up to a turn, as seen by one player. None means the last turn."""

    record: str
    you: int
    turn: int | None

    def run(self) -> MapData:
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


class JobResult(NamedTuple):
    """The result of a job as JSON, or the reason it failed."""

    body: bytes = b""
    reason: Reason | None = None
    message: str = ""
    traceback: str = ""
    """The traceback of an unexpected error, for the server's log."""


def run_job(job: Job) -> JobResult:
    """Run a job. The function is called in the worker process or, in a browser, in this process."""
    try:
        return JobResult(msgspec.json.encode(job.run()))
    except Refusal as refusal:
        return JobResult(reason=refusal.reason, message=str(refusal))
    except LastDigitError as error:
        return JobResult(reason=Reason.NOT_POSSIBLE, message=str(error))
    except Exception:
        return JobResult(
            reason=Reason.BROKEN,
            message="Something went wrong on the server.",
            traceback=traceback.format_exc(),
        )


def open_worker() -> Worker:
    """Return a worker process for jobs, or this process if others cannot be started."""
    if not has_processes():
        return SerialWorker(run_job)
    from lastdigit.executors.local import LocalWorker  # useless in a browser, and slow to import

    return LocalWorker(run_job)


class CallQueue:
    """Runs blocking calls in a thread pool, which several queues may share.

    If a call gives up because the store is busy, the calls queued behind it fail with StoreBusy
    too, because they have waited as long.
    """

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads
        self._calls = 0
        self._failed_up_to = 0
        self.times_busy = 0
        """The number of calls that gave up because the store was busy."""
        self.durations: Counter[float] = Counter()
        """Seconds that calls took, including the time in the queue, rounded to `PRECISION`."""

    async def __call__(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a call and return its result."""
        self._calls += 1
        run = partial(self._run, self._calls, partial(call, *args, **kwargs))
        start = time.perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, run)
        finally:
            self.durations[round(time.perf_counter() - start, PRECISION)] += 1

    def _run(self, number: int, call: Callable[[], T]) -> T:
        if number <= self._failed_up_to:
            raise StoreBusy(STORE_BUSY)
        try:
            return call()
        except StoreBusy:
            self._failed_up_to = self._calls
            self.times_busy += 1
            raise


class JobQueue:
    """A queue of jobs that run one after another in a worker process."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._worker = open_worker()
        self.length = 0
        """The number of jobs that are waiting or running."""
        self.done = 0
        """The number of finished jobs, including those that failed."""

    async def run(self, job: Job) -> bytes:
        """Run a job after the jobs ahead of it. Return the result as JSON, or raise Refusal.

        If the worker process crashes, only its current job is lost.
        """
        self.length += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, job)
        finally:
            self.length -= 1
            self.done += 1

    def _run(self, job: Job) -> bytes:
        try:
            outcome = self._worker.run(job)
        except LastDigitError as error:  # no process can be started
            log.warning("%s", error)
            outcome = None
        result: JobResult | None = None if outcome is None else outcome.result
        if result is None:
            raise Refusal(Reason.BROKEN, "Something went wrong on the server. Try again.")
        if result.traceback:
            log.error("Unhandled error in a job\n%s", result.traceback)
        if result.reason is not None:
            raise Refusal(result.reason, result.message)
        return result.body

    def close(self) -> None:
        """Kill the worker process, and cancel all jobs."""
        self._worker.close()
        self._thread.shutdown(wait=False, cancel_futures=True)


class LargeVariants:
    """Solves large variants in another process, one at a time, before they are needed.

    The solver tables are saved in the cache folder, where computer players and jobs find them.
    """

    def __init__(self) -> None:
        self._ready: set[AnyGame] = set()
        self._checked_at = 0
        """The time of the last change to the cache folder when `_ready` was checked."""
        self._solving: dict[AnyGame, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()

    def is_ready(self, game: AnyGame) -> bool:
        """Return whether a game can be evaluated without a delay."""
        if not game.size:
            return True
        self._clear_if_cache_changed()
        if game in self._ready:
            return True
        if not solver_for(game).is_ready():
            return False
        self._add_ready(game)
        return True

    def solve(self, game: AnyGame) -> asyncio.Task[None] | None:
        """Return the task that solves a game, or None if it is ready."""
        if self.is_ready(game):
            return None
        if game not in self._solving:
            task = self._solving[game] = asyncio.ensure_future(self._solve(game))
            task.add_done_callback(lambda _: self._solving.pop(game))
            # If no request waits for the task, asyncio would log that its error was not retrieved.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return self._solving[game]

    async def wait_for(self, game: AnyGame) -> None:
        """Wait briefly for a game to be ready. Raise Refusal if solving takes longer."""
        task = self.solve(game)
        if task is not None:
            try:
                await asyncio.wait_for(asyncio.shield(task), SOLVE_SECONDS)
            except TimeoutError:
                raise Refusal(Reason.THINKING, SOLVING, 1) from None

    async def is_solved(self, game: AnyGame, notify: Callable[[str | None], None]) -> bool:
        """Wait until a game is solved, and return whether it could be.

        `notify` is called with a text to show to the players in the meantime, and then with None.
        """
        task = self.solve(game)
        if task is None:
            return True
        notify(SOLVING)
        try:
            await asyncio.shield(task)
        except Refusal as refusal:
            notify(str(refusal))
            return False
        notify(None)
        return True

    async def _solve(self, game: AnyGame) -> None:
        async with self._one_at_a_time:
            if self.is_ready(game):  # a game with the same table was solved meanwhile
                return
            if not has_processes():
                # Let the page show the notice before solving blocks it.
                await asyncio.sleep(SOLVE_SECONDS)
                _solve_in_process(game)
                self._add_ready(game)
                return
            _check_space(game)
            # The process inherits standard error, to warn the operator about large tables.
            process = await asyncio.create_subprocess_exec(
                *prepare_command(game),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                exit_code = await process.wait()
            finally:
                if process.returncode is None:  # the server is stopping
                    process.kill()
                    await process.wait()
        if exit_code:
            log.warning("Could not solve %s: the process ended with exit code %s", game, exit_code)
            raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED)
        if not self.is_ready(game):
            log.warning("Solved %s but could not cache it. See lastdigit admin cache.", game)
            raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED)

    def _clear_if_cache_changed(self) -> None:
        folder = cache_folder()
        changed = last_change(folder) if folder is not None else 0
        if changed != self._checked_at:
            self._ready.clear()
            self._checked_at = changed

    def _add_ready(self, game: AnyGame) -> None:
        if len(self._ready) >= MAX_READY:
            self._ready.clear()  # games still in use are found in the cache folder again
        self._ready.add(game)

    async def close(self) -> None:
        tasks = list(self._solving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _check_space(game: AnyGame) -> None:
    """Raise Refusal if the table is too large for the cache, where other processes find it."""
    if solver_for(game).cache_bytes() >= max_bytes():
        log.warning("Not solving %s: its table exceeds the limit of the cache (%s)", game, VARIABLE)
        raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED)


def _solve_in_process(game: AnyGame) -> None:
    try:
        solver_for(game).solution(game.start(Random(0)))
    except (LastDigitError, MemoryError) as error:
        log.warning("Could not solve %s: %s", game, error)
        raise Refusal(Reason.NOT_POSSIBLE, NOT_SOLVED) from None


class Workers:
    """The threads and worker processes of a server."""

    def __init__(self, max_jobs: int, store_threads: int = 1) -> None:
        self._store_threads = ThreadPoolExecutor(store_threads, "store")
        self._threads = [ThreadPoolExecutor(1, name) for name in ("replay", "reply", "look up")]
        self.read = CallQueue(self._store_threads)
        self.write = CallQueue(self._store_threads)
        self.replay, self.reply, self.look_up = map(CallQueue, self._threads)
        """Threads for replaying a match for its players, for choosing a computer's move, and for
        looking up earlier moves."""
        self.variants = LargeVariants()
        self.analysis, self.puzzles = JobQueue("analysis"), JobQueue("puzzles")
        self._max_jobs = max_jobs

    @asynccontextmanager
    async def hold(self, lock: asyncio.Lock) -> AsyncIterator[None]:
        """Hold the lock of a match or a classroom.

        Raise StoreBusy if another call gave up on the store while this one was waiting for the
        lock. Without the exception, this call would have to wait just as long for the store.
        """
        busy = self.write.times_busy
        async with lock:
            if self.write.times_busy != busy:
                raise StoreBusy(STORE_BUSY)
            yield

    def admit_job(self) -> None:
        """Raise Refusal if too many jobs are waiting."""
        if self.analysis.length + self.puzzles.length >= self._max_jobs:
            raise Refusal(Reason.TOO_MANY, "The server is busy. Try again in a moment.", 1)

    async def close(self) -> None:
        """Stop all jobs, and wait until the store has saved all accepted events."""
        await self.variants.close()
        self.analysis.close()
        self.puzzles.close()
        for thread in self._threads:
            thread.shutdown(wait=False, cancel_futures=True)
        self._store_threads.shutdown()
