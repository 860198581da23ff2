"""Answers to puzzles in a database. What the methods promise is said in `contract`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lastdigit.store.contract import Attempt, Store

if TYPE_CHECKING:
    from lastdigit.store.sql import Database


class SqlAttempts(Store):
    """The part of the store that keeps answers to puzzles."""

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
