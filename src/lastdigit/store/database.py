"""The SQLite file under the store: where it is, opened, brought up to date, had by one server.

Whatever else goes wrong here is an OSError or an error of sqlite3.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from lastdigit.errors import StoreError
from lastdigit.system import data_folder, has_processes, lock_file

IN_MEMORY = ":memory:"
MIGRATIONS = Path(__file__).with_name("migrations")
JOURNAL = "WAL" if has_processes() else "TRUNCATE"
"""A log to write ahead lies in memory that processes share; in a browser there is no such thing."""
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


def open_file(path: Path | str, patience: float, *, read_only: bool = False) -> sqlite3.Connection:
    """Open a file of games, or make it; raises StoreError, and then leaves it as it was.

    `patience` is how many seconds it waits while somebody else is writing. With `read_only` a
    missing file is not made, and a file that cannot be written is opened all the same.
    """
    if read_only and path != IN_MEMORY:
        if not _is_there(Path(path)):
            path = IN_MEMORY
        elif not all(os.access(place, os.W_OK) for place in (path, Path(path).parent)):
            return _open_unwritable(Path(path), patience)
    if path != IN_MEMORY:
        _make_file(Path(path))
    connection = _connect(path, patience)
    try:
        _refuse_strangers(connection, path)
        _write_ahead(connection)
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


def _connect(path: Path | str, patience: float, *, uri: bool = False) -> sqlite3.Connection:
    # A server asks from threads, one at a time; it sees to that itself.
    return sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False, uri=uri
    )


def _open_unwritable(path: Path, patience: float) -> sqlite3.Connection:
    """Open a file that cannot be written, such as one on read-only media; raises StoreError."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    log = Path(f"{path}-wal")
    in_read_only_folder = not os.access(path.parent, os.W_OK)
    if in_read_only_folder and not log.exists():
        # SQLite would otherwise make a log beside it. Never with a log: it would not be read.
        uri += "&immutable=1"
    connection = _connect(uri, patience, uri=True)
    try:
        version = _refuse_strangers(connection, path)
        if version == len(_steps()):
            return connection
        copy = _migrated_copy(connection, patience)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError) and in_read_only_folder and log.exists():
            raise StoreError(
                f"{path} cannot be read in a read-only folder, because there is a {log.name} "
                "beside it. Copy both into a folder that you can write to."
            ) from None
        raise
    connection.close()
    return copy


def _migrated_copy(connection: sqlite3.Connection, patience: float) -> sqlite3.Connection:
    """Copy a database of an older version into memory, and bring the copy up to date."""
    copy = _connect(IN_MEMORY, patience)
    try:
        connection.backup(copy)
        _migrate(copy)
    except BaseException:
        copy.close()
        raise
    return copy


def lock_for_serving(path: Path | str) -> int | None:
    """Return a lock on the file that one server can have; raises StoreError if another has it.

    There is none on games in memory: nobody else can reach them.
    """
    if path == IN_MEMORY:
        return None
    lock = os.open(f"{path}.serving", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock_file(lock)
    except BlockingIOError:
        os.close(lock)
        raise StoreError(
            f"Another server has the kept games in {path}. Stop it first, or set "
            "XDG_DATA_HOME to another folder for this one."
        ) from None
    except OSError as error:
        os.close(lock)
        raise StoreError(f"Cannot lock {path}.serving: {error.strerror}.") from None
    return lock


def check(connection: sqlite3.Connection, path: Path | str) -> None:
    """Read the whole file, and raise StoreError if something in it is damaged."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found == "ok" and connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        found = "something refers to what is not there"
    if found != "ok":
        raise StoreError(
            f"The kept games in {path} are damaged ({found}). Put a backup in its place, or see "
            "what can be saved: docs/operating.md."
        )


def copy_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Copy a database as it stands at one moment into a new file, whole or not at all.

    Raises StoreError if there is such a file, or if the copy is not sound.
    """
    if path.exists():
        raise StoreError(f"{path} is there already; name a new file.")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(part)) as copy:
            # In one step, by a reader's view of the log: whoever writes meanwhile does not wait.
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
            check(copy, path)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.link(part, path)  # unlike a renaming, it never replaces what somebody made meanwhile
    finally:
        part.unlink(missing_ok=True)


def _make_file(path: Path) -> None:
    """Make folder and file where there are none, for nobody but the user from the first on."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # One that is there is left alone: to close a file would end SQLite's locks on it.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


def _is_there(path: Path) -> bool:
    """Return whether there is a file; raises OSError if that cannot be known."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


def _refuse_strangers(connection: sqlite3.Connection, path: Path | str) -> int:
    """Return a file's version, or refuse one that is not ours before it is touched."""
    # One statement, so that nobody can make the file between two looks at it.
    at, tables = connection.execute(
        "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version"
    ).fetchone()
    if at > len(_steps()):
        raise StoreError("These games were kept by a newer version of lastdigit.")
    if at < 0 or (tables and not at):
        raise StoreError(f"{path} is a database, but not of lastdigit's games.")
    return int(at)


def _write_ahead(connection: sqlite3.Connection) -> None:
    # SQLite does not wait by itself while somebody else is just making the same change.
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode = {JOURNAL}")
        except sqlite3.OperationalError:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.02)
        else:
            return


def _migrate(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        at = int(connection.execute("PRAGMA user_version").fetchone()[0])
        for number, step in enumerate(_steps()[at:], at + 1):
            for statement in _statements(step.read_text()):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script: a string, a comment or a trigger may contain a `;`."""
    statement = ""
    for part in re.split("(?<=;)", script):
        statement += part
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement  # a comment, or a statement that is cut short: SQLite refuses it


def _steps() -> list[Path]:
    return sorted(MIGRATIONS.glob("*.sql"))
