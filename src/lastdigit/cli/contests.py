"""The commands that let players meet many times: `arena` and `exam`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit import __version__
from lastdigit.cli import arguments, outside
from lastdigit.cli.console import console_for
from lastdigit.core.shapes import printed
from lastdigit.errors import LastDigitError, UsageError
from lastdigit.games import catalogue, find_class
from lastdigit.system import write_whole

if TYPE_CHECKING:
    from lastdigit.arena.fixtures import Entry
    from lastdigit.arena.running import Plan
    from lastdigit.arena.tables import Table

Words = Sequence[str]
ALL = "all"
DEFAULT_SEED = 1
MOST_STARTS, MOST_WORKERS = 10_000, 256


def arena(words: Words) -> int:
    """Let players meet in a tournament, and report exactly how good each is."""
    made = arguments.parser(
        "arena",
        "Every pair of players meets on both seats, from the same critical positions. What was\n"
        "played is kept in a folder: after a crash or Ctrl-C the same command goes on.",
        "lastdigit arena --players levels,random --games digit-duel --starts 2",
    )
    add_games(made)
    made.add_argument(
        "--players",
        required=True,
        metavar="A,B,C",
        help="who takes part: WHO or NAME=WHO (see play); levels is all five levels, which "
        "ratings need",
    )
    made.add_argument(
        "--starts",
        type=arguments.integer(1, MOST_STARTS),
        default=20,
        metavar="N",
        help="starts of each game (default 20)",
    )
    add_run(made)
    given = made.parse_args(words)
    from lastdigit.arena.contestants import call_the_roll, contestants
    from lastdigit.arena.report import report_data, reported
    from lastdigit.arena.tables import costs, lead, scores, skills
    from lastdigit.arena.tournament import Tournament, planned
    from lastdigit.arena.tournamentpage import report_page
    from lastdigit.terminal.text import wrapped

    settings = outside.settings_from(given)
    tournament = Tournament(
        __version__,
        games_named(given.games),
        contestants(given.players),
        given.starts,
        seed_from(given),
        settings,
    )
    call_the_roll(tournament.players, settings)
    plan = planned(tournament)
    folder, played = run_shown(plan, given)
    report = reported(tournament, plan.manifest, played)
    write(folder / "report.json", f"{printed(report_data(report))}\n")
    write(folder / "report.html", report_page(report))
    print_tables([scores(report), skills(report), costs(report)], given)
    print(wrapped(lead(report)))
    print(f"All of it: {folder / 'report.html'}")
    return 0


def exam(words: Words) -> int:
    """Ask a player at critical positions, from easy to hard."""
    made = arguments.parser(
        "exam",
        "Ask a player for one move at each of many critical positions, from easy to hard. Every\n"
        "answer is kept in a folder: after a crash or Ctrl-C the same command goes on.",
        "lastdigit exam mcts:20 --games digit-duel,digit-poison --positions 8",
    )
    made.add_argument("player", metavar="WHO", help="who is asked: WHO or NAME=WHO (see play)")
    add_games(made)
    made.add_argument(
        "--positions",
        type=arguments.integer(1, MOST_STARTS),
        default=20,
        metavar="N",
        help="positions of each game (default 20)",
    )
    made.add_argument(
        "--secret",
        type=Path,
        metavar="FILE",
        help="draw the positions from this private file instead of a seed; only its hash is told",
    )
    add_run(made)
    given = made.parse_args(words)
    from lastdigit.arena.contestants import call_the_roll, contestant
    from lastdigit.arena.exam import Exam, from_secret, from_seed, planned, questions
    from lastdigit.arena.grading import (
        Answer,
        answer_line,
        cost_table,
        exam_data,
        exam_page,
        marks_table,
    )

    if given.secret is not None and given.seed is not None:
        made.error("--seed and --secret exclude each other")
    exam = Exam(
        __version__,
        games_named(given.games),
        contestant(given.player),
        given.positions,
        from_secret(given.secret) if given.secret else from_seed(seed_from(given)),
        outside.settings_from(given),
    )
    call_the_roll([exam.player], exam.settings)
    asked = questions(exam)
    plan = planned(exam, asked)
    folder, played = run_shown(plan, given)
    answers = [Answer(question, entry) for question, entry in zip(asked, played, strict=True)]
    write(folder / "answers.jsonl", "".join(f"{answer_line(answer)}\n" for answer in answers))
    write(folder / "report.json", f"{printed(exam_data(plan.manifest, answers))}\n")
    write(folder / "report.html", exam_page(plan.manifest, answers, exam.player.name))
    print_tables([marks_table(answers), cost_table(answers)], given)
    print(f"Every answer: {folder / 'answers.jsonl'}")
    return 0


def add_games(made: argparse.ArgumentParser) -> None:
    """Let games be chosen."""
    made.add_argument(
        "--games",
        default=ALL,
        metavar="LIST",
        help="games by name with commas between, or all (the default)",
    )


def add_run(made: argparse.ArgumentParser) -> None:
    """Let a run be seeded, kept, and shared among workers."""
    made.add_argument(
        "--seed",
        type=arguments.integer(0, arguments.LARGEST_SEED),
        metavar="N",
        help="what all chance is drawn from (default 1)",
    )
    made.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="the folder that keeps everything (default: one named after the command's content)",
    )
    made.add_argument(
        "--workers",
        type=arguments.integer(1, MOST_WORKERS),
        default=1,
        metavar="N",
        help="processes that play at the same time (default 1); the games are the same",
    )
    outside.add_settings(made)


def seed_from(given: argparse.Namespace) -> int:
    """Return the seed that was given, or the one that is used without."""
    return DEFAULT_SEED if given.seed is None else int(given.seed)


def games_named(text: str) -> tuple[str, ...]:
    """Return the games that a list names, each once; raises UsageError."""
    if text == ALL:
        return tuple(catalogue())
    names = tuple(find_class(word.strip()).name for word in text.split(","))
    if len(set(names)) < len(names):
        raise UsageError("A game stands twice in the list.")
    return names


def run_shown(plan: Plan, given: argparse.Namespace) -> tuple[Path, list[Entry]]:
    """Run a plan and show how far it has come; if it stops early, say how to go on."""
    from lastdigit.arena.running import run
    from lastdigit.terminal.contest import Progress

    folder: Path = given.out or plan.folder
    progress = Progress(sys.stderr)
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        return folder, run(plan, folder, given.workers, progress)
    except UsageError:  # then nothing has begun
        raise
    except BaseException:
        progress.end()
        told = f"Stopped. What was played is kept in {folder}; the same command goes on."
        print(told, file=sys.stderr)
        raise
    finally:
        progress.end()
        signal.signal(signal.SIGTERM, before)


def _interrupt(*_: object) -> None:
    """Leave as after Ctrl-C, so that players are sent home."""
    raise KeyboardInterrupt


def write(path: Path, text: str) -> None:
    """Write a part of the report beside what it is drawn from."""
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise LastDigitError(f"{path} cannot be written: {error.strerror}.") from None


def print_tables(tables: Iterable[Table], given: argparse.Namespace) -> None:
    """Print tables, each with an empty line after it."""
    from lastdigit.terminal.contest import table_text

    bold = console_for(given).bold
    for table in tables:
        print(table_text(table, bold))
