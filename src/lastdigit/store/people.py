"""Whose games are whose in a database, and what was found of them.

What the methods promise is said in `contract`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lastdigit.core.values import Seat
from lastdigit.errors import RecordError
from lastdigit.match.fields import Fields
from lastdigit.match.record import End, Setup
from lastdigit.match.record_line import read_result, read_setup
from lastdigit.store.contract import Finished, Store

if TYPE_CHECKING:
    from lastdigit.store.sql import Database

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
            if person:
                rows = self._db.execute(HELD.format("= ?"), (bytes.fromhex(person),)).fetchall()
            else:
                held = self._db.execute(HELD.format(OWNERS)).fetchall()
                rows = self._db.execute(HERE).fetchall() + held
        return _read(rows)

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
