"""The SQLite file under the store: opened, brought up to date, written whole or not at all."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lastdigit.errors import RecordError, StoreBusy, StoreError
from lastdigit.system import data_folder

IN_MEMORY = ":memory:"
MIGRATIONS = Path(__file__).with_name("migrations")
PATIENCE = 10.0
"""Seconds to wait for somebody else who is writing."""


def default_path() -> Path:
    """Return where games are kept; raises StoreError where there is no home."""
    folder = data_folder()
    if folder is None:
        raise StoreError("There is no home folder to keep games in; set XDG_DATA_HOME.")
    return folder / "games.sqlite3"


def make_private(path: Path) -> None:
    """Close a file or a folder to everybody but its owner, if it is ours and there."""
    with suppress(OSError):
        path.chmod(path.stat().st_mode & 0o700)


class Database:
    """One connection, one writer at a time; other processes may have their own."""

    def __init__(self, path: Path | str, patience: float) -> None:
        """Open the file, or make it; raises StoreError and then leaves the file as it was.

        `patience` is how many seconds it waits while somebody else is writing.
        """
        self.path = path
        self._serving: int | None = None
        with self.trouble():
            if path != IN_MEMORY:
                self._make_file(Path(path))
            # A server asks from threads, one at a time; it sees to that itself.
            self._connection = sqlite3.connect(
                path, timeout=patience, isolation_level=None, check_same_thread=False
            )
            self.execute = self._connection.execute
            self._refuse_strangers()
            self._write_ahead()
            self.execute("PRAGMA synchronous = FULL")
            self.execute("PRAGMA foreign_keys = ON")
            self._migrate()
            if path != IN_MEMORY:
                for ending in ("", "-wal", "-shm"):
                    make_private(Path(f"{path}{ending}"))

    def close(self) -> None:
        """Close the file, and let another server have it."""
        self._connection.close()
        if self._serving is not None:
            os.close(self._serving)
            self._serving = None

    def begin_serving(self) -> None:
        """Be the only server that has this file; raises StoreError if another has it."""
        if self.path == IN_MEMORY:
            return
        with self.trouble():
            lock = os.open(f"{self.path}.serving", os.O_RDWR | os.O_CREAT, 0o600)
            try:
                # The system lets it go when the process ends, however it ends.
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                raise StoreError(
                    f"Another server has the kept games in {self.path}. Stop it first, or set "
                    "XDG_DATA_HOME to another folder for this one."
                ) from None
        self._serving = lock

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Make what is written inside one transaction."""
        with self.trouble():
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.execute("ROLLBACK")
                raise
            self.execute("COMMIT")

    @contextmanager
    def trouble(self) -> Iterator[None]:
        """Turn whatever goes wrong inside into a StoreError."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise StoreBusy(f"Somebody else is writing to {self.path} just now.") from None
            raise self._unusable(error) from None
        except (sqlite3.Error, OSError, OverflowError, RecordError) as error:
            raise self._unusable(error) from None

    def _unusable(self, error: Exception) -> StoreError:
        fault = str(error).rstrip(".")
        return StoreError(f"The kept games in {self.path} cannot be used: {fault}.")

    def _make_file(self, path: Path) -> None:
        """Make folder and file where there are none, for nobody but the user from the first on."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # One that is there is left alone: to close a file would end SQLite's locks on it.
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))

    def _refuse_strangers(self) -> None:
        """Refuse a file that is not ours, before anything in it is touched."""
        # One statement, so that nobody can make the file between two looks at it.
        at, tables = self.execute(
            "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version"
        ).fetchone()
        if at > len(_steps()):
            raise StoreError("These games were kept by a newer version of lastdigit.")
        if at < 0 or (tables and not at):
            raise StoreError(f"{self.path} is a database, but not of lastdigit's games.")

    def _write_ahead(self) -> None:
        # SQLite does not wait by itself while somebody else is just making the same change.
        give_up = time.monotonic() + PATIENCE
        while True:
            try:
                self.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.02)
            else:
                return

    def _migrate(self) -> None:
        with self.writing():
            at = int(self.execute("PRAGMA user_version").fetchone()[0])
            for number, step in enumerate(_steps()[at:], at + 1):
                for statement in step.read_text().split(";"):
                    self.execute(statement)
                self.execute(f"PRAGMA user_version = {number}")


def _steps() -> list[Path]:
    return sorted(MIGRATIONS.glob("*.sql"))
