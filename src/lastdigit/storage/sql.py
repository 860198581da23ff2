"""SQL statements that work in both SQLite and PostgreSQL."""

from __future__ import annotations

import json
import os
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from lastdigit.errors import RecordError
from lastdigit.game.game import Seat
from lastdigit.match.record import (
    LEFT_UNFINISHED,
    End,
    Fields,
    Record,
    Result,
    Setup,
    Times,
    read_event,
    read_result,
    read_setup,
    setup_data,
)
from lastdigit.storage.base import (
    Attempt,
    Expired,
    Finished,
    FinishedDay,
    HeldGame,
    NewSums,
    Online,
    OnlineGame,
    SavedDay,
    SavedRoomEvent,
    Store,
    Summary,
    read_clocks,
    read_seats,
    read_summary,
    read_time,
    unknown,
)


class Rows(Protocol):
    """The result of an SQL statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement wrote."""

    def fetchone(self) -> Any:
        """Return the next row of the result, or None if there are no more rows."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows of the result."""


class Database(Protocol):
    """A database connection, or a pool of connections, that can run transactions."""

    @property
    def execute(self) -> Callable[..., Rows]:
        """The function that runs an SQL statement.

        The function can be called only in a transaction.
        """

    def reading(self) -> AbstractContextManager[None]:
        """Return a context manager for a block of queries. Database errors become StoreError."""

    def writing(self) -> AbstractContextManager[None]:
        """Return a context manager that runs its block in one transaction.

        Database errors become StoreError.
        """

    def check_no_server(self) -> None:
        """Raise StoreError if a server is using the database."""
        # A server caches games, so it would not notice changes by another process.

    def close(self) -> None:
        """Close all connections to the database."""


class LastNumbers(NamedTuple):
    """The highest game ID and puzzle attempt ID so far. IDs are never reused."""

    game: int
    attempt: int


class SqlAttempts(Store):
    """The methods of `SqlStore` that save and load puzzle attempts."""

    _db: Database
    _now: Callable[[], str]

    def add_attempt(self, person: str, attempt: Attempt) -> None:
        with self._db.writing():
            self._db.execute(
                "INSERT INTO attempt (person, puzzle, game, grade, answer, correct, day, at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    person,
                    attempt.puzzle,
                    attempt.game,
                    attempt.grade,
                    attempt.answer,
                    attempt.right,
                    attempt.day,
                    self._now(),
                ),
            )

    def attempts(self, person: str) -> list[Attempt]:
        with self._db.reading():
            rows = self._db.execute(
                "SELECT puzzle, game, grade, answer, correct, day, at FROM attempt "
                "WHERE person = ? ORDER BY id",
                (person,),
            ).fetchall()
        return [
            Attempt(puzzle, game, grade, answer, bool(right), day, at)
            for puzzle, game, grade, answer, right, day, at in rows
        ]


HASH_BYTES = 32
FinishedRow = tuple[int, int | None, str, str, str, str | None]
FINISHED_ONLINE = """
    SELECT game.id, min(seat.seat), setup, result, changed, body
    FROM seat JOIN game ON game.id = seat.game LEFT JOIN finding ON finding.game = game.id
    WHERE result IS NOT NULL AND changed >= ? AND changed < ? AND holder {}
    GROUP BY game.id, body HAVING count(*) = 1
"""
FINISHED_LOCAL = """
    SELECT game.id, NULL, setup, result, changed, body
    FROM game LEFT JOIN finding ON finding.game = game.id
    WHERE result IS NOT NULL AND changed >= ? AND changed < ?
    AND NOT EXISTS (SELECT 1 FROM online WHERE online.game = game.id)
"""
FIRST_TIME, AFTER_TIMES = "", "~"
"""Text that sorts before all ISO times, and a suffix that sorts after the rest of any ISO time."""
SEATS = """
    SELECT seat.game, seat.seat, code, EXISTS (
        SELECT 1 FROM seat AS other WHERE other.game = seat.game AND other.holder <> seat.holder
    )
    FROM seat JOIN online ON online.game = seat.game WHERE holder {} ORDER BY seat.game
"""
NOT_ONLINE = "SELECT id FROM game WHERE id NOT IN (SELECT game FROM online) ORDER BY id"
OWNERS = "IN (SELECT holder FROM owner)"
CHANGES = "SELECT day, id FROM changed_day WHERE day >= ? AND day <= ? AND holder {}"
LOCAL_CHANGES = "SELECT day, id FROM changed_day WHERE day >= ? AND day <= ? AND holder IS NULL"
MAX_PARAMETERS = 1_000
SAVE_DAY = """
    INSERT INTO daily_sum (person, day, body) VALUES (?, ?, ?)
    ON CONFLICT (person, day) DO UPDATE SET body = excluded.body
"""
OPEN_MISTAKES = """
    SELECT game, count(DISTINCT puzzle) FROM daily_mistake WHERE person = ? AND puzzle NOT IN (
        SELECT puzzle FROM attempt WHERE person = ?
        GROUP BY puzzle HAVING max(id) = max(CASE WHEN correct THEN id END)
    ) GROUP BY game
"""


