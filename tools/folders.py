"""Build folders completely or not at all."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def temporary_folder_beside(target: Path) -> Iterator[Path]:
    """Yield an empty temporary folder on the same disk as `target`."""
    place = target.absolute().parent
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=place) as workshop:
        yield Path(workshop)


def replace_folder(made: Path, target: Path) -> None:
    """Replace a folder by a new one. The old one is deleted with the temporary folder.

    If that fails, the old folder stays unchanged. Raise OSError.
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
