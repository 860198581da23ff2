"""The commands about the games that are kept: `list`, `export`, `forget`."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.errors import UsageError, printable

NEWEST = 20
YES = ("y", "yes")


def list_parser() -> Parser:
    """Return the parser of `list`."""
    parser = parsers.command_parser(
        "list",
        "List kept games, newest first: when each was changed, who played, from which position,\n"
        "and how it ended.",
        "lastdigit list --all",
    )
    parser.add_argument("--all", action="store_true", help=f"not only the newest {NEWEST}")
    parser.add_argument("--unfinished", action="store_true", help="only games that can go on")
    parsers.add_json(parser)
    parsers.add_store(parser)
    return parser


def list_(words: Words) -> int:
    arguments = list_parser().parse(words)
    from lastdigit.store import open_store
    from lastdigit.terminal.console import columns
    from lastdigit.terminal.kept import kept_games_data, kept_games_text
    from lastdigit.terminal.pager import show_page

    with closing(open_store(arguments.store, read_only=True)) as store:
        count = store.count(unfinished=arguments.unfinished)
        limit = count if arguments.all else NEWEST
        games = store.games(limit, unfinished=arguments.unfinished)
    if arguments.json:
        from lastdigit.game.serialize import json_text

        print(json_text(kept_games_data(games)))
        return 0
    console = open_console(arguments)
    if not games:
        none = "There is no unfinished game" if arguments.unfinished else "No game has been kept"
        console.say(f"{none} yet: lastdigit play GAME\n")
        return 0
    # Sentences keep to what can be read; a table may take all that there is.
    text = kept_games_text(games, columns() if console.is_terminal else None)
    if len(games) < count:
        only = " --unfinished" if arguments.unfinished else ""
        text += f"... and {count - len(games)} more: lastdigit list{only} --all\n"
    show_page(console, text)
    return 0


def export_parser() -> Parser:
    """Return the parser of `export`."""
    parser = parsers.command_parser(
        "export",
        "Write kept games as records, a line of JSON each, as `play --record` does.",
        "lastdigit export 12 --out game.jsonl",
        takes="ID [ID ...]",
    )
    _add_ids(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write into FILE, a new one, and not here"
    )
    return parser


def export(words: Words) -> int:
    arguments = export_parser().parse(words)
    from lastdigit.match.record_line import to_line
    from lastdigit.store import open_store

    with closing(open_store(arguments.store, read_only=True)) as store:
        lines = "".join(f"{to_line(store.record(game))}\n" for game in arguments.id)
    if arguments.out is None:
        print(lines, end="")
        return 0
    parsers.write_new(arguments.out, lines.encode())
    print(f"{printable(str(arguments.out))} has {_games_text(arguments.id)}.")
    return 0


def forget_parser() -> Parser:
    """Return the parser of `forget`."""
    parser = parsers.command_parser(
        "forget",
        "Delete kept games for good; on a terminal you are asked first.",
        "lastdigit forget 3 --yes",
        takes="ID [ID ...]",
    )
    _add_ids(parser)
    parser.add_argument("--yes", action="store_true", help="do not ask")
    return parser


def forget(words: Words) -> int:
    arguments = forget_parser().parse(words)
    from lastdigit.store import open_store
    from lastdigit.terminal.kept import game_text

    console = open_console(arguments)
    if not arguments.yes and not console.is_terminal:
        raise UsageError("Nobody can be asked here whether that is meant: say --yes.")
    games = list(dict.fromkeys(arguments.id))
    with closing(open_store(arguments.store)) as store:
        if not arguments.yes:
            known = {game.id: game for game in store.games(limit=store.count())}
            named = [game_text(known[game]) for game in games if game in known]
            question = f"Forget {', '.join(named)} for good? (yes/no) [no]: "
            # A game that is not there needs no question: to forget it is refused below.
            if len(named) == len(games) and console.ask(question).strip().lower() not in YES:
                console.say("Nothing is forgotten.\n")
                return 0
        store.forget(games)
    console.say(f"Forgotten: {_games_text(games)}.\n")
    return 0


def _add_ids(parser: argparse.ArgumentParser) -> None:
    """Let kept games be named."""
    parser.add_argument(
        "id", nargs="+", type=parsers.kept_game, metavar="ID", help="which games, by their numbers"
    )
    parsers.add_store(parser)


def _games_text(games: list[int]) -> str:
    """Return games by their numbers.

    >>> _games_text([3]), _games_text([3, 5, 6])
    ('game 3', 'games 3, 5 and 6')
    """
    *others, last = map(str, games)
    return f"games {', '.join(others)} and {last}" if others else f"game {last}"
