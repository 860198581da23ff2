"""Copy all data from one store to another, for example from SQLite to PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from lastdigit.errors import StoreError
from lastdigit.storage.base import Store
from lastdigit.storage.sql import Database, SqlStore

BATCH_SIZE = 1_000
Row = tuple[Any, ...]


class Table(NamedTuple):
    """The name and columns of a database table to copy."""

    name: str
    columns: tuple[str, ...]
    key: int = 1
    """The number of leading columns that form the primary key."""
    booleans: tuple[str, ...] = ()
    """Boolean columns. SQLite stores booleans as numbers."""


TABLES = (
    Table("game", ("id", "match", "setup", "result", "started", "changed")),
    Table("event", ("game", "number", "body", "at"), key=2),
    Table("online", ("game", "code", "against", "begun", "clocks", "rematch_of")),
    Table("seat", ("game", "seat", "holder", "joined"), key=2, booleans=("joined",)),
    Table("signing_key", ("id", "key")),
    Table("unsigned_holder", ("holder",)),
    Table(
        "attempt",
        ("id", "person", "puzzle", "game", "grade", "answer", "correct", "day", "at"),
        booleans=("correct",),
    ),
    Table("room_event", ("room", "number", "person", "body", "at"), key=2),
    Table("finding", ("game", "body")),
    Table("owner", ("holder",)),
)
"""All tables, each after the tables that it refers to. Sums are computed again in the target."""


def copy_store(source: Store, target: Store) -> dict[str, int]:
    """Copy all data into an empty store, and return the number of copied rows by table name.

    Raise StoreError and copy nothing if the target is not empty, if a server is using either store,
    or if the copy differs from the source.
    """
    assert isinstance(source, SqlStore), "there is no other kind"
    assert isinstance(target, SqlStore), "there is no other kind"
    with source.database.writing(), target.database.writing():
        source.database.check_no_server()
        target.database.check_no_server()
        for table in TABLES:
            if next(_rows(target.database, table), None) is not None:
                raise StoreError("The target already contains saved games. Choose another target.")
        counts = {table.name: _copy(source.database, target.database, table) for table in TABLES}
        target.set_last_numbers(source.last_numbers())
        _mark_days(target.database)
        for table in TABLES:
            _compare(source.database, target.database, table)
    return counts


def _copy(source: Database, target: Database, table: Table) -> int:
    placeholders = ", ".join("?" * len(table.columns))
    statement = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({placeholders})"
    count = 0
    for row in _rows(source, table):
        target.execute(statement, row)
        count += 1
    return count


def _mark_days(target: Database) -> None:
    """Schedule the computation of every day's sums in the target.

    Replace the entries that triggers added for each row.
    """
    target.execute("DELETE FROM changed_day")
    target.execute(
        "INSERT INTO changed_day (holder, day) SELECT DISTINCT holder, day FROM finished_day"
    )


def _compare(source: Database, target: Database, table: Table) -> None:
    """Raise StoreError if a table has different rows in the two databases."""
    for one, two in zip_longest(_rows(source, table), _rows(target, table)):
        if one != two:
            key = (one or two)[: table.key]
            raise StoreError(
                f"The copy differs from the original at {table.name} {key}. Nothing was copied."
            )


def _rows(database: Database, table: Table) -> Iterator[Row]:
    """Yield all rows of a table in the order of their primary keys."""
    names, key = ", ".join(table.columns), ", ".join(table.columns[: table.key])
    booleans = [index for index, name in enumerate(table.columns) if name in table.booleans]
    placeholders = ", ".join("?" * table.key)
    after: Row = ()
    while True:
        condition = f"WHERE ({key}) > ({placeholders})" if after else ""
        rows = database.execute(
            f"SELECT {names} FROM {table.name} {condition} ORDER BY {key} LIMIT {BATCH_SIZE}", after
        ).fetchall()
        for row in rows:
            yield tuple(
                bool(value) if index in booleans else value for index, value in enumerate(row)
            )
        if len(rows) < BATCH_SIZE:
            return
        after = tuple(rows[-1][: table.key])
