"""The PostgreSQL store: its tables, concurrent clients and error messages."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from queue import SimpleQueue

import psycopg
import pytest

from lastdigit.errors import StoreBusy, StoreError
from lastdigit.game.game import Seat
from lastdigit.match.record import Act, Event
from lastdigit.storage.base import Append, MatchChange, Message
from lastdigit.storage.postgres import (
    MAX_CONNECTIONS,
    ConnectionLost,
    Database,
    DatabaseClock,
    PostgresStore,
)
from tests.conftest import PATIENCE, ROOT, Run
from tests.postgres import Cluster
from tests.storage.test_contract import ADA, BEN, MOVE, arranged, put_online, ticking


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.schema()


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(url, ticking())) as opened:
        yield opened


def test_servers_that_start_at_once_create_the_tables_once(url: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(lambda _: PostgresStore(url, ticking()), range(8)))
    game = stores[0].add(arranged())
    assert [store.count() for store in stores] == [1] * 8
    assert stores[7].record(game).setup == arranged()
    for store in stores:
        store.close()


def test_the_tables_of_another_program_are_refused_and_not_changed(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as theirs:
        theirs.execute("CREATE TABLE game (name text)")
        with pytest.raises(StoreError, match="is a database that belongs to another program"):
            PostgresStore(url, ticking())
        assert theirs.execute("SELECT to_regclass('lastdigit_version')").fetchone() == (None,)


def test_tables_of_a_newer_version_are_refused(url: str) -> None:
    PostgresStore(url, ticking()).close()
    with psycopg.connect(url, autocommit=True) as newer:
        newer.execute("INSERT INTO lastdigit_version VALUES (999)")
    with pytest.raises(StoreError, match="newer version"):
        PostgresStore(url, ticking())


def test_an_unreachable_database_is_reported_without_its_password() -> None:
    with pytest.raises(StoreError, match="Cannot use") as responses:
        PostgresStore("postgresql://ada:secret@127.0.0.1:1/games", ticking())
    assert "postgresql://127.0.0.1/games" in str(responses.value)
    assert "secret" not in str(responses.value)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("SELECT 'Who?', ?", "Who?"),
        ("SELECT 'It''s 100 %: ?', ?", "It's 100 %: ?"),
        ("SELECT E'''It\\'s ?', ?", "'It's ?"),
        ("SELECT $$Who's ?$$, ?", "Who's ?"),
        ('SELECT "the ?", ? FROM (SELECT 7 AS "the ?") AS given', 7),
        ("SELECT 7 % 4, ?", 3),
        ("SELECT 'a' LIKE '%a%', ?", True),
        ("SELECT /* Who's this? */ 1, -- Who's that?\n ?", 1),
    ],
)
def test_only_parameter_question_marks_are_converted(
    statement: str, found: object, url: str
) -> None:
    with closing(Database(url, patience=5)) as database:
        with database.reading():
            assert database.execute(statement, ("given",)).fetchone() == (found, "given")
        assert database.events.execute(statement, ("given",)) == [(found, "given")]


def test_two_servers_can_use_the_same_games(url: str, store: PostgresStore) -> None:
    store.begin_serving()
    with closing(PostgresStore(url, ticking())) as other:
        other.begin_serving()


def test_waiting_for_a_lock_ends_with_the_patience(url: str, store: PostgresStore) -> None:
    game = put_online(store)
    with closing(PostgresStore(url, ticking(), patience=0.05)) as hasty:
        with psycopg.connect(url) as other:
            other.execute("SELECT * FROM game FOR UPDATE")
            with pytest.raises(StoreBusy):
                hasty.append(game, 1, MOVE, None)
        hasty.append(game, 1, MOVE, None)
    assert store.record(game).events == (MOVE,)


def test_one_of_two_events_with_the_same_number_is_saved(url: str, store: PostgresStore) -> None:
    """The second one waits for the first and then gets a conflict."""
    with closing(PostgresStore(url, ticking())) as other, ThreadPoolExecutor(2) as threads:
        for number in range(20):
            game = store.add(arranged(seed=number))
            responses = list(threads.map(lambda one: _is_saved(one, game), (store, other)))  # noqa: B023
            assert sorted(responses) == [False, True]
            assert len(store.record(game).events) == 1


def _is_saved(store: PostgresStore, game: int) -> bool:
    try:
        store.append(game, 1, MOVE, None)
    except StoreError:
        return False
    return True


def test_a_store_reconnects_after_the_database_was_down(url: str, postgres: Cluster) -> None:
    with closing(PostgresStore(url, ticking(), patience=0.05)) as store:
        game = store.add(arranged())
        postgres.stop()
        with pytest.raises(StoreError):
            store.append(game, 1, MOVE, None)
        postgres.start()
    with closing(PostgresStore(url, ticking())) as store:
        store.append(game, 1, MOVE, None)
        postgres.stop()
        postgres.start()
        assert store.record(game).events == (MOVE,), (
            "every connection was lost, and none is checked before its use"
        )


def test_games_at_a_terminal_are_saved_in_the_given_store(url: str, call: Run) -> None:
    assert call("play", "digit-poison", "--store", url, typed="1\nquit\n").code == 0
    assert "Digit Poison" in call("saved", "list", "--store", url).out
    assert "Digit Poison" not in call("saved", "list").out
    assert call("saved", "replay", "1", "--store", url).code == 0
    assert call("resume", "--store", url, typed="quit\n").code == 0
    assert call("saved", "delete", "1", "--yes", "--store", url).out == "Deleted game 1.\n"


@pytest.mark.parametrize("where", ["mysql://ada:secret@host/games", "https://example.org"])
def test_an_invalid_store_is_reported_without_its_password(call: Run, where: str) -> None:
    result = call("saved", "list", "--store", where)
    assert (result.code, result.out) == (2, "")
    assert "postgresql://HOST/NAME" in result.err
    assert "secret" not in result.err


def test_the_store_can_be_a_file_or_set_in_the_environment(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = str(tmp_path / "own.sqlite3")
    assert call("play", "digit-poison", "--store", own, typed="quit\n").code == 0
    monkeypatch.setenv("LASTDIGIT_STORE", own)
    assert "Digit Poison" in call("saved", "list").out


def test_a_missing_extra_is_reported_with_the_command_to_install_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-S",
            "-m",
            "lastdigit",
            "saved",
            "list",
            "--store",
            "postgresql:///games",
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "PostgreSQL needs the extra postgres (psycopg" in done.stderr
    assert "uv run --extra postgres lastdigit\n" in done.stderr
    assert "Traceback" not in done.stderr


def test_backing_up_a_database_is_refused_with_a_pointer_to_pg_dump(
    url: str, call: Run, tmp_path: Path
) -> None:
    result = call("admin", "backup", str(tmp_path / "copy"), "--store", url)
    assert (result.code, result.out) == (1, "")
    assert "pg_dump" in result.err
    assert not (tmp_path / "copy").exists()


def test_servers_receive_each_others_changes_and_messages(url: str, store: PostgresStore) -> None:
    heard: SimpleQueue[MatchChange | Message | None] = SimpleQueue()
    store.begin_serving()
    store.cluster.listen(heard.put)
    assert heard.get(timeout=PATIENCE) is None, "at first, any change may have been missed"
    with closing(PostgresStore(url, ticking())) as other:
        game = put_online(store)
        store.append(game, 1, MOVE, None)
        store.cluster.broadcast("own")
        other.append(game, 2, Event(Act.MOVE, Seat.TWO, "ones"), None)
        other.cluster.broadcast("class", "ended")
        change = heard.get(timeout=PATIENCE)
        assert isinstance(change, MatchChange)
        assert change[:2] == ("ABC234", 2)
        assert heard.get(timeout=PATIENCE) == Message(("class", "ended"))
    store.close()
    assert heard.empty(), "a server does not receive its own messages"


@pytest.mark.parametrize(("known", "texts"), [(0, ["tens", "ones"]), (1, ["ones"]), (2, [])])
def test_a_server_catches_up_from_the_last_event_it_knows(
    known: int, texts: list[str], store: PostgresStore
) -> None:
    game = put_online(store)
    store.append(game, 1, MOVE, None)
    store.append(game, 2, Event(Act.MOVE, Seat.TWO, "ones"), None)
    (update,) = store.cluster.updates({"ABC234": known, "GONE22": 0})
    assert (update.code, update.after, update.clock_times) == ("ABC234", known, None)
    assert [event.text for event in update.events] == texts


def test_a_heartbeat_names_the_other_servers_with_their_holders(
    url: str, store: PostgresStore
) -> None:
    with closing(PostgresStore(url, ticking())) as other:
        assert store.cluster.heartbeat([b"ada"]).others == {}
        (holders,) = other.cluster.heartbeat([b"ben", b"cem"]).others.values()
        assert holders == {b"ada"}
        (holders,) = store.cluster.heartbeat([]).others.values()
        assert holders == {b"ben", b"cem"}


@pytest.mark.parametrize(
    ("shown", "trip", "jump"),
    [(101.5, 1.0, 0.0), (105.0, 1.0, 5.0), (95.0, 1.0, -5.0), (105.0, 9.0, 0.0)],
    ids=["a small change", "set forward", "set back", "a slow answer"],
)
def test_a_clock_that_was_set_is_reported_once(shown: float, trip: float, jump: float) -> None:
    clock = DatabaseClock()
    clock.learn(0.0, 100.0, 0.0)
    clock.learn(-trip / 2, shown, trip / 2)
    assert clock.clock_jumps() == jump
    assert clock.clock_jumps() == 0
    expected = shown if jump else 100.0
    assert clock.now() - time.monotonic() == pytest.approx(expected, abs=0.5)


class Losing:
    """A connection that is lost before it saves anything, a number of times."""

    def __init__(self, store: PostgresStore, times: float) -> None:
        self._execute = store._db.events.execute
        self._left = times
        self.tried = 0

    def execute(self, statement: str, parameters: tuple[object, ...]) -> list[object]:
        self.tried += 1
        if self._left:
            self._left -= 1
            raise ConnectionLost("The connection was lost.")
        return self._execute(statement, parameters)


def test_an_event_is_saved_although_the_connection_was_lost(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store.add(arranged())
    losing = Losing(store, times=3)
    monkeypatch.setattr(store._db.events, "execute", losing.execute)
    store.append(game, 1, MOVE, None)
    assert losing.tried == 4
    assert store.record(game).events == (MOVE,)


def test_a_connection_that_stays_lost_is_reported_when_patience_ends(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(PostgresStore(url, ticking(), patience=0.3)) as store:
        game = store.add(arranged())
        losing = Losing(store, times=float("inf"))
        monkeypatch.setattr(store._db.events, "execute", losing.execute)
        began = time.monotonic()
        with pytest.raises(ConnectionLost):
            store.append(game, 1, MOVE, None)
        assert time.monotonic() - began >= 0.3
        assert 2 <= losing.tried <= 8, "it pauses between attempts"


@contextmanager
def all_connections_used(database: Database) -> Iterator[None]:
    """Hold every connection of the pool in a transaction of another thread."""
    begun, done = threading.Barrier(MAX_CONNECTIONS + 1), threading.Event()

    def hold() -> None:
        with database.reading():
            begun.wait(PATIENCE)
            done.wait(PATIENCE)

    with ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(MAX_CONNECTIONS))
        stack.callback(done.set)
        for _ in range(MAX_CONNECTIONS):
            threads.submit(hold)
        begun.wait(PATIENCE)
        yield


def test_a_transaction_waits_for_a_connection(url: str) -> None:
    with closing(Database(url, patience=PATIENCE)) as database, ThreadPoolExecutor(1) as waiting:

        def read() -> object:
            with database.reading():
                return database.execute("SELECT 7").fetchone()

        with all_connections_used(database):
            found = waiting.submit(read)
            time.sleep(0.3)  # longer than one attempt to get a connection
            assert not found.done()
        assert found.result(PATIENCE) == (7,)


def test_waiting_for_a_connection_ends_with_the_patience(url: str) -> None:
    with closing(Database(url, patience=0.3)) as database, all_connections_used(database):
        began = time.monotonic()
        with pytest.raises(StoreBusy), database.reading():
            pass
        assert 0.3 <= time.monotonic() - began < PATIENCE


def test_a_change_of_the_seats_is_a_new_version_and_sent_to_other_servers(
    url: str, store: PostgresStore
) -> None:
    heard: SimpleQueue[MatchChange | Message | None] = SimpleQueue()
    game = put_online(store)
    setup = arranged()

    def version() -> int | None:
        found = store.online("ABC234")
        assert found is not None
        return found.version

    with closing(PostgresStore(url, ticking())) as other:
        other.begin_serving()
        other.cluster.listen(heard.put)
        assert heard.get(timeout=PATIENCE) is None
        first = version()
        assert first is not None
        changes: list[Callable[[], bool]] = [
            lambda: store.rename(game, setup),
            lambda: store.hand_over(game, Seat.ONE, ADA, BEN),
            lambda: store.take_seat(game, Seat.TWO, ADA, setup, "2026-01-01T00:01:00Z"),
        ]
        for number, change in enumerate(changes, 1):
            assert change()
            assert version() == first + number
            responses = heard.get(timeout=PATIENCE)
            assert isinstance(responses, MatchChange)
            assert responses[:2] == ("ABC234", 0)
        for change in changes:
            assert not change(), "the game has begun, and the seats are taken"
        assert version() == first + len(changes)
        store.cluster.broadcast("end")
        assert heard.get(timeout=PATIENCE) == Message(("end",)), "there are no other messages"


@pytest.mark.parametrize(("known", "saved"), [(0, True), (None, True), (7, False)])
def test_an_event_is_saved_only_at_the_version_that_the_server_knows(
    known: int | None, saved: bool, store: PostgresStore
) -> None:
    game = put_online(store)
    found = store.online("ABC234")
    assert found is not None
    assert found.version == 0
    [error] = store.append_many([Append(game, 1, MOVE, None, version=known)])
    assert (error is None) is saved
    assert store.record(game).events == ((MOVE,) if saved else ())
