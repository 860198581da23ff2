"""Commands for saved and recorded games: `saved list`, `replay`, `verify`, `export`, `delete`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.errors import RecordError, UsageError, printable
from lastdigit.game.text import plural

if TYPE_CHECKING:
    from lastdigit.match.record import Record

NEWEST = 20
YES = ("y", "yes")


def list_parser() -> Parser:
    parser = parsers.command_parser(
        "saved list",
        "List saved games, newest first.",
        "lastdigit saved list --all",
    )
    parser.add_argument(
        "--all", action="store_true", help=f"list all games, not only the newest {NEWEST}"
    )
    parser.add_argument("--unfinished", action="store_true", help="list only unfinished games")
    parsers.add_json(parser)
    parsers.add_store(parser)
    return parser


def list_(words: Words) -> int:
    arguments = list_parser().parse(words)
    from lastdigit.storage import open_store
    from lastdigit.terminal.console import columns, show_page
    from lastdigit.terminal.output import saved_games_data, saved_games_text

    with closing(open_store(arguments.store, read_only=True)) as store:
        count = store.count(unfinished=arguments.unfinished)
        limit = count if arguments.all else NEWEST
        games = store.games(limit, unfinished=arguments.unfinished)
    if arguments.json:
        from lastdigit.game.serialize import json_text

        print(json_text(saved_games_data(games)))
        return 0
    console = open_console(arguments)
    if not games:
        none = "No unfinished games" if arguments.unfinished else "No saved games yet"
        console.write(f"{none}. To play one: lastdigit play\n")
        return 0
    # Prose is wrapped to 80 columns, but a table may use the whole terminal.
    text = saved_games_text(games, columns() if console.is_terminal else None)
    if len(games) < count:
        only = " --unfinished" if arguments.unfinished else ""
        text += f"... and {count - len(games)} more: lastdigit saved list{only} --all\n"
    show_page(console, text)
    return 0


def export_parser() -> Parser:
    parser = parsers.command_parser(
        "saved export",
        "Write saved games as records, one line of JSON each, like play --record.",
        "lastdigit saved export 12 --out game.jsonl",
        usage="ID [ID ...]",
    )
    _add_ids(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write to a new FILE instead of the screen"
    )
    return parser


def export(words: Words) -> int:
    arguments = export_parser().parse(words)
    from lastdigit.match.record import to_line
    from lastdigit.storage import open_store

    with closing(open_store(arguments.store, read_only=True)) as store:
        lines = "".join(f"{to_line(store.record(game))}\n" for game in arguments.id)
    if arguments.out is None:
        print(lines, end="")
        return 0
    parsers.write_new(arguments.out, lines.encode())
    print(f"{printable(str(arguments.out))} has {_games_text(arguments.id)}.")
    return 0


def delete_parser() -> Parser:
    parser = parsers.command_parser(
        "saved delete",
        "Delete saved games for good. On a terminal you are asked first.",
        "lastdigit saved delete 3 --yes",
        usage="ID [ID ...]",
    )
    _add_ids(parser)
    parser.add_argument("--yes", action="store_true", help="delete without asking")
    return parser


def delete(words: Words) -> int:
    arguments = delete_parser().parse(words)
    from lastdigit.storage import open_store
    from lastdigit.terminal.output import game_text

    console = open_console(arguments)
    if not arguments.yes and not console.is_terminal:
        raise UsageError("Can't ask for confirmation here. Add --yes.")
    games = list(dict.fromkeys(arguments.id))
    with closing(open_store(arguments.store)) as store:
        if not arguments.yes:
            known = {game.id: game for game in store.games(limit=store.count())}
            named = [game_text(known[game]) for game in games if game in known]
            question = f"Delete {', '.join(named)} for good? (yes/no) [no]: "
            # Do not ask about a missing game: store.delete refuses it below.
            if len(named) == len(games) and console.ask(question).strip().lower() not in YES:
                console.write("Nothing deleted.\n")
                return 0
        store.delete(games)
    console.write(f"Deleted {_games_text(games)}.\n")
    return 0


def _add_ids(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the numbers of saved games."""
    parser.add_argument(
        "id", nargs="+", type=parsers.saved_game, metavar="ID", help="number of a saved game"
    )
    parsers.add_store(parser)


def _games_text(games: list[int]) -> str:
    """Return the numbers of games as text.

    >>> _games_text([3]), _games_text([3, 5, 6])
    ('game 3', 'games 3, 5 and 6')
    """
    *others, last = map(str, games)
    return f"games {', '.join(others)} and {last}" if others else f"game {last}"


