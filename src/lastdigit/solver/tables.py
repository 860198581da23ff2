"""The on-disk cache of solver tables and compiled code.

The environment variable LASTDIGIT_CACHE_MEGABYTES limits its size, and 0 turns the cache off.
"""

# Tables that take longer than about 100 ms to build are cached. Their file names contain a
# version, and the files contain checksums. If the folder is read-only or the disk is full, nothing
# is cached.

from __future__ import annotations

import contextlib
import importlib.util
import mmap
import os
import sys
import time
import zlib
from array import array
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from struct import unpack_from
from types import FunctionType, SimpleNamespace
from typing import Any, NamedTuple, TypeVar, cast
from zlib import crc32

from lastdigit.errors import OptionError, quoted
from lastdigit.extras import missing_extra
from lastdigit.system import MINUTE, cache_folder, is_abandoned, write_atomically

T = TypeVar("T")
VARIABLE = "LASTDIGIT_CACHE_MEGABYTES"
DEFAULT_MEGABYTES = 4_000
MEGABYTE = 1_000_000
COMPILED = "compiled"
"""The subfolder for compiled code. Numba creates a folder in it for each of our packages."""


class CachedTable(NamedTuple):
    """A file in the cache folder, its size in bytes, and the Unix time of its last use."""

    path: Path
    size: int
    used: float


def max_bytes() -> int:
    """Return the maximum size of the cache in bytes.

    Raise OptionError if the environment variable LASTDIGIT_CACHE_MEGABYTES is not a number.
    """
    limit = os.environ.get(VARIABLE, str(DEFAULT_MEGABYTES))
    if not (limit.isascii() and limit.isdecimal()):
        raise OptionError(
            f"{VARIABLE} cannot be {quoted(limit)}: it must be a number of megabytes, 0 or more."
        )
    return int(limit) * MEGABYTE


def cached_tables(folder: Path) -> list[CachedTable]:
    """Return the tables in the cache folder, most recently used first."""
    return _files(folder, "[!.]*")


def unfinished(folder: Path) -> list[CachedTable]:
    """Return the temporary files of tables that have not been completely written."""
    return _files(
        folder, ".*"
    )  # write_atomically adds the dot, and removes it when the file is complete


def _files(folder: Path, pattern: str) -> list[CachedTable]:
    found = []
    for path in folder.glob(pattern):
        with contextlib.suppress(OSError):
            if path.is_file():
                about = path.stat()
                found.append(CachedTable(path, about.st_size, about.st_mtime))
    return sorted(found, key=lambda table: table.used, reverse=True)


def compiled_bytes(folder: Path) -> int:
    """Return the total size of the compiled code in a cache folder, in bytes."""
    sizes = []
    for path in (folder / COMPILED).rglob("*"):
        with contextlib.suppress(OSError):
            sizes.append(path.stat().st_size if path.is_file() else 0)
    return sum(sizes)


def make_space(path: Path, size: int) -> bool:
    """Delete the least recently used tables until a file of `size` bytes fits at `path`.

    Return whether the file fits.
    """
    limit = max_bytes()
    _delete_leftovers(path.parent)
    others = [table for table in cached_tables(path.parent) if table.path != path]
    fixed = compiled_bytes(path.parent) + sum(part.size for part in unfinished(path.parent))
    if fixed + size > limit:
        return False  # it would not fit even without other tables, so delete nothing
    used = fixed + sum(table.size for table in others)
    for table in reversed(others):
        if used + size <= limit:
            break
        with contextlib.suppress(OSError):
            table.path.unlink()
            used -= table.size
    return used + size <= limit


def _delete_leftovers(folder: Path) -> None:
    """Delete the temporary files of processes that were killed while writing a table."""
    # If machines share the folder, the writer of a recent file may run on another machine.
    long_ago = time.time() - MINUTE
    for part in unfinished(folder):
        if part.used < long_ago and is_abandoned(part.path):
            with contextlib.suppress(OSError):
                part.path.unlink()


def mark_used(path: Path) -> None:
    """Set the time of last use of a cached table to now."""
    with contextlib.suppress(OSError):  # the file may belong to another user
        os.utime(path)


def last_change(folder: Path) -> int:
    """Return the time at which a table was last added to or deleted from the cache folder.

    The time is in nanoseconds since the epoch, or 0 if the folder does not exist.
    """
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def clear(folder: Path) -> int:
    """Delete all tables, compiled code and abandoned temporary files, and return the bytes freed.

    Raise OSError if a file cannot be deleted.
    """
    leftovers = [part for part in unfinished(folder) if is_abandoned(part.path)]
    freed = compiled_bytes(folder)
    for table in cached_tables(folder) + leftovers:
        table.path.unlink(missing_ok=True)
        freed += table.size
    if (folder / COMPILED).is_dir():
        import shutil  # slow to import, and only needed here

        shutil.rmtree(folder / COMPILED)
    return freed


