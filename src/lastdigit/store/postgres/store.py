"""The PostgreSQL store. What its methods promise is said in `contract`."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from lastdigit.errors import Conflict, StoreError
from lastdigit.game.game import Seat
from lastdigit.match.record import Event, Result, Setup
from lastdigit.match.record_line import event_data, result_data, setup_data
from lastdigit.store.cluster import Cluster
from lastdigit.store.contract import Append, Left, OnlineGame
from lastdigit.store.database import PATIENCE
from lastdigit.store.postgres.clock import DatabaseClock
from lastdigit.store.postgres.cluster import CHANNEL, PostgresCluster
from lastdigit.store.postgres.connections import AGAIN, MOST, ConnectionLost, Database
from lastdigit.store.sql import LastNumbers, SqlStore
from lastdigit.system import timestamp

APPEND = """
WITH given AS (
    SELECT * FROM unnest(
        ?::bigint[], ?::integer[], ?::text[], ?::text[], ?::text[], ?::text[],
        ?::double precision[], ?::integer[]
    ) AS given (game, number, body, result, following, clocks, since, version)
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
CHANGED = """
SELECT pg_notify(?, concat_ws(' ', code, 0, ?::text,
    extract(epoch FROM clock_timestamp())::double precision))
FROM online WHERE game = ?
"""


class PostgresStore(SqlStore):
    """Games in a PostgreSQL database; `patience` is seconds.

    Times come from `now`, or else from the database's clock.
    """

    threads = MOST
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
            "A PostgreSQL database is backed up by its own tool, while servers go on: pg_dump "
            f"--format=custom --file={shlex.quote(str(path))} ADDRESS, with the address of --store."
        )

    def append(
        self,
        game: int,
        number: int,
        event: Event,
        result: Result | None,
        following: Setup | None = None,
        left: Left | None = None,
    ) -> None:
        [fate] = self.append_many([Append(game, number, event, result, following, left)])
        if fate is not None:
            raise fate

    def append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        give_up = time.monotonic() + self._patience
        while True:
            try:
                return self._append_many(appends)
            except ConnectionLost:
                # Perhaps it was kept before the answer was lost: then it is a Conflict now, and
                # whoever looks again finds it.
                if time.monotonic() > give_up:
                    raise
                time.sleep(AGAIN / 4)

    def _append_many(self, appends: Sequence[Append]) -> list[StoreError | None]:
        now = self._now()
        columns = (
            [one.game for one in appends],
            [one.number for one in appends],
            [json.dumps(event_data(one.event)) for one in appends],
            [json.dumps(result_data(one.result)) if one.result else None for one in appends],
            [json.dumps(setup_data(one.following)) if one.following else None for one in appends],
            [json.dumps(one.left) if one.left else None for one in appends],
            [one.since for one in appends],
            [one.version for one in appends],
        )
        words = (*columns, now, now, now, now, CHANNEL, self._cluster.id)
        rows = self._db.events.execute(APPEND, words)
        kept = {game for game, _ in rows}
        return [
            None
            if one.game in kept
            else Conflict(f"Game {one.game} has been played on or forgotten elsewhere.")
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

    def sit(self, game: int, seat: Seat, holder: bytes, setup: Setup, begun: str | None) -> bool:
        with self._db.writing():
            # The game first, as whoever keeps an event does: else two could wait for each other.
            self._db.execute("SELECT FROM game WHERE id = ? FOR UPDATE", (game,))
            taken = super().sit(game, seat, holder, setup, begun)
            if taken:
                self._move_on(game)
            return taken

    def rename(self, game: int, setup: Setup) -> bool:
        with self._db.writing():
            # A guest may be sitting down: wait for that, then see whether the game has begun.
            self._db.execute("SELECT FROM game WHERE id = ? FOR UPDATE", (game,))
            renamed = super().rename(game, setup)
            if renamed:
                self._move_on(game)
            return renamed

    def hand_over(self, game: int, seat: Seat, before: bytes | None, holder: bytes) -> bool:
        with self._db.writing():
            self._db.execute("SELECT FROM game WHERE id = ? FOR UPDATE", (game,))
            given = super().hand_over(game, seat, before, holder)
            if given:
                self._move_on(game)
            return given

    def _lock_room(self, room: str) -> None:
        # By its first deed, which every room has: what is about to be added nobody can lock.
        self._db.execute("SELECT FROM room_event WHERE room = ? AND number = 1 FOR UPDATE", (room,))

    def _move_on(self, game: int) -> None:
        """Let nobody keep an event who does not know of what happens here."""
        self._db.execute("UPDATE game SET version = version + 1 WHERE id = ?", (game,))
        self._tell(game)

    def _tell(self, game: int) -> None:
        self._db.execute(CHANGED, (CHANNEL, self._cluster.id, game))

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
