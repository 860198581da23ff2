"""The command that makes records out of another benchmark's logs: `convert`."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, write_new
from lastdigit.errors import RecordError, UsageError, printable, quoted
from lastdigit.game.text import plural

STANDARD_INPUT = "-"
MOST_DIFFERENCES = 10
"""Games that are named one by one."""


def convert_parser() -> Parser:
    """Return the parser of `convert`."""
    parser = parsers.command_parser(
        "convert",
        "Make records from what gg-bench eval --verbose prints; verify, replay and review read\n"
        "them. Where its environment and the rules differ, the rules count, and it is told.",
        "lastdigit convert digit-poison eval.log --out from-gg-bench.jsonl",
        takes="GAME LOG",
    )
    parser.add_argument("game", metavar="GAME", help="which game the environment is of")
    parser.add_argument("log", metavar="LOG", help="the log, or - for standard input")
    parser.add_argument(
        "--model",
        default="model",
        metavar="NAME",
        help="what the language model was; a log does not say",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a new file")
    return parser


def convert(words: Words) -> int:
    arguments = convert_parser().parse(words)
    from lastdigit.adapters.gg_bench import convert as converted
    from lastdigit.games import find
    from lastdigit.match.record import checked_name
    from lastdigit.match.record_line import to_line

    found = list(
        converted(_lines(arguments.log), find(arguments.game), checked_name(arguments.model))
    )
    if not found:
        raise RecordError(f"{_name(arguments.log)} has no games of gg-bench.")
    write_new(arguments.out, "".join(f"{to_line(one.record)}\n" for one in found).encode())
    differences = [one for one in found if one.difference]
    for one in differences[:MOST_DIFFERENCES]:
        print(f"{_name(arguments.log)}, line {one.line}: {one.difference}", file=sys.stderr)
    if len(differences) > MOST_DIFFERENCES:
        print(f"... and {len(differences) - MOST_DIFFERENCES} more.", file=sys.stderr)
    wins = Counter(one.winner for one in found)
    told = ", ".join(f"{count} {winner}" for winner, count in sorted(wins.items()))
    games = plural(len(found), "game")
    changed = f"{plural(len(differences), 'game')} with a different result"
    print(f"{arguments.out}: {games} ({told}), {changed}.")
    return 0


def _lines(log: str) -> list[str]:
    try:
        content = sys.stdin.buffer.read() if log == STANDARD_INPUT else Path(log).read_bytes()
    except OSError as error:
        raise UsageError(f"{quoted(log)} cannot be read: {error.strerror}.") from None
    return content.decode(errors="replace").split("\n")


def _name(log: str) -> str:
    return "standard input" if log == STANDARD_INPUT else printable(log)
