"""Plays many games at once, in processes of their own; with one worker, right here.

A worker whose parent is gone finds its pipe closed and ends. Each is asked for one game at a time.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NoReturn

from lastdigit.arena.fixtures import Entry, Fixture, play_fixture
from lastdigit.errors import LastDigitError, PlayerError
from lastdigit.players.budget import Budget
from lastdigit.players.settings import Settings

PATIENCE = 10.0
"""Seconds that a worker has to send its players home before it is killed."""


def entries(
    fixtures: Sequence[Fixture], settings: Settings, workers: int, budget: Budget
) -> Iterator[Entry]:
    """Yield the games as they are played, in whatever order they end. Raises PlayerError."""
    if workers == 1 or len(fixtures) < 2:
        for fixture in fixtures:
            yield play_fixture(fixture, settings, budget)
        return
    with _hire(min(workers, len(fixtures)), settings, budget) as hired:
        waiting = iter(fixtures)
        busy = [one for one in hired if _send(one, waiting)]
        while busy:
            for one in wait(busy):
                assert isinstance(one, Connection), "that is what was waited for"
                entry = _receive(one, hired[one])
                if not _send(one, waiting):
                    busy.remove(one)
                yield entry


def _send(one: Connection, waiting: Iterator[Fixture]) -> bool:
    """Send the next game to a worker, if one is left."""
    fixture = next(waiting, None)
    if fixture is not None:
        one.send(fixture)
    return fixture is not None


def _receive(one: Connection, process: SpawnProcess) -> Entry:
    try:
        answer: Entry | str = one.recv()
    except (EOFError, OSError):
        process.join(PATIENCE)
        raise PlayerError(f"A worker has ended with code {process.exitcode}.") from None
    if isinstance(answer, str):
        raise PlayerError(answer)
    return answer


@contextmanager
def _hire(
    count: int, settings: Settings, budget: Budget
) -> Iterator[dict[Connection, SpawnProcess]]:
    """Start workers, and see that they end."""
    context = multiprocessing.get_context("spawn")
    hired: dict[Connection, SpawnProcess] = {}
    try:
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, settings, budget), daemon=False)
            process.start()
            theirs.close()
            hired[ours] = process
        yield hired
    except BaseException:
        for process in hired.values():
            process.terminate()
        raise
    finally:
        for ours, process in hired.items():
            ours.close()
            process.join(PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()


def work(orders: Connection, settings: Settings, budget: Budget) -> None:
    """Play what is sent until nothing more comes; the life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who then ends us
    signal.signal(signal.SIGTERM, _leave)
    while True:
        try:
            orders.send(_answer(orders.recv(), settings, budget))
        except (EOFError, OSError):
            return


def _answer(fixture: Fixture, settings: Settings, budget: Budget) -> Entry | str:
    """Return the game, or why there is none."""
    try:
        return play_fixture(fixture, settings, budget)
    except LastDigitError as error:
        return str(error)


def _leave(*_: object) -> NoReturn:
    """End by an exception, so that players are sent home on the way."""
    raise SystemExit(1)
