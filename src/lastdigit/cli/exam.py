"""Exam commands: `exam run`, `exam leaderboard`, `exam verify`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.arena import print_cost, print_tables, run_with_progress, write
from lastdigit.cli.parsers import ALL, Parser, Words, seed_from
from lastdigit.errors import RecordError, UsageError, printable, quoted
from lastdigit.game.serialize import json_text
from lastdigit.game.text import plural
from lastdigit.system import VERSION, write_atomically

if TYPE_CHECKING:
    from lastdigit.exam.audit import AuditedRun
    from lastdigit.exam.items import Item, Kind
    from lastdigit.exam.parsing import MoveAnswer
    from lastdigit.exam.run import Exam, WordAnswer


def run_parser() -> Parser:
    parser = parsers.command_parser(
        "exam run",
        "Ask a player for one move at each of many critical positions, from easy to hard. All "
        "answers are saved in a folder. After a crash or Ctrl-C, run the same command to continue.",
        "lastdigit exam run mcts:20 --games digit-duel,digit-poison --positions 8",
        usage="WHO ...",
    )
    parser.add_argument(
        "players",
        nargs="+",
        metavar="WHO",
        help="a player such as mcts:20, or NAME=mcts:20 to give it a name (see lastdigit help "
        "play). If you name several players, each gets a folder of results, and the players are "
        "compared question by question.",
    )
    parsers.add_games(parser)
    parser.add_argument(
        "--positions",
        type=parsers.integer(1, parsers.MAX_STARTS),
        default=20,
        metavar="N",
        help="positions per game (default 20)",
    )
    parser.add_argument(
        "--secret",
        type=Path,
        metavar="FILE",
        help="choose the positions with a secret from a private FILE. Only the hash of the "
        "secret is published.",
    )
    parser.add_argument(
        "--also",
        type=question_kinds,
        default=(),
        metavar="KINDS",
        help="also ask a language model questions in words: all, or some of legal, result, "
        "outcome, value, resist and plan, separated by commas",
    )
    parser.add_argument(
        "--disguise",
        action="store_true",
        help="ask a language model each question twice: as usual, and with the game disguised in "
        "other words and symbols, so that memorized answers do not help",
    )
    parser.add_argument(
        "--reuse",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="reuse an earlier run's answers to the same questions. Can be repeated.",
    )
    parser.add_argument(
        "--so-far",
        action="store_true",
        help="report on the answers so far, even while the run continues",
    )
    parsers.add_run(parser, show_legal="no")
    return parser


def question_kinds(text: str) -> tuple[Kind, ...]:
    """Parse a list of question kinds. Raise ArgumentTypeError if a kind is unknown."""
    from lastdigit.exam.items import WORD_KINDS

    if text == ALL:
        return WORD_KINDS
    names = [word.strip() for word in text.split(",")]
    if not set(names) <= set(WORD_KINDS):
        raise argparse.ArgumentTypeError(f"it must be some of {', '.join(WORD_KINDS)}, or {ALL}")
    return tuple(kind for kind in WORD_KINDS if kind in names)


def run(words: Words) -> int:
    parser = run_parser()
    arguments = parser.parse(words)
    if arguments.secret is not None and arguments.seed is not None:
        parser.error("use --seed or --secret, not both")
    from lastdigit.exam.grading import pairs_table
    from lastdigit.render.html import check_html

    if not (arguments.no_html or arguments.so_far):
        check_html("The HTML report", parsers.NO_HTML)
    results = [examine(who, arguments) for who in arguments.players]
    if len(results) > 1:
        answered = [{one.entry.number: one.right for one in answers} for _, answers in results]
        shared = sorted(set.intersection(*map(set, answered)))
        names = (name for name, _ in results)
        rights = [[right[number] for number in shared] for right in answered]
        print_tables([pairs_table(list(zip(names, rights, strict=True)))], arguments)
    return 0


def examine(who: str, arguments: argparse.Namespace) -> tuple[str, list[MoveAnswer]]:
    """Examine one player and return its name and answers. With --so-far, use only saved answers."""
    from lastdigit.arena.run import check_players, finished_entries, parse_contestant, read_manifest
    from lastdigit.exam.audit import LOGS, log_hashes
    from lastdigit.exam.disguise import make_twins
    from lastdigit.exam.grading import (
        ANSWERS,
        REPORT,
        costs_table,
        exam_data,
        exam_page,
        memory_data,
        move_answer_line,
        pair_answers,
        report_tables,
        subscore_tables,
        subscores_data,
    )
    from lastdigit.exam.keys import reusable_answers
    from lastdigit.exam.manifest import claim, commitment_of
    from lastdigit.exam.parsing import MoveAnswer
    from lastdigit.exam.run import (
        TWIN_LOG,
        WORD_LOG,
        Exam,
        answers_so_far,
        check_can_answer,
        exam_items,
        from_secret,
        from_seed,
        plan_exam,
        shortfall,
        twin_items,
        word_items,
    )
    from lastdigit.players.llm import find_price

    exam = Exam(
        VERSION,
        parsers.game_names(arguments.games),
        parse_contestant(who),
        arguments.positions,
        from_secret(arguments.secret) if arguments.secret else from_seed(seed_from(arguments)),
        parsers.agent_settings(arguments),
        arguments.also,
        arguments.disguise,
    )
    price = find_price(exam.player.who)
    if exam.also or exam.disguise:
        check_can_answer(exam.player.who)
    if not arguments.so_far:
        check_players([exam.player], exam.settings)
    move_items = exam_items(exam)
    text_items = word_items(exam)
    disguised_items = twin_items(exam, move_items)
    plan = plan_exam(exam, move_items, text_items, disguised_items)
    folder: Path = arguments.out or plan.folder
    if arguments.out and len(arguments.players) > 1:
        folder /= plan.folder
    if arguments.so_far:
        finished = finished_entries(plan, folder)
        answers = [
            MoveAnswer(question, finished[number])
            for number, question in enumerate(move_items, 1)
            if number in finished
        ]
        text_answers = answers_so_far(text_items, exam.player.who, exam.settings, folder)
        more = [*subscore_tables(text_answers, answers)] if exam.also else []
        print_tables([*more, *report_tables(answers, price)], arguments)
        total = len(move_items) + len(text_items)
        print(f"{len(answers) + len(text_answers)} of {plural(total, 'question')} answered so far.")
        return exam.player.name, answers
    reused = reusable_answers(plan.fixtures, arguments.reuse)
    secret = claim(folder, plan.manifest)
    manifest = read_manifest(folder)
    if warning := shortfall(exam, move_items, text_items):
        print(warning, file=sys.stderr)
    print(f"Committed before the first question: {commitment_of(manifest)}", file=sys.stderr)
    played = run_with_progress(plan, folder, arguments, reused)
    answers = [
        MoveAnswer(question, entry) for question, entry in zip(move_items, played, strict=True)
    ]
    write(folder / ANSWERS, "".join(f"{move_answer_line(answer)}\n" for answer in answers))
    text_answers = ask_in_words(exam, text_items, folder, arguments.reuse, WORD_LOG)
    # Skip questions in words that have already been answered.
    before = [*arguments.reuse, *([folder] if text_answers else [])]
    twins = make_twins(disguised_items, secret)
    pairs = pair_answers(twins, ask_in_words(exam, [*chain(*twins)], folder, before, TWIN_LOG))
    more = []
    data = exam_data(manifest, answers, secret) | {LOGS: log_hashes(folder)}
    if exam.also:
        more += subscore_tables(text_answers, answers)
        data |= subscores_data(text_answers, answers)
    if exam.disguise:
        more.append(costs_table(pairs, exam.games))
        data |= memory_data(pairs, exam.games)
    write(folder / REPORT, f"{json_text(data)}\n")
    if not arguments.no_html:
        page = exam_page(manifest, answers, exam.player.name, more, price)
        write(folder / "report.html", page)
    print_tables([*more, *report_tables(answers, price)], arguments)
    print_cost(folder)
    print(f"Every answer: {folder / ANSWERS}")
    return exam.player.name, answers


def ask_in_words(
    exam: Exam,
    items: Sequence[Item],
    folder: Path,
    earlier: Sequence[Path],
    log: str,
) -> list[WordAnswer]:
    """Ask the questions in words, if any, and show the progress."""
    if not items:
        return []
    from lastdigit.exam.run import ask_all
    from lastdigit.terminal.output import ProgressBar

    progress = ProgressBar(sys.stderr)
    try:
        return ask_all(items, exam.player.who, exam.settings, folder, progress, earlier, log)
    finally:
        progress.end()


PAGE = Path("leaderboard.html")
PAGE_START = b"<!doctype html>"
"""The start of every HTML page that we write."""


def leaderboard_parser() -> Parser:
    parser = parsers.command_parser(
        "exam leaderboard",
        "Build one page from several exam folders. Every number is recomputed from the log. If a "
        "report does not match its log, no page is written.",
        "lastdigit exam leaderboard runs/easy runs/hard --out board.html",
        usage="DIR ...",
    )
    _add_folders(parser)
    parser.add_argument(
        "--out",
        type=Path,
        default=PAGE,
        metavar="FILE",
        help=f"write the page to FILE (default {PAGE})",
    )
    parsers.add_no_html(parser)
    return parser


def leaderboard(words: Words) -> int:
    parser = leaderboard_parser()
    arguments = parser.parse(words)
    from lastdigit.exam.leaderboard import (
        group_runs,
        group_tables,
        leaderboard_page,
        shorten_standings,
    )
    from lastdigit.render.html import check_html

    if arguments.no_html:
        parsers.check_unused(parser, arguments, "--no-html", ("out",))
    else:
        check_html("The HTML page", parsers.NO_HTML)
        _check_page(arguments.out)
    runs = _audited_runs(arguments.folders)
    for group in group_runs(runs):
        first, *others = group_tables(group)
        print_tables([shorten_standings(first), *others], arguments)
    if arguments.no_html:
        return 0
    try:
        write_atomically(arguments.out, leaderboard_page(runs).encode())
    except OSError as error:
        raise UsageError(
            f"{quoted(str(arguments.out))} cannot be written: {error.strerror}."
        ) from None
    print(f"The page: {quoted(str(arguments.out))}")
    return 0


def verify_parser() -> Parser:
    parser = parsers.command_parser(
        "exam verify",
        "Check exam results by recomputing every report from its log. The exit code is 1 if any "
        "report does not match. No log can prove who gave the answers.",
        "lastdigit exam verify runs/easy",
        usage="DIR ...",
    )
    _add_folders(parser)
    return parser


def verify(words: Words) -> int:
    arguments = verify_parser().parse(words)
    for run in _audited_runs(arguments.folders):
        answers = plural(len(run.answers) + len(run.words), "answer")
        print(f"{printable(str(run.folder))}: {answers} checked. The report matches the log.")
    return 0


def _add_folders(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders", nargs="+", type=Path, metavar="DIR", help="folder with exam results"
    )


def _audited_runs(folders: Iterable[Path]) -> list[AuditedRun]:
    """Recompute runs from their logs.

    If any run does not match, print the run and raise RecordError.
    """
    from lastdigit.exam.audit import audit_run

    runs: list[AuditedRun] = []
    refused = 0
    for folder in dict.fromkeys(folders):
        try:
            runs.append(audit_run(folder))
        except RecordError as error:
            refused += 1
            parsers.print_error(f"Refused: {error}")
    if refused:
        raise RecordError(f"{refused} of {plural(refused + len(runs), 'run')} refused.")
    return runs


def _check_page(path: Path) -> None:
    """Raise UsageError if the file exists and is not an HTML page."""
    if path.is_dir() or (path.exists() and not path.read_bytes().startswith(PAGE_START)):
        raise UsageError(f"{quoted(str(path))} already exists and is not a page from Last Digit.")
