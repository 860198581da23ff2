"""Whose games are whose in a database, and what was found of them.

What the methods promise is said in `contract`.
"""

from __future__ import annotations

import json
import os
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lastdigit.errors import RecordError
from lastdigit.game.game import Seat
from lastdigit.match.fields import Fields
from lastdigit.match.record import End, Setup
from lastdigit.match.record_line import read_result, read_setup, setup_data
from lastdigit.store.contract import Finished, Store

if TYPE_CHECKING:
    from lastdigit.store.sql import Database

HASH_BYTES = 32
Row = tuple[int, int | None, str, str, str, str | None]

HELD = """
    SELECT game.id, min(seat.seat), setup, result, changed, body
    FROM seat JOIN game ON game.id = seat.game LEFT JOIN finding ON finding.game = game.id
    WHERE result IS NOT NULL AND holder {} GROUP BY game.id, body HAVING count(*) = 1
"""
HERE = """
    SELECT game.id, NULL, setup, result, changed, body
    FROM game LEFT JOIN finding ON finding.game = game.id
    WHERE result IS NOT NULL AND game.id NOT IN (SELECT game FROM online)
"""
SEATS = """
    SELECT seat.game, seat.seat, code, EXISTS (
        SELECT 1 FROM seat AS other WHERE other.game = seat.game AND other.holder <> seat.holder
    )
    FROM seat JOIN online ON online.game = seat.game WHERE holder {} ORDER BY seat.game
"""
NOT_ONLINE = "SELECT id FROM game WHERE id NOT IN (SELECT game FROM online) ORDER BY id"
OWNERS = "IN (SELECT holder FROM owner)"


class SqlPeople(Store):
    """The part of the store that knows whose games are whose."""

    _db: Database

    def person_of(self, holder: bytes) -> str:
        with self._db.reading():
            row = self._db.execute("SELECT 1 FROM owner WHERE holder = ?", (holder,)).fetchone()
        return holder.hex() if row is None else ""

    def make_own(self, holder: bytes) -> None:
        with self._db.writing():
            self._db.execute(
                "INSERT INTO owner (holder) VALUES (?) ON CONFLICT DO NOTHING", (holder,)
            )
            self._db.execute("UPDATE attempt SET person = '' WHERE person = ?", (holder.hex(),))

    def finished(self, person: str) -> list[Finished]:
        with self._db.reading():
            rows = self._held(HELD, person)
            if not person:
                rows += self._db.execute(HERE).fetchall()
        return _read(rows)

    def _held(self, statement: str, person: str) -> list[Any]:
        """Return what a statement says of somebody's browsers."""
        if person:
            return self._db.execute(statement.format("= ?"), (bytes.fromhex(person),)).fetchall()
        return self._db.execute(statement.format(OWNERS)).fetchall()

    def games_of(self, person: str) -> list[int]:
        with self._db.reading():
            games = {int(game) for game, *_ in self._held(SEATS, person)}
            if not person:
                games |= {int(game) for (game,) in self._db.execute(NOT_ONLINE).fetchall()}
        return sorted(games)

    def forget_person(self, person: str) -> list[str]:
        with self._db.writing():
            self._db.execute("DELETE FROM attempt WHERE person = ?", (person,))
            seats = self._held(SEATS, person)
            gone = {game for game, _, _, shared in seats if not shared}
            if not person:
                gone |= {game for (game,) in self._db.execute(NOT_ONLINE).fetchall()}
            for game in sorted(gone, reverse=True):  # a match's later rounds before its first
                self._delete(game)
            for game, seat, _, shared in seats:
                if shared:
                    self._give_up(game, Seat(seat))
        return [code for _, _, code, _ in seats]

    def _give_up(self, game: int, seat: Seat) -> None:
        """Leave a seat to nobody, by a plain name; nothing else of a game names its players."""
        nobody = os.urandom(HASH_BYTES)  # it stays taken, but by none there is
        self._db.execute(
            "UPDATE seat SET holder = ? WHERE game = ? AND seat = ?", (nobody, game, seat.number)
        )
        text = self._db.execute("SELECT setup FROM game WHERE id = ?", (game,)).fetchone()[0]
        try:
            setup = read_setup(Fields.of(text))
        except RecordError:  # who could say what is in it
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

    @abstractmethod
    def _delete(self, game: int) -> None:
        """Delete a game, inside `writing`."""

    def keep_finding(self, game: int, found: str) -> None:
        with self._db.writing():
            self._db.execute(
                "INSERT INTO finding (game, body) SELECT id, ? FROM game WHERE id = ? "
                "ON CONFLICT (game) DO UPDATE SET body = excluded.body",
                (found, game),
            )


def _read(rows: Sequence[Row]) -> list[Finished]:
    """Return what can be read of some games, the one that ended first coming first."""
    games = []
    for game, seat, setup_text, result_text, ended, found in rows:
        try:
            setup, result = read_setup(Fields.of(setup_text)), read_result(Fields.of(result_text))
        except RecordError:
            continue
        own = _own_seat(setup) if seat is None else Seat(seat)
        if own is not None and result.end is not End.UNFINISHED:
            games.append(Finished(game, own, setup.game, ended, found))
    return sorted(games, key=lambda one: (one.ended, one.id))


def _own_seat(setup: Setup) -> Seat | None:
    """Return where the one person at a table sits; nobody can say whose the moves of two are."""
    people = [seat for seat in Seat if setup.players[seat.index].is_person]
    return people[0] if len(people) == 1 else None
