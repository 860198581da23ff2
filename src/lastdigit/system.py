"""The machine underneath: its folders, clock and version, and files written whole or not at all."""

from __future__ import annotations

import errno
import itertools
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

NAME = "lastdigit"
OURS = rf'\[project\]\nname = "{NAME}"\nversion = "(.+)"\n'

MINUTE = 60
DAY = 24 * 60 * MINUTE
"""In seconds; nobody may think about one turn for longer than a day."""

_temporary_numbers = itertools.count()  # next() is atomic: no two threads get the same number


class Clock(NamedTuple):
    """The time, twice: what runs is measured by one, what is kept is dated by the other.

    `steady` never leaps, but means nothing in another process; `wall` is the seconds since 1970,
    and leaps whenever somebody sets the machine's clock.
    """

    steady: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


def timestamp(seconds: float) -> str:
    """Return a wall clock's reading as it is kept: such texts sort by time.

    >>> timestamp(0.25)
    '1970-01-01T00:00:00.250Z'
    """
    from datetime import UTC, datetime

    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def now() -> str:
    """Return the time as it is kept."""
    return timestamp(time.time())


def has_processes() -> bool:
    """Return whether other processes can be started: not in a browser, nor threads."""
    return sys.platform != "emscripten"


def data_folder() -> Path | None:
    """Return the folder for what is worth keeping, or None where there is no home for one."""
    return _folder("XDG_DATA_HOME", Path(".local", "share"))


def cache_folder() -> Path | None:
    """Return the folder for what can be built again, or None where there is no home for one."""
    return _folder("XDG_CACHE_HOME", Path(".cache"))


def config_folder() -> Path | None:
    """Return the folder for what a player prefers, or None where there is no home for one."""
    return _folder("XDG_CONFIG_HOME", Path(".config"))


def _folder(variable: str, usual: Path) -> Path | None:
    given = Path(os.environ.get(variable, ""))
    try:
        # The XDG rules say that a relative path is to be ignored.
        return (given if given.is_absolute() else Path.home() / usual) / NAME
    except RuntimeError:
        return None


def package_version(root: Path = Path(__file__).parents[2]) -> str:
    """Return which version this is: pyproject.toml says so, and an installed package repeats it.

    From the sources nothing need be installed, and what is installed may be another version. Where
    there are no sources of ours, `root` may be anything, such as another project.
    """
    project = root / "pyproject.toml"
    # Ours begins like this; to read it as TOML, or to ask for what is installed, takes ten times
    # as long, and everybody who starts a game would wait for it.
    said = re.match(OURS, project.read_text()) if project.is_file() else None
    if said is not None:
        return said[1]
    from importlib.metadata import version

    return version(NAME)


def is_running(process: int) -> bool:
    """Return whether there is a process of this number on this machine, whoever's it is."""
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # it is somebody else's
        return True
    return True


def write_whole(path: Path, *content: bytes | memoryview) -> None:
    """Write a file from its parts: complete and on the disk, or not at all; raises OSError.

    The parts go into a temporary file, which replaces `path` once it is synced.
    """
    # The process's number comes last: `is_abandoned` reads it there.
    aside = path.with_name(f".{path.name}.{next(_temporary_numbers)}.{os.getpid()}")
    try:
        with aside.open("wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)  # it is there only where something went wrong
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Sync the names in a folder to the disk, if that is possible there; raises OSError."""
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


def lock_file(descriptor: int, *, wait: bool = False) -> None:
    """Lock an open file for this process; the lock ends when the file is closed.

    If another process has the lock, wait for it or raise BlockingIOError. Raise OSError if the
    platform has no such locks.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        raise OSError(errno.ENOTSUP, "this platform cannot lock files") from None
    fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_abandoned(path: Path) -> bool:
    """Return whether a file was being written aside by a process that is gone: it was killed."""
    writer = re.fullmatch(r"\..+\.([0-9]+)", path.name)
    return writer is not None and not is_running(int(writer[1]))
