"""Servers on one database: news by NOTIFY, heartbeats, and one clock. Promises are in `cluster`."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

import psycopg
from psycopg import Connection

from lastdigit.errors import StoreError
from lastdigit.match.fields import Fields
from lastdigit.match.record_line import read_event
from lastdigit.store.cluster import Cluster, Later, News, Round, Said
from lastdigit.store.postgres.clock import DatabaseClock
from lastdigit.store.postgres.connections import AGAIN, Database
from lastdigit.store.postgres.schema import SERVING
from lastdigit.store.rows import read_clocks

CHANNEL = "lastdigit"
SAID = "!"
"""What something begins with that is said, and kept nowhere; no match has such a code."""
LOST_SECONDS = 4.0
"""A server that has not been heard of for so long is gone."""
FORGOTTEN_SECONDS = 3600.0
QUIET_SECONDS = 0.5
BEAT = """
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
LATER = """
SELECT online.code, event.body, online.clocks, online.since, version, rematch.code
FROM unnest(?::text[], ?::integer[]) AS held (code, number)
JOIN online ON online.code = held.code JOIN game ON game.id = online.game
LEFT JOIN event ON event.game = online.game AND event.number > held.number
LEFT JOIN online AS rematch ON rematch.rematch_of = online.game
ORDER BY online.game, event.number
"""
log = logging.getLogger("lastdigit")


class PostgresCluster(Cluster):
    """One of the servers on a database; `id` is what the others know it by."""

    def __init__(self, database: Database, clock: DatabaseClock) -> None:
        self.id = secrets.token_hex(4)
        self.clock = clock.clock
        self._clock = clock
        self._db = database
        self._connection: Connection | None = None
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    def connect(self) -> None:
        """Listen, by a connection of one's own, as one of the servers; raises StoreError."""
        with self._db.trouble():
            connection = self._db.connected()
            connection.execute("SELECT pg_advisory_lock_shared(%s)", (SERVING,))
            connection.execute(f"LISTEN {CHANNEL}".encode())
            self._connection = connection

    def close(self) -> None:
        """Be a server no more: the others need not wait to notice."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join()
        if self._connection is not None:
            with suppress(StoreError), self._db.writing():
                self._db.execute("DELETE FROM server WHERE id = ?", (self.id,))
            with suppress(psycopg.Error):  # it may be away; then so is the lock
                self._connection.execute("SELECT pg_advisory_unlock_shared(%s)", (SERVING,))
            self._connection.close()
            self._connection = None

    def listen(self, hear: Callable[[News | Said | None], None]) -> None:
        self._thread = threading.Thread(
            target=self._listen, args=(hear,), name="listening", daemon=True
        )
        self._thread.start()

    def _listen(self, hear: Callable[[News | Said | None], None]) -> None:
        while not self._closing.is_set():
            try:
                if self._connection is None or self._connection.closed:
                    self.connect()
                hear(None)
                self._pass_on(hear)
            except (psycopg.Error, StoreError) as error:
                log.warning("News of other servers do not come just now: %s", error)
                self._closing.wait(AGAIN)

    def _pass_on(self, hear: Callable[[News | Said | None], None]) -> None:
        """Pass news on until the connection is lost."""
        assert self._connection is not None, "it has been made"
        while not self._closing.is_set():
            for notified in self._connection.notifies(timeout=QUIET_SECONDS):
                first, *words = notified.payload.split()
                if first == SAID and words[0] != self.id:
                    hear(Said(tuple(words[1:])))
                elif first != SAID and words[1] != self.id:
                    hear(News(first, int(words[0]), float(words[2])))
            self._connection.execute("SELECT 1")  # a connection that is silent may be lost

    def say(self, *words: str) -> None:
        with self._db.writing():
            said = " ".join((SAID, self.id, *words))
            self._db.execute("SELECT pg_notify(?, ?)", (CHANNEL, said))

    def later(self, held: Mapping[str, int]) -> list[Later]:
        rows = self._db.news.execute(LATER, (list(held), list(held.values())))
        found: dict[str, Later] = {}
        with self._db.trouble():
            for code, body, clocks, since, version, rematch in rows:
                events = found[code].events if code in found else ()
                if body is not None:
                    events = (*events, read_event(Fields.of(body)))
                left = None if clocks is None else read_clocks(clocks)
                found[code] = Later(code, held[code], events, left, since, version, rematch)
        return list(found.values())

    def beat(self, here: Collection[bytes]) -> Round:
        with self._db.writing():
            asked = time.monotonic()
            rows = self._db.execute(
                BEAT, (LOST_SECONDS, FORGOTTEN_SECONDS, self.id, list(here), self.id)
            ).fetchall()
            answered = time.monotonic()
        (_, since, shown, _), *others = rows
        self._clock.learn(asked, shown, answered)
        return Round(since, {server: frozenset(there) for server, _, _, there in others})

    def leaps(self) -> float:
        return self._clock.leaps()
