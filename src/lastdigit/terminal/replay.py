"""Recorded and kept games found again, and checked event by event."""

from __future__ import annotations

from pathlib import Path

from lastdigit.errors import RecordError, UsageError
from lastdigit.match import record_file
from lastdigit.match.match import resumed, verify
from lastdigit.match.record import Record
from lastdigit.store import open_store

LONGEST_NUMBER = 15


def sourced(source: str, number: int | None) -> Record:
    """Return the game that is meant: the Nth or last of a file, or a kept one by its number.

    Raises RecordError if it does not follow from the rules, UsageError if there is no such game.
    """
    if is_number(source) and not Path(source).exists():
        if number is not None:
            raise UsageError(f"Game {source} is one kept game; leave out the {number}.")
        record = open_store().record(int(source))
        resumed(record)
        return record
    found = None
    count = 0
    for line, record in record_file.read(Path(source)):
        count += 1
        if number in (None, count):
            found = line, record
    if found is None:
        games = "1 game" if count == 1 else f"{count} games"
        raise UsageError(f"{source} has {games}; there is no game {number or 1}.")
    line, record = found
    try:
        resumed(record)
    except RecordError as error:
        raise RecordError(f"{source}, line {line}: {error}") from None
    return record


def is_number(source: str) -> bool:
    """Return whether a source could be the number of a kept game."""
    return source.isascii() and source.isdecimal() and len(source) <= LONGEST_NUMBER


def verified(path: Path) -> int:
    """Return how many games a file has, all checked; raises RecordError for the first bad."""
    count = 0
    for line, record in record_file.read(path):
        count += 1
        try:
            verify(record)
        except RecordError as error:
            raise RecordError(f"{path}, line {line}: {error}") from None
    if not count:
        raise RecordError(f"{path} has no games.")
    return count
