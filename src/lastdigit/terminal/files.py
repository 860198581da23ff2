"""Writing a file whole or not at all."""

from __future__ import annotations

from pathlib import Path
from tempfile import NamedTemporaryFile

from lastdigit.errors import UsageError


def write_new(path: Path, content: str) -> None:
    """Write a file, replacing one of that name only once all is written; raises UsageError."""
    try:
        with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            file.write(content)
        Path(file.name).chmod(0o644)
        Path(file.name).replace(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from None
