"""The commands about games that were played: `list`, `replay`, `review`, `verify`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Words, open_console
from lastdigit.errors import RecordError, UsageError, printable, quoted
from lastdigit.system import write_whole

if TYPE_CHECKING:
    from lastdigit.match.record import Record

NEWEST = 20
LONGEST_NUMBER = 15


def list_(words: Words) -> int:
    """List kept games, newest first."""
    parser = parsers.command_parser(
        "list", "List kept games, newest first.", "lastdigit list --all"
    )
    parser.add_argument("--all", action="store_true", help=f"not only the newest {NEWEST}")
    arguments = parser.parse(words)
    from lastdigit.store import open_store
    from lastdigit.terminal.pages import kept_games_text

    store = open_store()
    count = store.count()
    games = store.games(limit=count if arguments.all else NEWEST)
    print(kept_games_text(games) or "No game has been kept yet: lastdigit play GAME\n", end="")
    if len(games) < count:
        print(f"... and {count - len(games)} more: lastdigit list --all")
    return 0


def replay(words: Words) -> int:
    """Play a recorded or kept game back as a dialogue."""
    parser = parsers.command_parser(
        "replay",
        "Play a recorded or kept game back as a dialogue.",
        "lastdigit replay games.jsonl 2",
    )
    _add_source(parser)
    arguments = parser.parse(words)
    from lastdigit.match.narration import transcript

    record = find_record(arguments.source, arguments.number)
    console = open_console(arguments)
    console.say(transcript(record, console.bold))
    return 0


def review(words: Words) -> int:
    """Judge a played game move by move, and find where it turned."""
    parser = parsers.command_parser(
        "review",
        "Judge a played game move by move, and find where it turned.",
        "lastdigit review games.jsonl --svg course.svg",
    )
    _add_source(parser)
    parsers.add_json(parser)
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the game's course into FILE")
    arguments = parser.parse(words)
    from lastdigit.analysis.course import as_svg
    from lastdigit.analysis.review import review_data, review_game
    from lastdigit.core.shapes import json_text
    from lastdigit.terminal.analyses import review_text

    result = review_game(find_record(arguments.source, arguments.number))
    if arguments.svg is not None:
        names = result.match.setup.names
        title = f"{result.match.game.title}: {names[0]} against {names[1]}"
        _write_picture(arguments.svg, as_svg(result.course, names, title))
    style = open_console(arguments).style
    print(json_text(review_data(result)) if arguments.json else review_text(result, style))
    return 0


def _write_picture(path: Path, svg: str) -> None:
    """Write an SVG file; one that is there is replaced only if it is a picture too."""
    try:
        if path.exists() and not (path.is_file() and path.read_bytes().startswith(b"<svg")):
            raise UsageError(f"{quoted(str(path))} is there already, and is no picture of ours.")
        write_whole(path, svg.encode())
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be written: {error.strerror}.") from None


def verify(words: Words) -> int:
    """Check that recorded games follow from the rules, event by event."""
    parser = parsers.command_parser(
        "verify",
        "Re-derive every event and result of recorded games. Time, resignation and agreement\n"
        "are taken as stated. The first line that is wrong is named, with exit code 1.",
        "lastdigit verify games.jsonl",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a file of records")
    arguments = parser.parse(words)
    count = verify_file(arguments.file)
    games = "1 game" if count == 1 else f"{count} games"
    print(f"{printable(str(arguments.file))}: {games}, all as the rules have it.")
    return 0


def verify_file(path: Path) -> int:
    """Return how many games a file has, all checked; raises RecordError for the first bad."""
    from lastdigit.match import match, record_file

    count = 0
    for line, record in record_file.read_records(path):
        count += 1
        try:
            match.verify(record)
        except RecordError as error:
            raise RecordError(f"{path}, line {line}: {error}") from None
    if not count:
        raise RecordError(f"{path} has no games.")
    return count


def _add_source(parser: argparse.ArgumentParser) -> None:
    """Let a recorded or kept game be named."""
    parser.add_argument(
        "source", metavar="FILE|ID", help="a file of records, or the number of a kept game"
    )
    parser.add_argument(
        "number",
        nargs="?",
        type=parsers.integer(1, parsers.LARGEST_SEED),
        metavar="N",
        help="which game of the file, from 1 on (default: the last)",
    )


def find_record(source: str, number: int | None) -> Record:
    """Return the game that is meant: the Nth or last of a file, or a kept one by its number.

    Raises RecordError if it does not follow from the rules, UsageError if there is no such game.
    """
    from lastdigit.match import record_file
    from lastdigit.match.match import resume
    from lastdigit.store import open_store

    if _is_number(source) and not Path(source).exists():
        if number is not None:
            raise UsageError(f"Game {source} is one kept game; leave out the {number}.")
        record = open_store().record(int(source))
        resume(record)
        return record
    found = None
    count = 0
    for line, record in record_file.read_records(Path(source)):
        count += 1
        if number in (None, count):
            found = line, record
    if found is None:
        games = "1 game" if count == 1 else f"{count} games"
        raise UsageError(f"{source} has {games}; there is no game {number or 1}.")
    line, record = found
    try:
        resume(record)
    except RecordError as error:
        raise RecordError(f"{source}, line {line}: {error}") from None
    return record


def _is_number(source: str) -> bool:
    """Return whether a source could be the number of a kept game."""
    return source.isascii() and source.isdecimal() and len(source) <= LONGEST_NUMBER
