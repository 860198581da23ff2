"""Tables that take longer than a blink to build: built once, kept in the cache folder.

A kept table has its version in its name and a check sum inside; whatever is wrong with it, it is
built again. A folder that cannot be written to does no harm.
"""

from __future__ import annotations

import contextlib
import hashlib
import zlib
from collections.abc import Callable
from pathlib import Path

from lastdigit.system import cache_folder, write_whole

CHECK = 32


def kept(name: str) -> bool:
    """Return whether a table is there and sound."""
    place = cache_folder()
    return place is not None and _body(place / name) is not None


def table(name: str, build: Callable[[], bytes]) -> bytes:
    """Return the table of this name, from the cache if it is there and sound."""
    place = cache_folder()
    if place is None:
        return build()
    found = _read(place / name)
    if found is None:
        found = build()
        _write(place / name, found)
    return found


def _read(path: Path) -> bytes | None:
    body = _body(path)
    try:
        return None if body is None else zlib.decompress(body)
    except zlib.error:
        return None


def _body(path: Path) -> bytes | None:
    try:
        packed = path.read_bytes()
    except OSError:
        return None
    check, body = packed[:CHECK], packed[CHECK:]
    return body if hashlib.sha256(body).digest() == check else None


def _write(path: Path, content: bytes) -> None:
    body = zlib.compress(content, 1)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, hashlib.sha256(body).digest() + body)
