"""Commands for puzzles and practice: `daily`, `puzzles`, `practice`, `ladder`, `stats`."""

from __future__ import annotations

import argparse
import time
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.errors import printable
from lastdigit.game.puzzle_source import DIFFICULTIES
from lastdigit.game.text import plural

if TYPE_CHECKING:
    from lastdigit.game.game import AnyGame
    from lastdigit.puzzles.puzzle import Puzzle

MAX_PUZZLES, MAX_SETS = 200, 10_000
MIXED = "mixed"
DIFFICULTY_WORDS = tuple(name.replace(" ", "-") for name in DIFFICULTIES)
NOT_ON_SHEETS = ("sets", "survey", "json", "workers", "engine", "address")


def daily_parser() -> Parser:
    parser = parsers.command_parser(
        "daily",
        "Solve today's puzzles, one of each game: easy on Monday, hard on Sunday. Everyone gets "
        "the same ones. A day starts at midnight UTC.",
        "lastdigit daily --day 1 --json",
        usage="[GAME]",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="only this game")
    parser.add_argument(
        "--day", type=parsers.integer(1, 10**6), metavar="N", help="solve the puzzles of day N"
    )
    parser.add_argument(
        "--archive", action="store_true", help="choose an earlier day from a calendar"
    )
    parser.add_argument(
        "--calendar",
        type=Path,
        metavar="FILE",
        help="write a daily reminder to a new calendar file (.ics) and exit",
    )
    parsers.add_json(parser)
    parsers.add_store(parser)
    return parser


def daily(words: Words) -> int:
    arguments = daily_parser().parse(words)
    from lastdigit.games import catalogue, find_class
    from lastdigit.puzzles.generate import check_day, daily_puzzles, day_number
    from lastdigit.terminal.practice import open_archive, solve_daily

    if arguments.calendar is not None:
        return _write_calendar(arguments.calendar)
    today = day_number(time.time())
    day = check_day(arguments.day or today, today)
    kinds = [find_class(arguments.game)] if arguments.game else list(catalogue().values())
    if arguments.json:
        _print_json(daily_puzzles(day, tuple(kinds)), day=day)
        return 0
    from lastdigit.terminal.game import open_store_or_memory

    store, _ = open_store_or_memory(arguments.store, "answers")
    with closing(store):
        if arguments.archive:
            open_archive(open_console(arguments), store, today, kinds)
        else:
            puzzles = daily_puzzles(day, tuple(kinds))
            solve_daily(open_console(arguments), store, day, today, puzzles)
    return 0


def _write_calendar(path: Path) -> int:
    """Write a calendar file with a daily reminder."""
    from datetime import date

    from lastdigit.puzzles.calendar import REMINDER_HOUR, reminder_file

    parsers.write_new(path, reminder_file(date.today()).encode())
    print(f"{printable(str(path))}: a reminder every day at {REMINDER_HOUR}:00.")
    print("Open it with your calendar program. You can change the time there.")
    return 0


def puzzles_parser() -> Parser:
    parser = parsers.command_parser(
        "puzzles",
        "Make puzzles with answers and reasons. The same seed makes the same puzzles. With "
        "--sheet, write a page to print, with the answers on a separate sheet.",
        "lastdigit puzzles mixed --seed 7 --sheet puzzles.html",
        usage="GAME|mixed",
    )
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help=f"name of a game, or {MIXED} for a sheet of all games",
    )
    parser.add_argument(
        "--count",
        type=parsers.integer(1, MAX_PUZZLES),
        default=6,
        metavar="N",
        help="number of puzzles (default 6)",
    )
    parser.add_argument(
        "--difficulty",
        choices=DIFFICULTY_WORDS,
        metavar="D",
        help=f"difficulty: {', '.join(DIFFICULTY_WORDS)} (default: a mixture)",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="random seed, a word or number (default 1)"
    )
    parser.add_argument(
        "--sheet", type=Path, metavar="FILE", help="write a printable sheet to a new HTML file"
    )
    parser.add_argument(
        "--sets",
        type=parsers.integer(1, MAX_SETS),
        default=1,
        metavar="N",
        help="number of puzzle sets, with seeds such as 7, 7-2, 7-3, ... (default 1)",
    )
    parser.add_argument(
        "--survey",
        action="store_true",
        help="print statistics about difficulties, answers and lucky guesses instead of puzzles",
    )
    parsers.add_json(parser)
    parsers.add_engine(parser)
    return parser


def puzzles(words: Words) -> int:
    parser = puzzles_parser()
    arguments = parser.parse(words)
    arguments.game = arguments.game or parsers.choose_game(parser, arguments)
    if arguments.sheet is not None:
        parsers.check_unused(parser, arguments, "--sheet", NOT_ON_SHEETS)
        return _write_sheet(arguments)
    if arguments.game == MIXED:
        parser.error(f"{MIXED} makes a sheet to print. Add --sheet FILE.")
    from lastdigit.games import find_class
    from lastdigit.puzzles.generate import SetRequest, check_grade, make_sets, survey_text
    from lastdigit.terminal.practice import puzzle_text

    kind = find_class(arguments.game)
    grade = _grade(arguments)
    check_grade(kind, grade)
    grades, seed = (grade,) if grade else (), arguments.seed
    seeds = [seed, *(f"{seed}-{number}" for number in range(2, arguments.sets + 1))]
    requests = [SetRequest(kind.name, arguments.count, one, grades) for one in seeds]
    puzzles_found = list(chain(*make_sets(parsers.open_executor(arguments), requests)))
    if arguments.json:
        _print_json(puzzles_found, answers=True)
    elif arguments.survey:
        print(survey_text(kind, puzzles_found), end="")
    else:
        print("\n\n".join(puzzle_text(one, number) for number, one in enumerate(puzzles_found, 1)))
    return 0


