"""Large tables: written as they are, and read where they lie, without being loaded.

Whoever builds one says its size and its place before it is kept. That it is whole is known from its
name, its length and how it begins: to sum it all up would take longer than most answers.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import sys
from collections.abc import Callable
from pathlib import Path

from lastdigit.system import cache_folder, write_whole

SAID_FROM = 50_000_000
"""A table of more bytes is kept only after its size and place were said."""
HEAD = 64
"""The bytes before a table: words of eight bytes stay where a machine reads them fast."""


def is_kept(name: str, size: int) -> bool:
    """Return whether a table of so many bytes is there."""
    return _mapped(name, size) is not None


def large_table(name: str, size: int, build: Callable[[], memoryview]) -> memoryview:
    """Return the bytes of the table of this name, from its file if it is there and whole."""
    found = _mapped(name, size)
    if found is not None:
        return found
    content = build()
    place = cache_folder()
    if place is not None:
        _keep(place / name, _head(name, size), content)
    return content


def _mapped(name: str, size: int) -> memoryview | None:
    place = cache_folder()
    if place is None:
        return None
    try:
        with (place / name).open("rb") as file:
            found = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # there is none, or nothing in it
        return None
    whole = len(found) == HEAD + size and found[:HEAD] == _head(name, size)
    return found[HEAD:] if whole else None


def _head(name: str, size: int) -> bytes:
    # Numbers stand there as this machine reads them; another kind would take them for others.
    said = f"{name} {size} {sys.byteorder}"
    return hashlib.sha256(said.encode()).digest().ljust(HEAD, b"\0")


def _keep(path: Path, head: bytes, content: memoryview) -> None:
    if len(content) > SAID_FROM:
        size = f"{len(content) / 1_000_000:,.0f} MB"
        aside = "\n" if sys.stderr.isatty() else ""  # something may stand on the line already
        print(f"{aside}Keeping a table of {size} for the next time: {path}", file=sys.stderr)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, head, content)
