"""A cache of solved tables and compiled code between test runs.

The name of its folder is a hash of the sources, so that nothing stale is used, and it is separate
from the cache of the user who runs the tests.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import time
from pathlib import Path

LONG = 86_400.0
"""Seconds after which the caches of other sources are deleted. Another run may still use them."""


def digest(folder: Path) -> str:
    """Return a hash of all files in a folder, except compiled Python."""
    hasher = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*.*") if "__pycache__" not in path.parts):
        if path.is_file():
            hasher.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return hasher.hexdigest()[:16]


def cache_folder_for(place: Path, sources: Path) -> Path:
    """Return the cache folder for these sources, and delete old ones of other sources."""
    cache_folder = place / digest(sources)
    cache_folder.mkdir(parents=True, exist_ok=True)
    cache_folder.touch()
    for other in place.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another worker deletes files too
            if other.stat().st_mtime < time.time() - LONG:
                shutil.rmtree(other, ignore_errors=True)
    return cache_folder