MAX_NUMBER_LENGTH = 15
STANDARD_INPUT = "-"


def replay_parser() -> Parser:
    parser = parsers.command_parser(
        "saved replay",
        "Show a saved or recorded game as it was played. A game between two people is shown in "
        "the rulebook's words.",
        "lastdigit saved replay games.jsonl 2",
        usage="FILE|ID [N]",
    )
    add_source(parser)
    add_number(parser)
    parser.add_argument(
        "--dialogue", action="store_true", help="use the rulebook's words for every game"
    )
    return parser


def replay(words: Words) -> int:
    arguments = replay_parser().parse(words)
    from lastdigit.match.narration import Voice, transcript

    record, error = find_record(arguments.source, arguments.number, arguments.store)
    console = open_console(arguments)
    voice = Voice.RULEBOOK if arguments.dialogue else Voice.AUTO
    console.write(transcript(record, console.bold, voice, console.width))
    if error is not None:
        raise error
    return 0


def verify_parser() -> Parser:
    parser = parsers.command_parser(
        "saved verify",
        "Replay games and check every move and result against the rules. If something is wrong, "
        "the exit code is 1 and the message names the first wrong line. Resignations, agreed "
        "draws and the clock cannot be checked.",
        "lastdigit saved verify games.jsonl",
        usage="FILE|ID",
    )
    add_source(parser)
    return parser


def verify(words: Words) -> int:
    arguments = verify_parser().parse(words)
    if Path(arguments.source).is_dir():
        folder = printable(arguments.source)
        raise UsageError(f"{folder} is a folder. To check an exam: lastdigit exam verify {folder}")
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
    if _is_saved(arguments.source):
        print(f"{name}: no rules broken.")
    else:
        print(f"{printable(name)}: {plural(count, 'game')} checked, no rules broken.")
    return 0


def add_source(parser: argparse.ArgumentParser) -> None:
    """Add the argument for a source of games: a file of records or a saved game."""
    parser.add_argument(
        "source",
        metavar="FILE|ID",
        help="file of records (- for standard input), or number of a saved game",
    )
    parsers.add_store(parser)


def add_number(parser: argparse.ArgumentParser) -> None:
    """Add the option for the number of a game in a file."""
    parser.add_argument(
        "number",
        nargs="?",
        type=parsers.integer(1, parsers.MAX_SEED),
        metavar="N",
        help="number of the game in the file, starting at 1 (default: the last game)",
    )


def find_record(
    source: str, number: int | None, store: str | None = None
) -> tuple[Record, RecordError | None]:
    """Return the Nth or last game in a file, or a saved game by number, and its first error.

    If there is an error, the record ends there. Raise RecordError if nothing can be read, and
    UsageError if there is no such game.
    """
    from lastdigit.match.match import valid_part

    if _is_saved(source) and number is not None:
        raise UsageError(f"{source} is a single saved game. Leave out the number {number}.")
    found = None
    count = 0
    for place, record in _records(source, store):
        count += 1
        if number in (None, count):
            found = place, record
    if found is None:
        games = plural(count, "game")
        raise UsageError(f"{_source_name(source)} has {games}, so there is no game {number or 1}.")
    place, record = found
    try:
        readable, error = valid_part(record)
    except RecordError as unreadable:
        raise RecordError(f"{place}: {unreadable}") from None
    return readable, error and RecordError(f"{place}: {error}")


def _records(source: str, location: str | None) -> Iterator[tuple[str, Record]]:
    """Yield each game from a file, standard input or the store, with its location for messages."""
    from lastdigit.match.record import read_lines, read_records

    name = _source_name(source)
    if _is_saved(source):
        from lastdigit.storage import open_store

        with closing(open_store(location, read_only=True)) as store:
            yield name, store.record(int(source))
    elif source == STANDARD_INPUT:
        for line, record in read_lines(sys.stdin.buffer, name):
            yield f"{name}, line {line}", record
    else:
        for line, record in read_records(Path(source)):
            yield f"{name}, line {line}", record


def _source_name(source: str) -> str:
    """Return the name of a source for use in a message."""
    if _is_saved(source):
        return f"Game {int(source)}"
    return "standard input" if source == STANDARD_INPUT else source


def _is_saved(source: str) -> bool:
    """Return whether a source is the number of a saved game, not the name of a file."""
    number = source.isascii() and source.isdecimal() and len(source) <= MAX_NUMBER_LENGTH
    return number and not Path(source).exists()
