"""The engine for those who only wait, as for the answers of a model: threads, right here."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import TypeVar

from lastdigit.engine.contract import Outcome, done

T = TypeVar("T")
R = TypeVar("R")


class ThreadEngine:
    """So many threads. Whoever is still waiting when the work ends early is not waited for."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def carry_out(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """Yield what becomes of every item; see Engine.

        After a fault nothing more is begun, and what was begun is finished first: it was paid for.
        """
        waiting, outcomes = SimpleQueue[T](), SimpleQueue[Outcome[T, R] | BaseException | None]()
        for item in items:
            waiting.put(item)
        ended = threading.Event()
        crew = [
            threading.Thread(target=_live, args=(work, waiting, outcomes, ended), daemon=True)
            for _ in range(min(self.workers, len(items)))
        ]
        fault: Outcome[T, R] | None = None
        try:
            for thread in crew:
                thread.start()
            at_work = len(crew)
            while at_work:
                outcome = outcomes.get()
                if outcome is None:
                    at_work -= 1
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


def _live(
    work: Callable[[T], R],
    waiting: SimpleQueue[T],
    outcomes: SimpleQueue[Outcome[T, R] | BaseException | None],
    ended: threading.Event,
) -> None:
    """Do what waits until nothing does; the life of a thread."""
    try:
        while not ended.is_set():
            try:
                item = waiting.get_nowait()
            except Empty:
                break
            try:
                outcome = done(work, item)
                if outcome.fault:
                    ended.set()
                outcomes.put(outcome)
            except BaseException as error:  # no error of ours: whoever reads the outcomes raises it
                outcomes.put(error)
    finally:
        outcomes.put(None)  # whatever happened here, somebody waits for it
