"""Tables that take longer than a blink to build: built once, kept in the cache folder.

A kept table has its version in its name and a check sum inside; whatever is wrong with it, it is
built again. A folder that cannot be written to does no harm.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

CHECK = 32


def folder() -> Path | None:
    """Return the cache folder that the XDG rules name, or None if there is no home for one."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        home = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None
    return home / "lastdigit"


def kept(name: str) -> bool:
    """Return whether there is a file for a table, sound or not."""
    place = folder()
    return place is not None and (place / name).is_file()


def table(name: str, build: Callable[[], bytes]) -> bytes:
    """Return the table of this name, from the cache if it is there and sound."""
    place = folder()
    if place is None:
        return build()
    found = _read(place / name)
    if found is None:
        found = build()
        _write(place / name, found)
    return found


def _read(path: Path) -> bytes | None:
    try:
        packed = path.read_bytes()
        check, body = packed[:CHECK], packed[CHECK:]
        if hashlib.sha256(body).digest() != check:
            return None
        return zlib.decompress(body)
    except (OSError, zlib.error):
        return None


def _write(path: Path, content: bytes) -> None:
    body = zlib.compress(content, 1)
    # Written aside and renamed, so that nobody ever reads half a table.
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(hashlib.sha256(body).digest() + body)
        Path(file.name).replace(path)