class SqlPeople(Store):
    """The methods of `SqlStore` that find, merge and delete all of a person's data."""

    _db: Database

    def person_of(self, holder: bytes) -> str:
        with self._db.reading():
            row = self._db.execute("SELECT 1 FROM owner WHERE holder = ?", (holder,)).fetchone()
        return holder.hex() if row is None else ""

    def assign_to_local_user(self, holder: bytes) -> None:
        with self._db.writing():
            self._db.execute(
                "INSERT INTO owner (holder) VALUES (?) ON CONFLICT DO NOTHING", (holder,)
            )
            self._db.execute("UPDATE attempt SET person = '' WHERE person = ?", (holder.hex(),))
            self._delete_sums(holder.hex())

    def finished(self, person: str) -> list[Finished]:
        with self._db.reading():
            rows = self._finished_rows(person, FIRST_TIME, AFTER_TIMES)
        return _parse_finished(rows)[0]

    def _finished_rows(self, person: str, first: str, after: str) -> list[FinishedRow]:
        rows = self._run_for_browsers(FINISHED_ONLINE, person, first, after)
        if not person:
            rows += self._db.execute(FINISHED_LOCAL, (first, after)).fetchall()
        return rows

    def _run_for_browsers(self, statement: str, person: str, *parameters: object) -> list[Any]:
        """Run a query for a person's browser, or for all browsers that this machine's user has."""
        # The condition on the column `holder` takes the place of `{}`.
        if person:
            return self._db.execute(
                statement.format("= ?"), (*parameters, bytes.fromhex(person))
            ).fetchall()
        return self._db.execute(statement.format(OWNERS), parameters).fetchall()

    def saved_days(self, person: str) -> list[SavedDay]:
        with self._db.reading():
            rows = self._db.execute(
                "SELECT day, body FROM daily_sum WHERE person = ?", (person,)
            ).fetchall()
            changes = self._changes(person, FIRST_TIME, AFTER_TIMES)
        sums = dict(rows)
        return [
            SavedDay(day, sums.get(day), tuple(changes.get(day, ())))
            for day in sorted(sums.keys() | changes.keys())
        ]

    def _changes(self, person: str, first: str, last: str) -> dict[str, list[int]]:
        """Return the IDs of the changes that are not included in a person's sums, by day."""
        rows = self._run_for_browsers(CHANGES, person, first, last)
        if not person:
            rows += self._db.execute(LOCAL_CHANGES, (first, last)).fetchall()
        changes: dict[str, list[int]] = {}
        for day, change in sorted(rows):
            changes.setdefault(day, []).append(change)
        return changes

    def finished_on(self, person: str, day: str) -> FinishedDay:
        with self._db.reading():
            # A change that is made between these queries is in the games, but not in the changes.
            # Then the sums of this day are computed once more than necessary.
            changes = self._changes(person, day, day).get(day, ())
            row = self._db.execute(
                "SELECT body FROM daily_sum WHERE person = ? AND day = ?", (person, day)
            ).fetchone()
            rows = self._finished_rows(person, day, day + AFTER_TIMES)
        saved = SavedDay(day, row[0] if row else None, tuple(changes))
        return FinishedDay(saved, *_parse_finished(rows))

    def save_sums(self, person: str, sums: Sequence[NewSums]) -> None:
        with self._db.writing():
            for new in sums:
                if self._are_newest(person, new.saved):
                    self._save_day(person, new)

    def _are_newest(self, person: str, saved: SavedDay) -> bool:
        """Return whether no other process has saved sums for a day since `saved` was read.

        Delete the changes that `saved` contains.
        """
        if not saved.changes:  # only the format of the saved sums is older
            row = self._db.execute(
                "UPDATE daily_sum SET body = body WHERE person = ? AND day = ? AND body = ?",
                (person, saved.day, saved.sums),
            )
            return bool(row.rowcount)
        deleted = 0
        for start in range(0, len(saved.changes), MAX_PARAMETERS):
            changes = saved.changes[start : start + MAX_PARAMETERS]
            placeholders = ", ".join("?" * len(changes))
            deleted += self._db.execute(
                f"DELETE FROM changed_day WHERE id IN ({placeholders})", changes
            ).rowcount
        if deleted == len(saved.changes):
            return True
        # The other process may not have known the changes that were deleted just now.
        self._add_change(person, saved.day)
        return False

    def _add_change(self, person: str, day: str) -> None:
        holder = bytes.fromhex(person) if person else None
        self._db.execute("INSERT INTO changed_day (holder, day) VALUES (?, ?)", (holder, day))

    def _save_day(self, person: str, new: NewSums) -> None:
        day = new.saved.day
        self._db.execute("DELETE FROM daily_mistake WHERE person = ? AND day = ?", (person, day))
        if new.sums:
            self._db.execute(SAVE_DAY, (person, day, new.sums))
        else:
            self._db.execute("DELETE FROM daily_sum WHERE person = ? AND day = ?", (person, day))
        for game, puzzle in new.mistakes:
            self._db.execute(
                "INSERT INTO daily_mistake (person, game, puzzle, day) VALUES (?, ?, ?, ?)",
                (person, game, puzzle, day),
            )
        if not new.is_complete:
            self._add_change(person, day)

    def _delete_sums(self, person: str) -> None:
        """Delete the saved sums of a person who has no games left, or who is now the local user.

        This method does not commit the transaction.
        """
        for table in ("daily_sum", "daily_mistake"):
            self._db.execute(f"DELETE FROM {table} WHERE person = ?", (person,))
        if person:
            self._db.execute(
                f"DELETE FROM changed_day WHERE holder = ? AND NOT holder {OWNERS}",
                (bytes.fromhex(person),),
            )
        else:
            self._db.execute(f"DELETE FROM changed_day WHERE holder IS NULL OR holder {OWNERS}")

    def open_mistakes(self, person: str) -> dict[str, int]:
        with self._db.reading():
            return dict(self._db.execute(OPEN_MISTAKES, (person, person)).fetchall())

    def games_of(self, person: str) -> list[int]:
        with self._db.reading():
            games = {int(game) for game, *_ in self._run_for_browsers(SEATS, person)}
            if not person:
                games |= {int(game) for (game,) in self._db.execute(NOT_ONLINE).fetchall()}
        return sorted(games)

    def delete_person(self, person: str) -> list[str]:
        with self._db.writing():
            self._db.execute("DELETE FROM attempt WHERE person = ?", (person,))
            seats = self._run_for_browsers(SEATS, person)
            gone = {game for game, _, _, shared in seats if not shared}
            if not person:
                gone |= {game for (game,) in self._db.execute(NOT_ONLINE).fetchall()}
            for game in sorted(gone, reverse=True):  # a match's later rounds before its first
                self._delete(game)
            for game, seat, _, shared in seats:
                if shared:
                    self._anonymize_seat(game, Seat(seat))
            self._delete_sums(person)
        return [code for _, _, code, _ in seats]

    def _anonymize_seat(self, game: int, seat: Seat) -> None:
        """Remove a player's name and browser from a game."""
        anonymous = os.urandom(HASH_BYTES)  # the seat stays taken, by a holder that does not exist
        self._db.execute(
            "UPDATE seat SET holder = ? WHERE game = ? AND seat = ?", (anonymous, game, seat.number)
        )
        text = self._db.execute("SELECT setup FROM game WHERE id = ?", (game,)).fetchone()[0]
        try:
            setup = read_setup(Fields.of(text))
        except RecordError:  # the name cannot be removed from an unreadable set-up
            self._delete(game)
            return
        one, two = setup.players
        other = setup.names[seat.other.index]
        name = str(seat) if str(seat) != other else str(seat.other)
        players = (
            (one._replace(name=name), two) if seat is Seat.ONE else (one, two._replace(name=name))
        )
        self._db.execute(
            "UPDATE game SET setup = ? WHERE id = ?",
            (json.dumps(setup_data(replace(setup, players=players))), game),
        )

    def merge(self, holder: bytes, into: bytes) -> None:
        person = self.person_of(into)
        with self._db.writing():
            self._db.execute("UPDATE seat SET holder = ? WHERE holder = ?", (into, holder))
            self._db.execute(
                "UPDATE attempt SET person = ? WHERE person = ?", (person, holder.hex())
            )
            self._db.execute(
                "UPDATE room_event SET person = ? WHERE person = ?", (into.hex(), holder.hex())
            )
            self._delete_sums(holder.hex())

    @abstractmethod
    def _delete(self, game: int) -> None:
        """Delete a game and its events. This method does not commit the transaction."""

    def save_analysis(self, game: int, analysis: str) -> None:
        with self._db.writing():
            self._db.execute(
                "INSERT INTO finding (game, body) SELECT id, ? FROM game WHERE id = ? "
                "ON CONFLICT (game) DO UPDATE SET body = excluded.body",
                (analysis, game),
            )


