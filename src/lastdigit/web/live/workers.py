"""Work that would hold everybody up is done workers, in threads: one keeps, one reads, one thinks.

One each, because a store has one writer and what is known of a game is built up in place; and
nobody who plays waits for somebody who wonders.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from lastdigit.web.schema.refusals import Reason, Refusal

P = ParamSpec("P")
T = TypeVar("T")


class Workers:
    """The three threads; so many questions may wait to be thought about."""

    def __init__(self, questions: int) -> None:
        self._questions = questions
        self._waiting = 0
        self._keeping = ThreadPoolExecutor(1, "keeping")
        self._reading = ThreadPoolExecutor(1, "reading")
        self._thinking = ThreadPoolExecutor(1, "thinking")

    async def keep(self, call: Callable[P, T], *words: P.args, **named: P.kwargs) -> T:
        """Let the store do something."""
        return await self._done(self._keeping, partial(call, *words, **named))

    async def read(self, call: Callable[P, T], *words: P.args, **named: P.kwargs) -> T:
        """Play a match over from its beginning."""
        return await self._done(self._reading, partial(call, *words, **named))

    async def think(self, call: Callable[P, T], *words: P.args, **named: P.kwargs) -> T:
        """Find something out."""
        return await self._done(self._thinking, partial(call, *words, **named))

    async def answer(self, call: Callable[P, T], *words: P.args, **named: P.kwargs) -> T:
        """Find out what somebody would like to know; raises Refusal if too many would."""
        if self._waiting >= self._questions:
            raise Refusal(Reason.TOO_MANY, "Too many questions are waiting. Ask again soon.", 1)
        self._waiting += 1
        try:
            return await self.think(call, *words, **named)
        finally:
            self._waiting -= 1

    async def _done(self, thread: ThreadPoolExecutor, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(thread, call)

    def close(self) -> None:
        """Wait until everything begun is done: what was promised to be kept is kept."""
        self._thinking.shutdown(wait=False, cancel_futures=True)
        self._reading.shutdown(wait=False, cancel_futures=True)
        self._keeping.shutdown()