CHECK = 32
"""The size in bytes of the SHA-256 checksum at the start of a cached table's file."""
QUICKEST, SMALLEST = 1, 9
"""Compression levels for zlib."""


def is_cached(name: str) -> bool:
    """Return whether the cache contains the table with this name, with a valid checksum."""
    place = cache_folder()
    return place is not None and _body(place / name) is not None


def cached_table(name: str, build: Callable[[], bytes], read: Callable[[bytes], T]) -> T:
    """Return a table from the cache. If the table is missing or damaged, build and cache it.

    `build` returns the bytes of the table. `read` parses these bytes, and raises an exception if
    they are invalid.
    """
    place = cache_folder()
    if place is None:
        return read(build())
    body = _body(place / name)
    if body is not None:
        # Reading a damaged file can raise any exception. In all cases, rebuild the table.
        with contextlib.suppress(Exception):
            found = read(zlib.decompress(body))
            mark_used(place / name)
            return found
    max_bytes()  # report an invalid limit before the slow build, not after it
    content = build()
    _write(place / name, content)
    return read(content)


def repack(path: Path) -> None:
    """Compress a cached table to the smallest possible size, which is slow.

    A `LargeTable` is not compressed, and stays as it is.
    """
    body = _body(path)
    if body is not None:
        _write(path, zlib.decompress(body), SMALLEST)


def _body(path: Path) -> bytes | None:
    """Return the compressed content of a cached table, or None if it is missing or damaged."""
    try:
        packed = path.read_bytes()
    except OSError:
        return None
    check, body = packed[:CHECK], packed[CHECK:]
    return body if _checksum(body) == check else None


def _checksum(body: bytes) -> bytes:
    import hashlib  # slow to import, and a `LargeTable` does not need it

    return hashlib.sha256(body).digest()


def _write(path: Path, content: bytes, effort: int = QUICKEST) -> None:
    body = zlib.compress(content, effort)
    if not make_space(path, CHECK + len(body)):
        return
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, _checksum(body) + body)


MIN_REPORTED_SIZE = 50_000_000
"""The size in bytes above which the size and path of a newly cached table are printed."""
HEAD = 64
"""The header size of a `LargeTable` file, in bytes. A multiple of 8 keeps words aligned."""
BLOCK = 1 << 16
"""The block size of a `LargeTable`, in bytes. Blocks are verified one at a time.

A multiple of 8 keeps every number within one block.
"""
SUM = 4
"""The size of a block's checksum, in bytes. The checksums follow the table in its file."""


