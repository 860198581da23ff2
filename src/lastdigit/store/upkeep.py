"""Keeping a database of games small: what nobody comes back for is deleted.

What the methods promise is said in `contract`.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from lastdigit.store.contract import Expired, Store

if TYPE_CHECKING:
    from lastdigit.store.sql import Database

OLD = "SELECT game, code FROM online JOIN game ON id = game WHERE result IS NULL AND changed < ?"
UNJOINED = f"{OLD} AND begun IS NULL"
BEGUN = f"{OLD} AND begun IS NOT NULL"
LEFT = "SELECT room FROM room_event GROUP BY room HAVING max(at) < ? ORDER BY room"


class SqlUpkeep(Store):
    """The part of the store that deletes what is old."""

    _db: Database

    def expire(self, unjoined: str, unfinished: str | None, rooms: str | None = None) -> Expired:
        with self._db.writing():
            invitations = self._expire(UNJOINED, unjoined)
            games = [] if unfinished is None else self._expire(BEGUN, unfinished)
            left = [] if rooms is None else self._expire_rooms(rooms)
        return Expired(invitations, games, left)

    def _expire(self, statement: str, before: str) -> list[str]:
        old = self._db.execute(statement, (before,)).fetchall()
        for game, _ in old:
            self._delete(game)
        return [str(code) for _, code in old]

    def _expire_rooms(self, before: str) -> list[str]:
        old = self._left(before)
        for room in old:
            self._lock_room(room)
        # Until then somebody may have come back, or another server deleted it.
        left = sorted({*old} & {*self._left(before)})
        for room in left:
            self._db.execute("DELETE FROM room_event WHERE room = ?", (room,))
        return left

    def _left(self, before: str) -> list[str]:
        return [str(room) for (room,) in self._db.execute(LEFT, (before,)).fetchall()]

    @abstractmethod
    def _lock_room(self, room: str) -> None:
        """Let nobody else add to a room or delete it, inside `writing`."""

    @abstractmethod
    def _delete(self, game: int) -> None:
        """Delete a game, inside `writing`."""