def _grade(arguments: argparse.Namespace) -> int | None:
    """Return the number of the difficulty on the command line, if any."""
    word = arguments.difficulty
    return None if word is None else DIFFICULTY_WORDS.index(word) + 1


def _write_sheet(arguments: argparse.Namespace) -> int:
    """Write a printable sheet of puzzles."""
    from lastdigit.games import find_class
    from lastdigit.puzzles.generate import check_grade
    from lastdigit.puzzles.worksheet import make_sheet
    from lastdigit.render.html import check_html

    check_html("A worksheet")
    kind = None if arguments.game == MIXED else find_class(arguments.game)
    grade = _grade(arguments)
    if kind is not None:
        check_grade(kind, grade)
    sheet, count = make_sheet(kind, arguments.count, arguments.seed, grade)
    parsers.write_new(arguments.sheet, sheet.encode())
    count_text = plural(count, "puzzle")
    print(f"{printable(str(arguments.sheet))}: {count_text}. Open it in a browser and print it.")
    return 0


def _print_json(puzzles: list[Puzzle], *, day: int | None = None, answers: bool = False) -> None:
    from lastdigit.game.serialize import json_text
    from lastdigit.puzzles.puzzle import puzzle_data, solved_data

    data = [solved_data(one) if answers else puzzle_data(one) for one in puzzles]
    print(json_text(data if day is None else {"day": day, "puzzles": data}))


def practice_parser() -> Parser:
    parser = parsers.command_parser(
        "practice",
        "Solve puzzles at your level, as many as you like. Puzzles you got wrong come back after "
        "1, 3, 7 and 21 days. So do your mistakes in games against the computer.",
        "lastdigit practice digit-duel",
        usage="[GAME]",
    )
    _add_game(parser)
    parser.add_argument(
        "--mistakes",
        action="store_true",
        help="start with your own mistakes, even if they are not due",
    )
    parsers.add_store(parser)
    return parser


def practice(words: Words) -> int:
    arguments = practice_parser().parse(words)
    from lastdigit.puzzles.generate import day_number
    from lastdigit.terminal.game import open_store_or_memory
    from lastdigit.terminal.practice import practise

    kinds, console = _kinds(arguments), open_console(arguments)
    store, _ = open_store_or_memory(arguments.store, "answers")
    with closing(store):
        today = day_number(time.time())
        practise(console, store, kinds, today, mistakes_first=arguments.mistakes)
    return 0


def ladder_parser() -> Parser:
    parser = parsers.command_parser(
        "ladder",
        "Climb from the weakest computer to the perfect one. Win three in a row without hints to "
        "climb a rung. Every start can be won. Without a game, see how far you are.",
        "lastdigit ladder",
        usage="[GAME]",
    )
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="play the next rung of this game's ladder"
    )
    parsers.add_store(parser)
    return parser


def ladder(words: Words) -> int:
    arguments = ladder_parser().parse(words)
    from lastdigit.settings import load_settings
    from lastdigit.storage import open_store
    from lastdigit.system import VERSION
    from lastdigit.terminal.game import open_store_or_memory
    from lastdigit.terminal.practice import climb, ladders_text

    kinds, console = _kinds(arguments), open_console(arguments)
    if arguments.game is None:
        with closing(open_store(arguments.store, read_only=True)) as store:
            console.write(ladders_text(kinds, store))
        return 0
    store, saved = open_store_or_memory(arguments.store, "games")
    with closing(store):
        climb(console, store, kinds[0], load_settings(), VERSION, saved=saved)
    return 0


def stats_parser() -> Parser:
    parser = parsers.command_parser(
        "stats",
        "See how well you play: games won, key moves found, puzzles solved and your streak. Key "
        "moves are those that can change the result. Shares have 95% intervals.",
        "lastdigit stats --json",
        usage="[GAME]",
    )
    _add_game(parser)
    parsers.add_json(parser)
    parsers.add_store(parser)
    return parser


def stats(words: Words) -> int:
    arguments = stats_parser().parse(words)
    from lastdigit.puzzles.generate import day_number
    from lastdigit.storage import open_store

    kinds, console, today = _kinds(arguments), open_console(arguments), day_number(time.time())
    with closing(open_store(arguments.store, read_only=True)) as store:
        if arguments.json:
            from lastdigit.game.serialize import json_text
            from lastdigit.puzzles.statistics import statistics_data
            from lastdigit.puzzles.sums import saved_sums

            saved, attempts = saved_sums(store), store.attempts("")
            data = statistics_data(kinds, saved.days, attempts, saved.open_mistakes, today)
            print(json_text(data))
        else:
            from lastdigit.terminal.practice import show_statistics

            show_statistics(console, store, kinds, today)
    return 0


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="only this game")


def _kinds(arguments: argparse.Namespace) -> list[type[AnyGame]]:
    """Return the named game, or all games."""
    from lastdigit.games import catalogue, find_class

    return [find_class(arguments.game)] if arguments.game else list(catalogue().values())
