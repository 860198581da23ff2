"""The PostgreSQL store. What its methods promise is said in `contract`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from lastdigit.errors import Conflict, StoreError
from lastdigit.match.record import Event, Result, Setup
from lastdigit.match.record_line import event_data, result_data, setup_data
from lastdigit.store.contract import Append, Left
from lastdigit.store.database import PATIENCE
from lastdigit.store.postgres.connections import Database
from lastdigit.store.sql import SqlStore

APPEND = """
WITH given AS (
    SELECT * FROM unnest(
        ?::bigint[], ?::integer[], ?::text[], ?::text[], ?::text[], ?::text[]
    ) AS given (game, number, body, result, following, clocks)
), locked AS (
    -- In the order of their numbers, so that two servers never wait for each other.
    SELECT id FROM game WHERE id IN (SELECT game FROM given) ORDER BY id FOR UPDATE
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
    UPDATE online SET clocks = given.clocks FROM given JOIN kept USING (game)
    WHERE online.game = given.game AND given.clocks IS NOT NULL
)
SELECT game FROM kept
"""


class PostgresStore(SqlStore):
    """Games in a PostgreSQL database; times come from `now`, `patience` is seconds."""

    _db: Database

    def __init__(self, url: str, now: Callable[[], str], patience: float = PATIENCE) -> None:
        super().__init__(Database(url, patience), now)

    def begin_serving(self) -> None:
        self._db.begin_serving()

    def size(self) -> int:
        with self._db.reading():
            rows = self._db.execute("SELECT pg_database_size(current_database())").fetchall()
        return int(rows[0][0])

    def back_up(self, path: Path) -> None:
        raise StoreError(
            "A PostgreSQL database is backed up by its own tool, while servers go on: "
            f"pg_dump --format=custom --file={shlex.quote(str(path))} {shlex.quote(self._db.path)}"
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
        now = self._now()
        columns = (
            [one.game for one in appends],
            [one.number for one in appends],
            [json.dumps(event_data(one.event)) for one in appends],
            [json.dumps(result_data(one.result)) if one.result else None for one in appends],
            [json.dumps(setup_data(one.following)) if one.following else None for one in appends],
            [json.dumps(one.left) if one.left else None for one in appends],
        )
        with self._db.writing():
            rows = self._db.execute(APPEND, (*columns, now, now, now, now)).fetchall()
        kept = {game for (game,) in rows}
        return [
            None
            if one.game in kept
            else Conflict(f"Game {one.game} has been played on or forgotten elsewhere.")
            for one in appends
        ]
