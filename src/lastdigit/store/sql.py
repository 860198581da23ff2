"""A store in a database that speaks SQL, whichever it is: what both kinds of ours have in common.

What the methods promise is said in `contract`; a parameter of a statement is written as `?`.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from lastdigit.game.game import Seat
from lastdigit.match.fields import Fields
from lastdigit.match.record import LEFT, Record, Result, Setup, Times
from lastdigit.match.record_line import read_event, read_result, read_setup, setup_data
from lastdigit.store.attempts import SqlAttempts
from lastdigit.store.contract import HeldGame, Online, OnlineGame, Summary
from lastdigit.store.people import SqlPeople
from lastdigit.store.rooms import SqlRooms
from lastdigit.store.rows import read_clocks, read_seats, read_summary, read_time, unknown
from lastdigit.store.upkeep import SqlUpkeep


class LastNumbers(NamedTuple):
    """The last numbers given: none is given twice, even where a game has been forgotten."""

    game: int
    attempt: int


class Rows(Protocol):
    """What came of a statement."""

    @property
    def rowcount(self) -> int:
        """How many rows were written."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""


class Database(Protocol):
    """A database, as far as statements need it."""

    @property
    def execute(self) -> Callable[..., Rows]:
        """Carry out a statement; inside `reading` or `writing`."""

    def reading(self) -> AbstractContextManager[None]:
        """Read what is inside as it stands at one moment; raises StoreError."""

    def writing(self) -> AbstractContextManager[None]:
        """Make what is written inside one transaction; raises StoreError."""

    def refuse_beside_a_server(self) -> None:
        """Raise StoreError if a server has the games: it remembers them."""

    def close(self) -> None:
        """Let the database go."""