def _parse_finished(rows: Sequence[FinishedRow]) -> tuple[list[Finished], bool]:
    """Parse database rows as finished games, and sort the games by the time when they ended.

    Skip rows that cannot be read and local games without exactly one human player. Also return
    whether all rows could be read.
    """
    games, is_complete = [], True
    for game, seat, setup_text, result_text, ended, found in rows:
        try:
            setup, result = read_setup(Fields.of(setup_text)), read_result(Fields.of(result_text))
        except RecordError:
            is_complete = False
            continue
        own = setup.own_seat if seat is None else Seat(seat)
        if own is not None and result.end is not End.UNFINISHED:
            games.append(Finished(game, own, setup.game, ended, found))
    return sorted(games, key=lambda one: (one.ended, one.id)), is_complete


class SqlRooms(Store):
    """The methods of `SqlStore` that save and load classrooms."""

    _db: Database
    _now: Callable[[], str]

    def append_to_room(self, room: str, number: int, person: str, body: str) -> bool:
        with self._db.writing():
            if number > 1:
                self._lock_room(room)
                before = self._db.execute(
                    "SELECT 1 FROM room_event WHERE room = ? AND number = ?", (room, number - 1)
                ).fetchone()
                if before is None:
                    return False  # the room was deleted
            row = self._db.execute(
                "INSERT INTO room_event (room, number, person, body, at) "
                "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (room, number, person, body, self._now()),
            )
            return bool(row.rowcount)

    def _lock_room(self, room: str) -> None:
        """Lock a classroom against other writers until the transaction ends."""
        # By default nothing: SQLite allows only one writer at a time anyway.

    def room(self, room: str) -> list[SavedRoomEvent]:
        with self._db.reading():
            rows = self._db.execute(
                "SELECT person, body, at FROM room_event WHERE room = ? ORDER BY number", (room,)
            ).fetchall()
        return [SavedRoomEvent(*row) for row in rows]

    def rooms_of(self, person: str, limit: int) -> list[str]:
        with self._db.reading():
            rows = self._db.execute(
                "SELECT room FROM room_event WHERE person = ? "
                "GROUP BY room ORDER BY max(at) DESC, room LIMIT ?",
                (person, limit),
            ).fetchall()
        return [str(room) for (room,) in rows]

    def delete_room(self, room: str) -> None:
        with self._db.writing():
            self._lock_room(room)
            self._db.execute("DELETE FROM room_event WHERE room = ?", (room,))


