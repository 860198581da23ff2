"""Games kept: one SQLite file in the user's data folder, every event committed as it happens.

Nothing outside this room knows how games are kept.
"""

from lastdigit.store.sqlite import Store, Summary, default_path

__all__ = ["Store", "Summary", "default_path"]
