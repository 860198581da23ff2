"""Read-only commands on saved games that cannot be written, such as a mounted backup."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.conftest import ONE_LINE, PATIENCE, CommandResult, Run, Size
from tests.storage.test_sqlite import make_old_file

GAMES = "shelf/games.sqlite3"
Unprivileged = Callable[..., CommandResult]


@pytest.fixture
def unprivileged(environment: dict[str, str], tmp_path: Path) -> Unprivileged:
    """Run `lastdigit` as a user to whom permissions apply, unlike root."""
    before: list[str] = []
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("root needs setpriv to be held to permissions")
        before = [setpriv, "--bounding-set=-dac_override,-dac_read_search"]

    def run_command(*words: str) -> CommandResult:
        done = subprocess.run(
            [*before, sys.executable, "-m", "lastdigit", *words],
            capture_output=True,
            env={**environment, **ONE_LINE},
            cwd=tmp_path,
            timeout=PATIENCE,
            check=False,
        )
        return CommandResult(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_command


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a folder and its files read-only, and check that nothing in it changes."""
    before = {path: path.read_bytes() for path in folder.iterdir()}
    for path in before:
        path.chmod(0o444)
    folder.chmod(0o555)
    yield
    folder.chmod(0o755)
    for path in before:
        path.chmod(0o644)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.fixture
def media(call: Run, tmp_path: Path) -> Path:
    """Return a folder with one finished game."""
    (tmp_path / "shelf").mkdir()
    assert call("play", "digit-poison", "--store", GAMES, typed="0\n").code == 0
    assert [path.name for path in (tmp_path / "shelf").iterdir()] == ["games.sqlite3"]
    return tmp_path / "shelf"


def test_commands_that_only_read_work_on_read_only_media(
    media: Path, unprivileged: Unprivileged, call: Run, tmp_path: Path, size: Size
) -> None:
    commands = [("admin", "backup", "copy.sqlite3"), ("saved", "list"), ("review", "1")]
    commands += [("saved", "export", "1"), ("saved", "replay", "1"), ("saved", "verify", "1")]
    commands += [("stats", "--json"), ("ladder",)]
    for command in commands[: size(sample=3, full=len(commands))]:
        with read_only(media):
            result = unprivileged(*command, "--store", GAMES)
        assert (result.code, result.err) == (0, ""), command
        if command != ("admin", "backup", "copy.sqlite3"):
            assert result.out == call(*command, "--store", GAMES).out
    assert "Digit Poison" in call("saved", "list", "--store", str(tmp_path / "copy.sqlite3")).out


def test_a_read_only_file_is_read_in_a_writable_folder(
    media: Path, unprivileged: Unprivileged
) -> None:
    (media / "games.sqlite3").chmod(0o444)
    assert "Digit Poison" in unprivileged("saved", "list", "--store", GAMES).out


def test_moves_in_the_write_ahead_log_are_read(
    media: Path, unprivileged: Unprivileged, call: Run
) -> None:
    """A program that was killed leaves its last moves in this log."""
    with closing(sqlite3.connect(media / "games.sqlite3")) as connection:
        connection.execute("UPDATE game SET setup = replace(setup, 'Player 1', 'Ada')")
        connection.commit()
        for name in ("games.sqlite3", "games.sqlite3-wal", "games.sqlite3-shm"):
            shutil.copy(media / name, media / f"killed-{name}")
    with read_only(media):
        result = unprivileged("saved", "list", "--store", "shelf/killed-games.sqlite3")
    assert result.code == 0
    assert "Ada" in result.out
    assert result.out == call("saved", "list", "--store", GAMES).out


def test_an_unreadable_write_ahead_log_is_an_error_with_advice(
    media: Path, unprivileged: Unprivileged
) -> None:
    (media / "games.sqlite3-wal").write_bytes(b"")
    with read_only(media):
        result = unprivileged("saved", "list", "--store", GAMES)
    assert (result.code, result.out) == (1, "")
    assert result.err == (
        "lastdigit: shelf/games.sqlite3 cannot be read, because its folder is read-only "
        "and contains games.sqlite3-wal. Copy both files into a folder that you can write to.\n"
    )


def test_a_file_of_an_older_version_is_read_without_migration(
    tmp_path: Path, unprivileged: Unprivileged
) -> None:
    make_old_file(tmp_path / GAMES, 1)
    with read_only(tmp_path / "shelf"):
        result = unprivileged("saved", "list", "--store", GAMES)
    assert (result.code, result.err) == (0, "")
    assert "Digit Duel" in result.out


def test_without_saved_games_the_list_is_empty_and_no_file_is_created(
    tmp_path: Path, unprivileged: Unprivileged
) -> None:
    (tmp_path / "shelf").mkdir()
    for _ in range(2):
        result = unprivileged("saved", "list", "--store", GAMES)
        assert (result.code, result.err) == (0, "")
        assert result.out.startswith("No saved games")
        assert not list((tmp_path / "shelf").iterdir())
        (tmp_path / "shelf").chmod(0o555)
    (tmp_path / "shelf").chmod(0o755)


def test_a_database_of_another_program_is_refused(
    tmp_path: Path, unprivileged: Unprivileged
) -> None:
    (tmp_path / "shelf").mkdir()
    with closing(sqlite3.connect(tmp_path / GAMES)) as connection:
        connection.execute("CREATE TABLE price (euros)")
    with read_only(tmp_path / "shelf"):
        result = unprivileged("saved", "list", "--store", GAMES)
    assert (result.code, result.out) == (1, "")
    assert "is a database that belongs to another program" in result.err


@pytest.mark.parametrize("words", [("saved", "delete", "1", "--yes"), ("resume", "1")])
def test_commands_that_write_refuse_and_change_nothing(
    words: tuple[str, ...], media: Path, unprivileged: Unprivileged
) -> None:
    with read_only(media):
        result = unprivileged(*words, "--store", GAMES)
    assert (result.code, result.out) == (1, "")
    assert result.err.startswith("lastdigit: Cannot use the saved games in shelf/games.sqlite3")
