"""The `arena` command, and functions to run, save and print a plan, which `exam` also uses."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.errors import LastDigitError, UsageError
from lastdigit.game.serialize import json_text
from lastdigit.game.text import plural
from lastdigit.system import VERSION, write_atomically

if TYPE_CHECKING:
    from lastdigit.arena.report import ReportTable
    from lastdigit.arena.run import Entry, Plan


def arena_parser() -> Parser:
    parser = parsers.command_parser(
        "arena",
        "Run a tournament. Each pair of players plays from the same critical positions, in both "
        "seats. All games are saved in a folder. After a crash or Ctrl-C, run the same command to "
        "continue.",
        "lastdigit arena --players levels,random --games digit-duel --starts 2",
        usage="--players A,B,C",
    )
    parsers.add_games(parser)
    parser.add_argument(
        "--players",
        required=True,
        metavar="A,B,C",
        help='the players: WHO or NAME=WHO (see lastdigit help play). "levels" means all five '
        "levels, which are needed for ratings.",
    )
    parser.add_argument(
        "--starts",
        type=parsers.integer(1, parsers.MAX_STARTS),
        default=20,
        metavar="N",
        help="starting positions per game (default 20)",
    )
    parsers.add_run(parser)
    return parser


def arena(words: Words) -> int:
    arguments = arena_parser().parse(words)
    from lastdigit.arena.report import (
        conversion_table,
        cost_table,
        report_data,
        report_on,
        report_page,
        score_table,
        skill_table,
        summary,
    )
    from lastdigit.arena.run import check_players, parse_contestants
    from lastdigit.arena.tournament import Tournament, plan_in_folder
    from lastdigit.render.html import check_html
    from lastdigit.terminal.output import fill_text

    if not arguments.no_html:
        check_html("The HTML report", parsers.NO_HTML)
    settings = parsers.agent_settings(arguments)
    tournament = Tournament(
        VERSION,
        parsers.game_names(arguments.games),
        parse_contestants(arguments.players),
        arguments.starts,
        parsers.seed_from(arguments),
        settings,
    )
    check_players(tournament.players, settings)
    tournament, plan, folder = plan_in_folder(tournament, arguments.out)
    played = run_with_progress(plan, folder, arguments)
    report = report_on(tournament, plan.manifest, played)
    full_report = folder / "report.json"
    write(full_report, f"{json_text(report_data(report))}\n")
    if not arguments.no_html:
        full_report = folder / "report.html"
        write(full_report, report_page(report))
    printed = (score_table, skill_table, conversion_table, cost_table)
    print_tables([make(report) for make in printed], arguments)
    print_cost(folder)
    print(fill_text(summary(report)))
    print(f"The whole report: {full_report}")
    return 0


def run_with_progress(
    plan: Plan, folder: Path, arguments: argparse.Namespace, known: Sequence[Entry] = ()
) -> list[Entry]:
    """Run a plan and show its progress. If the run stops early, print how to continue."""
    from lastdigit.arena.run import run
    from lastdigit.terminal.output import ProgressBar

    progress, engine = ProgressBar(sys.stderr), parsers.open_executor(arguments)
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        return run(plan, folder, engine, progress, known)
    except UsageError:  # nothing has been saved yet
        raise
    except BaseException:
        progress.end()
        if progress.has_results:
            print(
                f"Stopped. What was played is saved in {folder}. Run the same command to continue.",
                file=sys.stderr,
            )
        raise
    finally:
        progress.end()
        signal.signal(signal.SIGTERM, before)


def _interrupt(*_: object) -> None:
    """Exit as if Ctrl-C had been pressed, so that players are closed."""
    raise KeyboardInterrupt


def write(path: Path, text: str) -> None:
    """Write part of the report to the run's folder."""
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise LastDigitError(f"{path} cannot be written: {error.strerror}.") from None


def print_cost(folder: Path) -> None:
    """Print the total cost of a run, if the prices are known."""
    from lastdigit.arena.run import SPENDING
    from lastdigit.players.budget import Budget, money_text

    budget = Budget(None, None, folder / SPENDING)
    budget.refresh()
    if budget.spent_money:
        cost = money_text(budget.spent_money)
        print(f"Cost of the run: {cost} ({plural(budget.spent, 'token')}).")


def print_tables(tables: Iterable[ReportTable], arguments: argparse.Namespace) -> None:
    from lastdigit.terminal.output import table_text

    bold = open_console(arguments).bold
    for table in tables:
        print(table_text(table, bold))
