"""Large tables: written as they are, and read where they lie, without being loaded.

Whoever builds one says its size and its place before it is kept. To sum it all up would take longer
than most answers: so every block has a check sum, and is summed up when it is first read. One
that is damaged is said, and the table is built again.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import sys
from array import array
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from struct import unpack_from
from zlib import crc32

from lastdigit.solving.space import MEGABYTE, make_space, most_bytes, was_used
from lastdigit.system import cache_folder, write_whole

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
