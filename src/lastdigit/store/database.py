"""The SQLite file under the store: opened, brought up to date, written whole or not at all."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lastdigit.errors import RecordError, StoreError
from lastdigit.system import data_folder

IN_MEMORY = ":memory:"
MIGRATIONS = Path(__file__).with_name("migrations")
WAIT_SECONDS = 10


def default_path() -> Path:
    """Return where games are kept; raises StoreError where there is no home."""
    folder = data_folder()
    if folder is None:
        raise StoreError("There is no home folder to keep games in; set XDG_DATA_HOME.")
    return folder / "games.sqlite3"


class Database:
    """One connection, one writer at a time; other processes may have their own."""

    def __init__(self, path: Path | str) -> None:
        """Open the file, or make it; raises StoreError and then leaves the file as it was."""
        self.path = path
        with self.trouble():
            if path != IN_MEMORY:
                Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # A server asks from threads, one at a time; it sees to that itself.
            self._connection = sqlite3.connect(
                path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False
            )
            self.execute = self._connection.execute
            self._refuse_strangers()
            self._write_ahead()
            self.execute("PRAGMA synchronous = FULL")
            self.execute("PRAGMA foreign_keys = ON")
            self._migrate()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

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
        except (sqlite3.Error, OSError, OverflowError, RecordError) as error:
            told = str(error).rstrip(".")
            raise StoreError(f"The kept games in {self.path} cannot be used: {told}.") from None

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
        give_up = time.monotonic() + WAIT_SECONDS
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
