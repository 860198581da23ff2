"""The commands about a game that was played: `replay`, `review`, `verify`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.errors import RecordError, UsageError, printable, quoted
from lastdigit.game.text import plural
from lastdigit.system import write_whole

if TYPE_CHECKING:
    from lastdigit.analysis.review import Review
    from lastdigit.match.record import Record
    from lastdigit.terminal.console import Console

LONGEST_NUMBER = 15
STANDARD_INPUT = "-"


def replay_parser() -> Parser:
    """Return the parser of `replay`."""
    parser = parsers.command_parser(
        "replay",
        "Show a recorded or saved game as it was played: to you, if you played against the\n"
        "computer, else in the rulebook's words.",
        "lastdigit replay games.jsonl 2",
        takes="FILE|ID [N]",
    )
    _add_source(parser)
    _add_number(parser)
    parser.add_argument(
        "--dialogue", action="store_true", help="use the rulebook's words in every game"
    )
    return parser


def replay(words: Words) -> int:
    arguments = replay_parser().parse(words)
    from lastdigit.match.narration import Voice, transcript

    record, error = find_record(arguments.source, arguments.number, arguments.store)
    console = open_console(arguments)
    voice = Voice.RULEBOOK if arguments.dialogue else Voice.AUTO
    console.say(transcript(record, console.bold, voice, console.width))
    if error is not None:
        raise error
    return 0


def review_parser() -> Parser:
    """Return the parser of `review`."""
    parser = parsers.command_parser(
        "review",
        "Judge a played game move by move, and find where it turned. At a terminal you can play\n"
        "on from your own last mistake against the computer.",
        "lastdigit review games.jsonl --svg course.svg",
        takes="FILE|ID [N]",
    )
    _add_source(parser)
    _add_number(parser)
    parsers.add_json(parser)
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the game's course into FILE")
    return parser


def review(words: Words) -> int:
    arguments = review_parser().parse(words)
    from lastdigit.analysis.course import as_svg
    from lastdigit.analysis.review import review_data, review_game
    from lastdigit.game.game import Seat
    from lastdigit.game.serialize import json_text
    from lastdigit.match.narration import own_seat, player_text
    from lastdigit.terminal.reviews import review_text

    record, error = find_record(arguments.source, arguments.number, arguments.store)
    console = open_console(arguments)
    with console.thinking():
        result = review_game(record)
    if arguments.svg is not None:
        setup = result.match.setup
        names = player_text(setup, Seat.ONE), player_text(setup, Seat.TWO)
        title = f"{result.match.game.title}: {names[0]} against {names[1]}"
        _write_picture(arguments.svg, as_svg(result.course, names, title))
    if arguments.json:
        print(json_text(review_data(result)), flush=True)
    else:
        you = own_seat(result.match.setup)
        console.say(f"{review_text(result, console.style, you)}\n")
        if console.is_terminal and error is None:
            _offer_to_try_again(console, result, arguments.store)
    if error is not None:
        raise error
    return 0


def _offer_to_try_again(console: Console, review: Review, store: str | None) -> None:
    """Let whoever reads a review at a terminal play on from their own last mistake."""
    from lastdigit.terminal.turning import offer_to_try_again

    setup = offer_to_try_again(console, review)
    if setup is not None:
        from lastdigit.terminal.session import Session

        with closing(Session.anywhere(console, where=store)) as session:
            session.play(setup)


def _write_picture(path: Path, svg: str) -> None:
    """Write an SVG file; one that is there is replaced only if it is a picture too."""
    try:
        if path.exists() and not (path.is_file() and path.read_bytes().startswith(b"<svg")):
            raise UsageError(f"{quoted(str(path))} is there already, and is no picture of ours.")
        write_whole(path, svg.encode())
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be written: {error.strerror}.") from None


def verify_parser() -> Parser:
    """Return the parser of `verify`."""
    parser = parsers.command_parser(
        "verify",
        "Re-derive every event and result of recorded games. Time, resignation and agreement\n"
        "are taken as stated. The first line that is wrong is named, with exit code 1. Of the\n"
        "folder of an exam the whole report is derived again from the raw log.",
        "lastdigit verify games.jsonl",
        takes="FILE|ID",
    )
    _add_source(parser)
    return parser


def verify(words: Words) -> int:
    arguments = verify_parser().parse(words)
    if Path(arguments.source).is_dir():
        return _verify_run(Path(arguments.source))
    from lastdigit.match import match

    count = 0
    for place, record in _records(arguments.source, arguments.store):
        count += 1
        try:
            match.verify(record)
        except RecordError as error:
            raise RecordError(f"{place}: {error}") from None
    name = _source_name(arguments.source)
    if not count:
        raise RecordError(f"{name} has no games.")
    if _is_kept(arguments.source):
        print(f"{name} is as the rules have it.")
    else:
        print(f"{printable(name)}: {plural(count, 'game')}, all as the rules have it.")
    return 0


def _verify_run(folder: Path) -> int:
    """Derive an exam again from its raw log."""
    from lastdigit.exam.evidence import examined

    run = examined(folder)
    answers = plural(len(run.answers) + len(run.words), "answer")
    print(
        f"{printable(str(folder))}: {answers}, and all that the report says follows from the "
        "log. No log proves that a model spoke."
    )
    return 0


def _add_source(parser: argparse.ArgumentParser) -> None:
    """Let recorded or kept games be named."""
    parser.add_argument(
        "source",
        metavar="FILE|ID",
        help="a file of records (- is standard input), or the number of a kept game",
    )
    parsers.add_store(parser)


def _add_number(parser: argparse.ArgumentParser) -> None:
    """Let one game of several be named."""
    parser.add_argument(
        "number",
        nargs="?",
        type=parsers.integer(1, parsers.LARGEST_SEED),
        metavar="N",
        help="which game of the file, from 1 on (default: the last)",
    )


def find_record(
    source: str, number: int | None, store: str | None = None
) -> tuple[Record, RecordError | None]:
    """Return the Nth or last game of a file, or a saved one by its number, and what is wrong in it.

    If something is wrong, the game goes up to there. Raises RecordError if nothing of it can be
    read, UsageError if there is no such game.
    """
    from lastdigit.match.match import readable_part

    if _is_kept(source) and number is not None:
        raise UsageError(f"Game {source} is one kept game; leave out the {number}.")
    found = None
    count = 0
    for place, record in _records(source, store):
        count += 1
        if number in (None, count):
            found = place, record
    if found is None:
        games = plural(count, "game")
        raise UsageError(f"{_source_name(source)} has {games}; there is no game {number or 1}.")
    place, record = found
    try:
        readable, error = readable_part(record)
    except RecordError as unreadable:
        raise RecordError(f"{place}: {unreadable}") from None
    return readable, error and RecordError(f"{place}: {error}")


def _records(source: str, where: str | None) -> Iterator[tuple[str, Record]]:
    """Yield the games of a file, of standard input or of the store, each with where it stands."""
    from lastdigit.match import record_file

    name = _source_name(source)
    if _is_kept(source):
        from lastdigit.store import open_store

        with closing(open_store(where, read_only=True)) as store:
            yield name, store.record(int(source))
    elif source == STANDARD_INPUT:
        for line, record in record_file.read_lines(sys.stdin.buffer, name):
            yield f"{name}, line {line}", record
    else:
        for line, record in record_file.read_records(Path(source)):
            yield f"{name}, line {line}", record


def _source_name(source: str) -> str:
    """Return where games come from, for people."""
    if _is_kept(source):
        return f"Game {int(source)}"
    return "standard input" if source == STANDARD_INPUT else source


def _is_kept(source: str) -> bool:
    """Return whether a source is the number of a kept game, and not the name of a file."""
    number = source.isascii() and source.isdecimal() and len(source) <= LONGEST_NUMBER
    return number and not Path(source).exists()
