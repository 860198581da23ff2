"""The SQLite store. What `append` has returned from is on the disk."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lastdigit.errors import RecordError, StoreError
from lastdigit.fields import Fields
from lastdigit.record import LEFT, Event, Record, Result, Setup, Times
from lastdigit.recordline import (
    event_data,
    read_event,
    read_result,
    read_setup,
    result_data,
    setup_data,
)

IN_MEMORY = ":memory:"
MIGRATIONS = Path(__file__).with_name("migrations")
WAIT_SECONDS = 10


def default_path() -> Path:
    """Return where games are kept: the data folder that the XDG rules name."""
    given = os.environ.get("XDG_DATA_HOME", "")
    try:
        # The XDG rules say that a relative path is to be ignored.
        folder = Path(given) if Path(given).is_absolute() else Path.home() / ".local" / "share"
    except RuntimeError:
        raise StoreError("There is no home folder to keep games in; set XDG_DATA_HOME.") from None
    return folder / "lastdigit" / "games.sqlite3"


@dataclass(frozen=True)
class Summary:
    """A kept game in one line."""

    id: int
    setup: Setup | None
    """None where it cannot be read, such as that of a game no longer installed."""
    result: Result | None
    changed: str


class Store:
    """Kept games. One connection, one writer at a time; other processes may have their own."""

    def __init__(self, path: Path | str, now: Callable[[], str]) -> None:
        """Open the file, or make it; raises StoreError and then leaves the file as it was."""
        self.path = path
        self._now = now
        with self._trouble():
            if path != IN_MEMORY:
                Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._db = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
            self._refuse_strangers()
            self._write_ahead()
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def add(self, setup: Setup) -> int:
        """Keep a new game, the first of its match, and return its number."""
        with self._writing():
            now = self._now()
            row = self._db.execute(
                "INSERT INTO game (setup, started, changed) VALUES (?, ?, ?)",
                (json.dumps(setup_data(setup)), now, now),
            )
            return int(row.lastrowid or 0)

    def append(
        self,
        game: int,
        number: int,
        event: Event,
        result: Result | None,
        following: Setup | None = None,
    ) -> None:
        """Keep the event with this number, from 1 on; on return it is on the disk.

        With the event that ends a round, the `following` round is kept too: a match that is cut
        off between two rounds goes on. Raises StoreError if there is an event with that number
        already: somebody else plays on.
        """
        with self._writing():
            now = self._now()
            try:
                self._db.execute(
                    "INSERT INTO event (game, number, body, at) VALUES (?, ?, ?, ?)",
                    (game, number, json.dumps(event_data(event)), now),
                )
            except sqlite3.IntegrityError:
                raise StoreError(f"Game {game} has been played on elsewhere.") from None
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

    def record(self, game: int) -> Record:
        """Return a kept game; raises StoreError."""
        with self._trouble():
            row = self._db.execute(
                "SELECT setup, result, started FROM game WHERE id = ?", (game,)
            ).fetchone()
            events = self._db.execute(
                "SELECT body, at FROM event WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        if row is None:
            raise self._unknown(game)
        with self._trouble():
            return Record(
                read_setup(Fields.of(row[0])),
                tuple(read_event(Fields.of(body)) for body, _ in events),
                read_result(Fields.of(row[1])) if row[1] else LEFT,
                Times(row[2], tuple(at for _, at in events)),
            )

    def games(self, limit: int) -> list[Summary]:
        """Return kept games, the one changed last first."""
        with self._trouble():
            rows = self._db.execute(
                "SELECT id, setup, result, changed FROM game "
                "ORDER BY changed DESC, id DESC LIMIT ?",
                (limit,),
            ).fetchall()
            return [
                Summary(
                    game,
                    _readable(setup),
                    read_result(Fields.of(result)) if result else None,
                    changed,
                )
                for game, setup, result, changed in rows
            ]

    def count(self) -> int:
        """Return how many games are kept."""
        with self._trouble():
            return int(self._db.execute("SELECT count(*) FROM game").fetchone()[0])

    def latest_unfinished(self) -> int | None:
        """Return the unfinished game that was changed last, if there is one."""
        with self._trouble():
            row = self._db.execute(
                "SELECT id FROM game WHERE result IS NULL ORDER BY changed DESC, id DESC LIMIT 1"
            ).fetchone()
        return int(row[0]) if row else None

    def rounds(self, game: int) -> tuple[list[Result], int | None]:
        """Return the results of a game's match so far, and the round that is being played."""
        with self._trouble():
            row = self._db.execute(
                "SELECT coalesce(match, id) FROM game WHERE id = ?", (game,)
            ).fetchone()
            if row is None:
                raise self._unknown(game)
            rows = self._db.execute(
                "SELECT id, result FROM game WHERE coalesce(match, id) = ? ORDER BY id", row
            ).fetchall()
            results = [read_result(Fields.of(result)) for _, result in rows if result]
            return results, next((int(one) for one, result in rows if not result), None)

    def _unknown(self, game: int) -> StoreError:
        return StoreError(f"There is no game {game}; lastdigit list shows those there are.")

    def _refuse_strangers(self) -> None:
        """Refuse a file that is not ours, before anything in it is touched."""
        # One statement, so that nobody can make the file between two looks at it.
        at, tables = self._db.execute(
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
                self._db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.02)
            else:
                return

    def _migrate(self) -> None:
        with self._writing():
            at = int(self._db.execute("PRAGMA user_version").fetchone()[0])
            for number, step in enumerate(_steps()[at:], at + 1):
                for statement in step.read_text().split(";"):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {number}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._trouble():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, OverflowError, RecordError) as error:
            told = str(error).rstrip(".")
            raise StoreError(f"The kept games in {self.path} cannot be used: {told}.") from None


def _steps() -> list[Path]:
    return sorted(MIGRATIONS.glob("*.sql"))


def _readable(setup: str) -> Setup | None:
    try:
        return read_setup(Fields.of(setup))
    except RecordError:
        return None
