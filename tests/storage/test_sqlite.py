"""The SQLite store: its file, concurrent processes and unusable files."""

from __future__ import annotations

import gc
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

import lastdigit
from lastdigit.errors import StoreError
from lastdigit.match.match import Match
from lastdigit.match.record import setup_data
from lastdigit.storage import (
    IN_MEMORY,
    Attempt,
    OnlineSeat,
    SqliteStore,
    Store,
    default_path,
    open_store,
)
from lastdigit.storage.sqlite import open_file
from tests.conftest import PATIENCE, Run
from tests.storage.test_contract import (
    ADA,
    BEN,
    MOVE,
    WAITING,
    apply_and_save,
    arranged,
    put_online,
    ticking,
)

MIGRATIONS = Path(lastdigit.__file__).parent / "storage" / "migrations" / "sqlite"
RANDOM = ("--player-1", "random", "--player-2", "random")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "lastdigit" / "games.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(path, ticking())
    yield opened
    opened.close()


def test_only_one_server_at_a_time_can_use_the_file(store: SqliteStore, path: Path) -> None:
    store.begin_serving()
    other = SqliteStore(path, ticking())
    with pytest.raises(StoreError, match="Another server"):
        other.begin_serving()
    other.add(arranged())  # a game at a terminal does not need the server's lock
    store.close()
    other.begin_serving()
    other.close()


