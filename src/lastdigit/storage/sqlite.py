"""The default store: an SQLite file."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from lastdigit.errors import Conflict, RecordError, StoreBusy, StoreError
from lastdigit.match.record import Event, Result, Setup, event_data, result_data, setup_data
from lastdigit.storage.base import Append, ClockTimes
from lastdigit.storage.sql import LastNumbers, SqlStore
from lastdigit.system import data_folder, has_processes, lock_file

IN_MEMORY = ":memory:"
MIGRATIONS = Path(__file__).with_name("migrations") / "sqlite"
JOURNAL = "WAL" if has_processes() else "TRUNCATE"
"""SQLite's journal mode. WAL needs shared memory, which Python in a browser does not have."""
PATIENCE = 10.0
"""The default number of seconds to wait while another process is writing."""
LOCK_PROBES, LOCK_PROBE_SECONDS = 3, 0.01
"""How many times to check whether another process is writing, and the seconds between checks."""


def default_path() -> Path:
    """Return the path of the default SQLite file. Raise StoreError if there is no home folder."""
    folder = data_folder()
    if folder is None:
        raise StoreError("No home folder was found for saved games. Set XDG_DATA_HOME.")
    return folder / "games.sqlite3"


def make_private(path: Path) -> None:
    """Remove other users' permissions from a file or folder, if possible."""
    with suppress(OSError):
        path.chmod(path.stat().st_mode & 0o700)


def open_file(path: Path | str, patience: float, *, read_only: bool = False) -> sqlite3.Connection:
    """Open or create a store's SQLite file, and migrate its tables.

    Raise StoreError and leave the file unchanged if the file cannot be opened or migrated.
    `patience` is the number of seconds to wait for another writer. With `read_only`, a missing file
    is not created, and the store is empty.
    """
    if read_only and path != IN_MEMORY:
        if not _exists(Path(path)):
            path = IN_MEMORY  # an empty store
        elif not all(os.access(place, os.W_OK) for place in (path, Path(path).parent)):
            return _open_unwritable(Path(path), patience)
    if path != IN_MEMORY:
        _create_file(Path(path))
    connection = _connect(path, patience)
    try:
        _check_version(connection, path)
        _set_journal_mode(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection)
    except BaseException:
        connection.close()
        raise
    if path != IN_MEMORY:
        for ending in ("", "-wal", "-shm"):
            make_private(Path(f"{path}{ending}"))
    return connection


def _exists(path: Path) -> bool:
    """Return whether a file exists. Raise OSError if the answer cannot be determined."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


def _create_file(path: Path) -> None:
    """Create the folder with mode 0700 and the file with mode 0600 if they do not exist."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Do not open an existing file: closing it would release SQLite's locks on it.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


def _connect(path: Path | str, patience: float, *, uri: bool = False) -> sqlite3.Connection:
    # A server uses the connection from several threads, but only from one at a time.
    return sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False, uri=uri
    )


def _open_unwritable(path: Path, patience: float) -> sqlite3.Connection:
    """Open an SQLite file that this user cannot write to.

    Raise StoreError if the file cannot be read.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro"
    log = Path(f"{path}-wal")
    in_read_only_folder = not os.access(path.parent, os.W_OK)
    if in_read_only_folder and not log.exists():
        # Otherwise SQLite tries to create a log. If there is a log, `immutable` would ignore it.
        uri += "&immutable=1"
    connection = _connect(uri, patience, uri=True)
    try:
        version = _check_version(connection, path)
        if version == len(_migration_files()):
            return connection
        copy = _migrated_copy(connection, patience)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError) and in_read_only_folder and log.exists():
            raise StoreError(
                f"{path} cannot be read, because its folder is read-only and contains {log.name}. "
                "Copy both files into a folder that you can write to."
            ) from None
        raise
    connection.close()
    return copy


def _migrated_copy(connection: sqlite3.Connection, patience: float) -> sqlite3.Connection:
    """Copy a database into memory, and migrate the copy to the current version."""
    copy = _connect(IN_MEMORY, patience)
    try:
        connection.backup(copy)
        _migrate(copy)
    except BaseException:
        copy.close()
        raise
    return copy


def _check_version(connection: sqlite3.Connection, path: Path | str) -> int:
    """Return the version of the tables in a file.

    Raise StoreError if the tables belong to another application or to a newer version.
    """
    # One statement, because another process may be creating the tables.
    at, tables = connection.execute(
        "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version"
    ).fetchone()
    if at > len(_migration_files()):
        raise StoreError("These games were saved by a newer version of lastdigit.")
    if at < 0 or (tables and not at):
        raise StoreError(f"{path} is a database that belongs to another program.")
    return int(at)


def _set_journal_mode(connection: sqlite3.Connection) -> None:
    # SQLite's own timeout does not apply while another process changes the journal mode.
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode = {JOURNAL}")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def _migrate(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        at = int(connection.execute("PRAGMA user_version").fetchone()[0])
        for number, step in enumerate(_migration_files()[at:], at + 1):
            for statement in _split_statements(step.read_text()):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _split_statements(script: str) -> Iterator[str]:
    """Split an SQL script into statements. Strings, comments and triggers may contain a `;`."""
    statement = ""
    for part in re.split("(?<=;)", script):
        statement += part
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement  # a comment, or an incomplete statement, which SQLite rejects


def _migration_files() -> list[Path]:
    return sorted(MIGRATIONS.glob("*.sql"))


def lock_for_serving(path: Path | str) -> int | None:
    """Lock a store's file for this server, and return the lock's file descriptor.

    Return None for an in-memory store. Raise StoreError if another server holds the lock.
    """
    if path == IN_MEMORY:
        return None
    lock = os.open(f"{path}.serving", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock_file(lock)
    except BlockingIOError:
        os.close(lock)
        raise StoreError(
            f"Another server is using the saved games in {path}. Stop that server, or "
            "set XDG_DATA_HOME to use another folder."
        ) from None
    except OSError as error:
        os.close(lock)
        raise StoreError(f"Cannot lock {path}.serving: {error.strerror}.") from None
    return lock


def check(connection: sqlite3.Connection, path: Path | str) -> None:
    """Check the whole database file. Raise StoreError if the file is damaged."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found == "ok" and connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        found = "a reference points to a missing row"
    if found != "ok":
        raise StoreError(
            f"The saved games in {path} are damaged ({found}). Restore a backup, or see "
            "docs/operating.md to recover the games."
        )


