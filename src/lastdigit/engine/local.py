"""The engine on this machine: processes of its own; with one worker, right here.

A worker whose parent is gone finds its pipe closed and ends. What it has done it sends at once, so
that a batch that is cut off costs no more than the item that it was at.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, NoReturn, TypeVar

from lastdigit.engine.batches import Batch, Batches
from lastdigit.engine.contract import Outcome, done
from lastdigit.errors import PlayerError

T = TypeVar("T")
R = TypeVar("R")

PATIENCE = 10.0
"""Seconds that a worker has to send its players home before it is killed."""
MOST_IN_VAIN = 12
"""So many workers die in a row, and nothing gets done, before it is given up."""


@dataclass
class _Order(Generic[T]):
    """What a worker is at: the items not answered for yet, and since when the first."""

    items: tuple[T, ...]
    deaths: int
    since: float


class LocalEngine:
    """So many processes on this machine."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers

    def carry_out(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """Yield what becomes of every item; see Engine. Right here, errors of ours are raised."""
        if self.workers == 1 or len(items) < 2:
            for item in items:
                yield Outcome(item, work(item))
            return
        with _hired(work, min(self.workers, len(items))) as pool:
            yield from _shared_out(pool, Batches(items))


def _shared_out(pool: _Pool, batches: Batches[T]) -> Iterator[Outcome[T, Any]]:
    orders: dict[Connection, _Order[T]] = {}
    in_vain = 0
    for one in list(pool.hired):
        _give(one, batches.take(len(pool.hired)), orders)
    while orders:
        for ready in wait(list(orders)):
            assert isinstance(ready, Connection), "that is what was waited for"
            one, order = ready, orders[ready]
            try:
                outcome: Outcome[T, Any] = one.recv()
            except (EOFError, OSError):
                in_vain += 1
                code = pool.bury(one)
                if in_vain == MOST_IN_VAIN:
                    raise PlayerError(f"Workers die one after another, with code {code}.") from None
                del orders[one]
                for item in batches.lose(Batch(order.items, order.deaths)):
                    yield Outcome(item, lost=True)
                one = pool.hire()
            else:
                in_vain = 0
                now = time.monotonic()
                batches.measure(1, now - order.since)
                order.items, order.since, order.deaths = order.items[1:], now, 0
                yield outcome
                if order.items:
                    continue
                del orders[one]
            _give(one, batches.take(len(pool.hired)), orders)


def _give(one: Connection, batch: Batch[T] | None, orders: dict[Connection, _Order[T]]) -> None:
    if batch is not None:
        orders[one] = _Order(batch.items, batch.deaths, time.monotonic())
        with suppress(OSError):  # it has died already: that is seen when it should answer
            one.send(batch.items)


class _Pool:
    """Workers, each at the other end of a pipe."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work
        self.hired: dict[Connection, SpawnProcess] = {}

    def hire(self) -> Connection:
        """Start one more worker."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=live, args=(theirs, self._work), daemon=False)
        # Ctrl-C that comes while it is still being loaded would be told by a traceback.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        self.hired[ours] = process
        return ours

    def bury(self, one: Connection) -> int | None:
        """Let go of a worker that has died, and return its exit code."""
        process = self.hired.pop(one)
        one.close()
        process.join(PATIENCE)
        return process.exitcode


@contextmanager
def _hired(work: Callable[[T], R], count: int) -> Iterator[_Pool]:
    """Start workers, and see that they end."""
    pool = _Pool(work)
    try:
        for _ in range(count):
            pool.hire()
        yield pool
    except BaseException:
        for process in pool.hired.values():
            process.terminate()
        raise
    finally:
        for ours, process in pool.hired.items():
            ours.close()
            process.join(PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()


def live(orders: Connection, work: Callable[[Any], Any]) -> None:
    """Do what is sent until nothing more comes; the life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who then ends us
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    while True:
        try:
            for item in orders.recv():
                orders.send(done(work, item))
        except (EOFError, OSError):
            return


def _leave(*_: object) -> NoReturn:
    """End by an exception, so that players are sent home on the way."""
    raise SystemExit(1)
