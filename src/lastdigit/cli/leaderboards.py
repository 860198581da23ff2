"""The command `leaderboard`: run folders of exams become one page."""

from __future__ import annotations

import sys
from pathlib import Path

from lastdigit.cli import parsers
from lastdigit.cli.contests import print_tables
from lastdigit.cli.parsers import Parser, Words
from lastdigit.errors import RecordError, UsageError, quoted
from lastdigit.game.text import plural
from lastdigit.system import write_whole

PAGE = Path("leaderboard.html")
BEGINNING = b"<!doctype html>"
"""What every page of ours begins with."""


def leaderboard_parser() -> Parser:
    """Return the parser of `leaderboard`."""
    parser = parsers.command_parser(
        "leaderboard",
        "Make one page from the folders of exams. Every number is derived again from the raw log;\n"
        "a run whose log does not agree with its report is refused, and no page is written.",
        "lastdigit leaderboard runs/easy runs/hard --out board.html",
        takes="DIR ...",
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="the folder of a run")
    parser.add_argument(
        "--out",
        type=Path,
        default=PAGE,
        metavar="FILE",
        help=f"where the page is written (default {PAGE})",
    )
    parser.add_argument(
        "--check", action="store_true", help="only derive the runs again; no page is written"
    )
    return parser


def leaderboard(words: Words) -> int:
    arguments = leaderboard_parser().parse(words)
    from lastdigit.exam.evidence import Examined, examined
    from lastdigit.exam.leaderboard import group_tables, groups, in_short, leaderboard_page

    runs: list[Examined] = []
    refused = 0
    if not arguments.check:
        _check_page(arguments.out)
    for folder in dict.fromkeys(arguments.folders):
        try:
            runs.append(examined(folder))
        except RecordError as error:
            refused += 1
            print(f"Refused: {error}", file=sys.stderr)
    if refused:
        raise RecordError(
            f"{refused} of {plural(refused + len(runs), 'run')} refused; no page is made."
        )
    for group in groups(runs):
        first, *others = group_tables(group)
        print_tables([in_short(first), *others], arguments)
    if arguments.check:
        print(
            f"{plural(len(runs), 'run')}, each as its log has it. No log proves that a model spoke."
        )
        return 0
    try:
        write_whole(arguments.out, leaderboard_page(runs).encode())
    except OSError as error:
        raise UsageError(
            f"{quoted(str(arguments.out))} cannot be written: {error.strerror}."
        ) from None
    print(f"The page: {quoted(str(arguments.out))}")
    return 0


def _check_page(path: Path) -> None:
    """Raise UsageError for a file that is there and is no page."""
    if path.is_dir() or (path.exists() and not path.read_bytes().startswith(BEGINNING)):
        raise UsageError(f"{quoted(str(path))} is there already, and is no page of ours.")
