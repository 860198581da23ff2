"""Files of records: one game a line, only ever appended to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from lastdigit.errors import RecordError, UsageError, quoted
from lastdigit.match.record import Record
from lastdigit.match.record_line import LONGEST_LINE, from_line, to_line


def check_writable(path: Path) -> None:
    """Raise UsageError if records cannot be appended there; makes no file."""
    try:
        exists, regular = path.exists(), path.is_file()
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be used: {error.strerror}.") from None
    if exists and not (regular and os.access(path, os.W_OK)):
        raise UsageError(f"{path} cannot be written to; name a file that can.")
    if not exists and not os.access(path.parent, os.W_OK):
        raise UsageError(f"No file can be made in {path.parent}; name a folder where one can.")


def as_path(path: Path | str) -> Path:
    """Return a path that may be given as text; raises UsageError."""
    if not isinstance(path, str | Path):
        raise UsageError(f"The path of a file must be a text or a pathlib.Path, not {path!r}.")
    return Path(path)


def append_record(path: Path | str, record: Record) -> None:
    """Append a record as one line of its own, in one write; raises RecordError or UsageError."""
    path = as_path(path)
    try:
        with path.open("ab+") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - 1))
            # A file whose last line was cut off keeps that line; ours begins on the next.
            begin = b"" if file.read(1) in (b"", b"\n") else b"\n"
            file.write(begin + to_line(record).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise RecordError(f"The game could not be appended to {path}: {error.strerror}.") from None


def append_missing_record(path: Path, record: Record) -> bool:
    """Append a record that the file does not have yet, and return whether it was missing.

    Raises RecordError for a file that has a broken line.
    """
    if path.exists() and any(known == record for _, known in read_records(path)):
        return False
    append_record(path, record)
    return True


def read_records(path: Path | str) -> Iterator[tuple[int, Record]]:
    """Yield the records of a file with their line numbers.

    Raises UsageError if there is no such file, and RecordError naming the first broken line.
    """
    path = as_path(path)
    try:
        with path.open("rb") as file:
            yield from read_lines(file, str(path))
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be read: {error.strerror}.") from None


def read_lines(file: BinaryIO, name: str) -> Iterator[tuple[int, Record]]:
    """Yield the records of an open file, which goes by this name, with their line numbers.

    Raises OSError, and RecordError naming the first broken line.
    """
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if line.strip():
            yield number, _read_line(name, number, line)


def _read_line(name: str, number: int, line: bytes) -> Record:
    try:
        return from_line(line.decode())
    except UnicodeDecodeError:
        raise RecordError(f"{name}, line {number}: This is not UTF-8 text.") from None
    except RecordError as error:
        raise RecordError(f"{name}, line {number}: {error}") from None
