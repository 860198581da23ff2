"""How much of the disk kept tables may take: the one that nobody has used for longest goes.

`LASTDIGIT_CACHE_MEGABYTES` says how much, for all that lies in the cache folder; with 0 no table
is kept.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import NamedTuple

from lastdigit.errors import OptionError, quoted
from lastdigit.solving.compiled import COMPILED
from lastdigit.system import MINUTE, is_abandoned

VARIABLE = "LASTDIGIT_CACHE_MEGABYTES"
USUAL_MEGABYTES = 4_000
MEGABYTE = 1_000_000


class Kept(NamedTuple):
    """A table in the cache folder: how many bytes, and when it was last used."""

    path: Path
    size: int
    used: float


def most_bytes() -> int:
    """Return how many bytes may be kept; raises OptionError."""
    said = os.environ.get(VARIABLE, str(USUAL_MEGABYTES))
    if not (said.isascii() and said.isdecimal()):
        raise OptionError(
            f"{VARIABLE} cannot be {quoted(said)}: it must be a number of megabytes, 0 or more."
        )
    return int(said) * MEGABYTE


def kept_tables(folder: Path) -> list[Kept]:
    """Return the tables in the cache folder, the one used last first."""
    return _files(folder, "[!.]*")


def unfinished(folder: Path) -> list[Kept]:
    """Return what is being written, and what was when its writer was killed."""
    return _files(folder, ".*")  # write_whole puts a dot before the name until it is complete


def _files(folder: Path, pattern: str) -> list[Kept]:
    found = []
    for path in folder.glob(pattern):
        with contextlib.suppress(OSError):
            if path.is_file():
                about = path.stat()
                found.append(Kept(path, about.st_size, about.st_mtime))
    return sorted(found, key=lambda table: table.used, reverse=True)


def compiled_bytes(folder: Path) -> int:
    """Return how many bytes of compiled code are kept."""
    sizes = []
    for path in (folder / COMPILED).rglob("*"):
        with contextlib.suppress(OSError):
            sizes.append(path.stat().st_size if path.is_file() else 0)
    return sum(sizes)


def make_space(path: Path, size: int) -> bool:
    """Delete what was not used for longest until a table fits; return whether it does."""
    most = most_bytes()
    _delete_leftovers(path.parent)
    others = [table for table in kept_tables(path.parent) if table.path != path]
    fixed = compiled_bytes(path.parent) + sum(part.size for part in unfinished(path.parent))
    if fixed + size > most:
        return False  # nothing is deleted for what would not fit anyway
    left = fixed + sum(table.size for table in others)
    for table in reversed(others):
        if left + size <= most:
            break
        with contextlib.suppress(OSError):
            table.path.unlink()
            left -= table.size
    return left + size <= most


def _delete_leftovers(folder: Path) -> None:
    """Delete what killed writers have left."""
    # Where machines share a folder, a process that is not here may still be writing.
    long_ago = time.time() - MINUTE
    for part in unfinished(folder):
        if part.used < long_ago and is_abandoned(part.path):
            with contextlib.suppress(OSError):
                part.path.unlink()


def was_used(path: Path) -> None:
    """Let a table be known as the one used last."""
    with contextlib.suppress(OSError):  # it may belong to somebody else
        os.utime(path)


def last_change(folder: Path) -> int:
    """Return when a table last came or went, in nanoseconds; 0 where there is no folder."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def clear(folder: Path) -> int:
    """Delete all that is kept, and what killed writers have left; return how many bytes it had.

    Raises OSError.
    """
    leftovers = [part for part in unfinished(folder) if is_abandoned(part.path)]
    freed = compiled_bytes(folder)
    for table in kept_tables(folder) + leftovers:
        table.path.unlink(missing_ok=True)
        freed += table.size
    if (folder / COMPILED).is_dir():
        import shutil  # which nobody need wait for who only plays

        shutil.rmtree(folder / COMPILED)
    return freed
