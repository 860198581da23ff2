"""Games kept: one SQLite file in the user's data folder, every event committed as it happens.

Nothing outside this room knows how games are kept.
"""

from __future__ import annotations

from lastdigit.store.contract import (
    Append,
    Attempt,
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
    "Append",
    "Attempt",
    "Finished",
    "Held",
    "HeldGame",
    "Left",
    "Online",
    "OnlineGame",
    "RoomEvent",
    "SqliteStore",
    "Store",
    "Summary",
    "default_path",
    "open_store",
]


def open_store(patience: float = PATIENCE) -> Store:
    """Return the kept games; raises StoreError.

    `patience` is how many seconds it waits while somebody else is writing.
    """
    path = default_path()
    store = SqliteStore(path, now, patience)
    make_private(path.parent)  # the folder is ours, whatever an older version has made it
    return store
