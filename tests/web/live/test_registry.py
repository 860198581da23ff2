"""The registry with a locked, damaged or slow store: events are saved before they are shown."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from lastdigit.errors import Conflict, StoreBusy, StoreError
from lastdigit.storage import IN_MEMORY, Append, SqliteStore
from lastdigit.system import now, timestamp
from lastdigit.web import app as web_app
from lastdigit.web.limits import Limits
from lastdigit.web.live.jobs import CallQueue
from lastdigit.web.live.registry import EventWriter
from tests.conftest import PATIENCE
from tests.storage.test_contract import MOVE, arranged
from tests.web.inside import Guest, RunningApp, TurnedClock, run_with_app
from tests.web.people import refused

AT_ONCE = Limits(thinking_milliseconds=0)


class CountingStore(SqliteStore):
    """Counts attempts to append, and waits only briefly for a lock."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, lambda: timestamp(TurnedClock.wall), patience=0.05)
        self.tries = 0

    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        self.tries += 1
        return super().append_many(appends)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of the database."""
    return tmp_path / "games.sqlite3"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let another program hold the write lock."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


def test_a_locked_store_refuses_all_requests_after_one_timeout(path: Path) -> None:
    """Twenty commands at twenty matches do not wait in turn: one tries, and all fail."""
    store = CountingStore(path)

    async def scenario(app: RunningApp) -> None:
        people = [app.guest() for _ in range(20)]
        for person in people:
            await person.set_up(against="here")
        with locked(path):
            moves = await asyncio.gather(*(one.command("move", move="ones") for one in people))
            assert {refused(answer) for answer in moves} == {"store"}
            assert store.tries == 1
            assert (await people[0].look())["number"] == 0
        moves = await asyncio.gather(*(one.command("move", move="ones") for one in people))
        assert {answer.status_code for answer in moves} == {200}
        assert [(await one.look())["number"] for one in people] == [1] * 20

    run_with_app(scenario, store=store)


def test_commands_at_one_match_do_not_wait_for_a_locked_store_in_turn(path: Path) -> None:
    store = CountingStore(path)

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="here")
        with locked(path):
            moves = await asyncio.gather(*(ada.command("move", move="ones") for _ in range(5)))
            assert {refused(answer) for answer in moves} == {"store"}
            assert store.tries == 1
            assert refused(await ada.command("move", move="ones")) == "store"
            assert store.tries == 2, "a command that comes later tries again"
        await ada.move("ones")

    run_with_app(scenario, store=store)


def test_a_server_is_not_ready_while_its_store_is_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_app, "STORE_SECONDS", 0.2)

    async def scenario(app: RunningApp) -> None:
        async def status() -> int:
            return (await app.http.get("/readyz")).status_code

        assert await status() == 200
        with locked(path):
            assert [*await asyncio.gather(status(), status())] == [503, 503]
            assert (await app.http.get("/healthz")).status_code == 200
        assert await status() == 200

    run_with_app(scenario, store=CountingStore(path))


def test_a_visitor_who_cannot_be_looked_up_is_refused(path: Path) -> None:
    class Forgetful(CountingStore):
        """Fails to look up an unsigned secret."""

        def is_unsigned(self, holder: bytes) -> bool:  # noqa: ARG002 - it is not looked up
            raise StoreError("The disk has failed.")

    async def scenario(app: RunningApp) -> None:
        eve = Guest(app.http, "x" * 43)
        for path in ("/", "/api/mine", "/api/games"):
            assert refused(await eve.get(path)) == "store"

    run_with_app(scenario, store=Forgetful(path))


def test_a_server_that_writes_without_a_pause_is_ready(path: Path) -> None:
    store, done = CountingStore(path), threading.Event()

    def write() -> None:
        while not done.is_set():
            with store._db.writing():
                store._db.execute("DELETE FROM game WHERE id < 0")
                done.wait(0.002)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert not any(store.is_locked() for _ in range(200))
    finally:
        done.set()
        writer.join()
        store.close()


def test_a_match_is_shown_although_the_store_is_locked(path: Path) -> None:
    async def scenario(app: RunningApp) -> None:
        ada, eve = app.guest(), app.guest()
        eve.match = await ada.set_up(against="here")
        await app.guest().set_up(against="here")  # which evicts the first
        with locked(path):
            moving = asyncio.ensure_future(ada.command("move", move="ones"))
            assert (await eve.look())["number"] == 0
            assert refused(await moving) == "store"

    run_with_app(scenario, Limits(matches_in_memory=1), CountingStore(path))


def test_an_event_is_not_shown_before_it_is_saved(path: Path) -> None:
    """A client looks while a move is being saved."""
    begins, may_end = threading.Event(), threading.Event()

    class SlowStore(CountingStore):
        def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
            begins.set()
            may_end.wait(PATIENCE)
            return super().append_many(appends)

    async def scenario(app: RunningApp) -> None:
        ada, eve = app.guest(), app.guest()
        eve.match = await ada.set_up(against="here")
        moving = asyncio.ensure_future(ada.move("ones"))
        await asyncio.to_thread(begins.wait, PATIENCE)
        seen = await eve.look()
        may_end.set()
        assert (seen["number"], seen["moves"], seen["position"]["turn"]) == (0, [], 0)
        assert (await moving)["number"] == 1

    run_with_app(scenario, store=SlowStore(path))


def test_the_computer_moves_although_the_store_was_away_for_a_while(path: Path) -> None:
    store = CountingStore(path)

    async def scenario(app: RunningApp) -> None:
        ada = app.guest()
        await ada.set_up(against="random")
        async with app.socket(f"{ada.path}/news", ada) as socket:
            await socket.hear()
            await ada.move("ones")
            with locked(path):
                while store.tries < 2:  # the player's, and the computer's failed one
                    await asyncio.sleep(0.01)
            while (await socket.hear())["position"]["turn"] < 2:
                pass

    run_with_app(scenario, AT_ONCE, store)


DAMAGES = {
    "an event's time": "UPDATE event SET at = 'yesterday'",
    "the beginning": "UPDATE game SET started = ''",
    "when both had sat down": "UPDATE online SET begun = 'soon'",
    "clocks that are no JSON": "UPDATE online SET clocks = '[1'",
    "clocks of one player": "UPDATE online SET clocks = '[1]'",
    "clocks of words": 'UPDATE online SET clocks = \'["a", "b"]\'',
    "an event": "UPDATE event SET body = '{}'",
    "a seat that is missing": "DELETE FROM seat WHERE seat = 2",
    "a seat that is nobody's number": "UPDATE seat SET holder = 7",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_game_is_refused(
    path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    seated: list[Guest] = []

    async def before(app: RunningApp) -> None:
        seated.append(app.guest())
        await seated[0].set_up(against="here", timeLimit=60)
        await seated[0].move("ones")

    async def after(app: RunningApp) -> None:
        ada = Guest(app.http, seated[0].secret, seated[0].match)
        answer = await ada.get(ada.path)
        assert refused(answer) == "store", answer.text
        assert refused(await ada.command("move", move="tens")) == "store"
        assert (await ada.get("/api/mine")).status_code == 200
        assert (await app.guest().set_up(against="here"))["number"] == 0

    run_with_app(before, store=CountingStore(path))
    with sqlite3.connect(path) as store:
        store.execute(damage)
    run_with_app(after, store=CountingStore(path))
    assert not [record for record in caplog.records if record.exc_info]


class GatedStore(SqliteStore):
    """Writes when the test allows it, and remembers the games of each commit."""

    def __init__(self) -> None:
        super().__init__(IN_MEMORY, now)
        self.begun, self.gate = threading.Semaphore(0), threading.Semaphore(0)
        self.commits: list[list[int]] = []
        self.busy = False

    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        """Append events when the test allows it."""
        self.commits.append([append.game for append in appends])
        self.begun.release()
        self.gate.acquire(timeout=PATIENCE)
        if self.busy:
            raise StoreBusy("Somebody else is writing.")
        return super().append_many(appends)


def save_during_the_first_commit(
    store: GatedStore, first: Append, *rest: Append
) -> list[BaseException | None]:
    """Save one event, and the rest during its commit. Return the errors."""

    async def save() -> list[BaseException | None]:
        with ThreadPoolExecutor(1) as thread:
            writer = EventWriter(store, CallQueue(thread))
            waiting = [asyncio.ensure_future(writer.save(first))]
            await asyncio.to_thread(store.begun.acquire, True, PATIENCE)
            waiting += [asyncio.ensure_future(writer.save(one)) for one in rest]
            await asyncio.sleep(0)
            assert not any(one.done() for one in waiting), "no caller returns before the commit"
            store.gate.release(len(waiting))
            return await asyncio.gather(*waiting, return_exceptions=True)

    return asyncio.run(asyncio.wait_for(save(), PATIENCE))


@pytest.fixture
def games() -> tuple[GatedStore, list[int]]:
    """Return a store with four games."""
    store = GatedStore()
    return store, [store.add(arranged(seed=seed)) for seed in range(4)]


def test_events_that_arrive_during_a_commit_share_the_next_one(
    games: tuple[GatedStore, list[int]],
) -> None:
    store, (one, two, three, four) = games
    errors = save_during_the_first_commit(
        store, *(Append(game, 1, MOVE, None) for game in (one, two, three, four))
    )
    assert errors == [None] * 4
    assert store.commits == [[one], [two, three, four]]
    assert [store.record(game).events for game in (one, two, three, four)] == [(MOVE,)] * 4


def test_a_conflicting_event_fails_and_the_others_are_saved(
    games: tuple[GatedStore, list[int]],
) -> None:
    store, (one, two, three, _) = games
    errors = save_during_the_first_commit(
        store, *(Append(game, 1, MOVE, None) for game in (one, two, one, three))
    )
    assert [type(fate) for fate in errors] == [type(None), type(None), Conflict, type(None)]


def test_there_is_one_event_of_a_match_in_a_commit(games: tuple[GatedStore, list[int]]) -> None:
    store, (one, two, _, _) = games
    errors = save_during_the_first_commit(
        store,
        Append(one, 1, MOVE, None),
        Append(two, 1, MOVE, None),
        Append(two, 2, MOVE, None),
    )
    assert errors == [None] * 3
    assert store.commits == [[one], [two], [two]]


def test_a_busy_store_fails_all_waiting_events_at_once(
    games: tuple[GatedStore, list[int]],
) -> None:
    store, (one, two, three, _) = games
    store.busy = True
    errors = save_during_the_first_commit(
        store, *(Append(game, 1, MOVE, None) for game in (one, two, three))
    )
    assert [type(fate) for fate in errors] == [StoreBusy] * 3
    assert store.commits == [[one]]
