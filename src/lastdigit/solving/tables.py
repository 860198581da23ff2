"""Tables that take longer than a blink to build: built once, kept in the cache folder.

A kept table has its version in its name and a check sum inside, and its game reads it with care;
whatever is wrong with it, it is built again. A folder that cannot be written to does no harm, nor
does one that is full.
"""

from __future__ import annotations

import contextlib
import hashlib
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from lastdigit.solving.space import make_space, most_bytes, was_used
from lastdigit.system import cache_folder, write_whole

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
