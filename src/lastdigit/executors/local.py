"""Executors on this machine: worker processes, or threads.

`LocalExecutor` sends batches of items to worker processes and replaces those that crash.
`LocalWorker` keeps one worker process ready for single items. `ThreadExecutor` suits work that
waits for the network.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, Pipe, wait
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from lastdigit.errors import LastDigitError, PlayerError
from lastdigit.executors.base import Batch, Batches, Outcome, run_one

T = TypeVar("T")
R = TypeVar("R")

WORKER = "lastdigit.executors.worker"
"""The module that a worker process runs. The parent process never imports this module."""
STOP_SECONDS = 10.0
"""How long a worker may take to stop its players, in seconds, before it is killed."""
MAX_CRASHES_IN_A_ROW = 12
"""The number of crashes in a row, without a result, after which the executor gives up."""


class LocalExecutor:
    """Runs items in N worker processes, so that a crash loses one item and not the whole run.

    With `quiet`, discard what the workers print.
    """

    def __init__(self, workers: int, *, quiet: bool = False) -> None:
        self.workers = workers
        self._quiet = quiet

    def run(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """Yield one outcome per item. See `Executor.run`."""
        if not items:
            return
        with _open_pool(work, min(self.workers, len(items)), self._quiet) as pool:
            yield from _distribute(pool, Batches(items))


@dataclass(frozen=True)
class _Assignment(Generic[T]):
    """The items that a worker has not finished, and the time when it began the first of them."""

    items: tuple[T, ...]
    crashes: int
    since: float


def _distribute(pool: _Pool, batches: Batches[T]) -> Iterator[Outcome[T, Any]]:
    assignments: dict[Connection, _Assignment[T]] = {}
    crashes_in_a_row = 0
    for connection in list(pool.workers):
        _assign(connection, batches.take(len(pool.workers)), assignments)
    while assignments:
        for ready in wait(list(assignments)):
            assert isinstance(ready, Connection), "only connections were passed to wait()"
            connection, assignment = ready, assignments[ready]
            try:
                outcome: Outcome[T, Any] = connection.recv()
            except (EOFError, OSError):
                crashes_in_a_row += 1
                code = pool.remove(connection)
                if crashes_in_a_row == MAX_CRASHES_IN_A_ROW:
                    raise PlayerError(
                        f"Worker processes keep crashing (exit code {code})."
                    ) from None
                del assignments[connection]
                for item in batches.retry(Batch(assignment.items, assignment.crashes)):
                    yield Outcome(item, lost=True)
                connection = pool.start()
            else:
                crashes_in_a_row = 0
                now = time.monotonic()
                batches.measure(1, now - assignment.since)
                item, *rest = assignment.items
                assignments[connection] = _Assignment(tuple(rest), 0, now)
                yield replace(outcome, item=item)
                if rest:
                    continue
                del assignments[connection]
            _assign(connection, batches.take(len(pool.workers)), assignments)


def _assign(
    connection: Connection, batch: Batch[T] | None, assignments: dict[Connection, _Assignment[T]]
) -> None:
    if batch is not None:
        assignments[connection] = _Assignment(batch.items, batch.crashes, time.monotonic())
        with suppress(OSError):  # a crashed worker is detected when its result is read
            connection.send(batch.items)


class _WorkerProcess:
    """A running worker process, and the connection to it."""

    def __init__(self, work: Callable[[Any], Any], stdout: int | None, stderr: int | None) -> None:
        """Start the process. Raise LastDigitError if the process cannot be started."""
        self.connection, child = Pipe()
        warning_options = [f"-W{option}" for option in sys.warnoptions]
        # Ctrl-C while the worker is still starting would print a traceback.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process = subprocess.Popen(
                [sys.executable, *warning_options, "-m", WORKER, str(child.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                pass_fds=[child.fileno()],
            )
        except OSError as error:
            self.connection.close()
            raise LastDigitError(f"Cannot start a worker process: {error.strerror}.") from None
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            child.close()
        with suppress(OSError):  # a crashed worker is detected when its result is read
            self.connection.send(sys.path)
            self.connection.send(work)

    def stop(self) -> int:
        """Let the process finish its item, or kill the process after a while.

        Return its exit code.
        """
        self.connection.close()
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class _Pool:
    """An executor's worker processes, by connection."""

    def __init__(self, work: Callable[[Any], Any], quiet: bool) -> None:
        self._work = work
        self._output = subprocess.DEVNULL if quiet else None
        self.workers: dict[Connection, _WorkerProcess] = {}

    def start(self) -> Connection:
        """Start a worker, and return the connection to it.

        Raise LastDigitError if the worker cannot be started.
        """
        worker = _WorkerProcess(self._work, self._output, self._output)
        self.workers[worker.connection] = worker
        return worker.connection

    def remove(self, connection: Connection) -> int:
        """Remove a crashed worker and return its exit code."""
        return self.workers.pop(connection).stop()


