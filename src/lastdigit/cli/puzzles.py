"""The commands about puzzles: `daily`, `puzzles` and `worksheet`."""

from __future__ import annotations

import argparse
import time
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import engines, parsers
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.errors import printable
from lastdigit.game.text import plural

if TYPE_CHECKING:
    from lastdigit.game.game import AnyGame
    from lastdigit.puzzles.puzzle import Puzzle

MOST_PUZZLES, MOST_SETS = 200, 10_000
MIXED = "mixed"


def daily_parser() -> Parser:
    """Return the parser of `daily`."""
    parser = parsers.command_parser(
        "daily",
        "Solve today's puzzles: one of each game, easy on Monday and hard on Sunday, the same for "
        "everybody. Days begin at midnight, UTC.",
        "lastdigit daily --day 1 --json",
        takes="[GAME]",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="one game only")
    parser.add_argument(
        "--day", type=parsers.integer(1, 10**6), metavar="N", help="an earlier day's"
    )
    parser.add_argument("--json", action="store_true", help="print the puzzles, unsolved, as JSON")
    parsers.add_store(parser)
    return parser


def daily(words: Words) -> int:
    arguments = daily_parser().parse(words)
    from lastdigit.games import catalogue, find_class
    from lastdigit.puzzles.daily import check_day, daily_five, day_number
    from lastdigit.terminal.puzzles import solve_daily

    today = day_number(time.time())
    day = check_day(arguments.day or today, today)
    kinds = [find_class(arguments.game)] if arguments.game else list(catalogue().values())
    puzzles = daily_five(day, tuple(kinds))
    if arguments.json:
        _print_json(puzzles, day=day)
        return 0
    from lastdigit.terminal.session import open_store_or_memory

    store, _ = open_store_or_memory(arguments.store, "answers")
    with closing(store):
        solve_daily(open_console(arguments), store, day, today, puzzles)
    return 0


def puzzles_parser() -> Parser:
    """Return the parser of `puzzles`."""
    parser = parsers.command_parser(
        "puzzles",
        "Make puzzles of a game, with answers and reasons; the same seed makes the same ones.",
        "lastdigit puzzles digit-duel --count 3 --seed 7",
        takes="GAME",
    )
    parser.add_argument("game", metavar="GAME", help="a game's name or its beginning")
    _add_choice(parser)
    parser.add_argument(
        "--sets",
        type=parsers.integer(1, MOST_SETS),
        default=1,
        metavar="N",
        help="so many sets; of seed 7 the second is that of seed 7-2, and so on (default 1)",
    )
    parser.add_argument(
        "--survey", action="store_true", help="how they come out: grades, answers, guesses"
    )
    parsers.add_json(parser)
    engines.add_engine(parser)
    return parser


def puzzles(words: Words) -> int:
    arguments = puzzles_parser().parse(words)
    from lastdigit.games import find_class
    from lastdigit.puzzles.sets import Wanted, make_sets
    from lastdigit.puzzles.survey import survey_text
    from lastdigit.terminal.puzzles import puzzle_text

    kind = find_class(arguments.game)
    _check_grade(kind, arguments.grade)
    grades, seed = (arguments.grade,) if arguments.grade else (), arguments.seed
    seeds = [seed, *(f"{seed}-{number}" for number in range(2, arguments.sets + 1))]
    wanted = [Wanted(kind.name, arguments.count, one, grades) for one in seeds]
    made = list(chain(*make_sets(engines.chosen_engine(arguments), wanted)))
    if arguments.json:
        _print_json(made, answers=True)
    elif arguments.survey:
        print(survey_text(kind, made), end="")
    else:
        print("\n\n".join(puzzle_text(one, number) for number, one in enumerate(made, 1)))
    return 0


def worksheet_parser() -> Parser:
    """Return the parser of `worksheet`."""
    parser = parsers.command_parser(
        "worksheet",
        "Write a sheet of puzzles to print, on A4 or Letter: room to write, and the answers with "
        "their reasons on a page of their own. The same seed makes the same sheet.",
        "lastdigit worksheet mixed --seed 7 --out sheet.html",
        takes="GAME|mixed",
    )
    parser.add_argument("game", metavar="GAME", help=f"a game, or {MIXED}: all by turns")
    _add_choice(parser)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", required=True, help="write into FILE, a new one"
    )
    return parser


def worksheet(words: Words) -> int:
    arguments = worksheet_parser().parse(words)
    from lastdigit.games import find_class
    from lastdigit.puzzles.worksheet import make_sheet

    kind = None if arguments.game == MIXED else find_class(arguments.game)
    if kind is not None:
        _check_grade(kind, arguments.grade)
    sheet, count = make_sheet(kind, arguments.count, arguments.seed, arguments.grade)
    parsers.write_new(arguments.out, sheet.encode())
    made = plural(count, "puzzle")
    print(f"{printable(str(arguments.out))} has {made}; open it in a browser and print it.")
    return 0


def _add_choice(parser: argparse.ArgumentParser) -> None:
    """Let it be said which puzzles are wanted."""
    parser.add_argument(
        "--count",
        type=parsers.integer(1, MOST_PUZZLES),
        default=6,
        metavar="N",
        help="how many (default 6)",
    )
    parser.add_argument(
        "--grade", type=parsers.integer(1, 5), metavar="G", help="only of this grade, 1 to 5"
    )
    parser.add_argument("--seed", default="1", metavar="S", help="a word or number (default 1)")


def _check_grade(kind: type[AnyGame], grade: int | None) -> None:
    """Refuse a grade that a game does not have; raises UsageError."""
    from lastdigit.errors import UsageError
    from lastdigit.puzzles.sets import grades_of

    grades = grades_of(kind)
    if grade and grade not in grades:
        listed = ", ".join(map(str, grades))
        raise UsageError(f"{kind.title} has no puzzles of grade {grade}: it has {listed}.")


def _print_json(puzzles: list[Puzzle], *, day: int | None = None, answers: bool = False) -> None:
    from lastdigit.game.serialize import json_text
    from lastdigit.puzzles.shapes import puzzle_data, solved_data

    data = [solved_data(one) if answers else puzzle_data(one) for one in puzzles]
    print(json_text(data if day is None else {"day": day, "puzzles": data}))
