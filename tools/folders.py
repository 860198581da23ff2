"""Folders that tools make: whole or not at all."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def workshop_beside(target: Path) -> Iterator[Path]:
    """Have an empty folder for a while, on the disk on which another will be."""
    place = target.absolute().parent
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=place) as workshop:
        yield Path(workshop)


def put_in_place(made: Path, target: Path) -> None:
    """Let what was made in a workshop take the place of a folder, which goes with the workshop.

    Where it cannot, the folder stays; raises OSError.
    """
    old = made.with_name(f"{made.name}-before")
    if target.exists():
        target.rename(old)
    try:
        made.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
