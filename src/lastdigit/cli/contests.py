"""The commands that let players meet many times: `arena` and `exam`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import engines, parsers, players
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.errors import LastDigitError, UsageError
from lastdigit.game.serialize import json_text
from lastdigit.game.text import plural
from lastdigit.games import catalogue, find_class
from lastdigit.system import package_version, write_whole

if TYPE_CHECKING:
    from lastdigit.arena.fixtures import Entry
    from lastdigit.arena.run import Plan
    from lastdigit.arena.tables import ReportTable
    from lastdigit.exam.asking import WordAnswer
    from lastdigit.exam.plan import Exam
    from lastdigit.exam.questions import Kind, Question
    from lastdigit.exam.readers import ExamAnswer

ALL = "all"
DEFAULT_SEED = 1
MOST_STARTS = 10_000


def arena_parser() -> Parser:
    """Return the parser of `arena`."""
    parser = parsers.command_parser(
        "arena",
        "Every pair of players meets on both seats, from the same critical positions. What was\n"
        "played is kept in a folder: after a crash or Ctrl-C the same command goes on.",
        "lastdigit arena --players levels,random --games digit-duel --starts 2",
        takes="--players A,B,C",
    )
    add_games(parser)
    parser.add_argument(
        "--players",
        required=True,
        metavar="A,B,C",
        help="who takes part: WHO or NAME=WHO (see play); levels is all five levels, which "
        "ratings need",
    )
    parser.add_argument(
        "--starts",
        type=parsers.integer(1, MOST_STARTS),
        default=20,
        metavar="N",
        help="starts of each game (default 20)",
    )
    add_run(parser)
    return parser


def arena(words: Words) -> int:
    arguments = arena_parser().parse(words)
    from lastdigit.arena.contestants import check_players, contestants
    from lastdigit.arena.tournament import Tournament, plan_tournament
    from lastdigit.arena.tournament_page import report_page
    from lastdigit.arena.tournament_report import (
        costs,
        report_data,
        report_on,
        scores,
        skills,
        summary,
    )
    from lastdigit.terminal.pages import wrap

    settings = players.outside_settings(arguments)
    tournament = Tournament(
        package_version(),
        game_names(arguments.games),
        contestants(arguments.players),
        arguments.starts,
        seed_from(arguments),
        settings,
    )
    check_players(tournament.players, settings)
    plan = plan_tournament(tournament)
    folder: Path = arguments.out or plan.folder
    played = run_with_progress(plan, folder, arguments)
    report = report_on(tournament, plan.manifest, played)
    write(folder / "report.json", f"{json_text(report_data(report))}\n")
    write(folder / "report.html", report_page(report))
    print_tables([scores(report), skills(report), costs(report)], arguments)
    print_cost(folder)
    print(wrap(summary(report)))
    print(f"All of it: {folder / 'report.html'}")
    return 0


def exam_parser() -> Parser:
    """Return the parser of `exam`."""
    parser = parsers.command_parser(
        "exam",
        "Ask a player for one move at each of many critical positions, from easy to hard. Every\n"
        "answer is kept in a folder: after a crash or Ctrl-C the same command goes on.",
        "lastdigit exam mcts:20 --games digit-duel,digit-poison --positions 8",
        takes="WHO ...",
    )
    parser.add_argument(
        "players",
        nargs="+",
        metavar="WHO",
        help="who is asked: WHO or NAME=WHO (see play); several are asked one after the other, "
        "each in a folder of its own, and compared question by question",
    )
    add_games(parser)
    parser.add_argument(
        "--positions",
        type=parsers.integer(1, MOST_STARTS),
        default=20,
        metavar="N",
        help="positions of each game (default 20)",
    )
    parser.add_argument(
        "--secret",
        type=Path,
        metavar="FILE",
        help="draw the positions from this private file instead of a seed; only its hash is told",
    )
    parser.add_argument(
        "--also",
        type=question_kinds,
        default=(),
        metavar="KINDS",
        help="ask a language model in words, too: legal, result, outcome, value, resist, plan, "
        "with commas between, or all; as many of each kind and game as positions",
    )
    parser.add_argument(
        "--disguise",
        action="store_true",
        help="ask a language model for moves, legal and result in words (and outcome and value, if "
        "--also has them), each plain and in a disguise that this run's secret draws: what it "
        "knows by heart does not help it there",
    )
    parser.add_argument(
        "--reuse",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="take over the answers of an earlier run where question, prompt and player are the "
        "same; may be given again",
    )
    parser.add_argument(
        "--so-far",
        action="store_true",
        help="only report on what has been answered, even while it goes on; nobody is asked",
    )
    add_run(parser, show_legal="no")
    return parser


def question_kinds(text: str) -> tuple[Kind, ...]:
    """Read kinds of question in words; raises ArgumentTypeError."""
    from lastdigit.exam.questions import IN_WORDS

    if text == ALL:
        return IN_WORDS
    wanted = [word.strip() for word in text.split(",")]
    if not set(wanted) <= set(IN_WORDS):
        raise argparse.ArgumentTypeError(f"it must be some of {', '.join(IN_WORDS)}, or {ALL}")
    return tuple(kind for kind in IN_WORDS if kind in wanted)


def exam(words: Words) -> int:
    parser = exam_parser()
    arguments = parser.parse(words)
    if arguments.secret is not None and arguments.seed is not None:
        parser.error("--seed and --secret exclude each other")
    from lastdigit.exam.comparison import pairs_table

    asked = [examine(who, arguments) for who in arguments.players]
    if len(asked) > 1:
        answered = [{one.entry.number: one.right for one in answers} for _, answers in asked]
        shared = sorted(set.intersection(*map(set, answered)))
        names = (name for name, _ in asked)
        rights = [[right[number] for number in shared] for right in answered]
        print_tables([pairs_table(list(zip(names, rights, strict=True)))], arguments)
    return 0


def examine(who: str, arguments: argparse.Namespace) -> tuple[str, list[ExamAnswer]]:
    """Ask one player, and return its name and the answers; with --so-far those there are."""
    from lastdigit.arena.contestants import check_players, contestant
    from lastdigit.arena.run import played_so_far, read_manifest
    from lastdigit.exam.asking import KEPT, TWICE, answered_so_far, check_can_answer
    from lastdigit.exam.evidence import LOGS, log_hashes
    from lastdigit.exam.keys import taken_over
    from lastdigit.exam.manifest import claim, commitment_of
    from lastdigit.exam.memory import costs_table, memory_data, paired
    from lastdigit.exam.numbers import number_tables, numbers_data
    from lastdigit.exam.plan import (
        Exam,
        exam_questions,
        from_secret,
        from_seed,
        plan_exam,
        shortfall,
        twin_questions,
        word_questions,
    )
    from lastdigit.exam.readers import ExamAnswer
    from lastdigit.exam.report import (
        ANSWERS,
        REPORT,
        answer_line,
        exam_data,
        exam_page,
        tables,
    )
    from lastdigit.exam.twins import twins_of
    from lastdigit.players.services import price_of

    exam = Exam(
        package_version(),
        game_names(arguments.games),
        contestant(who),
        arguments.positions,
        from_secret(arguments.secret) if arguments.secret else from_seed(seed_from(arguments)),
        players.outside_settings(arguments),
        arguments.also,
        arguments.disguise,
    )
    price = price_of(exam.player.who)
    if exam.also or exam.disguise:
        check_can_answer(exam.player.who)
    if not arguments.so_far:
        check_players([exam.player], exam.settings)
    asked = exam_questions(exam)
    in_words = word_questions(exam)
    twice = twin_questions(exam, asked)
    plan = plan_exam(exam, asked, in_words, twice)
    folder: Path = arguments.out or plan.folder
    if arguments.out and len(arguments.players) > 1:
        folder /= plan.folder
    if arguments.so_far:
        found = played_so_far(plan, folder)
        answers = [
            ExamAnswer(question, found[number])
            for number, question in enumerate(asked, 1)
            if number in found
        ]
        said = answered_so_far(in_words, exam.player.who, exam.settings, folder)
        more = [*number_tables(said, answers)] if exam.also else []
        print_tables([*more, *tables(answers, price)], arguments)
        every = len(asked) + len(in_words)
        print(f"{len(answers) + len(said)} of {plural(every, 'question')} answered so far.")
        return exam.player.name, answers
    known = taken_over(plan.fixtures, arguments.reuse)
    secret = claim(folder, plan.manifest)
    manifest = read_manifest(folder)
    if fewer := shortfall(exam, asked, in_words):
        print(fewer, file=sys.stderr)
    print(f"Committed before the first question: {commitment_of(manifest)}", file=sys.stderr)
    played = run_with_progress(plan, folder, arguments, known)
    answers = [ExamAnswer(question, entry) for question, entry in zip(asked, played, strict=True)]
    write(folder / ANSWERS, "".join(f"{answer_line(answer)}\n" for answer in answers))
    said = ask_in_words(exam, in_words, folder, arguments.reuse, KEPT)
    # What was asked in words already is not asked once more.
    before = [*arguments.reuse, *([folder] if said else [])]
    twins = twins_of(twice, secret)
    pairs = paired(twins, ask_in_words(exam, [*chain(*twins)], folder, before, TWICE))
    more = []
    data = exam_data(manifest, answers, secret) | {LOGS: log_hashes(folder)}
    if exam.also:
        more += number_tables(said, answers)
        data |= numbers_data(said, answers)
    if exam.disguise:
        more.append(costs_table(pairs, exam.games))
        data |= memory_data(pairs, exam.games)
    write(folder / REPORT, f"{json_text(data)}\n")
    write(folder / "report.html", exam_page(manifest, answers, exam.player.name, more, price))
    print_tables([*more, *tables(answers, price)], arguments)
    print_cost(folder)
    print(f"Every answer: {folder / ANSWERS}")
    return exam.player.name, answers


def ask_in_words(
    exam: Exam,
    asked: Sequence[Question],
    folder: Path,
    earlier: Sequence[Path],
    kept: str,
) -> list[WordAnswer]:
    """Ask the questions in words, if there are any, and show how far that has come."""
    if not asked:
        return []
    from lastdigit.exam.asking import ask_all
    from lastdigit.terminal.progress import Progress

    progress = Progress(sys.stderr)
    try:
        return ask_all(asked, exam.player.who, exam.settings, folder, progress, earlier, kept)
    finally:
        progress.end()


def add_games(parser: argparse.ArgumentParser) -> None:
    """Let games be chosen."""
    parser.add_argument(
        "--games",
        default=ALL,
        metavar="LIST",
        help="games by name with commas between, or all (the default)",
    )


def add_run(parser: argparse.ArgumentParser, show_legal: str = "yes") -> None:
    """Let a run be seeded, kept, and shared among workers."""
    parser.add_argument(
        "--seed",
        type=parsers.integer(0, parsers.LARGEST_SEED),
        metavar="N",
        help="what all chance is drawn from (default 1)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="the folder that keeps everything (default: one named after the command's content)",
    )
    engines.add_engine(parser)
    players.add_settings(parser, show_legal)


def seed_from(arguments: argparse.Namespace) -> int:
    """Return the seed that was given, or the one that is used without."""
    return DEFAULT_SEED if arguments.seed is None else int(arguments.seed)


def game_names(text: str) -> tuple[str, ...]:
    """Return the games that a list names, each once; raises UsageError."""
    if text == ALL:
        return tuple(catalogue())
    names = tuple(find_class(word.strip()).name for word in text.split(","))
    if len(set(names)) < len(names):
        raise UsageError("A game stands twice in the list.")
    return names


def run_with_progress(
    plan: Plan, folder: Path, arguments: argparse.Namespace, known: Sequence[Entry] = ()
) -> list[Entry]:
    """Run a plan and show how far it has come; if it stops early, say how to go on."""
    from lastdigit.arena.run import run
    from lastdigit.terminal.progress import Progress

    progress, engine = Progress(sys.stderr), engines.chosen_engine(arguments)
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        return run(plan, folder, engine, progress, known)
    except UsageError:  # then nothing has begun
        raise
    except BaseException:
        progress.end()
        if progress.has_begun:
            print(
                f"Stopped. What was played is saved in {folder}. Run the same command to continue.",
                file=sys.stderr,
            )
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


def print_cost(folder: Path) -> None:
    """Print what all questions of a run cost, if their price is known."""
    from lastdigit.arena.run import SPENDING
    from lastdigit.players.budget import Budget, money_text

    budget = Budget(None, None, folder / SPENDING)
    budget.refresh()
    if budget.spent_money:
        cost = money_text(budget.spent_money)
        print(f"Cost of the run: {cost} ({plural(budget.spent, 'token')}).")


def print_tables(tables: Iterable[ReportTable], arguments: argparse.Namespace) -> None:
    """Print tables, each with an empty line after it."""
    from lastdigit.terminal.pages import table_text

    bold = open_console(arguments).bold
    for table in tables:
        print(table_text(table, bold))
