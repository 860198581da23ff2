"""The SQLite store. What its methods promise is said in `contract`."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from lastdigit.errors import Conflict, RecordError, StoreBusy, StoreError
from lastdigit.match.record import Event, Result, Setup
from lastdigit.match.record_line import event_data, result_data, setup_data
from lastdigit.store.contract import Append, Left
from lastdigit.store.database import (
    IN_MEMORY,
    PATIENCE,
    check,
    copy_whole,
    lock_for_serving,
    open_file,
)
from lastdigit.store.sql import LastNumbers, SqlStore

TROUBLE = (sqlite3.Error, OSError, OverflowError, RecordError)


class Database:
    """One connection, one writer at a time; other processes may have their own."""

    def __init__(self, path: Path | str, patience: float, *, read_only: bool = False) -> None:
        self.path = path
        self._lock: int | None = None
        self._begun = 0
        """How many transactions have begun to write."""
        with self.reading():
            self._connection = open_file(path, patience, read_only=read_only)
        self.execute = self._connection.execute

    def close(self) -> None:
        """Close the file, and let another server have it."""
        self._connection.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def begin_serving(self) -> None:
        """Be the only server that has this file; raises StoreError if another has it.

        Also if something in it is damaged: a server would add to it for months.
        """
        with self.reading():
            self._lock = lock_for_serving(self.path)
            check(self._connection, self.path)

    def is_locked(self) -> bool:
        """Return whether another process is writing, without waiting, on a separate connection."""
        if self.path == IN_MEMORY:
            return False
        address = f"{Path(self.path).absolute().as_uri()}?mode=rw"
        # This process may be writing as well, in another thread.
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
        """Copy the file as it stands at one moment into a new one, whole or not at all.

        Raises StoreError, which names both files: a full disk, for example, is the target's.
        """
        try:
            copy_whole(self._connection, path)
        except (sqlite3.Error, OSError) as error:
            fault = getattr(error, "strerror", None) or str(error)
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
                fault = "the disk is full"
            raise StoreError(f"Backing up {self.path} to {path} failed: {fault}.") from None

    def refuse_beside_a_server(self) -> None:
        """Raise StoreError if a server has this file: it remembers its games."""
        try:
            lock = lock_for_serving(self.path)
        except StoreError:
            raise StoreError("A server plays the games in a browser; stop it first.") from None
        if lock is not None:
            os.close(lock)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Make what is written inside one transaction, or part of the one around it."""
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
                if self._connection.in_transaction:  # a full disk has ended it by itself
                    self.execute("ROLLBACK")
                raise
        except TROUBLE as error:
            raise self._fault(error) from None

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Turn whatever goes wrong inside into a StoreError."""
        try:
            yield
        except TROUBLE as error:
            raise self._fault(error) from None

    def _fault(self, error: Exception) -> StoreError:
        code = getattr(error, "sqlite_errorcode", None)
        if isinstance(error, sqlite3.OperationalError) and code == sqlite3.SQLITE_BUSY:
            return StoreBusy(f"Another program is writing to {self.path}.")
        reason = error.strerror if isinstance(error, OSError) else None  # without "[Errno 13]"
        fault = (reason or str(error)).rstrip(".")
        return StoreError(f"The saved games in {self.path} cannot be used: {fault}.")


class SqliteStore(SqlStore):
    """Games in one SQLite file; times come from `now`. For the rest see open_file."""

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
        left: Left | None = None,
    ) -> None:
        with self._db.writing():
            now = self._now()
            try:
                self._db.execute(
                    "INSERT INTO event (game, number, body, at) VALUES (?, ?, ?, ?)",
                    (game, number, json.dumps(event_data(event)), now),
                )
            except sqlite3.IntegrityError:
                raise Conflict(f"Game {game} has been played on or forgotten elsewhere.") from None
            self._db.execute(
                "UPDATE game SET changed = ?, result = ? WHERE id = ?",
                (now, json.dumps(result_data(result)) if result else None, game),
            )
            if result is not None and following is not None:
                self._db.execute(
                    "INSERT INTO game (match, setup, started, changed) "
                    "SELECT coalesce(match, id), ?, ?, ? FROM game WHERE id = ?",
                    (json.dumps(setup_data(following)), now, now, game),
                )
            if left is not None:
                self._db.execute(
                    "UPDATE online SET clocks = ? WHERE game = ?", (json.dumps(left), game)
                )

    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        fates: list[StoreError | None] = []
        with self._db.writing():
            for append in appends:
                try:
                    game, number, event, result, following, left, *_ = append
                    self.append(game, number, event, result, following, left)
                except Conflict as conflict:
                    fates.append(conflict)  # nothing of it is written, and the others go on
                else:
                    fates.append(None)
        return fates

    def last_numbers(self) -> LastNumbers:
        (game,) = self._db.execute(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'game'"
        ).fetchone()
        (attempt,) = self._db.execute("SELECT coalesce(max(id), 0) FROM attempt").fetchone()
        return LastNumbers(game, attempt)

    def set_last_numbers(self, last: LastNumbers) -> None:
        self._db.execute("DELETE FROM sqlite_sequence WHERE name = 'game'")
        self._db.execute("INSERT INTO sqlite_sequence VALUES ('game', ?)", (last.game,))
