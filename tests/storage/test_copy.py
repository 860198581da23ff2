"""Copying a store to the other kind and back changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from lastdigit.errors import StoreError
from lastdigit.match.match import Match
from lastdigit.storage import Attempt, OnlineSeat, SqliteStore
from lastdigit.storage.copy import TABLES, copy_store
from lastdigit.storage.postgres import PostgresStore
from tests.conftest import Run
from tests.postgres import Cluster
from tests.storage.test_contract import (
    ADA,
    BEN,
    MOVE,
    RESIGN,
    WAITING,
    apply_and_save,
    arranged,
    ticking,
)

NOT_COPIED = {
    "lastdigit_version",
    "server",
    "sqlite_sequence",
    "daily_sum",
    "daily_mistake",
    "changed_day",
}
"""Tables that belong to each database or are computed from the others, and are not copied."""


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[SqliteStore]:
    """Return a store with data of every kind."""
    with closing(SqliteStore(tmp_path / "games.sqlite3", ticking())) as store:
        first, match = store.add(arranged(rounds=2)), Match(arranged(rounds=2))
        apply_and_save(store, first, match, MOVE)
        match.apply(RESIGN)
        store.append(first, 2, RESIGN, match.result, replace(arranged(rounds=2), round=2))
        game = store.add_online(arranged(), replace(WAITING, clock_times=(1, 2)))
        assert game is not None
        seats = OnlineSeat(ADA, joined=True), OnlineSeat(BEN, joined=False)
        store.add_online(arranged(), replace(WAITING, code="AGAIN2", seats=seats), game)
        store.delete([store.add(arranged())])  # its number must not be reused
        store.add_attempt("ada", Attempt("a puzzle", "digit-duel", 2, "tens", False, day=7))
        store.append_to_room("ROOM22", 1, "teacher", "opened")
        store.save_analysis(first, "found")
        store.assign_to_local_user(BEN)
        store.signing_key()
        yield store


def test_a_store_is_copied_to_postgresql_and_back(
    filled: SqliteStore, postgres: Cluster, tmp_path: Path
) -> None:
    with (
        closing(PostgresStore(postgres.schema(), ticking())) as there,
        closing(SqliteStore(tmp_path / "back.sqlite3", ticking())) as back,
    ):
        counts = copy_store(filled, there)
        assert (counts["game"], counts["event"], counts["seat"]) == (4, 2, 4)
        assert copy_store(there, back) == counts
        for one in (there, back):
            for game in filled.games(limit=10):
                kept = one.record(game.id)
                assert (kept, kept.times) == (
                    filled.record(game.id),
                    filled.record(game.id).times,
                )
            assert one.online("AGAIN2") == filled.online("AGAIN2")
            assert one.attempts("ada") == filled.attempts("ada")
            assert one.room("ROOM22") == filled.room("ROOM22")
            assert one.signing_key() == filled.signing_key()
            assert one.person_of(BEN) == ""
            assert one.add(arranged()) == 6, "the number of the deleted game is not reused"
            one.add_attempt("ada", Attempt("another", "digit-duel", 1, "ones", True))


def test_every_table_is_copied(filled: SqliteStore, postgres: Cluster, tmp_path: Path) -> None:
    ours = {table.name for table in TABLES}
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as file:
        found = {
            name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type='table'")
        }
        assert found - NOT_COPIED == ours
        for table in TABLES:
            columns = {row[1] for row in file.execute(f"PRAGMA table_info({table.name})")}
            assert columns == set(table.columns), table.name
    url = postgres.schema()
    PostgresStore(url, ticking()).close()
    with psycopg.connect(url) as database:
        rows = database.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        ).fetchall()
    assert {name for (name,) in rows} - NOT_COPIED == ours
    assert filled.count() == 4


def test_copying_over_games_or_while_a_server_runs_is_refused(
    filled: SqliteStore, tmp_path: Path
) -> None:
    with closing(SqliteStore(tmp_path / "other.sqlite3", ticking())) as other:
        server = SqliteStore(tmp_path / "games.sqlite3", ticking())
        server.begin_serving()
        with pytest.raises(StoreError, match="Stop the server first"):
            copy_store(filled, other)
        assert other.count() == 0
        server.close()
        other.add(arranged())
        with pytest.raises(StoreError, match="already contains saved games"):
            copy_store(filled, other)
        assert other.count() == 1


def test_a_copy_that_differs_is_rolled_back(filled: SqliteStore, postgres: Cluster) -> None:
    url = postgres.schema()
    with closing(PostgresStore(url, ticking())) as other:
        with psycopg.connect(url, autocommit=True) as database:
            database.execute(
                "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
                "$$BEGIN NEW.body = 'spoilt'; RETURN NEW; END$$"
            )
            database.execute(
                "CREATE TRIGGER spoils BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION spoil()"
            )
        with pytest.raises(StoreError, match=r"differs from the original at event \(1, 1\)"):
            copy_store(filled, other)
        assert other.count() == 0


def test_the_command_prints_what_was_copied(
    filled: SqliteStore, call: Run, tmp_path: Path, postgres: Cluster
) -> None:
    there = postgres.schema()
    result = call("admin", "copy", str(tmp_path / "games.sqlite3"), there)
    assert result.out == (
        "Copied and compared: 4 games, 2 events, 1 answer to puzzles, 1 deed in classes.\n"
    )
    assert (
        call("saved", "list", "--store", there, "--json").out
        == call("saved", "list", "--store", str(tmp_path / "games.sqlite3"), "--json").out
    )
    assert call("admin", "copy", str(tmp_path / "games.sqlite3"), there).code == 1
    missing = call("admin", "copy", "nothing.sqlite3", there)
    assert (missing.code, missing.err) == (
        2,
        'lastdigit: The file "nothing.sqlite3" does not exist.\n',
    )
    assert call("admin", "copy", "a").code == 2
    assert filled.online("ABC234") is not None


def test_a_table_is_copied_in_batches(
    filled: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(SqliteStore(tmp_path / "whole.sqlite3", ticking())) as whole:
        counts = copy_store(filled, whole)
        assert max(counts.values()) == 4
    for size in (1, 2, 3):
        monkeypatch.setattr("lastdigit.storage.copy.BATCH_SIZE", size)
        with closing(SqliteStore(tmp_path / f"{size}.sqlite3", ticking())) as other:
            assert copy_store(filled, other) == counts
            for game in filled.games(limit=10):
                assert other.record(game.id) == filled.record(game.id)
