"""The tables in PostgreSQL: made, brought up to date, and told from somebody else's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from psycopg import Connection

from lastdigit.errors import StoreError

MIGRATIONS = Path(__file__).with_name("migrations")
MIGRATING, SERVING = 0x1A57D161, 0x1A57D162
"""Advisory locks: whoever brings the tables up to date is alone; every server shares the other."""


def migrate(connection: Connection, where: str) -> None:
    """Bring the tables up to date, in one transaction and one process at a time.

    Raises StoreError for tables of somebody else, or of a newer version.
    """
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        at = _version(connection, where)
        for number, step in enumerate(_steps()[at:], at + 1):
            connection.execute(step.read_text().encode())
            connection.execute("INSERT INTO lastdigit_version VALUES (%s)", (number,))


def _version(connection: Connection, where: str) -> int:
    """Return how many steps have been taken; raises StoreError."""
    ours, theirs = _one(connection, "SELECT to_regclass('lastdigit_version'), to_regclass('game')")
    if ours is None and theirs is not None:
        raise StoreError(f"{where} is a database, but not of lastdigit's games.")
    if ours is None:
        connection.execute("CREATE TABLE lastdigit_version (number integer PRIMARY KEY)")
    (at,) = _one(connection, "SELECT coalesce(max(number), 0) FROM lastdigit_version")
    if int(at) > len(_steps()):
        raise StoreError("These games were kept by a newer version of lastdigit.")
    return int(at)


def _one(connection: Connection, statement: str) -> tuple[Any, ...]:
    row = connection.execute(statement.encode()).fetchone()
    assert row is not None, "it always has one"
    return row


def _steps() -> list[Path]:
    return sorted(MIGRATIONS.glob("*.sql"))