# The file is memory-mapped, and each block is verified when it is first read.
class LargeTable:
    """A table of bytes that is read from the cache, or built on first use.

    Only the parts of the file that are needed are read.
    """

    def __init__(self, name: str, size: int, build: Callable[[], memoryview]) -> None:
        self.name, self.size = name, size
        self._build = build
        self._unverified = bytearray()
        """A flag for each block whose checksum has not been verified yet."""

    def is_cached(self) -> bool:
        """Return whether this table is in the cache, without verifying its whole content."""
        return _mapped(self.name, self.size) is not None

    def number(self, kind: str, place: int) -> int:
        """Return the integer at a byte offset in the table.

        `kind` is the format of the integer, as in the `struct` module. `place` is the offset.
        """
        content = self._content
        if self._unverified[place // BLOCK]:
            self._verify(place // BLOCK)
            content = self._content
        found: int = unpack_from(kind, content, place)[0]
        return found

    def part(self, start: int, end: int) -> memoryview:
        """Return the bytes of the table from offset `start` up to but not including `end`."""
        self._load()
        for block in range(start // BLOCK, (end + BLOCK - 1) // BLOCK):
            if self._unverified[block]:
                self._verify(block)
        return self._content[start:end]

    def _load(self) -> None:
        """Load the table if it is not loaded yet, which sets `_unverified`."""
        _ = self._content  # not in an assert, which Python skips with -O and on the static site

    @cached_property
    def _content(self) -> memoryview:
        found, place = _mapped(self.name, self.size), cache_folder()
        if found is None or place is None:
            return self._build_and_cache()
        mark_used(place / self.name)
        self._sums = memoryview(found[HEAD + self.size :]).cast("I")
        self._unverified = bytearray(b"\1" * len(self._sums))
        return found[HEAD : HEAD + self.size]

    def _build_and_cache(self) -> memoryview:
        place = cache_folder()
        if place is not None and (place / self.name).exists():
            _print_notice(f"A cached table is damaged. Building it again: {place / self.name}")
        max_bytes()  # report an invalid limit before the slow build, not after it
        content = self._build()
        if place is not None:
            _write_large(place / self.name, content)
        self._unverified = bytearray(_count_blocks(self.size))
        return content

    def _verify(self, block: int) -> None:
        """Verify the checksum of one block of the table, and rebuild the table if it is wrong."""
        start = block * BLOCK
        if crc32(self._content[start : start + BLOCK]) == self._sums[block]:
            self._unverified[block] = 0
        else:
            self._content = self._build_and_cache()


def _count_blocks(size: int) -> int:
    return (size + BLOCK - 1) // BLOCK


def _mapped(name: str, size: int) -> memoryview | None:
    """Memory-map the cached file of a large table, or return None if it is missing or invalid."""
    place = cache_folder()
    if place is None:
        return None
    try:
        with (place / name).open("rb") as file:
            found = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # mmap raises ValueError for an empty file
        return None
    valid = len(found) == HEAD + size + SUM * _count_blocks(size)
    valid = valid and found[:HEAD] == _header(name, size, found[HEAD + size :])
    return found if valid else None


def _header(name: str, size: int, sums: memoryview) -> bytes:
    # Numbers are stored in native byte order, so a table from another kind of machine is invalid.
    described = f"{name} {size} {sys.byteorder} "
    return crc32(sums, crc32(described.encode())).to_bytes(SUM, "little").ljust(HEAD, b"\0")


def _write_large(path: Path, content: memoryview) -> None:
    size = len(content)
    file_size = HEAD + size + SUM * _count_blocks(size)
    if not make_space(path, file_size):
        if max_bytes():  # 0 means that the user has turned the cache off
            table = f"A table of {-(-size // MEGABYTE):,} MB"
            _print_notice(f"{table} is not cached. lastdigit admin cache shows why.")
        return
    if size > MIN_REPORTED_SIZE:
        _print_notice(f"Caching a table of {size / MEGABYTE:,.0f} MB: {path}")
    starts = range(0, size, BLOCK)
    sums = memoryview(array("I", [crc32(content[start : start + BLOCK]) for start in starts]))
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, _header(path.name, size, sums.cast("B")), content, sums)


def _print_notice(sentence: str) -> None:
    line_break = "\n" if sys.stderr.isatty() else ""  # the cursor may follow a prompt
    print(f"{line_break}{sentence}", file=sys.stderr)


def is_installed() -> bool:
    """Return whether numba, which is part of the `fast` extra, is installed."""
    return importlib.util.find_spec("numba") is not None


def require(what: str) -> None:
    """Raise MissingExtra if numba is not installed. `what` names the feature that needs numba."""
    if not is_installed():
        raise missing_extra(what, "fast", "for compiled code")


def is_compiled(module: str, name: str = "*") -> bool:
    """Return whether the cache contains compiled code for the package that contains a module.

    `name` is a glob pattern that limits the search to some functions, such as "loop.step_*".
    """
    place, folder = cache_folder(), module.split(".")[-2]
    return place is not None and any(place.glob(f"{COMPILED}/{folder}_*/{name}.nbi"))


def prepare(what: str) -> None:
    """Make numba save its compiled code in the cache folder.

    Raise MissingExtra if numba is not installed. `what` names the feature that needs numba.
    """
    require(what)
    place = cache_folder()
    if place is not None:  # numba's default is the package folder, which may be read-only
        folder = os.environ.setdefault("NUMBA_CACHE_DIR", str(place / COMPILED))
        if "numba" in sys.modules:  # it has read the environment already
            sys.modules["numba"].config.CACHE_DIR = folder


def compile_functions(functions: tuple[Callable[..., Any], ...], what: str) -> SimpleNamespace:
    """Compile functions from one module with numba, and return them in a namespace.

    Each function must come after the functions that it calls. `what` names the feature that needs
    the functions. Raise MissingExtra if numba is not installed.
    """
    prepare(what)
    if not is_compiled(functions[0].__module__):
        announce(f"the solver for {what}")
    return _compiled(functions)


@cache
def _compiled(functions: tuple[Callable[..., Any], ...]) -> SimpleNamespace:
    import numba  # the `fast` extra, which is slow to import

    plain = [cast(FunctionType, function) for function in functions]
    scope = dict(plain[0].__globals__)
    for function in plain:
        # Use a copy with `scope` as its globals, so that it calls the other compiled functions.
        copy = FunctionType(function.__code__, scope, function.__name__)
        copy.__qualname__ = function.__qualname__
        # It releases the GIL, so that a server can serve other games at the same time.
        scope[function.__name__] = numba.njit(cache=True, nogil=True)(copy)
    return SimpleNamespace(**{function.__name__: scope[function.__name__] for function in plain})


def announce(what: str) -> None:
    """Print a message to standard error that compiling `what` takes a few seconds."""
    print(f"Compiling {what}. This takes a few seconds, but only once.", file=sys.stderr)
