"""The PostgreSQL store: its tables, several at once, and what it says where it cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from lastdigit.errors import StoreBusy, StoreError
from lastdigit.store.postgres.connections import Database
from lastdigit.store.postgres.store import PostgresStore
from tests.conftest import ROOT, Run
from tests.postgres import Cluster
from tests.store.test_contract import MOVE, arranged, put_online, ticking


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.schema()


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with closing(PostgresStore(url, ticking())) as opened:
        yield opened


def test_two_that_start_at_once_make_the_tables_once(url: str) -> None:
    with ThreadPoolExecutor(8) as threads:
        stores = list(threads.map(lambda _: PostgresStore(url, ticking()), range(8)))
    game = stores[0].add(arranged())
    assert [store.count() for store in stores] == [1] * 8
    assert stores[7].record(game).setup == arranged()
    for store in stores:
        store.close()


def test_somebody_elses_tables_are_refused_and_left_alone(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as theirs:
        theirs.execute("CREATE TABLE game (name text)")
        with pytest.raises(StoreError, match="not of lastdigit's games"):
            PostgresStore(url, ticking())
        assert theirs.execute("SELECT to_regclass('lastdigit_version')").fetchone() == (None,)


def test_tables_of_a_newer_version_are_refused(url: str) -> None:
    PostgresStore(url, ticking()).close()
    with psycopg.connect(url, autocommit=True) as newer:
        newer.execute("INSERT INTO lastdigit_version VALUES (999)")
    with pytest.raises(StoreError, match="newer version"):
        PostgresStore(url, ticking())


def test_a_database_that_is_not_there_is_told_without_its_password() -> None:
    with pytest.raises(StoreError, match="cannot be used") as told:
        PostgresStore("postgresql://ada:secret@127.0.0.1:1/games", ticking())
    assert "postgresql://127.0.0.1/games" in str(told.value)
    assert "secret" not in str(told.value)


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
def test_only_a_question_mark_that_is_a_parameter_becomes_one(
    statement: str, found: object, url: str
) -> None:
    with closing(Database(url, patience=5)) as database:
        with database.reading():
            assert database.execute(statement, ("given",)).fetchone() == (found, "given")
        assert database.events.execute(statement, ("given",)) == [(found, "given")]


def test_two_servers_may_play_the_same_games(url: str, store: PostgresStore) -> None:
    store.begin_serving()
    with closing(PostgresStore(url, ticking())) as other:
        other.begin_serving()


def test_nobody_waits_for_a_lock_beyond_their_patience(url: str, store: PostgresStore) -> None:
    game = put_online(store)
    with closing(PostgresStore(url, ticking(), patience=0.05)) as hasty:
        with psycopg.connect(url) as other:
            other.execute("SELECT * FROM game FOR UPDATE")
            with pytest.raises(StoreBusy):
                hasty.append(game, 1, MOVE, None)
        hasty.append(game, 1, MOVE, None)
    assert store.record(game).events == (MOVE,)


def test_of_two_who_append_the_same_number_one_is_kept(url: str, store: PostgresStore) -> None:
    """They wait for one another, and whoever comes second hears so."""
    with closing(PostgresStore(url, ticking())) as other, ThreadPoolExecutor(2) as threads:
        for number in range(20):
            game = store.add(arranged(seed=number))
            told = list(threads.map(lambda one: _kept(one, game), (store, other)))  # noqa: B023
            assert sorted(told) == [False, True]
            assert len(store.record(game).events) == 1


def _kept(store: PostgresStore, game: int) -> bool:
    try:
        store.append(game, 1, MOVE, None)
    except StoreError:
        return False
    return True


def test_a_database_that_was_away_is_used_again(url: str, postgres: Cluster) -> None:
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
        assert store.record(game).events == (MOVE,), "every connection was cut, and none is asked"


def test_games_at_a_terminal_are_kept_where_it_is_said(url: str, call: Run) -> None:
    assert call("play", "digit-poison", "--store", url, typed="1\nquit\n").code == 0
    assert "Digit Poison" in call("list", "--store", url).out
    assert "Digit Poison" not in call("list").out
    assert call("replay", "1", "--store", url).code == 0
    assert call("resume", "--store", url, typed="quit\n").code == 0
    assert call("forget", "1", "--yes", "--store", url).out == "Forgotten: game 1.\n"


@pytest.mark.parametrize("where", ["mysql://ada:secret@host/games", "https://example.org"])
def test_a_place_that_is_none_is_told_without_its_password(call: Run, where: str) -> None:
    ran = call("list", "--store", where)
    assert (ran.code, ran.out) == (2, "")
    assert "postgresql://HOST/NAME" in ran.err
    assert "secret" not in ran.err


def test_a_file_of_ones_own_or_the_environment_says_where(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = str(tmp_path / "own.sqlite3")
    assert call("play", "digit-poison", "--store", own, typed="quit\n").code == 0
    monkeypatch.setenv("LASTDIGIT_STORE", own)
    assert "Digit Poison" in call("list").out


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-m", "lastdigit", "list", "--store", "postgresql:///games"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "PostgreSQL needs the extra postgres (psycopg" in done.stderr
    assert "uv run --extra postgres lastdigit\n" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_is_backed_up_by_its_own_tool(url: str, call: Run, tmp_path: Path) -> None:
    ran = call("backup", str(tmp_path / "copy"), "--store", url)
    assert (ran.code, ran.out) == (1, "")
    assert "pg_dump" in ran.err
    assert not (tmp_path / "copy").exists()