OLD = "SELECT game, code FROM online JOIN game ON id = game WHERE result IS NULL AND changed < ?"
UNJOINED = f"{OLD} AND begun IS NULL"
BEGUN = f"{OLD} AND begun IS NOT NULL"
ABANDONED_ROOMS = "SELECT room FROM room_event GROUP BY room HAVING max(at) < ? ORDER BY room"


class SqlUpkeep(Store):
    """The methods of `SqlStore` that delete abandoned games and classrooms."""

    _db: Database

    def expire(self, unjoined: str, unfinished: str | None, rooms: str | None = None) -> Expired:
        with self._db.writing():
            invitations = self._expire(UNJOINED, unjoined)
            games = [] if unfinished is None else self._expire(BEGUN, unfinished)
            abandoned = [] if rooms is None else self._expire_rooms(rooms)
        return Expired(invitations, games, abandoned)

    def _expire(self, statement: str, before: str) -> list[str]:
        old = self._db.execute(statement, (before,)).fetchall()
        for game, _ in old:
            self._delete(game)
        return [str(code) for _, code in old]

    def _expire_rooms(self, before: str) -> list[str]:
        old = self._abandoned_rooms(before)
        for room in old:
            self._lock_room(room)
        # Another server may have used or deleted the room before it was locked.
        abandoned = sorted({*old} & {*self._abandoned_rooms(before)})
        for room in abandoned:
            self._db.execute("DELETE FROM room_event WHERE room = ?", (room,))
        return abandoned

    def _abandoned_rooms(self, before: str) -> list[str]:
        return [str(room) for (room,) in self._db.execute(ABANDONED_ROOMS, (before,)).fetchall()]

    @abstractmethod
    def _lock_room(self, room: str) -> None:
        """Lock a classroom against other writers until the transaction ends."""

    @abstractmethod
    def _delete(self, game: int) -> None:
        """Delete a game and its events. This method does not commit the transaction."""


