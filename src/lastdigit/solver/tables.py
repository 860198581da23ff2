"""Cached solver tables and compiled code, and the disk space they may take.

Tables that take longer than about 100 ms to build are stored in the cache folder under a name with
their version, with checksums. A damaged table is built again. A read-only folder or a full disk
does no harm. `LASTDIGIT_CACHE_MEGABYTES` limits the space; with 0 nothing is stored.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import mmap
import os
import sys
import time
import zlib
from array import array
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from struct import unpack_from
from types import ModuleType
from typing import NamedTuple, TypeVar
from zlib import crc32

from lastdigit.errors import OptionError, quoted
from lastdigit.extras import missing_extra
from lastdigit.system import MINUTE, cache_folder, is_abandoned, write_whole

COMPILED = "compiled"
"""Where in the cache folder it is kept; numba has a folder there for each of ours."""


def is_installed() -> bool:
    """Return whether the extra is there."""
    return importlib.util.find_spec("numba") is not None


def is_kept(module: str, name: str = "*") -> bool:
    """Return whether compiled code of a module's folder is kept from before."""
    place, folder = cache_folder(), module.split(".")[-2]
    return place is not None and any(place.glob(f"{COMPILED}/{folder}_*/{name}.nbi"))


def compiled(module: str, what: str) -> ModuleType:
    """Return a module of compiled code, loaded; `what` it is needed for. Raises MissingExtra."""
    prepare(what)
    if not is_kept(module):
        announce(f"what solves {what}")
    return importlib.import_module(module)


def require(what: str) -> None:
    """Raise MissingExtra unless compiled code can be had; `what` it is needed for."""
    if not is_installed():
        raise missing_extra(what, "fast", "for compiled code")


def prepare(what: str) -> None:
    """Let compiled code be kept in the cache folder; raises MissingExtra."""
    require(what)
    place = cache_folder()
    if place is not None:  # where the package lies nobody may be allowed to write
        os.environ.setdefault("NUMBA_CACHE_DIR", str(place / COMPILED))


def announce(what: str) -> None:
    """Say that something takes a while, for whoever waits."""
    print(f"Compiling {what}: once, it takes some seconds.", file=sys.stderr)


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


T = TypeVar("T")
CHECK = 32
QUICKEST, SMALLEST = 1, 9


def kept(name: str) -> bool:
    """Return whether a table is there and as it was written."""
    place = cache_folder()
    return place is not None and _body(place / name) is not None


def table(name: str, build: Callable[[], bytes], read: Callable[[bytes], T]) -> T:
    """Return the table of this name, from the cache if it is there and sound.

    `read` makes of its bytes what a game asks, and raises if they are no such table. Raises
    OptionError where what is said of the space for tables cannot be understood.
    """
    place = cache_folder()
    if place is None:
        return read(build())
    body = _body(place / name)
    if body is not None:
        # There is no end to what can be wrong with a file, and one remedy for all of it.
        with contextlib.suppress(Exception):
            found = read(zlib.decompress(body))
            was_used(place / name)
            return found
    most_bytes()  # what is wrong with it is told before the work, not after
    content = build()
    _write(place / name, content)
    return read(content)


def repack(path: Path) -> None:
    """Write a kept table anew, as small as it gets: it takes longer, and is for those to ship."""
    body = _body(path)
    assert body is not None, "it has just been written"
    _write(path, zlib.decompress(body), SMALLEST)


def _body(path: Path) -> bytes | None:
    try:
        packed = path.read_bytes()
    except OSError:
        return None
    check, body = packed[:CHECK], packed[CHECK:]
    return body if hashlib.sha256(body).digest() == check else None


def _write(path: Path, content: bytes, effort: int = QUICKEST) -> None:
    body = zlib.compress(content, effort)
    if not make_space(path, CHECK + len(body)):
        return
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, hashlib.sha256(body).digest() + body)


