"""The command `lastdigit-gg-bench`, also `python -m lastdigit_gg_bench`."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from lastdigit import RecordError, find, to_line
from lastdigit.cli import Formatter, Parser, Words, add_general_options, run_safely, write_new
from lastdigit.errors import UsageError, printable, quoted
from lastdigit.game.text import plural
from lastdigit.match import checked_name
from lastdigit_gg_bench.conversion import convert

PROGRAM = "lastdigit-gg-bench"
STANDARD_INPUT = "-"
MAX_DIFFERENCES = 10
"""The number of differences that are printed one by one."""


def main(words: Words | None = None) -> int:
    """Convert a log and return the exit code.

    Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted.
    """
    arguments = sys.argv[1:] if words is None else words
    return run_safely(lambda: _run(arguments), PROGRAM)


def _parser() -> Parser:
    parser = Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} GAME LOG [options]",
        description=(
            "Convert the output of gg-bench eval --verbose to records, for lastdigit saved "
            "verify, saved replay and review. If a log and the rules differ, the record follows "
            "the rules, and the difference is printed."
        ),
        epilog=f"example: {PROGRAM} digit-poison eval.log --out from-gg-bench.jsonl",
        allow_abbrev=False,
        formatter_class=Formatter,
    )
    add_general_options(parser)
    parser.add_argument("game", metavar="GAME", help="the game that the environment implements")
    parser.add_argument("log", metavar="LOG", help="the log, or - for standard input")
    parser.add_argument(
        "--model",
        default="model",
        metavar="NAME",
        help="the language model's name, which is not in the log (default: model)",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a new file")
    return parser


def _run(words: Words) -> int:
    arguments = _parser().parse(words)
    log = arguments.log
    games = list(convert(_lines(log), find(arguments.game), checked_name(arguments.model)))
    if not games:
        raise RecordError(f"{_name(log)} has no games of gg-bench.")
    write_new(arguments.out, "".join(f"{to_line(game.record)}\n" for game in games).encode())
    different = [game for game in games if game.difference]
    for game in different[:MAX_DIFFERENCES]:
        print(f"{_name(log)}, line {game.line}: {game.difference}", file=sys.stderr)
    if len(different) > MAX_DIFFERENCES:
        print(f"... and {len(different) - MAX_DIFFERENCES} more.", file=sys.stderr)
    counts = Counter(game.winner for game in games)
    winners = ", ".join(f"{count} {winner}" for winner, count in sorted(counts.items()))
    differences = f"{plural(len(different), 'game')} with a different result"
    print(f"{arguments.out}: {plural(len(games), 'game')} ({winners}), {differences}.")
    return 0


def _lines(log: str) -> list[str]:
    try:
        content = sys.stdin.buffer.read() if log == STANDARD_INPUT else Path(log).read_bytes()
    except OSError as error:
        raise UsageError(f"{quoted(log)} cannot be read: {error.strerror}.") from None
    return content.decode(errors="replace").split("\n")


def _name(log: str) -> str:
    return "standard input" if log == STANDARD_INPUT else printable(log)


if __name__ == "__main__":
    sys.exit(main())
