"""The operating system: folders, clocks, the package version, atomic file writes and locks."""

from __future__ import annotations

import errno
import itertools
import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TextIO

if TYPE_CHECKING:
    from pathlib import Path

NAME = "lastdigit"
VERSION = "1.0.0"
"""The version in pyproject.toml, repeated because reading it from the package is slow."""
OURS = rf'\[project\]\nname = "{NAME}"\nversion = "(.+)"\n'

MINUTE = 60
DAY = 24 * 60 * MINUTE
"""A day in seconds, which is also the longest time allowed for one turn."""

DEFAULT_WIDTH = 80
_temporary_numbers = itertools.count()  # next() is atomic: no two threads get the same number


class Clock(NamedTuple):
    """A monotonic clock to measure durations, and a wall clock for timestamps.

    `steady` never jumps, but its values are meaningless in other processes. `wall` returns Unix
    time and jumps when the system clock is adjusted.
    """

    steady: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


def timestamp(seconds: float) -> str:
    """Format a Unix time for storage. The results sort chronologically.

    >>> timestamp(0.25)
    '1970-01-01T00:00:00.250Z'
    """
    from datetime import UTC, datetime

    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now() -> str:
    """Return the current time, formatted by `timestamp`."""
    return timestamp(time.time())


def has_processes() -> bool:
    """Return whether the platform supports processes and threads. Browsers do not."""
    return sys.platform != "emscripten"


def terminal_width(stream: TextIO | None) -> int:
    """Return the terminal's width from COLUMNS or the stream, or 80."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        # The kernel reports 0 if it does not know the width.
        return (stream and os.get_terminal_size(stream.fileno()).columns) or DEFAULT_WIDTH
    except (OSError, ValueError):
        return DEFAULT_WIDTH


def data_folder() -> Path | None:
    """Return the folder for user data, or None if there is no home directory."""
    return _folder("XDG_DATA_HOME", ".local/share")


def cache_folder() -> Path | None:
    """Return the folder for cached data, or None if there is no home directory."""
    return _folder("XDG_CACHE_HOME", ".cache")


def config_folder() -> Path | None:
    """Return the folder for settings, or None if there is no home directory."""
    return _folder("XDG_CONFIG_HOME", ".config")


def _folder(variable: str, usual: str) -> Path | None:
    from pathlib import Path  # slow to import, and --version does not need it

    given = Path(os.environ.get(variable, ""))
    try:
        # The XDG specification says to ignore relative paths.
        return (given if given.is_absolute() else Path.home() / usual) / NAME
    except RuntimeError:
        return None


def write_atomically(path: Path, *content: bytes | memoryview) -> None:
    """Write a file atomically and sync it to disk. Raise OSError if the file cannot be written.

    The content is written to a temporary file, which replaces `path` after it is synced.
    """
    # The process ID comes last: `is_abandoned` reads it there.
    temporary = path.with_name(f".{path.name}.{next(_temporary_numbers)}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)  # it exists only after an error
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Sync a folder's entries to disk, if the file system supports it. Raise OSError on failure."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:  # a folder can be writable without being readable
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # the file system cannot sync folders
            raise
    finally:
        os.close(descriptor)


def is_abandoned(path: Path) -> bool:
    """Return whether a file is a temporary file of `write_atomically` whose process was killed."""
    import re

    writer = re.fullmatch(r"\..+\.([0-9]+)", path.name)
    return writer is not None and not is_running(int(writer[1]))


def is_running(process: int) -> bool:
    """Return whether a process with this ID is running on this machine, under any user."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # the process belongs to another user
        return True
    return True


def lock_file(descriptor: int, *, wait: bool = False) -> None:
    """Lock an open file exclusively until it is closed.

    If another process holds the lock, wait for it or raise BlockingIOError. Raise OSError if the
    platform does not support file locks.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        raise OSError(errno.ENOTSUP, "this platform cannot lock files") from None
    fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