def test_a_game_open_in_two_terminals_can_continue_in_only_one(
    call: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    call("play", "digit-duel", typed="tens\nquit\n")
    slow = subprocess.Popen(
        [sys.executable, "-m", "lastdigit", "resume", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=tmp_path,
    )
    assert slow.stdout is not None
    while b"Your Number" not in (line := slow.stdout.readline()):
        assert line, "the process has ended"
    assert call("resume", "1", typed="hundreds\nquit\n").code == 0
    out, err = slow.communicate(b"tens\nones\n", timeout=PATIENCE)
    assert slow.returncode == 1
    assert err == b"lastdigit: Game 1 was continued or deleted in another window.\n"
    assert b"Opponent's new number" not in out
    assert "   2 Player 2: hundreds" in call("resume", "1", typed="history\nquit\n").out


def test_games_played_at_the_same_time_do_not_affect_each_other(
    call: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    def started(game: str) -> subprocess.Popen[bytes]:
        words = ("play", game, *RANDOM, "--rounds", "2", "--seed", "1", "--record", "all.jsonl")
        return subprocess.Popen(
            [sys.executable, "-m", "lastdigit", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=tmp_path,
        )

    together = [started(game) for game in ("digit-duel", "digit-dilemma", "digit-duel")]
    output = [game.communicate(timeout=PATIENCE) for game in together]
    assert [game.returncode for game in together] == [0, 0, 0]
    assert [err for _, err in output] == [b"", b"", b""]
    assert output[0] == output[2] != output[1]
    verified = call("saved", "verify", "all.jsonl")
    assert verified.out == "all.jsonl: 6 games checked, no rules broken.\n"
    assert call("saved", "list").out.count(" won") == 6


def test_opening_waits_for_another_process_that_creates_the_file(path: Path) -> None:
    """Two games that start at once in a new home do not fail with a locked file."""
    path.parent.mkdir(parents=True)
    maker = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    maker.execute("BEGIN IMMEDIATE")
    done = Timer(0.2, maker.execute, ["ROLLBACK"])
    done.start()
    store = SqliteStore(path, ticking())
    assert store.count() == 0
    done.join()
    store.close()
    maker.close()


def test_the_file_uses_a_write_ahead_log_and_full_synchronisation(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def observed(*words: Any, **settings: Any) -> sqlite3.Connection:
        connections.append(connect(*words, **settings))
        return connections[-1]

    monkeypatch.setattr(sqlite3, "connect", observed)
    store = SqliteStore(path, ticking())
    (connection,) = connections
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,), "2 is FULL"
    store.close()


def test_every_file_has_its_own_signing_key(path: Path, tmp_path: Path) -> None:
    stores = [SqliteStore(one, ticking()) for one in (path, tmp_path / "other.sqlite3")]
    assert len({store.signing_key() for store in stores}) == 2
    for store in stores:
        store.close()


def version_of(path: Path) -> int:
    connection = sqlite3.connect(path)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return int(version)


def test_migrations_are_numbered_from_1_and_the_file_stores_the_last(
    store: Store, path: Path
) -> None:
    steps = sorted(step.name for step in MIGRATIONS.glob("*.sql"))
    assert [int(name.partition("_")[0]) for name in steps] == list(range(1, len(steps) + 1))
    assert store.count() == 0
    assert version_of(path) == len(steps)


STATEMENTS = """
-- A comment; with semicolons;
CREATE TABLE note (text TEXT DEFAULT 'first; second');
CREATE TRIGGER noted AFTER INSERT ON note BEGIN
    UPDATE note SET text = text || '; third' WHERE text <> 'fourth';
    INSERT INTO note VALUES ('fourth');
END;
/* Another; one */ INSERT INTO note DEFAULT VALUES;
-- The last comment; without an end"""


def test_a_migration_is_split_only_at_the_end_of_a_statement(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    (tmp_path / "migrations" / "999_notes.sql").write_text(STATEMENTS)
    monkeypatch.setattr("lastdigit.storage.sqlite.MIGRATIONS", tmp_path / "migrations")
    SqliteStore(path, ticking()).close()
    with closing(sqlite3.connect(path)) as connection:
        notes = connection.execute("SELECT text FROM note").fetchall()
    assert notes == [("first; second; third",), ("fourth",)]


def test_a_truncated_migration_is_refused(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(MIGRATIONS, tmp_path / "migrations")
    (tmp_path / "migrations" / "999_notes.sql").write_text("CREATE TABLE note (text TEXT")
    monkeypatch.setattr("lastdigit.storage.sqlite.MIGRATIONS", tmp_path / "migrations")
    with pytest.raises(StoreError, match="incomplete"):
        SqliteStore(path, ticking())
    assert version_of(path) == 0


def test_reopening_a_file_does_not_change_its_games(path: Path) -> None:
    first = SqliteStore(path, ticking())
    game, match = first.add(arranged()), Match(arranged())
    apply_and_save(first, game, match, MOVE)
    first.close()
    version = version_of(path)
    second = SqliteStore(path, ticking())
    assert second.record(game) == match.record()
    second.close()
    assert version_of(path) == version


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(content)


def a_newer_file(path: Path) -> None:
    SqliteStore(path, ticking()).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def a_newer_file_without_a_write_ahead_log(path: Path) -> None:
    path.parent.mkdir(parents=True)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE of_the_future (id)")
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()


def somebody_elses_database(path: Path) -> None:
    path.parent.mkdir(parents=True)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE game (price)")
    connection.commit()
    connection.close()


def a_text(path: Path) -> None:
    put(path, b"My games:\n" * 1_000)


def a_database_cut_short(path: Path) -> None:
    store = SqliteStore(path, ticking())
    store.add(arranged())
    store.close()
    path.write_bytes(path.read_bytes()[:5_000])


UNUSABLE = [
    a_newer_file,
    a_newer_file_without_a_write_ahead_log,
    somebody_elses_database,
    a_text,
    a_database_cut_short,
]


@pytest.mark.parametrize("spoil", UNUSABLE, ids=lambda spoil: spoil.__name__)
def test_an_unusable_file_is_refused_and_not_changed(
    spoil: Callable[[Path], None], path: Path
) -> None:
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(StoreError):
        SqliteStore(path, ticking()).games(limit=1)
    gc.collect()
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused_with_a_reason(path: Path) -> None:
    a_newer_file(path)
    with pytest.raises(StoreError, match="newer version of lastdigit"):
        SqliteStore(path, ticking())


def test_a_file_in_place_of_the_folder_is_refused_and_not_changed(path: Path) -> None:
    folder = path.parent
    put(folder, b"in the way")
    with pytest.raises(StoreError, match=r"games\.sqlite3"):
        SqliteStore(path, ticking())
    assert folder.read_bytes() == b"in the way"


@pytest.mark.parametrize("spoil", UNUSABLE, ids=lambda spoil: spoil.__name__)
def test_a_game_that_cannot_be_saved_is_played_with_a_warning(
    call: Run, path: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(path)
    before = path.read_bytes()
    result = call("play", "digit-poison", typed="0\n")
    assert (result.code, result.err.count("\n")) == (0, 1)
    assert result.out.endswith("Congratulations, Player 2 wins!\n")
    assert result.err.startswith("lastdigit: Your games are not saved. ")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "lost"),
    [
        (("play", "digit-duel"), "Your games are not saved."),
        (("daily", "digit-duel", "--day", "1"), "Your answers are not saved."),
        (("practice", "digit-duel"), "Your answers are not saved."),
        (("ladder", "digit-duel"), "Your games are not saved."),
    ],
)
def test_commands_warn_and_continue_without_a_usable_data_folder(
    call: Run, path: Path, words: tuple[str, ...], lost: str
) -> None:
    put(path.parent, b"in the way")
    result = call(*words, typed="tens\nq\n")
    assert result.code == 0
    assert result.err == f"lastdigit: {lost} Cannot use the saved games in {path}: File exists.\n"


def test_a_game_that_is_not_saved_can_still_be_recorded(
    call: Run, path: Path, tmp_path: Path
) -> None:
    put(path.parent, b"in the way")
    result = call("play", "digit-poison", "--record", "games.jsonl", typed="0\n")
    assert (result.code, result.err == "") == (0, False)
    assert call("saved", "verify", "games.jsonl").code == 0
    assert (tmp_path / "data" / "lastdigit").read_bytes() == b"in the way"


def test_leaving_a_game_that_is_not_saved_does_not_mention_resume(call: Run, path: Path) -> None:
    put(path.parent, b"in the way")
    result = call("play", "digit-poison", typed="quit\n")
    assert result.code == 0
    assert "resume" not in result.out + result.err


@pytest.mark.parametrize(
    "words",
    [["saved", "list"], ["resume"], ["resume", "1"], ["saved", "replay", "1"]],
    ids=" ".join,
)
def test_commands_for_saved_games_fail_if_the_games_cannot_be_read(
    call: Run, path: Path, words: list[str]
) -> None:
    put(path.parent, b"in the way")
    result = call(*words)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("lastdigit: Cannot use the saved games in ")
    assert "no unfinished game" not in result.err
    assert "There is no game" not in result.err


def test_a_game_that_is_no_longer_installed_does_not_hide_the_others(
    call: Run, store: Store, path: Path
) -> None:
    """Games can come from other packages, which can be uninstalled."""
    store.add(arranged("digit-duel"))
    removed = store.add(arranged("digit-poison"))
    connection = sqlite3.connect(path)
    connection.execute(
        "UPDATE game SET setup = replace(setup, 'digit-poison', 'removed-game') WHERE id = ?",
        (removed,),
    )
    connection.commit()
    connection.close()
    result = call("saved", "list")
    assert result.code == 0
    assert "Digit Duel" in result.out


def test_games_are_saved_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert default_path() == Path("/somewhere/lastdigit/games.sqlite3")
    for ignored in ("", "relative/folder"):
        monkeypatch.setenv("XDG_DATA_HOME", ignored)
        assert default_path() == tmp_path / ".local/share/lastdigit/games.sqlite3"


def modes(folder: Path) -> dict[str, int]:
    """Return the permissions of a folder and of each file in it."""
    found = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    return {"": folder.stat().st_mode & 0o777, **found}


PRIVATE = {
    "": 0o700,
    "games.sqlite3": 0o600,
    "games.sqlite3-wal": 0o600,
    "games.sqlite3-shm": 0o600,
}


def test_only_the_user_can_read_the_saved_games(store: Store, path: Path) -> None:
    store.add(arranged())
    assert modes(path.parent) == PRIVATE
    store.begin_serving()
    assert modes(path.parent) == {**PRIVATE, "games.sqlite3.serving": 0o600}


def test_permissions_of_files_that_others_could_read_are_restricted(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(path.parents[1]))
    store.add(arranged())  # while the store is open, there are more files next to it
    path.parent.chmod(0o755)
    for file in path.parent.iterdir():
        file.chmod(0o644)
    open_store().close()
    assert modes(path.parent) == PRIVATE


def make_old_file(path: Path, version: int, holder: bytes | None = None) -> None:
    """Create a file of an older version with one game, played in a browser if it has a holder."""
    path.parent.mkdir(parents=True)
    old = sqlite3.connect(path)
    for step in sorted(MIGRATIONS.glob("*.sql"))[:version]:
        old.executescript(step.read_text())
    old.execute(f"PRAGMA user_version = {version}")
    setup = json.dumps(setup_data(arranged()))
    then = "2026-01-01T00:00:00Z"
    old.execute("INSERT INTO game (setup, started, changed) VALUES (?, ?, ?)", (setup, then, then))
    if holder is not None:
        old.execute(
            "INSERT INTO online (game, code, against, begun) VALUES (1, 'ABC234', 'here', ?)",
            ("2026-01-01T00:00:00.000Z",),
        )
        old.execute("INSERT INTO seat VALUES (1, 1, ?1, TRUE), (1, 2, ?1, TRUE)", (holder,))
    old.commit()
    old.close()


def test_holders_of_unsigned_secrets_are_still_known(path: Path) -> None:
    make_old_file(path, 2, ADA)
    store = SqliteStore(path, ticking())
    put_online(store, replace(WAITING, code="NEWER2", seats=(OnlineSeat(BEN, joined=True),) * 2))
    assert [store.is_unsigned(holder) for holder in (ADA, BEN)] == [True, False]
    assert [game.summary.id for game in store.held_by(ADA, limit=5)] == [1]
    store.close()


def test_a_file_of_the_first_version_is_migrated_with_its_games(path: Path) -> None:
    make_old_file(path, 1)
    store = SqliteStore(path, ticking())
    assert store.record(1).setup == arranged()
    assert store.code_of(1) is None
    store.close()
    assert version_of(path) == len(list(MIGRATIONS.glob("*.sql")))


def test_a_backup_is_complete_and_a_single_file(store: SqliteStore, tmp_path: Path) -> None:
    game = store.add(arranged())
    store.begin_serving()
    apply_and_save(store, game, Match(arranged()), MOVE)
    copy = tmp_path / "copy.sqlite3"
    other = SqliteStore(store._db.path, ticking())  # as the command does while a server runs
    other.back_up(copy)
    other.close()
    store.append(game, 2, MOVE, None)
    assert [path.name for path in tmp_path.glob("*copy*")] == [copy.name]
    assert copy.stat().st_mode & 0o777 == 0o600
    restored = SqliteStore(copy, ticking())
    restored.begin_serving()
    assert restored.record(game).events == (MOVE,)
    restored.close()
    with pytest.raises(StoreError, match="already exists"):
        store.back_up(copy)


def test_a_failed_backup_names_its_target(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "copy.sqlite3"
    with pytest.raises(StoreError) as failed:
        store.back_up(target)
    reason = "No such file or directory"
    assert str(failed.value) == f"Backing up {path} to {target} failed: {reason}."


def test_a_backup_onto_a_full_disk_names_its_target_and_leaves_no_file(
    store: SqliteStore, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def connect_small(*words: Any, **settings: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*words, **settings)
        connection.execute("PRAGMA max_page_count = 1")  # as a full disk, SQLITE_FULL
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_small)
    target = tmp_path / "full" / "copy.sqlite3"
    target.parent.mkdir()
    with pytest.raises(StoreError) as failed:
        store.back_up(target)
    assert str(failed.value) == f"Backing up {path} to {target} failed: the disk is full."
    assert not list(target.parent.iterdir())


def test_a_damaged_file_is_not_served(store: SqliteStore, path: Path) -> None:
    for seed in range(20):
        apply_and_save(store, store.add(arranged(seed=seed)), Match(arranged(seed=seed)), MOVE)
    store.close()
    content = bytearray(path.read_bytes())
    page = 4_096
    content[page * 4 : page * 5] = b"\xff" * page
    path.write_bytes(content)
    damaged = SqliteStore(path, ticking())
    with pytest.raises(StoreError, match=r"damaged|Cannot use .*malformed"):
        damaged.begin_serving()
    damaged.close()


def test_a_file_with_missing_rows_is_not_served(store: SqliteStore, path: Path) -> None:
    game = store.add(arranged())
    store.append(game, 1, MOVE, None)
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM game")
    connection.close()
    damaged = SqliteStore(path, ticking())
    with pytest.raises(StoreError, match=r"damaged \(a reference"):
        damaged.begin_serving()
    damaged.close()


def test_a_full_disk_is_reported_although_it_ends_the_transaction(store: SqliteStore) -> None:
    def fill() -> None:
        store._db.execute("ROLLBACK")  # which SQLite does then
        raise sqlite3.OperationalError("database or disk is full")

    with pytest.raises(StoreError, match="disk is full"), store._db.writing():
        fill()


def test_a_failed_commit_leaves_no_open_transaction(store: SqliteStore, path: Path) -> None:
    store._db.execute("PRAGMA foreign_keys = ON")
    store._db.execute("CREATE TABLE one (id INTEGER PRIMARY KEY)")
    store._db.execute("CREATE TABLE other (one REFERENCES one DEFERRABLE INITIALLY DEFERRED)")
    with pytest.raises(StoreError, match="FOREIGN KEY"), store._db.writing():
        store._db.execute("INSERT INTO other VALUES (7)")  # fails at the commit
    store.add_attempt("", Attempt("a puzzle", "digit-duel", 1, "ones", True, 1))
    again = open_store(str(path))
    assert len(again.attempts("")) == 1, "it is saved, not part of a transaction that never ends"
    again.close()


def tables_of(connection: sqlite3.Connection) -> tuple[str, int]:
    """Return the file of a connection, "" for one in memory, and its number of games."""
    (_, _, file) = connection.execute("PRAGMA database_list").fetchone()
    (games,) = connection.execute("SELECT count(*) FROM game").fetchone()
    return Path(file).name, games


def test_a_read_only_file_is_read_in_place_or_migrated_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = path.parent / "old" / "old.sqlite3"
    make_old_file(old, 1)
    before = old.read_bytes()
    with closing(SqliteStore(path, ticking())) as store:
        store.add(arranged())
    monkeypatch.setattr(os, "access", lambda place, _: not Path(place).suffix)
    for file, place in ((path, path.name), (old, "")):
        with closing(open_file(file, 1.0, read_only=True)) as connection:
            assert tables_of(connection) == (place, 1)
    assert old.read_bytes() == before
    with (
        closing(open_file(path, 1.0, read_only=True)) as connection,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        connection.execute("DELETE FROM game")


def test_a_missing_file_is_not_created_for_reading(path: Path) -> None:
    with closing(open_file(path, 1.0, read_only=True)) as connection:
        assert tables_of(connection) == ("", 0)
    assert not path.exists()


def test_a_file_is_locked_while_another_process_writes(store: SqliteStore, path: Path) -> None:
    store.add(arranged())
    assert not store.is_locked()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert store.is_locked()
        other.execute("ROLLBACK")
        assert not store.is_locked()
    with store._db.writing():
        assert not store.is_locked(), "the store's own writes do not count"
    with closing(SqliteStore(IN_MEMORY, ticking())) as memory:
        assert not memory.is_locked()
