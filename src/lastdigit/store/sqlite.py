"""The SQLite store. What its methods promise is said in `contract`."""

from __future__ import annotations

import json
import operator
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeGuard

from lastdigit.core.values import Seat
from lastdigit.errors import RecordError, StoreBusy, StoreError, quoted
from lastdigit.match.fields import Fields
from lastdigit.match.record import LEFT, Event, Record, Result, Setup, Times
from lastdigit.match.record_line import (
    event_data,
    read_event,
    read_result,
    read_setup,
    result_data,
    setup_data,
)
from lastdigit.store.attempts import SqliteAttempts
from lastdigit.store.contract import (
    Held,
    HeldGame,
    Left,
    Online,
    OnlineGame,
    Summary,
)
from lastdigit.store.database import PATIENCE, lock_for_serving, open_file
from lastdigit.store.rooms import SqliteRooms

TROUBLE = (sqlite3.Error, OSError, OverflowError, RecordError)


class Database:
    """One connection, one writer at a time; other processes may have their own."""

    def __init__(self, path: Path | str, patience: float) -> None:
        self.path = path
        self._lock: int | None = None
        with self.trouble():
            self._connection = open_file(path, patience)
        self.execute = self._connection.execute

    def close(self) -> None:
        """Close the file, and let another server have it."""
        self._connection.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def begin_serving(self) -> None:
        """Be the only server that has this file; raises StoreError if another has it."""
        with self.trouble():
            self._lock = lock_for_serving(self.path)

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
        """Make what is written inside one transaction; raises StoreError."""
        try:
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.execute("ROLLBACK")
                raise
            self.execute("COMMIT")
        except TROUBLE as error:
            raise self._fault(error) from None

    @contextmanager
    def trouble(self) -> Iterator[None]:
        """Turn whatever goes wrong inside into a StoreError."""
        try:
            yield
        except TROUBLE as error:
            raise self._fault(error) from None

    def _fault(self, error: Exception) -> StoreError:
        code = getattr(error, "sqlite_errorcode", None)
        if isinstance(error, sqlite3.OperationalError) and code == sqlite3.SQLITE_BUSY:
            return StoreBusy(f"Somebody else is writing to {self.path} just now.")
        fault = str(error).rstrip(".")
        return StoreError(f"The kept games in {self.path} cannot be used: {fault}.")