class SqlStore(SqlAttempts, SqlPeople, SqlRooms, SqlUpkeep):
    """Games in tables; times come from `now`."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._db = database
        self._now = now

    def close(self) -> None:
        self._db.close()

    @property
    def database(self) -> Database:
        """The database itself, for whoever copies it."""
        return self._db

    @abstractmethod
    def last_numbers(self) -> LastNumbers:
        """Return the last number that was given to a game and to an attempt."""

    @abstractmethod
    def set_last_numbers(self, last: LastNumbers) -> None:
        """Give no number up to these again; inside `writing`."""

    def add(self, setup: Setup) -> int:
        with self._db.writing():
            return self._added(setup)

    def _added(self, setup: Setup) -> int:
        now = self._now()
        row = self._db.execute(
            "INSERT INTO game (setup, started, changed) VALUES (?, ?, ?) RETURNING id",
            (json.dumps(setup_data(setup)), now, now),
        ).fetchone()
        return int(row[0])

    def record(self, game: int) -> Record:
        with self._db.reading():
            row = self._db.execute(
                "SELECT setup, result, started FROM game WHERE id = ?", (game,)
            ).fetchone()
            events = self._db.execute(
                "SELECT body, at FROM event WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        if row is None:
            raise unknown(game)
        with self._db.reading():
            return Record(
                read_setup(Fields.of(row[0])),
                tuple(read_event(Fields.of(body)) for body, _ in events),
                read_result(Fields.of(row[1])) if row[1] else LEFT,
                Times(read_time(row[2]), tuple(read_time(at) for _, at in events)),
            )

    def games(self, limit: int, *, unfinished: bool = False) -> list[Summary]:
        with self._db.reading():
            rows = self._db.execute(
                "SELECT id, setup, result, changed FROM game WHERE result IS NULL OR NOT ? "
                "ORDER BY changed DESC, id DESC LIMIT ?",
                (unfinished, limit),
            ).fetchall()
            return [read_summary(*row) for row in rows]

    def count(self, *, unfinished: bool = False) -> int:
        with self._db.reading():
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
            raise unknown(game)
        if found[0] is not None:
            self._db.refuse_beside_a_server()
        self._delete(game)

    def _delete(self, game: int) -> None:
        # A match is known by its first round: where that goes, the next round is the first.
        following = self._db.execute("SELECT min(id) FROM game WHERE match = ?", (game,)).fetchone()
        self._db.execute(
            "UPDATE game SET match = nullif(?, id) WHERE match = ?", (*following, game)
        )
        for statement in (
            "UPDATE online SET rematch_of = NULL WHERE rematch_of = ?",
            "DELETE FROM seat WHERE game = ?",
            "DELETE FROM online WHERE game = ?",
            "DELETE FROM event WHERE game = ?",
            "DELETE FROM game WHERE id = ?",
        ):
            self._db.execute(statement, (game,))

    def latest_unfinished(self) -> int | None:
        with self._db.reading():
            row = self._db.execute(
                "SELECT id FROM game WHERE result IS NULL AND id NOT IN (SELECT game FROM online) "
                "ORDER BY changed DESC, id DESC LIMIT 1"
            ).fetchone()
        return int(row[0]) if row else None

    def rounds(self, game: int) -> tuple[list[Result], int | None]:
        with self._db.reading():
            row = self._db.execute(
                "SELECT coalesce(match, id) FROM game WHERE id = ?", (game,)
            ).fetchone()
            if row is None:
                raise unknown(game)
            rows = self._db.execute(
                "SELECT id, result FROM game WHERE coalesce(match, id) = ? ORDER BY id", row
            ).fetchall()
            results = [read_result(Fields.of(result)) for _, result in rows if result]
            return results, next((int(one) for one, result in rows if not result), None)

    def code_of(self, game: int) -> str | None:
        with self._db.reading():
            row = self._db.execute("SELECT code FROM online WHERE game = ?", (game,)).fetchone()
        return str(row[0]) if row else None

    def add_online(self, setup: Setup, online: Online, rematch_of: int | None = None) -> int | None:
        try:
            with self._db.writing():
                game = self._added(setup)
                self._keep_online(game, online, rematch_of)
                if rematch_of is not None:
                    self._tell(rematch_of)
                return game
        except _Taken:
            return None

    def _tell(self, game: int) -> None:
        """Tell other servers that a game has changed, where there can be any."""

    def _keep_online(self, game: int, online: Online, rematch_of: int | None) -> None:
        clocks = json.dumps(online.left) if online.left else None
        row = self._db.execute(
            "INSERT INTO online (game, code, against, begun, clocks, rematch_of) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (game, online.code, online.against, online.begun, clocks, rematch_of),
        )
        if not row.rowcount:
            raise _Taken
        for seat, held in zip(Seat, online.seats, strict=True):
            self._db.execute(
                "INSERT INTO seat (game, seat, holder, joined) VALUES (?, ?, ?, ?)",
                (game, seat.value, held.holder, held.joined),
            )

    def online(self, code: str) -> OnlineGame | None:
        with self._db.reading():
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
                read_seats(held),
                None if begun is None else read_time(begun),
                None if clocks is None else read_clocks(clocks),
            )
        return OnlineGame(game, self.record(game), online, rematch)

    def sit(self, game: int, seat: Seat, holder: bytes, setup: Setup, begun: str | None) -> bool:
        with self._db.writing():
            taken = self._db.execute(
                "UPDATE seat SET holder = ?, joined = TRUE WHERE game = ? AND seat = ? "
                "AND NOT joined AND (holder IS NULL OR holder = ?)",
                (holder, game, seat.value, holder),
            )
            if not taken.rowcount:
                return False
            self._db.execute("UPDATE online SET begun = ? WHERE game = ?", (begun, game))
            self._db.execute(
                "UPDATE game SET setup = ?, changed = ? WHERE id = ?",
                (json.dumps(setup_data(setup)), self._now(), game),
            )
            return True

    def rename(self, game: int, setup: Setup) -> bool:
        with self._db.writing():
            renamed = self._db.execute(
                "UPDATE game SET setup = ?, changed = ? WHERE id = ? "
                "AND id IN (SELECT game FROM online WHERE begun IS NULL)",
                (json.dumps(setup_data(setup)), self._now(), game),
            )
            return bool(renamed.rowcount)

    def hand_over(self, game: int, seat: Seat, before: bytes | None, holder: bytes) -> bool:
        with self._db.writing():
            given = self._db.execute(
                "UPDATE seat SET holder = ? WHERE game = ? AND seat = ? AND holder = ?",
                (holder, game, seat.value, before),
            )
            return bool(given.rowcount)

    def signing_key(self) -> bytes:
        import secrets  # only a server waits for it

        with self._db.writing():
            self._db.execute(
                "INSERT INTO signing_key (id, key) VALUES (1, ?) ON CONFLICT DO NOTHING",
                (secrets.token_bytes(32),),
            )
            return bytes(self._db.execute("SELECT key FROM signing_key").fetchone()[0])

    def is_unsigned(self, holder: bytes) -> bool:
        with self._db.reading():
            return (
                self._db.execute(
                    "SELECT 1 FROM unsigned_holder WHERE holder = ?", (holder,)
                ).fetchone()
                is not None
            )

    def held_by(self, holder: bytes, limit: int) -> list[HeldGame]:
        with self._db.reading():
            rows = self._db.execute(
                "SELECT id, setup, result, changed, code, against, min(seat), max(seat) "
                "FROM seat JOIN online USING (game) JOIN game ON game.id = seat.game "
                "WHERE holder = ? GROUP BY id, code, against "
                "ORDER BY changed DESC, id DESC LIMIT ?",
                (holder, limit),
            ).fetchall()
            return [
                HeldGame(
                    read_summary(*kept), code, against, tuple(map(Seat, sorted({first, last})))
                )
                for *kept, code, against, first, last in rows
            ]

    def playing(self, holder: bytes, game: str) -> list[str]:
        with self._db.reading():
            rows = self._db.execute(
                "SELECT DISTINCT code, setup "
                "FROM seat JOIN online USING (game) JOIN game ON game.id = seat.game "
                "WHERE holder = ? AND result IS NULL AND begun IS NOT NULL ORDER BY code",
                (holder,),
            ).fetchall()
        return [code for code, setup in rows if _game_of(setup) == game]


def _game_of(setup: str) -> object:
    """Return the name of a saved game's kind, or None if the set-up cannot be read."""
    try:
        return json.loads(setup)["game"]
    except (ValueError, TypeError, KeyError):
        return None


class _Taken(Exception):  # noqa: N818 - it only carries the news out of the transaction
    """The code, or the place of the rematch, is taken."""
