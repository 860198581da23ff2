"""Games kept, every event committed as it happens: one SQLite file in the user's data folder.

Where another place is named it is another file, or a database of PostgreSQL.

Nothing outside this room knows how games are kept.
"""

from __future__ import annotations

import os
from pathlib import Path

from lastdigit.errors import ExtraError, StoreError, UsageError
from lastdigit.extras import check_versions, missing_extra
from lastdigit.store.cluster import Cluster, Later, News, Round, Said
from lastdigit.store.contract import (
    Append,
    Attempt,
    Expired,
    Finished,
    Held,
    HeldGame,
    Left,
    Online,
    OnlineGame,
    RoomEvent,
    Store,
    Summary,
)
from lastdigit.store.database import IN_MEMORY, PATIENCE, default_path, make_private
from lastdigit.store.sqlite import SqliteStore
from lastdigit.system import now

__all__ = [
    "IN_MEMORY",
    "VARIABLE",
    "Append",
    "Attempt",
    "Cluster",
    "Expired",
    "Finished",
    "Held",
    "HeldGame",
    "Later",
    "Left",
    "News",
    "Online",
    "OnlineGame",
    "RoomEvent",
    "Round",
    "Said",
    "SqliteStore",
    "Store",
    "Summary",
    "default_path",
    "open_store",
]


VARIABLE = "LASTDIGIT_STORE"


def open_store(
    where: str | None = None, patience: float = PATIENCE, *, read_only: bool = False
) -> Store:
    """Return the kept games; raises StoreError, or UsageError for what is no place for them.

    `where` is a database of PostgreSQL or a file of SQLite; without it LASTDIGIT_STORE says so, or
    they are in the user's folder. `patience` is how many seconds it waits while somebody else is
    writing. With `read_only` a missing file is not made, and a file on read-only media can be read.
    """
    where = where or os.environ.get(VARIABLE) or None
    if where is None:
        path = default_path()
        store = SqliteStore(path, now, patience, read_only=read_only)
        make_private(path.parent)  # the folder is ours, whatever an older version has made it
        return store
    scheme, address, _ = where.partition("://")
    if not address:
        return SqliteStore(Path(where), now, patience, read_only=read_only)
    if scheme not in ("postgresql", "postgres"):
        # A password may stand in it, and so it is not quoted.
        raise UsageError("Games are kept in a file, or in a database postgresql://HOST/NAME.")
    try:
        check_versions("PostgreSQL", "postgres")
        from lastdigit.store.postgres.store import PostgresStore
    except ModuleNotFoundError as error:
        missing = missing_extra("PostgreSQL", "postgres", f"{error.name} is missing")
        raise StoreError(str(missing)) from None
    except ExtraError as error:
        raise StoreError(str(error)) from None
    return PostgresStore(where, patience=patience)
