"""Connections to PostgreSQL: a pool for whoever asks, and whatever goes wrong as a StoreError."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import Connection, Cursor, errors
from psycopg_pool import ConnectionPool, PoolTimeout

from lastdigit.errors import RecordError, StoreBusy, StoreError
from lastdigit.store.postgres.schema import SERVING, migrate

MOST = 4
"""Connections at once; a server has as many threads for its store."""
SETTINGS: dict[str, Any] = {"autocommit": True, "client_encoding": "utf8"}
TROUBLE = (psycopg.Error, OSError, OverflowError, RecordError)
AGAIN = 0.2
"""Seconds after which a database that is away is tried again."""
BUSY = (PoolTimeout, errors.LockNotAvailable, errors.QueryCanceled)


class ConnectionLost(StoreError):  # noqa: N818 - named for what it says
    """The database went away; whether what was being written is kept, nobody knows."""


class Database:
    """A database on a server, to which threads come at the same time, each with a connection."""

    def __init__(
        self, url: str, patience: float, first: Callable[[Connection], None] = lambda _: None
    ) -> None:
        """Open a database; `first` is done with the first connection, when the tables are there."""
        self.url = url
        self.path = _shown(url)
        self._patience = patience
        self._mine = threading.local()
        self.events, self.news = Direct(self), Direct(self)
        """Ways of their own for what has to be quick: events kept, and what others have kept."""
        with self.trouble(), self.connected() as connection:
            migrate(connection, self.path)
            first(connection)
        self._pool = ConnectionPool(
            url,
            kwargs=SETTINGS,
            min_size=1,
            max_size=MOST,
            open=True,
            reconnect_timeout=AGAIN,  # whoever asks again lets it try again
            check=ConnectionPool.check_connection,
            configure=partial(_configure, patience=patience),
        )

    def connected(self) -> Connection:
        """Return a connection of one's own, direct; raises an error of psycopg's."""
        connection = psycopg.connect(
            self.url, connect_timeout=max(2, round(self._patience)), **SETTINGS
        )
        _configure(connection, self._patience)
        return connection

    def close(self) -> None:
        """Let the connections go."""
        self._pool.close()
        self.events.close()
        self.news.close()

    def refuse_beside_a_server(self) -> None:
        """Raise StoreError if a server has these games: it remembers them."""
        row = self.execute("SELECT pg_try_advisory_xact_lock(?)", (SERVING,)).fetchone()
        if row is None or not row[0]:
            raise StoreError("A server plays the games in a browser; stop it first.")

    @property
    def execute(self) -> Callable[..., Cursor[Any]]:
        """Carry out a statement; inside `reading` or `writing`."""
        return self._execute

    def _execute(self, statement: str, words: Sequence[object] = ()) -> Cursor[Any]:
        connection: Connection[Any] = self._mine.connection
        return connection.execute(_translated(statement), words)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Make what is written inside one transaction; raises StoreError."""
        with self._transaction(b"BEGIN"):
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read what is inside as it stands at one moment; raises StoreError."""
        with self._transaction(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"):
            yield

    @contextmanager
    def _transaction(self, begin: bytes) -> Iterator[None]:
        if getattr(self._mine, "connection", None) is not None:
            yield  # part of the one around it
            return
        with self.trouble(), self._borrowed() as connection:
            connection.execute(begin)
            self._mine.connection = connection
            try:
                yield
            except BaseException:
                if not connection.broken:
                    connection.execute("ROLLBACK")
                raise
            finally:
                self._mine.connection = None
            connection.execute("COMMIT")

    @contextmanager
    def _borrowed(self) -> Iterator[Connection]:
        """Have a connection of the pool; a database that is away may come back meanwhile."""
        give_up = time.monotonic() + self._patience
        connection: Connection | None = None
        while connection is None:
            try:
                connection = self._pool.getconn(AGAIN)
            except PoolTimeout:
                if time.monotonic() > give_up:
                    raise
        try:
            yield connection
        finally:
            self._pool.putconn(connection)

    @contextmanager
    def trouble(self) -> Iterator[None]:
        """Turn whatever goes wrong inside into a StoreError."""
        try:
            yield
        except BUSY:
            raise StoreBusy(f"The kept games in {self.path} are busy just now.") from None
        except psycopg.OperationalError as error:
            raise ConnectionLost(self._told(error)) from None
        except TROUBLE as error:
            raise StoreError(self._told(error)) from None

    def _told(self, error: Exception) -> str:
        fault = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        return f"The kept games in {self.path} cannot be used: {fault}."


class Direct:
    """A connection that carries out one statement at a time, each a whole transaction.

    It is asked nothing else: so a statement is one round trip.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self._connection: Connection[Any] | None = None
        self._alone = threading.Lock()

    def execute(self, statement: str, words: Sequence[object]) -> list[Any]:
        """Return what a statement finds; raises StoreError."""
        with self._alone, self._db.trouble():
            if self._connection is None or self._connection.closed:
                self._connection = self._db.connected()
            return self._connection.execute(_translated(statement), words).fetchall()

    def close(self) -> None:
        """Let the connection go."""
        if self._connection is not None:
            self._connection.close()


def _configure(connection: Connection, patience: float) -> None:
    """Let nobody wait for a lock, or for an answer, for longer than they have patience."""
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
def _translated(statement: str) -> bytes:
    """Return a statement with parameters as psycopg writes them: `%s` for `?`, and `%%` for `%`."""

    def translate(token: re.Match[str]) -> str:
        # psycopg looks for % in strings and comments, too.
        return "%s" if token[0] == "?" else token[0].replace("%", "%%")

    return _TOKEN.sub(translate, statement).encode()


def _shown(url: str) -> str:
    """Return where a database is, without anybody's password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
