"""The commands that make one better, and show it: `practice`, `ladder`, `stats`."""

from __future__ import annotations

import argparse
import time
from contextlib import closing
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console

if TYPE_CHECKING:
    from lastdigit.game.game import AnyGame


def practice_parser() -> Parser:
    """Return the parser of `practice`."""
    parser = parsers.command_parser(
        "practice",
        "Solve puzzles at your own level, as long as you like. What went wrong comes again after "
        "1, 3, 7 and 21 days, and so does what you gave away in your games against the computer.",
        "lastdigit practice digit-duel",
        takes="[GAME]",
    )
    _add_game(parser)
    parsers.add_store(parser)
    return parser


def practice(words: Words) -> int:
    arguments = practice_parser().parse(words)
    from lastdigit.puzzles.daily import day_number
    from lastdigit.terminal.practice import practise
    from lastdigit.terminal.session import open_store_or_memory

    kinds, console = _kinds(arguments), open_console(arguments)
    store, _ = open_store_or_memory(arguments.store, "answers")
    with closing(store):
        practise(console, store, kinds, day_number(time.time()))
    return 0


def ladder_parser() -> Parser:
    """Return the parser of `ladder`."""
    parser = parsers.command_parser(
        "ladder",
        "Show how far you are against five computers, from beginner to perfect; with a game, play "
        "them. Three wins running beat one, from starts that you can win and without help.",
        "lastdigit ladder",
        takes="[GAME]",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="climb the ladder of this game")
    parsers.add_store(parser)
    return parser


def ladder(words: Words) -> int:
    arguments = ladder_parser().parse(words)
    from lastdigit.preferences import load_preferences
    from lastdigit.store import open_store
    from lastdigit.system import package_version
    from lastdigit.terminal.ladder import climb, ladders_text
    from lastdigit.terminal.session import open_store_or_memory

    kinds, console = _kinds(arguments), open_console(arguments)
    if arguments.game is None:
        with closing(open_store(arguments.store, read_only=True)) as store:
            console.say(ladders_text(kinds, store))
        return 0
    store, saved = open_store_or_memory(arguments.store, "games")
    with closing(store):
        climb(console, store, kinds[0], load_preferences(), package_version(), saved=saved)
    return 0


def stats_parser() -> Parser:
    """Return the parser of `stats`."""
    parser = parsers.command_parser(
        "stats",
        "Show what you have done: games played and won, how often you were right where a move "
        "could change the result, with 95 % intervals, puzzles, and days running.",
        "lastdigit stats --json",
        takes="[GAME]",
    )
    _add_game(parser)
    parsers.add_json(parser)
    parsers.add_store(parser)
    return parser


def stats(words: Words) -> int:
    arguments = stats_parser().parse(words)
    from lastdigit.game.serialize import json_text
    from lastdigit.puzzles.daily import day_number
    from lastdigit.puzzles.habits import habits
    from lastdigit.puzzles.own_games import played_games
    from lastdigit.puzzles.statistics import statistics
    from lastdigit.puzzles.statistics_data import statistics_data
    from lastdigit.store import open_store
    from lastdigit.terminal.statistics import statistics_text

    kinds, console = _kinds(arguments), open_console(arguments)
    with closing(open_store(arguments.store, read_only=True)) as store, console.thinking():
        played, attempts = list(played_games(store, kinds)), store.attempts("")
    today = day_number(time.time())
    if arguments.json:
        print(json_text(statistics_data(kinds, played, attempts, today)))
    else:
        counted = statistics(kinds, played, attempts, today)
        told = statistics_text(counted, habits(kinds, played))
        console.say(console.wrapped(told.rstrip("\n")))
    return 0


def _add_game(parser: argparse.ArgumentParser) -> None:
    """Let one game be chosen."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="one game only")


def _kinds(arguments: argparse.Namespace) -> list[type[AnyGame]]:
    """Return the game that is named, or all."""
    from lastdigit.games import catalogue, find_class

    return [find_class(arguments.game)] if arguments.game else list(catalogue().values())
