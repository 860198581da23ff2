"""Threads that go over the games of a batch together, block after block.

Whoever is done with a block takes the next one. So nobody waits for a thread that the machine has
not let begin yet: its share is done by the others.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from itertools import compress, count, starmap
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

LINE = 64
"""A block is a multiple of so many games, so that no two threads write to the same cache line."""
BLOCKS = 2
"""How many blocks there are for each thread: every one costs a call, which takes its time."""

GoOver = Callable[..., bool]
"""What goes over all games from one to before another, and tells whether that went well."""


class Job(NamedTuple):
    """What is to be done to all games: calls that nobody has taken, and what came of the others'.

    A call is for a block, and is what the function is given.
    """

    function: GoOver
    left: Iterator[tuple[Any, ...]]
    found: SimpleQueue[bool | BaseException]


class Crew:
    """The thread that asks, and helpers that are started when they are first needed."""

    def __init__(self, games: int, threads: int) -> None:
        size = -(-games // (threads * BLOCKS * LINE)) * LINE if threads > 1 else games
        self._blocks = [(first, min(first + size, games)) for first in range(0, games, size)]
        self._missing = min(threads, len(self._blocks)) - 1
        self._helpers = self._missing
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._end = weakref.finalize(self, _dismiss, self._jobs, self._helpers)

    def go_over(self, function: GoOver, *rest: Any) -> bool:
        """Let a function go over all games; return whether it went well everywhere."""
        if not self._helpers:
            found = [function(*block, *rest) for block in self._blocks]
            return all(found)
        for _ in range(self._missing):
            Thread(target=_help, args=(self._jobs,), daemon=True).start()
        self._missing = 0
        job = Job(function, iter([(*block, *rest) for block in self._blocks]), SimpleQueue())
        for _ in range(self._helpers):
            self._jobs.put(job)
        done: list[bool | BaseException] = []
        taken = count(1)
        try:
            # All of it is one step of Python: between two, Ctrl-C would lose a block that is taken
            # and not yet counted or gone over, and somebody would wait for it for ever.
            done.extend(starmap(function, compress(job.left, taken)))
        finally:  # a step that is interrupted is made in all games nonetheless
            others = len(self._blocks) - (next(taken) - 1)
            done += [job.found.get() for _ in range(others)]
        for one in done:
            if isinstance(one, BaseException):
                raise one
        return all(done)

    def close(self) -> None:
        """Let the helpers go; what is asked later is done without them."""
        self._end()
        self._helpers = 0


def _help(jobs: SimpleQueue[Job | None]) -> None:
    while (job := jobs.get()) is not None:
        _go_on(job)
        del job  # its arrays may be large, and the next may be long in coming


def _go_on(job: Job) -> None:
    for call in job.left:
        try:
            job.found.put(job.function(*call))
        except BaseException as error:
            job.found.put(error)  # it is raised where the job was given


def _dismiss(jobs: SimpleQueue[Job | None], helpers: int) -> None:
    for _ in range(helpers):
        jobs.put(None)