@contextmanager
def _open_pool(work: Callable[[T], R], count: int, quiet: bool) -> Iterator[_Pool]:
    """Start `count` workers for the `with` block, and stop them when the block ends."""
    pool = _Pool(work, quiet)
    try:
        for _ in range(count):
            pool.start()
        yield pool
    except BaseException:
        for worker in pool.workers.values():
            worker.process.terminate()
        raise
    finally:
        for connection in pool.workers:
            connection.close()
        for worker in pool.workers.values():
            worker.stop()


class LocalWorker:
    """Runs single items in a worker process, which starts with the first item.

    The worker's standard output is discarded. The worker shares the standard error of this process.
    """

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work
        self._worker: _WorkerProcess | None = None
        self._closed = False
        self._changing = threading.Lock()  # held while a worker starts or is killed
        self._running = threading.Lock()  # held while an item runs

    def run(self, item: Any) -> Outcome[Any, Any]:
        """Run the function on an item. See `Worker.run`."""
        with self._running:
            worker = self._ready_worker()
            if worker is None:
                return Outcome(item, lost=True)
            try:
                worker.connection.send((item,))
                outcome: Outcome[Any, Any] = worker.connection.recv()
            except (EOFError, OSError):
                self._discard(worker)
                return Outcome(item, lost=True)
            return replace(outcome, item=item)

    def _ready_worker(self) -> _WorkerProcess | None:
        with self._changing:
            if self._closed:
                return None
            if self._worker is not None and self._worker.process.poll() is not None:
                self._worker.stop()
                self._worker = None
            if self._worker is None:
                self._worker = _WorkerProcess(self._work, subprocess.DEVNULL, None)
            return self._worker

    def _discard(self, worker: _WorkerProcess) -> None:
        with self._changing:
            self._worker = None
        worker.stop()

    def kill(self) -> None:
        """Kill the worker process. The current item, if any, is lost."""
        with self._changing:
            if self._worker is not None:
                self._worker.process.kill()
                self._worker.process.wait()

    def close(self) -> None:
        """Kill the worker process, and accept no more items."""
        with self._changing:
            self._closed = True
        self.kill()
        with self._running:  # wait until the thread in `run` has noticed
            if self._worker is not None:
                self._discard(self._worker)


class ThreadExecutor:
    """Runs items in N threads, for work that waits for the network and may cost money.

    Unlike other executors, it starts no more items after one has failed with a LastDigitError. If
    the caller ends the run early, the executor does not wait for the threads.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """Yield one outcome per item. See `Executor.run`.

        If an item fails with a LastDigitError, start no more items. Yield the outcomes of the items
        in progress, and then the outcome of the failed item. If an item fails with any other
        exception, raise that exception.
        """
        waiting, outcomes = SimpleQueue[T](), SimpleQueue[Outcome[T, R] | BaseException | None]()
        for item in items:
            waiting.put(item)
        ended = threading.Event()
        threads = [
            threading.Thread(
                target=_thread_main, args=(work, waiting, outcomes, ended), daemon=True
            )
            for _ in range(min(self.workers, len(items)))
        ]
        fault: Outcome[T, R] | None = None
        try:
            for thread in threads:
                thread.start()
            active = len(threads)
            while active:
                outcome = outcomes.get()
                if outcome is None:
                    active -= 1
                elif isinstance(outcome, BaseException):
                    raise outcome
                elif outcome.fault:
                    fault = fault or outcome
                else:
                    yield outcome
        finally:
            ended.set()
        if fault is not None:
            yield fault


def _thread_main(
    work: Callable[[T], R],
    waiting: SimpleQueue[T],
    outcomes: SimpleQueue[Outcome[T, R] | BaseException | None],
    ended: threading.Event,
) -> None:
    """Run the loop of a worker thread: take items until the queue is empty or the run ends."""
    try:
        while not ended.is_set():
            try:
                item = waiting.get_nowait()
            except Empty:
                break
            try:
                outcome = run_one(work, item)
                if outcome.fault:
                    ended.set()
                outcomes.put(outcome)
            except BaseException as error:  # the consumer of the outcomes raises it
                outcomes.put(error)
    finally:
        outcomes.put(None)  # the consumer counts the threads that have ended