class SqliteStore(SqliteAttempts, SqliteRooms):
    """Games in one SQLite file; times come from `now`, `patience` is seconds (see open_file)."""

    def __init__(
        self, path: Path | str, now: Callable[[], str], patience: float = PATIENCE
    ) -> None:
        self._now = now
        self._db = Database(path, patience)

    def close(self) -> None:
        self._db.close()

    def begin_serving(self) -> None:
        self._db.begin_serving()

    def add(self, setup: Setup) -> int:
        with self._db.writing():
            return self._added(setup)

    def _added(self, setup: Setup) -> int:
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
                raise StoreError(
                    f"Game {game} has been played on or forgotten elsewhere."
                ) from None
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

    def record(self, game: int) -> Record:
        with self._db.trouble():
            row = self._db.execute(
                "SELECT setup, result, started FROM game WHERE id = ?", (game,)
            ).fetchone()
            events = self._db.execute(
                "SELECT body, at FROM event WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        if row is None:
            raise _unknown(game)
        with self._db.trouble():
            return Record(
                read_setup(Fields.of(row[0])),
                tuple(read_event(Fields.of(body)) for body, _ in events),
                read_result(Fields.of(row[1])) if row[1] else LEFT,
                Times(_time(row[2]), tuple(_time(at) for _, at in events)),
            )

    def games(self, limit: int, *, unfinished: bool = False) -> list[Summary]:
        with self._db.trouble():
            rows = self._db.execute(
                "SELECT id, setup, result, changed FROM game WHERE result IS NULL OR NOT ? "
                "ORDER BY changed DESC, id DESC LIMIT ?",
                (unfinished, limit),
            ).fetchall()
            return [_summary(*row) for row in rows]

    def count(self, *, unfinished: bool = False) -> int:
        with self._db.trouble():
            row = self._db.execute(
                "SELECT count(*) FROM game WHERE result IS NULL OR NOT ?", (unfinished,)
            ).fetchone()
            return int(row[0])

    def forget(self, games: Sequence[int]) -> None:
        with self._db.writing():
            for game in games:
                self._forget(game)

    def _forget(self, game: int) -> None:
        found = self._db.execute(
            "SELECT online.game FROM game LEFT JOIN online ON online.game = id WHERE id = ?",
            (game,),
        ).fetchone()
        if found is None:
            raise _unknown(game)
        if found[0] is not None:
            self._db.refuse_beside_a_server()
        # A match is known by its first round: where that goes, the next round is the first.
        following = self._db.execute("SELECT min(id) FROM game WHERE match = ?", (game,)).fetchone()
        self._db.execute(
            "UPDATE game SET match = nullif(?, id) WHERE match = ?", (*following, game)
        )
        for statement in (
            "UPDATE online SET rematch_of = NULL WHERE rematch_of = ?1",
            "DELETE FROM seat WHERE game = ?1",
            "DELETE FROM online WHERE game = ?1",
            "DELETE FROM event WHERE game = ?1",
            "DELETE FROM game WHERE id = ?1",
        ):
            self._db.execute(statement, (game,))

    def latest_unfinished(self) -> int | None:
        with self._db.trouble():
            row = self._db.execute(
                "SELECT id FROM game WHERE result IS NULL AND id NOT IN (SELECT game FROM online) "
                "ORDER BY changed DESC, id DESC LIMIT 1"
            ).fetchone()
        return int(row[0]) if row else None

    def rounds(self, game: int) -> tuple[list[Result], int | None]:
        with self._db.trouble():
            row = self._db.execute(
                "SELECT coalesce(match, id) FROM game WHERE id = ?", (game,)
            ).fetchone()
            if row is None:
                raise _unknown(game)
            rows = self._db.execute(
                "SELECT id, result FROM game WHERE coalesce(match, id) = ? ORDER BY id", row
            ).fetchall()
            results = [read_result(Fields.of(result)) for _, result in rows if result]
            return results, next((int(one) for one, result in rows if not result), None)

    def code_of(self, game: int) -> str | None:
        with self._db.trouble():
            row = self._db.execute("SELECT code FROM online WHERE game = ?", (game,)).fetchone()
        return str(row[0]) if row else None

    def add_online(self, setup: Setup, online: Online, rematch_of: int | None = None) -> int | None:
        try:
            with self._db.writing():
                game = self._added(setup)
                self._keep_online(game, online, rematch_of)
                return game
        except _Taken:
            return None

    def _keep_online(self, game: int, online: Online, rematch_of: int | None) -> None:
        clocks = json.dumps(online.left) if online.left else None
        try:
            self._db.execute(
                "INSERT INTO online (game, code, against, begun, clocks, rematch_of) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (game, online.code, online.against, online.begun, clocks, rematch_of),
            )
        except sqlite3.IntegrityError:
            raise _Taken from None
        for seat, held in zip(Seat, online.seats, strict=True):
            self._db.execute(
                "INSERT INTO seat (game, seat, holder, joined) VALUES (?, ?, ?, ?)",
                (game, seat.value, held.holder, held.joined),
            )

    def online(self, code: str) -> OnlineGame | None:
        with self._db.trouble():
            row = self._db.execute(
                "SELECT online.game, online.against, online.begun, online.clocks, later.code "
                "FROM online LEFT JOIN online AS later ON later.rematch_of = online.game "
                "WHERE online.code = ?",
                (code,),
            ).fetchone()
            if row is None:
                return None
            game, against, begun, clocks, rematch = row
            held = self._db.execute(
                "SELECT holder, joined FROM seat WHERE game = ? ORDER BY seat", (game,)
            ).fetchall()
            online = Online(
                code,
                against,
                _seats(held),
                None if begun is None else _time(begun),
                None if clocks is None else _clocks(clocks),
            )
        return OnlineGame(game, self.record(game), online, rematch)

    def sit(self, game: int, seat: Seat, holder: bytes, setup: Setup, begun: str | None) -> bool:
        with self._db.writing():
            taken = self._db.execute(
                "UPDATE seat SET holder = ?1, joined = TRUE WHERE game = ?2 AND seat = ?3 "
                "AND NOT joined AND (holder IS NULL OR holder = ?1)",
                (holder, game, seat.value),
            )
            if not taken.rowcount:
                return False
            self._db.execute("UPDATE online SET begun = ? WHERE game = ?", (begun, game))
            self._db.execute(
                "UPDATE game SET setup = ?, changed = ? WHERE id = ?",
                (json.dumps(setup_data(setup)), self._now(), game),
            )
            return True

    def hand_over(self, game: int, seat: Seat, holder: bytes) -> None:
        with self._db.writing():
            self._db.execute(
                "UPDATE seat SET holder = ? WHERE game = ? AND seat = ?", (holder, game, seat.value)
            )

    def signing_key(self) -> bytes:
        import secrets  # only a server waits for it

        with self._db.writing():
            self._db.execute(
                "INSERT OR IGNORE INTO signing_key (id, key) VALUES (1, ?)",
                (secrets.token_bytes(32),),
            )
            return bytes(self._db.execute("SELECT key FROM signing_key").fetchone()[0])

    def is_unsigned(self, holder: bytes) -> bool:
        with self._db.trouble():
            return (
                self._db.execute(
                    "SELECT 1 FROM unsigned_holder WHERE holder = ?", (holder,)
                ).fetchone()
                is not None
            )

    def held_by(self, holder: bytes, limit: int) -> list[HeldGame]:
        with self._db.trouble():
            rows = self._db.execute(
                "SELECT id, setup, result, changed, code, against, group_concat(seat, '') "
                "FROM seat JOIN online USING (game) JOIN game ON game.id = seat.game "
                "WHERE holder = ? GROUP BY id ORDER BY changed DESC, id DESC LIMIT ?",
                (holder, limit),
            ).fetchall()
            return [
                HeldGame(_summary(*kept), code, against, tuple(Seat(int(one)) for one in seats))
                for *kept, code, against, seats in rows
            ]


class _Taken(Exception):  # noqa: N818 - it only carries the news out of the transaction
    """The code, or the place of the rematch, is taken."""


def _unknown(game: int) -> StoreError:
    return StoreError(f"There is no game {game}; lastdigit list shows those there are.")


def _summary(game: int, setup: str, result: str | None, changed: str) -> Summary:
    try:
        ended = read_result(Fields.of(result)) if result else None
        return Summary(game, read_setup(Fields.of(setup)), ended, _time(changed))
    except RecordError as error:
        return Summary(game, None, fault=str(error))


def _time(text: str) -> str:
    """Return a time as it was kept; raises RecordError for what is none."""
    try:
        datetime.fromisoformat(text)
    except (TypeError, ValueError):
        raise RecordError(f"{quoted(str(text))} is not a time.") from None
    return text


def _clocks(text: str) -> Left:
    try:
        one, two = json.loads(text)
        return operator.index(one), operator.index(two)
    except (TypeError, ValueError):
        raise RecordError(f"{quoted(str(text))} is not what two clocks have left.") from None


def _seats(rows: list[tuple[object, object]]) -> tuple[Held, Held]:
    seats = [Held(holder, bool(joined)) for holder, joined in rows if _is_holder(holder)]
    if len(seats) != len(Seat):
        raise RecordError("A game has two seats, each held by somebody or free.")
    return seats[0], seats[1]


def _is_holder(holder: object) -> TypeGuard[bytes | None]:
    return holder is None or isinstance(holder, bytes)