def copy_database(connection: sqlite3.Connection, path: Path) -> None:
    """Copy a database to a new file, even while other processes are writing.

    Raise StoreError if the new file already exists or the copy is damaged.
    """
    if path.exists():
        raise StoreError(f"{path} already exists. Choose another name.")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(part)) as copy:
            # One step reads one snapshot of the log, so writers do not have to wait.
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file without a log
            check(copy, path)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.link(part, path)  # unlike a rename, it never replaces a file
    finally:
        part.unlink(missing_ok=True)


DATABASE_ERRORS = (sqlite3.Error, OSError, OverflowError, RecordError)


class Database:
    """A connection to an SQLite file that can run transactions."""

    def __init__(self, path: Path | str, patience: float, *, read_only: bool = False) -> None:
        self.path = path
        self._lock: int | None = None
        self._begun = 0
        """The number of write transactions begun so far."""
        with self.reading():
            self._connection = open_file(path, patience, read_only=read_only)
        self.execute = self._connection.execute
        self.execute_many = self._connection.executemany

    def close(self) -> None:
        """Close the file and release this server's lock on it."""
        self._connection.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def begin_serving(self) -> None:
        """Lock the file for this server.

        Raise StoreError if another server holds the lock or if the file is damaged.
        """
        with self.reading():
            self._lock = lock_for_serving(self.path)
            # Without the check, a server could write to a damaged file for months.
            check(self._connection, self.path)

    def is_locked(self) -> bool:
        """Return whether another process is writing to the file."""
        if self.path == IN_MEMORY:
            return False
        for _ in range(LOCK_PROBES):
            if not self._is_locked_elsewhere():
                return False
            time.sleep(LOCK_PROBE_SECONDS)
        return True

    def _is_locked_elsewhere(self) -> bool:
        address = f"{Path(self.path).absolute().as_uri()}?mode=rw"
        # This process may be writing in another thread, which does not count. While SQLite begins
        # or commits, it holds the lock without reporting a transaction, so a probe can be wrong.
        writing, begun = self._connection.in_transaction, self._begun
        with (
            self.reading(),
            closing(sqlite3.connect(address, 0, isolation_level=None, uri=True)) as probe,
        ):
            try:
                probe.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                    return not (writing or self._connection.in_transaction or self._begun != begun)
                raise
            probe.execute("ROLLBACK")
        return False

    def copy_to(self, path: Path) -> None:
        """Copy the database to a new file, even while other processes are writing.

        Raise StoreError if the copy fails.
        """
        try:
            copy_database(self._connection, path)
        except (sqlite3.Error, OSError) as error:
            # Name both files, because a problem such as a full disk can affect either.
            fault = getattr(error, "strerror", None) or str(error)
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
                fault = "the disk is full"
            raise StoreError(f"Backing up {self.path} to {path} failed: {fault}.") from None

    def check_no_server(self) -> None:
        """Raise StoreError if a server is using the database."""
        try:
            lock = lock_for_serving(self.path)
        except StoreError:
            raise StoreError("A server is using these games. Stop the server first.") from None
        if lock is not None:
            os.close(lock)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Run the `with` block in one transaction. Convert database errors to StoreError.

        Nested blocks run in the same transaction.
        """
        if self._connection.in_transaction:
            yield
            return
        try:
            self.execute("BEGIN IMMEDIATE")
            self._begun += 1
            try:
                yield
                self.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # a full disk may have ended it
                    self.execute("ROLLBACK")
                raise
        except DATABASE_ERRORS as error:
            raise self._store_error(error) from None

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Convert database errors in the `with` block to StoreError."""
        try:
            yield
        except DATABASE_ERRORS as error:
            raise self._store_error(error) from None

    def _store_error(self, error: Exception) -> StoreError:
        code = getattr(error, "sqlite_errorcode", None)
        if isinstance(error, sqlite3.OperationalError) and code == sqlite3.SQLITE_BUSY:
            return StoreBusy(f"Another program is writing to {self.path}.")
        reason = error.strerror if isinstance(error, OSError) else None  # without "[Errno 13]"
        fault = (reason or str(error)).rstrip(".")
        return StoreError(f"Cannot use the saved games in {self.path}: {fault}.")