SAID_FROM = 50_000_000
"""A table of more bytes is kept only after its size and place were said."""
HEAD = 64
"""The bytes before a table: words of eight bytes stay where a machine reads them fast."""
BLOCK = 1 << 16
"""The bytes of a block: a whole number of words of eight bytes, so that no number is cut."""
SUM = 4
"""The bytes of a check sum. They stand after the table, one for each block."""


class LargeTable:
    """A table of so many bytes, from its file if it is there and whole, else built when asked."""

    def __init__(self, name: str, size: int, build: Callable[[], memoryview]) -> None:
        self.name, self.size = name, size
        self._build = build
        self._unread = bytearray()
        """Which blocks have not been summed up yet."""

    def is_kept(self) -> bool:
        """Return whether its file is there, as far as can be told without reading it all."""
        return _mapped(self.name, self.size) is not None

    def number(self, kind: str, place: int) -> int:
        """Return the number, of a kind that `struct` knows, which begins at a byte."""
        content = self._content
        if self._unread[place // BLOCK]:
            self._check(place // BLOCK)
            content = self._content
        found: int = unpack_from(kind, content, place)[0]
        return found

    def part(self, start: int, end: int) -> memoryview:
        """Return the bytes from one to before another."""
        assert self._content is not None, "it is there from here on"
        for block in range(start // BLOCK, (end + BLOCK - 1) // BLOCK):
            if self._unread[block]:
                self._check(block)
        return self._content[start:end]

    @cached_property
    def _content(self) -> memoryview:
        found, place = _mapped(self.name, self.size), cache_folder()
        if found is None or place is None:
            return self._built()
        was_used(place / self.name)
        self._sums = memoryview(found[HEAD + self.size :]).cast("I")
        self._unread = bytearray(b"\1" * len(self._sums))
        return found[HEAD : HEAD + self.size]

    def _built(self) -> memoryview:
        place = cache_folder()
        if place is not None and (place / self.name).exists():
            _say(f"A kept table is damaged, and is built again: {place / self.name}")
        most_bytes()  # what is wrong with it is told before the work, not after
        content = self._build()
        if place is not None:
            _keep(place / self.name, content)
        self._unread = bytearray(_blocks(self.size))
        return content

    def _check(self, block: int) -> None:
        start = block * BLOCK
        if crc32(self._content[start : start + BLOCK]) == self._sums[block]:
            self._unread[block] = 0
        else:
            self._content = self._built()


def _blocks(size: int) -> int:
    return (size + BLOCK - 1) // BLOCK


def _mapped(name: str, size: int) -> memoryview | None:
    place = cache_folder()
    if place is None:
        return None
    try:
        with (place / name).open("rb") as file:
            found = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # there is none, or nothing in it
        return None
    whole = len(found) == HEAD + size + SUM * _blocks(size)
    whole = whole and found[:HEAD] == _head(name, size, found[HEAD + size :])
    return found if whole else None


def _head(name: str, size: int, sums: memoryview) -> bytes:
    # Numbers stand there as this machine reads them; another kind would take them for others.
    said = f"{name} {size} {sys.byteorder} "
    return hashlib.sha256(said.encode() + sums).digest().ljust(HEAD, b"\0")


def _keep(path: Path, content: memoryview) -> None:
    size = len(content)
    whole = HEAD + size + SUM * _blocks(size)
    if not make_space(path, whole):
        if most_bytes():  # else it is as somebody wished
            _say(f"A table of {-(-size // MEGABYTE):,} MB is not kept: lastdigit cache says why.")
        return
    if size > SAID_FROM:
        _say(f"Keeping a table of {size / MEGABYTE:,.0f} MB for the next time: {path}")
    starts = range(0, size, BLOCK)
    sums = memoryview(array("I", [crc32(content[start : start + BLOCK]) for start in starts]))
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _head(path.name, size, sums.cast("B")), content, sums)


def _say(sentence: str) -> None:
    aside = "\n" if sys.stderr.isatty() else ""  # something may stand on the line already
    print(f"{aside}{sentence}", file=sys.stderr)