RECENT_GAMES = 1_000
"""The number of games, of all players, among which to look for a player's latest ones first."""
RECENTLY_HELD = """
    SELECT id FROM (SELECT id, changed FROM game ORDER BY changed DESC, id DESC LIMIT ?) AS recent
    WHERE EXISTS (SELECT 1 FROM seat WHERE seat.game = id AND holder = ?)
    ORDER BY changed DESC, id DESC LIMIT ?
"""
HELD = """
    SELECT id FROM game WHERE id IN (SELECT game FROM seat WHERE holder = ?)
    ORDER BY changed DESC, id DESC LIMIT ?
"""


class SqlStore(SqlAttempts, SqlPeople, SqlRooms, SqlUpkeep):
    """A store in an SQL database. `now` returns the current time for new rows, as ISO text."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._db = database
        self._now = now

    def close(self) -> None:
        self._db.close()

    @property
    def database(self) -> Database:
        """The database in which the store saves its data."""
        return self._db

    @abstractmethod
    def last_numbers(self) -> LastNumbers:
        """Return the highest IDs that have been assigned to a game and to a puzzle attempt."""

    @abstractmethod
    def set_last_numbers(self, last: LastNumbers) -> None:
        """Ensure that all new games and puzzle attempts get IDs above `last`.

        This method does not commit the transaction.
        """

    def add(self, setup: Setup) -> int:
        with self._db.writing():
            return self._insert_game(setup)

    def _insert_game(self, setup: Setup) -> int:
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
                read_result(Fields.of(row[1])) if row[1] else LEFT_UNFINISHED,
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

    def delete(self, games: Sequence[int]) -> None:
        with self._db.writing():
            for game in games:
                self._check_and_delete(game)

    def _check_and_delete(self, game: int) -> None:
        found = self._db.execute(
            "SELECT online.game FROM game LEFT JOIN online ON online.game = id WHERE id = ?",
            (game,),
        ).fetchone()
        if found is None:
            raise unknown(game)
        if found[0] is not None:
            self._db.check_no_server()
        self._delete(game)

    def _delete(self, game: int) -> None:
        # A match is identified by its first round. If that is deleted, the next round takes over.
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
                game = self._insert_game(setup)
                self._insert_online(game, online, rematch_of)
                if rematch_of is not None:
                    self._notify(rematch_of)
                return game
        except _Taken:
            return None

    def _notify(self, game: int) -> None:
        """Notify other servers that a game has changed.

        Do nothing if only one server can use the store.
        """

    def _insert_online(self, game: int, online: Online, rematch_of: int | None) -> None:
        clocks = json.dumps(online.clock_times) if online.clock_times else None
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

    def take_seat(
        self, game: int, seat: Seat, holder: bytes, setup: Setup, begun: str | None
    ) -> bool:
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
        import secrets  # slow to import, and only servers need it

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
            # A player with many games has recent ones, which are found without sorting all games.
            rows = self._held(RECENTLY_HELD, (holder, RECENT_GAMES, holder, limit))
            if len(rows) < limit:
                rows = self._held(HELD, (holder, holder, limit))
            return [
                HeldGame(
                    read_summary(*summary), code, against, tuple(map(Seat, sorted({first, last})))
                )
                for *summary, code, against, first, last in rows
            ]

    def _held(self, games: str, parameters: tuple[object, ...]) -> list[Any]:
        """Return a browser's games with its seats in them. `games` is a query for their IDs."""
        return self._db.execute(
            "SELECT id, setup, result, changed, code, against, min(seat), max(seat) "
            "FROM game JOIN online ON online.game = id JOIN seat ON seat.game = id "
            f"WHERE holder = ? AND id IN ({games}) GROUP BY id, code, against "
            "ORDER BY changed DESC, id DESC",
            parameters,
        ).fetchall()

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
    """Return the name of the game in a saved set-up, or None if the set-up cannot be read."""
    try:
        return json.loads(setup)["game"]
    except (ValueError, TypeError, KeyError):
        return None


class _Taken(Exception):  # noqa: N818 - it only rolls back the transaction
    """Another game has the same code, or the previous game already has a rematch."""
