"""All that is kept, copied from one database to another, and compared row by row before it counts.

Either may be SQLite or PostgreSQL. What only servers tell each other is not copied.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from lastdigit.errors import StoreError
from lastdigit.store.contract import Store
from lastdigit.store.sql import Database, SqlStore

BATCH = 1_000
Row = tuple[Any, ...]


class Table(NamedTuple):
    """A table: its columns, of which the first few are the key."""

    name: str
    columns: tuple[str, ...]
    key: int = 1
    truths: tuple[str, ...] = ()
    """Columns that are true or false, which SQLite keeps as numbers."""


TABLES = (
    Table("game", ("id", "match", "setup", "result", "started", "changed")),
    Table("event", ("game", "number", "body", "at"), key=2),
    Table("online", ("game", "code", "against", "begun", "clocks", "rematch_of")),
    Table("seat", ("game", "seat", "holder", "joined"), key=2, truths=("joined",)),
    Table("signing_key", ("id", "key")),
    Table("unsigned_holder", ("holder",)),
    Table(
        "attempt",
        ("id", "person", "puzzle", "game", "grade", "answer", "correct", "day", "at"),
        truths=("correct",),
    ),
    Table("room_event", ("room", "number", "person", "body", "at"), key=2),
    Table("finding", ("game", "body")),
    Table("owner", ("holder",)),
)
"""In such an order that a row comes after those that it names."""


def copy_store(source: Store, target: Store) -> dict[str, int]:
    """Copy everything into a store that has nothing yet; return how many rows each table has.

    Raises StoreError, and then the target has nothing still: where it had something, where a
    server plays in either, or where what was written is not what was read.
    """
    assert isinstance(source, SqlStore), "there is no other kind"
    assert isinstance(target, SqlStore), "there is no other kind"
    with source.database.writing(), target.database.writing():
        source.database.refuse_beside_a_server()
        target.database.refuse_beside_a_server()
        for table in TABLES:
            if next(_rows(target.database, table), None) is not None:
                raise StoreError("There are games already where these would go; name a new place.")
        counts = {table.name: _copy(source.database, target.database, table) for table in TABLES}
        target.set_last_numbers(source.last_numbers())
        for table in TABLES:
            _compare(source.database, target.database, table)
    return counts


def _copy(source: Database, target: Database, table: Table) -> int:
    places = ", ".join("?" * len(table.columns))
    statement = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({places})"
    count = 0
    for row in _rows(source, table):
        target.execute(statement, row)
        count += 1
    return count


def _compare(source: Database, target: Database, table: Table) -> None:
    """Compare what was written with what was read; raises StoreError."""
    for one, two in zip_longest(_rows(source, table), _rows(target, table)):
        if one != two:
            where = (one or two)[: table.key]
            raise StoreError(f"The copy differs at {table.name} {where}; nothing has been copied.")


def _rows(database: Database, table: Table) -> Iterator[Row]:
    """Yield the rows of a table by their key, a batch at a time."""
    names, key = ", ".join(table.columns), ", ".join(table.columns[: table.key])
    truths = [place for place, name in enumerate(table.columns) if name in table.truths]
    places = ", ".join("?" * table.key)
    after: Row = ()
    while True:
        only = f"WHERE ({key}) > ({places})" if after else ""
        rows = database.execute(
            f"SELECT {names} FROM {table.name} {only} ORDER BY {key} LIMIT {BATCH}", after
        ).fetchall()
        for row in rows:
            yield tuple(
                bool(value) if place in truths else value for place, value in enumerate(row)
            )
        if len(rows) < BATCH:
            return
        after = tuple(rows[-1][: table.key])
