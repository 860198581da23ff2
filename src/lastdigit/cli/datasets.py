"""The command that writes positions and questions with exact answers for others: `dataset`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, write_new
from lastdigit.errors import LastDigitError, UsageError, quoted
from lastdigit.extras import check_versions, missing_extra
from lastdigit.game.text import plural
from lastdigit.system import package_version

if TYPE_CHECKING:
    from lastdigit.game.game import AnyGame

KINDS = ("position", "move", "legal", "result", "outcome", "value", "resist", "plan")
SPLITS = ("train", "validation", "exam")
MOST_ROWS = 1_000_000
LINES, PARQUET = ".jsonl", ".parquet"


def dataset_parser(game: type[AnyGame] | None = None) -> Parser:
    """Return the parser of `dataset`."""
    parser = parsers.command_parser(
        "dataset",
        "Write positions with value, optimal moves, distances and reason, or questions of the\n"
        "exam with their answers, of one split, and a card that tells of them, with their hash\n"
        "(docs/models.md).",
        "lastdigit dataset digit-poison --count 50 --out poison.jsonl",
        takes="GAME",
    )
    parsers.add_rules(parser, game)
    parser.add_argument(
        "--kind",
        choices=KINDS,
        default=KINDS[0],
        metavar="KIND",
        help="any position (the default), or what a model is asked: move (critical ones alone), "
        "legal, result, outcome, value, resist, plan",
    )
    parser.add_argument(
        "--split", choices=SPLITS, default=SPLITS[0], help="which split (default train)"
    )
    parser.add_argument(
        "--count",
        type=parsers.integer(1, MOST_ROWS),
        default=1_000,
        metavar="N",
        help="rows (default 1000)",
    )
    parser.add_argument(
        "--seed",
        type=parsers.integer(0, parsers.LARGEST_SEED),
        default=1,
        metavar="N",
        help="what all chance is drawn from (default 1)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="a new file, FILE.jsonl or FILE.parquet; its card is FILE.md",
    )
    return parser


def dataset(words: Words) -> int:
    parser, chosen, arguments = parsers.parse_with_game(dataset_parser, words)
    game = parsers.build_game(parser, chosen, arguments)
    from lastdigit.analysis.splits import Split
    from lastdigit.exam.dataset import Dataset, lines, parquet, rows
    from lastdigit.exam.dataset_card import card

    out: Path = arguments.out
    beside = out.with_suffix(".md")
    if out.suffix not in (LINES, PARQUET):
        raise UsageError(f"{quoted(str(out))} must end in {LINES} or {PARQUET}.")
    for path in (out, beside):
        if path.exists():
            raise UsageError(f"{quoted(str(path))} is there already; name a new file.")
    asked = Dataset(
        package_version(),
        game,
        arguments.kind,
        Split(arguments.split),
        arguments.count,
        arguments.seed,
    )
    if out.suffix == PARQUET:
        _need_parquet()
    found = rows(asked)
    if not found:
        raise LastDigitError(f"Random games of {game.title} met no such position.")
    content = lines(found) if out.suffix == LINES else parquet(found)
    write_new(out, content)
    write_new(beside, card(asked, found, out.name, content).encode())
    why = "random games met no more" if "best" in found[0] else "more would not be balanced"
    fewer = "" if len(found) == asked.count else f" of {asked.count}: {why}"
    print(f"{out}: {plural(len(found), 'row')}{fewer}. Its card: {beside}")
    return 0


def _need_parquet() -> None:
    """Raise LastDigitError where the extra is not installed, before anything is solved."""
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise missing_extra(f"A {PARQUET} file", "parquet", f"{LINES} needs nothing")
    check_versions(f"A {PARQUET} file", "parquet")
