"""Events on their way into the store: what comes while it writes is written together after that.

A commit waits for the disk, and one commit can carry many events: so a busy server does not wait
once for each. A lone event is written at once.
"""

from __future__ import annotations

import asyncio

from lastdigit.errors import StoreBusy
from lastdigit.storage import Append, Store
from lastdigit.web.live.workers import Worker

Waiting = dict[int, tuple[Append, asyncio.Future[None]]]
"""By game: there is at most one event of each in a commit."""


class Writer:
    """Brings events to a store, by the thread that the store has."""

    def __init__(self, store: Store, thread: Worker) -> None:
        self._store = store
        self._thread = thread
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def keep(self, append: Append) -> None:
        """Return when an event is on the disk; raises StoreError if it is not."""
        kept = asyncio.get_running_loop().create_future()
        self._waiting.append((append, kept))
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._write())
        await kept

    async def _write(self) -> None:
        while self._waiting:
            batch: Waiting = {}
            for entry in self._waiting:
                batch.setdefault(entry[0].game, entry)
            self._waiting = [entry for entry in self._waiting if batch[entry[0].game] is not entry]
            entries = list(batch.values())
            fates: list[Exception | None]
            try:
                appends = [append for append, _ in entries]
                fates = [*await self._thread(self._store.append_many, appends)]
            except Exception as error:
                if isinstance(error, StoreBusy):  # those behind have waited for long enough too
                    entries, self._waiting = entries + self._waiting, []
                fates = [error] * len(entries)
            for (_, kept), fate in zip(entries, fates, strict=True):
                if kept.done():
                    continue  # whoever waited for it is gone
                if fate is None:
                    kept.set_result(None)
                else:
                    kept.set_exception(fate)
