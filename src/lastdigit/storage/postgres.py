"""The PostgreSQL store, which several servers can share."""

from __future__ import annotations

import json
import logging
import re
import secrets
import shlex
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import Connection, Cursor, errors
from psycopg_pool import ConnectionPool, PoolTimeout

from lastdigit.errors import Conflict, RecordError, StoreBusy, StoreError
from lastdigit.game.game import Seat
from lastdigit.match.record import (
    Event,
    Fields,
    Result,
    Setup,
    event_data,
    read_event,
    result_data,
    setup_data,
)
from lastdigit.storage.base import (
    Append,
    ClockTimes,
    Cluster,
    Heartbeat,
    MatchChange,
    MatchUpdate,
    Message,
    OnlineGame,
    read_clocks,
)
from lastdigit.storage.sql import LastNumbers, SqlStore
from lastdigit.storage.sqlite import PATIENCE
from lastdigit.system import Clock, timestamp

MIGRATIONS = Path(__file__).with_name("migrations") / "postgres"
MIGRATING, SERVING = 0x1A57D161, 0x1A57D162
"""IDs of PostgreSQL advisory locks: one is held during a migration, one by every running server."""


def migrate(connection: Connection, location: str) -> None:
    """Create the tables of the store, or upgrade them to the current version, in one transaction.

    Raise StoreError if the tables belong to another application or to a newer version. `location`
    names the database in error messages.
    """
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        at = _version(connection, location)
        for number, step in enumerate(_migration_files()[at:], at + 1):
            connection.execute(step.read_text().encode())
            connection.execute("INSERT INTO lastdigit_version VALUES (%s)", (number,))


def _version(connection: Connection, location: str) -> int:
    """Return the number of migrations that have been applied to a database.

    Raise StoreError if the tables belong to another application or to a newer version.
    """
    ours, theirs = _fetch_one(
        connection, "SELECT to_regclass('lastdigit_version'), to_regclass('game')"
    )
    if ours is None and theirs is not None:
        raise StoreError(f"{location} is a database that belongs to another program.")
    if ours is None:
        connection.execute("CREATE TABLE lastdigit_version (number integer PRIMARY KEY)")
    (at,) = _fetch_one(connection, "SELECT coalesce(max(number), 0) FROM lastdigit_version")
    if int(at) > len(_migration_files()):
        raise StoreError("These games were saved by a newer version of lastdigit.")
    return int(at)


def _fetch_one(connection: Connection, statement: str) -> tuple[Any, ...]:
    row = connection.execute(statement.encode()).fetchone()
    assert row is not None, "the query always returns one row"
    return row


def _migration_files() -> list[Path]:
    return sorted(MIGRATIONS.glob("*.sql"))


SAMPLES = 16
JUMP_SECONDS = 1.0
log = logging.getLogger("lastdigit")


