"""The PostgreSQL store: its tables, several at once, and what it says where it cannot be used."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest

from lastdigit.errors import StoreBusy, StoreError
from lastdigit.store.postgres.store import PostgresStore
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