class SqliteStore(SqlStore):
    """A store in one SQLite file.

    `now` returns the current time for new rows, as ISO text. `patience` is the number of seconds to
    wait for another writer. With `read_only`, a missing file is not created, and the store is
    empty.
    """

    _db: Database

    def __init__(
        self,
        path: Path | str,
        now: Callable[[], str],
        patience: float = PATIENCE,
        *,
        read_only: bool = False,
    ) -> None:
        super().__init__(Database(path, patience, read_only=read_only), now)

    def begin_serving(self) -> None:
        self._db.begin_serving()

    def is_locked(self) -> bool:
        return self._db.is_locked()

    def size(self) -> int:
        with self._db.reading():
            row = self._db.execute(
                "SELECT (page_count - freelist_count) * page_size "
                "FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
            ).fetchone()
            return int(row[0])

    def back_up(self, path: Path) -> None:
        self._db.copy_to(path)

    def append(
        self,
        game: int,
        number: int,
        event: Event,
        result: Result | None,
        following: Setup | None = None,
        clock_times: ClockTimes | None = None,
    ) -> None:
        with self._db.writing():
            self._append_all([Append(game, number, event, result, following, clock_times)])

    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        try:
            with self._db.writing():
                self._append_all(appends)
        except Conflict:
            return self._append_each(appends)  # nothing was saved
        return [None] * len(appends)

    def _append_each(self, appends: Sequence[Append]) -> list[StoreError | None]:
        errors: list[StoreError | None] = []
        with self._db.writing():
            for append in appends:
                try:
                    self._append_all([append])
                except Conflict as conflict:
                    errors.append(conflict)  # nothing was written, so the others can proceed
                else:
                    errors.append(None)
        return errors

    def _append_all(self, appends: Sequence[Append]) -> None:
        """Save events of different games in a transaction.

        Raise Conflict if an event is impossible.
        """
        now, write = self._now(), self._db.execute_many
        try:
            write(
                "INSERT INTO event (game, number, body, at) VALUES (?, ?, ?, ?)",
                [(one.game, one.number, json.dumps(event_data(one.event)), now) for one in appends],
            )
        except sqlite3.IntegrityError:
            game = appends[0].game
            raise Conflict(f"Game {game} was continued or deleted in another window.") from None
        results = [json.dumps(result_data(one.result)) if one.result else None for one in appends]
        write(
            "UPDATE game SET changed = ?, result = ? WHERE id = ?",
            [(now, result, one.game) for result, one in zip(results, appends, strict=True)],
        )
        for one in appends:
            if one.result is not None and one.following is not None:
                self._db.execute(
                    "INSERT INTO game (match, setup, started, changed) "
                    "SELECT coalesce(match, id), ?, ?, ? FROM game WHERE id = ?",
                    (json.dumps(setup_data(one.following)), now, now, one.game),
                )
        clocks = [(json.dumps(one.clock_times), one.game) for one in appends if one.clock_times]
        write("UPDATE online SET clocks = ? WHERE game = ?", clocks)

    def last_numbers(self) -> LastNumbers:
        (game,) = self._db.execute(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'game'"
        ).fetchone()
        (attempt,) = self._db.execute("SELECT coalesce(max(id), 0) FROM attempt").fetchone()
        return LastNumbers(game, attempt)

    def set_last_numbers(self, last: LastNumbers) -> None:
        self._db.execute("DELETE FROM sqlite_sequence WHERE name = 'game'")
        self._db.execute("INSERT INTO sqlite_sequence VALUES ('game', ?)", (last.game,))