class DatabaseClock:
    """An estimate of the time on the database's clock."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, float]] = deque(maxlen=SAMPLES)
        self._offset = time.time() - time.monotonic()
        self._jumped = 0.0

    @property
    def clock(self) -> Clock:
        """The database's time as a `Clock`, the same for all servers that share the database."""
        return Clock(self.now, self.now)

    def now(self) -> float:
        """Return the estimated time on the database's clock, in seconds since 1970."""
        return time.monotonic() + self._offset

    def measure(self, connection: Connection) -> None:
        """Query the database's clock several times, and update the estimated time."""
        for _ in range(SAMPLES // 2):
            sent = time.monotonic()
            row = connection.execute(
                "SELECT extract(epoch FROM clock_timestamp())::double precision"
            ).fetchone()
            assert row is not None, "the query always returns one row"
            self.learn(sent, float(row[0]), time.monotonic())

    def learn(self, sent: float, shown: float, received: float) -> None:
        """Update the estimated time with the result of one query to the database's clock.

        `sent` and `received` are the local times before and after the query, and `shown` is the
        time on the database's clock, all in seconds.
        """
        # The fastest of the recent queries gives the most precise time.
        trip, offset = received - sent, shown - (sent + received) / 2
        fastest = min(self._samples, default=None)
        if fastest is not None and abs(offset - fastest[1]) > JUMP_SECONDS + trip + fastest[0]:
            jump = offset - fastest[1]
            log.warning(
                "The database's clock was changed by %.1f s. Turns in progress are not affected.",
                jump,
            )
            self._samples.clear()
            self._jumped += jump
        self._samples.append((trip, offset))
        self._offset = min(self._samples)[1]

    def clock_jumps(self) -> float:
        """Return how far the database's clock was adjusted since the last call, in seconds."""
        jumped, self._jumped = self._jumped, 0.0
        return jumped


MAX_CONNECTIONS = 4
"""The maximum number of connections in the pool, and of threads that can use the store."""
CONNECTION_SETTINGS: dict[str, Any] = {"autocommit": True, "client_encoding": "utf8"}
DATABASE_ERRORS = (psycopg.Error, OSError, OverflowError, RecordError)
RETRY_SECONDS = 0.2
"""Seconds between attempts to reach an unavailable database."""
BUSY_ERRORS = (PoolTimeout, errors.LockNotAvailable, errors.QueryCanceled)


class ConnectionLost(StoreError):  # noqa: N818 - named for what it says
    """The connection was lost. The transaction may or may not have been committed."""


class Database:
    """A PostgreSQL database with a connection pool for several threads."""

    def __init__(
        self, url: str, patience: float, first: Callable[[Connection], None] = lambda _: None
    ) -> None:
        """Connect to the database, migrate its tables, and call `first` with the connection.

        `patience` is the number of seconds to wait for the database.
        """
        self.url = url
        self.path = _without_password(url)
        self._patience = patience
        self._local = threading.local()
        self.events, self.news = DirectConnection(self), DirectConnection(self)
        """Connections outside the pool, so that saving events and reading updates are fast."""
        with self.convert_errors(), self.connect() as connection:
            migrate(connection, self.path)
            first(connection)
        self._pool = ConnectionPool(
            url,
            kwargs=CONNECTION_SETTINGS,
            min_size=1,
            max_size=MAX_CONNECTIONS,
            open=True,
            reconnect_timeout=RETRY_SECONDS,  # the next request tries again
            check=ConnectionPool.check_connection,
            configure=partial(_configure, patience=patience),
        )

    def connect(self) -> Connection:
        """Open a connection that is not part of the pool.

        Raise psycopg.Error if the connection cannot be opened.
        """
        connection = psycopg.connect(
            self.url, connect_timeout=max(2, round(self._patience)), **CONNECTION_SETTINGS
        )
        _configure(connection, self._patience)
        return connection

    def close(self) -> None:
        """Close all connections to the database."""
        self._pool.close()
        self.events.close()
        self.news.close()

    def check_no_server(self) -> None:
        """Raise StoreError if a server is using the database."""
        row = self.execute("SELECT pg_try_advisory_xact_lock(?)", (SERVING,)).fetchone()
        if row is None or not row[0]:
            raise StoreError("A server is using these games. Stop the server first.")

    @property
    def execute(self) -> Callable[..., Cursor[Any]]:
        """The function that runs an SQL statement.

        The function can be called only in a transaction.
        """
        return self._execute

    def _execute(self, statement: str, parameters: Sequence[object] = ()) -> Cursor[Any]:
        connection: Connection[Any] = self._local.connection
        return connection.execute(_translate_parameters(statement), parameters)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Run the `with` block in one transaction. Convert database errors to StoreError."""
        with self._transaction(b"BEGIN"):
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Run the queries in the `with` block on a single snapshot of the data.

        Convert database errors to StoreError.
        """
        with self._transaction(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield

    @contextmanager
    def _transaction(self, begin: bytes) -> Iterator[None]:
        if getattr(self._local, "connection", None) is not None:
            yield  # part of the enclosing transaction
            return
        with self.convert_errors(), self._borrow() as connection:
            connection.execute(begin)
            self._local.connection = connection
            try:
                yield
            except BaseException:
                if not connection.broken:
                    connection.execute("ROLLBACK")
                raise
            finally:
                self._local.connection = None
            connection.execute("COMMIT")

    @contextmanager
    def _borrow(self) -> Iterator[Connection]:
        """Borrow a connection from the pool for the `with` block."""
        deadline = time.monotonic() + self._patience
        connection: Connection | None = None
        while connection is None:
            try:
                connection = self._pool.getconn(RETRY_SECONDS)
            except PoolTimeout:
                if time.monotonic() > deadline:
                    raise
        try:
            yield connection
        finally:
            self._pool.putconn(connection)

    @contextmanager
    def convert_errors(self) -> Iterator[None]:
        """Convert database errors in the `with` block to StoreError."""
        try:
            yield
        except BUSY_ERRORS:
            raise StoreBusy(
                f"The saved games in {self.path} are locked by another program."
            ) from None
        except psycopg.OperationalError as error:
            raise ConnectionLost(self._message(error)) from None
        except DATABASE_ERRORS as error:
            raise StoreError(self._message(error)) from None

    def _message(self, error: Exception) -> str:
        fault = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        return f"Cannot use the saved games in {self.path}: {fault}."


class DirectConnection:
    """A connection that runs each statement in its own transaction."""

    # A statement then takes only one round trip to the database.

    def __init__(self, database: Database) -> None:
        self._db = database
        self._connection: Connection[Any] | None = None
        self._lock = threading.Lock()

    def execute(self, statement: str, parameters: Sequence[object]) -> list[Any]:
        """Run an SQL statement and return the resulting rows.

        Raise StoreError if the statement fails.
        """
        with self._lock, self._db.convert_errors():
            if self._connection is None or self._connection.closed:
                self._connection = self._db.connect()
            return self._connection.execute(_translate_parameters(statement), parameters).fetchall()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _configure(connection: Connection, patience: float) -> None:
    """Set a connection's timeouts for locks and for idle transactions."""
    milliseconds = max(1, round(1000 * patience))
    connection.execute(f"SET lock_timeout = {milliseconds}".encode())
    connection.execute(f"SET idle_in_transaction_session_timeout = {10 * milliseconds}".encode())


_TOKEN = re.compile(
    r"""
    [eE]'(?:[^'\\]|\\.|'')*'  # a string with escapes
    | '[^']*'                 # a string; one with '' in it counts as two
    | "[^"]*"                 # a name
    | \$(\w*)\$.*?\$\1\$      # a string between dollars
    | --[^\n]*
    | /\*.*?\*/
    | \?
    | %
    """,
    re.VERBOSE | re.DOTALL,
)


@lru_cache(200)
def _translate_parameters(statement: str) -> bytes:
    """Convert an SQL statement to psycopg's syntax: `?` becomes `%s`, and `%` becomes `%%`."""

    def translate(token: re.Match[str]) -> str:
        # psycopg also looks for % in strings and comments.
        return "%s" if token[0] == "?" else token[0].replace("%", "%%")

    return _TOKEN.sub(translate, statement).encode()


def _without_password(url: str) -> str:
    """Return the URL of a database without the user name and password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"


CHANNEL = "lastdigit"
MESSAGE = "!"
"""The first word of a `broadcast` notification. Other notifications start with a match's code."""
LOST_SECONDS = 4.0
"""Seconds without a heartbeat after which a server counts as stopped."""
DELETE_SERVER_SECONDS = 3600.0
POLL_SECONDS = 0.5
HEARTBEAT_SQL = """
WITH clock AS (
    SELECT extract(epoch FROM clock_timestamp())::double precision AS now
), alive AS (
    SELECT id, since, here FROM server, clock WHERE beat > now - ?
), gone AS (
    DELETE FROM server USING clock WHERE beat < now - ?
), own AS (
    INSERT INTO server (id, beat, since, here)
    SELECT ?, now, coalesce((SELECT min(since) FROM alive), now), ? FROM clock
    ON CONFLICT (id) DO UPDATE
    SET beat = excluded.beat, since = excluded.since, here = excluded.here
    RETURNING id, since, beat
)
SELECT id, since, beat, NULL FROM own UNION ALL SELECT id, since, 0, here FROM alive WHERE id <> ?
"""
UPDATES_SQL = """
SELECT online.code, event.body, online.clocks, online.since, version, rematch.code
FROM unnest(?::text[], ?::integer[]) AS held (code, number)
JOIN online ON online.code = held.code JOIN game ON game.id = online.game
LEFT JOIN event ON event.game = online.game AND event.number > held.number
LEFT JOIN online AS rematch ON rematch.rematch_of = online.game
ORDER BY online.game, event.number
"""


class PostgresCluster(Cluster):
    """One server's connection to the other servers that share a PostgreSQL database."""

    def __init__(self, database: Database, clock: DatabaseClock) -> None:
        self.id = secrets.token_hex(4)
        self.clock = clock.clock
        self._clock = clock
        self._db = database
        self._connection: Connection | None = None
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    def connect(self) -> None:
        """Register this process as a server, and subscribe to notifications from other servers.

        Raise StoreError if the database cannot be used.
        """
        with self._db.convert_errors():
            connection = self._db.connect()
            connection.execute("SELECT pg_advisory_lock_shared(%s)", (SERVING,))
            connection.execute(f"LISTEN {CHANNEL}".encode())
            self._connection = connection

    def close(self) -> None:
        """Unregister this server, so that the other servers notice immediately."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()
        if self._connection is not None:
            with suppress(StoreError), self._db.writing():
                self._db.execute("DELETE FROM server WHERE id = ?", (self.id,))
            with suppress(psycopg.Error):  # a lost connection has released the lock
                self._connection.execute("SELECT pg_advisory_unlock_shared(%s)", (SERVING,))
            self._connection.close()
            self._connection = None

    def listen(self, on_notification: Callable[[MatchChange | Message | None], None]) -> None:
        self._thread = threading.Thread(
            target=self._listen, args=(on_notification,), name="listening", daemon=True
        )
        self._thread.start()

    def _listen(self, on_notification: Callable[[MatchChange | Message | None], None]) -> None:
        while not self._closing.is_set():
            try:
                if self._connection is None or self._connection.closed:
                    self.connect()
                on_notification(None)
                self._dispatch(on_notification)
            except (psycopg.Error, StoreError) as error:
                log.warning("Cannot receive messages from other servers: %s", error)
                self._closing.wait(RETRY_SECONDS)

    def _dispatch(self, on_notification: Callable[[MatchChange | Message | None], None]) -> None:
        """Pass on each notification from another server until the connection is lost."""
        assert self._connection is not None, "connect() was called"
        while not self._closing.is_set():
            own = f" {self.id} "
            for notification in self._connection.notifies(timeout=POLL_SECONDS):
                if own in notification.payload:
                    continue
                first, *words = notification.payload.split()
                if first == MESSAGE:
                    on_notification(Message(tuple(words[1:])))
                else:
                    on_notification(MatchChange(first, int(words[0]), float(words[2])))
            self._connection.execute("SELECT 1")  # detect a lost connection

    def broadcast(self, *words: str) -> None:
        with self._db.writing():
            message = " ".join((MESSAGE, self.id, *words))
            self._db.execute("SELECT pg_notify(?, ?)", (CHANNEL, message))

    def updates(self, cached: Mapping[str, int]) -> list[MatchUpdate]:
        rows = self._db.news.execute(UPDATES_SQL, (list(cached), list(cached.values())))
        found: dict[str, MatchUpdate] = {}
        with self._db.convert_errors():
            for code, body, clocks, since, version, rematch in rows:
                events = found[code].events if code in found else ()
                if body is not None:
                    events = (*events, read_event(Fields.of(body)))
                clock_times = None if clocks is None else read_clocks(clocks)
                found[code] = MatchUpdate(
                    code, cached[code], events, clock_times, since, version, rematch
                )
        return list(found.values())

    def heartbeat(self, connected: Collection[bytes]) -> Heartbeat:
        with self._db.writing():
            sent = time.monotonic()
            rows = self._db.execute(
                HEARTBEAT_SQL,
                (LOST_SECONDS, DELETE_SERVER_SECONDS, self.id, list(connected), self.id),
            ).fetchall()
            received = time.monotonic()
        (_, since, shown, _), *others = rows
        self._clock.learn(sent, shown, received)
        return Heartbeat(since, {server: frozenset(there) for server, _, _, there in others})

    def clock_jumps(self) -> float:
        return self._clock.clock_jumps()


APPEND_SQL = """
WITH given AS (
    SELECT * FROM json_to_recordset(?::json) AS given (
        game bigint, number integer, body text, result text, following text, clocks text,
        since double precision, version integer
    )
), locked AS (
    -- In the order of their numbers, so that two servers never wait for each other.
    SELECT id FROM game JOIN given ON id = given.game
    WHERE given.version IS NULL OR game.version = given.version
    ORDER BY id FOR UPDATE OF game
), kept AS (
    INSERT INTO event (game, number, body, at)
    SELECT game, number, body, ? FROM given JOIN locked ON id = game
    ON CONFLICT DO NOTHING RETURNING game, number
), changed AS (
    UPDATE game SET changed = ?, result = given.result
    FROM given JOIN kept USING (game) WHERE id = given.game
), followed AS (
    INSERT INTO game (match, setup, started, changed)
    SELECT coalesce(match, id), following, ?, ? FROM given JOIN kept USING (game)
    JOIN game ON id = given.game WHERE following IS NOT NULL AND given.result IS NOT NULL
), clocked AS (
    UPDATE online SET clocks = given.clocks, since = given.since FROM given JOIN kept USING (game)
    WHERE online.game = given.game AND given.clocks IS NOT NULL
), told AS MATERIALIZED (
    SELECT pg_notify(?, concat_ws(' ', code, number, ?::text,
        extract(epoch FROM clock_timestamp())::double precision))
    FROM kept JOIN online USING (game)
)
SELECT game, (SELECT count(*) FROM told) FROM kept
"""
NOTIFY_SQL = """
SELECT pg_notify(?, concat_ws(' ', code, 0, ?::text,
    extract(epoch FROM clock_timestamp())::double precision))
FROM online WHERE game = ?
"""


class PostgresStore(SqlStore):
    """A store in a PostgreSQL database.

    `patience` is the number of seconds to wait for the database. `now` returns the current time for
    new rows.
    """

    threads = MAX_CONNECTIONS
    _db: Database

    def __init__(
        self, url: str, now: Callable[[], str] | None = None, patience: float = PATIENCE
    ) -> None:
        self._clock = DatabaseClock()
        database = Database(url, patience, self._clock.measure)
        super().__init__(database, now or (lambda: timestamp(self._clock.now())))
        self._patience = patience
        self._cluster = PostgresCluster(database, self._clock)

    @property
    def cluster(self) -> Cluster:
        return self._cluster

    def close(self) -> None:
        self._cluster.close()
        super().close()

    def begin_serving(self) -> None:
        self._cluster.connect()

    def size(self) -> int:
        with self._db.reading():
            rows = self._db.execute("SELECT pg_database_size(current_database())").fetchall()
        return int(rows[0][0])

    def back_up(self, path: Path) -> None:
        raise StoreError(
            "Use pg_dump to back up a PostgreSQL database, even while servers are running: "
            f"pg_dump --format=custom --file={shlex.quote(str(path))} ADDRESS (the address given "
            "to --store)."
        )

    def append(
        self,
        game: int,
        number: int,
        event: Event,
        result: Result | None,
        following: Setup | None = None,
        clock_times: ClockTimes | None = None,
    ) -> None:
        [error] = self.append_many([Append(game, number, event, result, following, clock_times)])
        if error is not None:
            raise error

    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        deadline = time.monotonic() + self._patience
        while True:
            try:
                return self._append_many(appends)
            except ConnectionLost:
                # The events may have been committed before the connection was lost. In that case,
                # the retry returns a Conflict, and the caller finds the event when it reloads the
                # game.
                if time.monotonic() > deadline:
                    raise
                time.sleep(RETRY_SECONDS / 4)

    def _append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        now = self._now()
        # psycopg takes more than twice as long for an array per column.
        given = json.dumps(
            [
                {
                    "game": one.game,
                    "number": one.number,
                    "body": json.dumps(event_data(one.event)),
                    "result": json.dumps(result_data(one.result)) if one.result else None,
                    "following": json.dumps(setup_data(one.following)) if one.following else None,
                    "clocks": json.dumps(one.clock_times) if one.clock_times else None,
                    "since": one.since,
                    "version": one.version,
                }
                for one in appends
            ]
        )
        parameters = (given, now, now, now, now, CHANNEL, self._cluster.id)
        rows = self._db.events.execute(APPEND_SQL, parameters)
        saved = {game for game, _ in rows}
        return [
            None
            if one.game in saved
            else Conflict(f"Game {one.game} was continued or deleted in another window.")
            for one in appends
        ]

    def online(self, code: str) -> OnlineGame | None:
        with self._db.reading():
            found = super().online(code)
            if found is None:
                return None
            rows = self._db.execute(
                "SELECT since, version FROM online JOIN game ON id = game WHERE game = ?",
                (found.id,),
            ).fetchall()
        return found._replace(since=rows[0][0], version=rows[0][1])

    def take_seat(
        self, game: int, seat: Seat, holder: bytes, setup: Setup, begun: str | None
    ) -> bool:
        with self._db.writing():
            # Lock the game first, as `append_many` does, to prevent deadlocks.
            self._db.execute("SELECT FROM game WHERE id = ? FOR UPDATE", (game,))
            taken = super().take_seat(game, seat, holder, setup, begun)
            if taken:
                self._increment_version(game)
            return taken

    def rename(self, game: int, setup: Setup) -> bool:
        with self._db.writing():
            # A guest may be joining: wait for that, then check whether the game has begun.
            self._db.execute("SELECT FROM game WHERE id = ? FOR UPDATE", (game,))
            renamed = super().rename(game, setup)
            if renamed:
                self._increment_version(game)
            return renamed

    def hand_over(self, game: int, seat: Seat, before: bytes | None, holder: bytes) -> bool:
        with self._db.writing():
            self._db.execute("SELECT FROM game WHERE id = ? FOR UPDATE", (game,))
            given = super().hand_over(game, seat, before, holder)
            if given:
                self._increment_version(game)
            return given

    def _lock_room(self, room: str) -> None:
        # Lock the first event, which every room has. A row that does not exist cannot be locked.
        self._db.execute("SELECT FROM room_event WHERE room = ? AND number = 1 FOR UPDATE", (room,))

    def _increment_version(self, game: int) -> None:
        """Increment the version number of a game, and notify the other servers."""
        self._db.execute("UPDATE game SET version = version + 1 WHERE id = ?", (game,))
        self._notify(game)

    def _notify(self, game: int) -> None:
        self._db.execute(NOTIFY_SQL, (CHANNEL, self._cluster.id, game))

    def last_numbers(self) -> LastNumbers:
        rows = [
            self._db.execute(f"SELECT last_value, is_called FROM {table}_id_seq").fetchall()[0]
            for table in LastNumbers._fields
        ]
        return LastNumbers(*(last if called else 0 for last, called in rows))

    def set_last_numbers(self, last: LastNumbers) -> None:
        for table, number in zip(LastNumbers._fields, last, strict=True):
            self._db.execute(
                "SELECT setval(pg_get_serial_sequence(?, 'id'), ?, ?)",
                (table, max(1, number), number > 0),
            )
