"""What takes long to make is kept from one run to the next: solved tables and compiled code.

It lies under a name that tells the sources it was made by, so that nothing stale is ever used, and
whoever runs tests never finds it among what they keep themselves.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import time
from pathlib import Path

LONG = 86_400.0
"""Seconds after which what other sources have made is gone; a run that goes on may still use it."""


def digest(folder: Path) -> str:
    """Return a name for all that is in a folder, but for what Python has compiled."""
    told = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*.*") if "__pycache__" not in path.parts):
        if path.is_file():
            told.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return told.hexdigest()[:16]


def kept_in(place: Path, sources: Path) -> Path:
    """Return the folder for what these sources make; those of others go when they are old."""
    kept = place / digest(sources)
    kept.mkdir(parents=True, exist_ok=True)
    kept.touch()
    for other in place.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another worker tidies up, too
            if other.stat().st_mtime < time.time() - LONG:
                shutil.rmtree(other, ignore_errors=True)
    return kept
