"""The command about places where games are kept: `store`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words
from lastdigit.errors import UsageError, quoted


def store_parser() -> Parser:
    """Return the parser of `store`."""
    parser = parsers.command_parser(
        "store",
        "Copy everything that is kept to another place, and compare it there event by event.\n"
        "A place is a file, or a database postgresql://USER@HOST/NAME. Stop its servers first.",
        "lastdigit store copy - copy.sqlite3",
        takes="copy FROM TO",
    )
    parser.add_argument("do", choices=("copy",), metavar="copy", help="copy all that is kept")
    parser.add_argument("source", metavar="FROM", help="where it is; - is where it usually is")
    parser.add_argument("target", metavar="TO", help="where it goes, a place without games")
    return parser


def store(words: Words) -> int:
    arguments = store_parser().parse(words)
    from lastdigit.store import open_store
    from lastdigit.store.copying import copy_store

    source = None if arguments.source == "-" else arguments.source
    if source is not None and "://" not in source and not Path(source).is_file():
        raise UsageError(f"There is no file {quoted(source)}.")
    with closing(open_store(source)) as one, closing(open_store(arguments.target)) as two:
        counts = copy_store(one, two)
    games, events = _count(counts["game"], "game"), _count(counts["event"], "event")
    answers, deeds = _count(counts["attempt"], "answer"), _count(counts["room_event"], "deed")
    print(f"Copied and compared: {games}, {events}, {answers} to puzzles, {deeds} in classes.")
    return 0


def _count(number: int, noun: str) -> str:
    """Return how many there are.

    >>> _count(1, "game"), _count(2, "game")
    ('1 game', '2 games')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
