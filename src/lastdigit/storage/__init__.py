"""Storage for games, puzzle attempts and classrooms, in SQLite or PostgreSQL.

The default is one SQLite file in the user's data folder. Moves and other events are committed as
they happen. Code outside this package uses only the `Store` interface.
"""

from __future__ import annotations

import os
from pathlib import Path

from lastdigit.errors import ExtraError, StoreError, UsageError
from lastdigit.extras import check_versions, missing_extra
from lastdigit.storage.base import (
    Append,
    Attempt,
    ClockTimes,
    Cluster,
    Expired,
    Finished,
    FinishedDay,
    Heartbeat,
    HeldGame,
    MatchChange,
    MatchUpdate,
    Message,
    NewSums,
    Online,
    OnlineGame,
    OnlineSeat,
    SavedDay,
    SavedRoomEvent,
    Store,
    Summary,
)
from lastdigit.storage.sqlite import IN_MEMORY, PATIENCE, SqliteStore, default_path, make_private
from lastdigit.system import now

__all__ = [
    "IN_MEMORY",
    "VARIABLE",
    "Append",
    "Attempt",
    "ClockTimes",
    "Cluster",
    "Expired",
    "Finished",
    "FinishedDay",
    "Heartbeat",
    "HeldGame",
    "MatchChange",
    "MatchUpdate",
    "Message",
    "NewSums",
    "Online",
    "OnlineGame",
    "OnlineSeat",
    "SavedDay",
    "SavedRoomEvent",
    "SqliteStore",
    "Store",
    "Summary",
    "default_path",
    "open_store",
]

VARIABLE = "LASTDIGIT_STORE"
"""The environment variable that contains the location of the default store."""


def open_store(
    location: str | None = None, patience: float = PATIENCE, *, read_only: bool = False
) -> Store:
    """Open a store.

    Raise StoreError if the store cannot be opened, and UsageError if the location is invalid.

    `location` is a PostgreSQL URL or the path of an SQLite file. By default, the location is the
    value of the environment variable LASTDIGIT_STORE, or else a file in the user's data folder.
    `patience` is the number of seconds to wait while another process is writing. With `read_only`,
    a missing file is not created.
    """
    location = location or os.environ.get(VARIABLE) or None
    if location is None:
        path = default_path()
        store = SqliteStore(path, now, patience, read_only=read_only)
        make_private(path.parent)  # older versions created it with wider permissions
        return store
    scheme, address, _ = location.partition("://")
    if not address:
        return SqliteStore(Path(location), now, patience, read_only=read_only)
    if scheme not in ("postgresql", "postgres"):
        # Do not quote the URL: it may contain a password.
        raise UsageError("A store must be a file, or a database such as postgresql://HOST/NAME.")
    try:
        check_versions("PostgreSQL", "postgres")
        from lastdigit.storage.postgres import PostgresStore
    except ModuleNotFoundError as error:
        missing = missing_extra("PostgreSQL", "postgres", f"{error.name} is missing")
        raise StoreError(str(missing)) from None
    except ExtraError as error:
        raise StoreError(str(error)) from None
    return PostgresStore(location, patience=patience)
