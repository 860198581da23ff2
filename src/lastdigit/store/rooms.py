"""Class rooms in a database. What the methods promise is said in `contract`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lastdigit.store.contract import RoomEvent, Store

if TYPE_CHECKING:
    from lastdigit.store.sql import Database


class SqlRooms(Store):
    """The part of the store that keeps class rooms."""

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
                    return False  # it has been deleted meanwhile
            row = self._db.execute(
                "INSERT INTO room_event (room, number, person, body, at) "
                "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (room, number, person, body, self._now()),
            )
            return bool(row.rowcount)

    def _lock_room(self, room: str) -> None:
        """Let nobody else add to a room or delete it before this is written, where they could."""

    def room(self, room: str) -> list[RoomEvent]:
        with self._db.reading():
            rows = self._db.execute(
                "SELECT person, body, at FROM room_event WHERE room = ? ORDER BY number", (room,)
            ).fetchall()
        return [RoomEvent(*row) for row in rows]

    def rooms_of(self, person: str, limit: int) -> list[str]:
        with self._db.reading():
            rows = self._db.execute(
                "SELECT room FROM room_event WHERE person = ? "
                "GROUP BY room ORDER BY max(at) DESC, room LIMIT ?",
                (person, limit),
            ).fetchall()
        return [str(room) for (room,) in rows]

    def forget_room(self, room: str) -> None:
        with self._db.writing():
            self._lock_room(room)
            self._db.execute("DELETE FROM room_event WHERE room = ?", (room,))
