"""Who does the work that would hold everybody up: threads, each for one kind, and processes.

Those who play never wait for those who wonder: the store and the computers have a thread each, what
is past is looked up in another, and questions go to a process, which thinks without taking turns.
Puzzles go to another, because to make some takes longer than a hint should; and a large game is
solved by one more before anybody is asked about it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import ParamSpec, TypeVar

from lastdigit.errors import StoreBusy
from lastdigit.web.live.members import Members
from lastdigit.web.live.questions import Question
from lastdigit.web.live.thinking import thinker
from lastdigit.web.schemas.errors import Reason, Refusal

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
