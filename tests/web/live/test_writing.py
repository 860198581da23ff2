"""Events on their way into the store: many in one commit, and nobody told before they are there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from lastdigit.errors import Conflict, StoreBusy, StoreError
from lastdigit.storage import IN_MEMORY, Append, SqliteStore
from lastdigit.system import now
from lastdigit.web.live.workers import Worker
from lastdigit.web.live.writing import Writer
from tests.conftest import PATIENCE
from tests.storage.test_contract import MOVE, arranged


class GatedStore(SqliteStore):
    """Writes when it is let, and remembers which games' events came together."""

    def __init__(self) -> None:
        super().__init__(IN_MEMORY, now)
        self.begun, self.gate = threading.Semaphore(0), threading.Semaphore(0)
        self.commits: list[list[int]] = []
        self.busy = False

    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """Keep events, when the test says so."""
        self.commits.append([append.game for append in appends])
        self.begun.release()
        self.gate.acquire(timeout=PATIENCE)
        if self.busy:
            raise StoreBusy("Somebody else is writing.")
        return super().append_many(appends)


def kept_while_the_first_is_written(
    store: GatedStore, first: Append, *rest: Append
) -> list[BaseException | None]:
    """Bring one event, the rest while it is being written, and return what became of each."""

    async def told() -> list[BaseException | None]:
        with ThreadPoolExecutor(1) as thread:
            writer = Writer(store, Worker(thread))
            waiting = [asyncio.ensure_future(writer.keep(first))]
            await asyncio.to_thread(store.begun.acquire, True, PATIENCE)
            waiting += [asyncio.ensure_future(writer.keep(one)) for one in rest]
            await asyncio.sleep(0)
            assert not any(one.done() for one in waiting), "nobody is told before the commit"
            store.gate.release(len(waiting))
            return await asyncio.gather(*waiting, return_exceptions=True)

    return asyncio.run(asyncio.wait_for(told(), PATIENCE))


@pytest.fixture
def games() -> tuple[GatedStore, list[int]]:
    """Return a store with four games."""
    store = GatedStore()
    return store, [store.add(arranged(seed=seed)) for seed in range(4)]


def test_what_comes_while_it_writes_is_written_in_one_commit_after_that(
    games: tuple[GatedStore, list[int]],
) -> None:
    store, (one, two, three, four) = games
    told = kept_while_the_first_is_written(
        store, *(Append(game, 1, MOVE, None) for game in (one, two, three, four))
    )
    assert told == [None] * 4
    assert store.commits == [[one], [two, three, four]]
    assert [store.record(game).events for game in (one, two, three, four)] == [(MOVE,)] * 4


def test_who_comes_too_late_hears_so_and_harms_nobody(games: tuple[GatedStore, list[int]]) -> None:
    store, (one, two, three, _) = games
    told = kept_while_the_first_is_written(
        store, *(Append(game, 1, MOVE, None) for game in (one, two, one, three))
    )
    assert [type(fate) for fate in told] == [type(None), type(None), Conflict, type(None)]


def test_there_is_one_event_of_a_match_in_a_commit(games: tuple[GatedStore, list[int]]) -> None:
    store, (one, two, _, _) = games
    told = kept_while_the_first_is_written(
        store,
        Append(one, 1, MOVE, None),
        Append(two, 1, MOVE, None),
        Append(two, 2, MOVE, None),
    )
    assert told == [None] * 3
    assert store.commits == [[one], [two], [two]]


def test_where_the_store_is_busy_everybody_hears_at_once(
    games: tuple[GatedStore, list[int]],
) -> None:
    store, (one, two, three, _) = games
    store.busy = True
    told = kept_while_the_first_is_written(
        store, *(Append(game, 1, MOVE, None) for game in (one, two, three))
    )
    assert [type(fate) for fate in told] == [StoreBusy] * 3
    assert store.commits == [[one]]
