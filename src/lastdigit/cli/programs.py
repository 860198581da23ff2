"""Commands for other programs: `bot` plays, `mcp` lets agents play, `dataset` writes positions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, write_new
from lastdigit.errors import LastDigitError, UsageError, quoted
from lastdigit.extras import check_versions, missing_extra
from lastdigit.game.text import plural
from lastdigit.system import VERSION

if TYPE_CHECKING:
    from lastdigit.game.game import AnyGame


def bot_parser() -> Parser:
    parser = parsers.command_parser(
        "bot",
        "Run a computer player for other programs: it reads positions as lines of JSON and prints "
        "moves (docs/players.md).",
        "lastdigit bot medium",
        usage="WHO",
    )
    parser.add_argument("who", metavar="WHO", help="a level, greedy, random or mcts:N")
    return parser


def bot(words: Words) -> int:
    arguments = bot_parser().parse(words)
    from lastdigit.players.external import bot_answers
    from lastdigit.players.players import find_computer

    for answer in bot_answers(find_computer(arguments.who), sys.stdin):
        print(answer, flush=True)
    return 0


def mcp_parser() -> Parser:
    parser = parsers.command_parser(
        "mcp",
        "Let an AI agent play, analyse and answer questions with tools: a server for the Model "
        "Context Protocol on standard input and output (docs/mcp.md).",
        "lastdigit mcp --exam --games digit-duel --positions 4",
    )
    parser.add_argument(
        "--exam",
        action="store_true",
        help="offer no analysis, and show the score only at the end",
    )
    parsers.add_games(parser)
    parser.add_argument(
        "--positions",
        type=parsers.integer(1, parsers.MAX_STARTS),
        default=5,
        metavar="N",
        help="questions per game (default 5)",
    )
    parser.add_argument(
        "--seed",
        type=parsers.integer(0, parsers.MAX_SEED),
        metavar="N",
        help="random seed (default 1)",
    )
    return parser


def mcp(words: Words) -> int:
    arguments = mcp_parser().parse(words)
    names = parsers.game_names(arguments.games)
    check_versions("The MCP server", "mcp")
    try:
        from lastdigit.mcp import server
    except ModuleNotFoundError as error:
        raise missing_extra("The MCP server", "mcp", f"{error.name} is missing") from None
    from lastdigit.arena.run import Contestant
    from lastdigit.exam.run import Exam, exam_fixtures, exam_items, from_seed
    from lastdigit.mcp import AgentSession
    from lastdigit.players.players import DEFAULT_SETTINGS

    exam = Exam(
        VERSION,
        names,
        Contestant("Agent", "random"),
        arguments.positions,
        from_seed(parsers.seed_from(arguments)),
        DEFAULT_SETTINGS,
    )
    items = exam_items(exam)
    session = AgentSession(items, list(exam_fixtures(exam, items)), exam=arguments.exam)
    server(session, exam=arguments.exam).run("stdio")
    return 0


KINDS = ("position", "move", "legal", "result", "outcome", "value", "resist", "plan")
SPLITS = ("train", "validation", "exam")
MAX_ROWS = 1_000_000
LINES, PARQUET = ".jsonl", ".parquet"
ALL_GAMES = "--all"


def dataset_parser(game: type[AnyGame] | None = None) -> Parser:
    parser = parsers.command_parser(
        "dataset",
        "Write positions with exact values, best moves and reasons, or exam questions with their "
        "answers. A card beside the file describes them (docs/datasets.md).",
        "lastdigit dataset digit-poison --count 50 --out poison.jsonl",
        usage="[GAME]",
    )
    parsers.add_rules(parser, game)
    if game is None:
        parser.add_argument(
            ALL_GAMES,
            action="store_true",
            help="write questions about all games, for train and exam, to a new folder with a card "
            "and Croissant metadata",
        )
    parser.add_argument(
        "--kind",
        choices=KINDS,
        metavar="KIND",
        help="content of each row: position (default), or a question: move, legal, result, "
        "outcome, value, resist, plan",
    )
    parser.add_argument("--split", choices=SPLITS, help="part of the data (default train)")
    parser.add_argument(
        "--count",
        type=parsers.integer(1, MAX_ROWS),
        default=1_000,
        metavar="N",
        help="number of rows (default 1000); with --all, the number for each kind, game and split",
    )
    parser.add_argument(
        "--seed",
        type=parsers.integer(0, parsers.MAX_SEED),
        default=1,
        metavar="N",
        help="random seed (default 1)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="write the rows to a new NAME.jsonl or NAME.parquet, and a card to NAME.md (with "
        "--all, write everything to a new folder)",
    )
    return parser


def dataset(words: Words) -> int:
    if ALL_GAMES in words:
        return _export(words)
    parser, chosen, arguments = parsers.parse_with_game(dataset_parser, words)
    game = parsers.build_game(parser, chosen, arguments)
    from lastdigit.analysis.critical import Split
    from lastdigit.exam.dataset import Dataset, dataset_card, dataset_rows, to_jsonl, to_parquet

    out: Path = arguments.out
    card_path = out.with_suffix(".md")
    if out.suffix not in (LINES, PARQUET):
        raise UsageError(f"{quoted(str(out))} must end in {LINES} or {PARQUET}.")
    for path in (out, card_path):
        if path.exists():
            raise UsageError(f"{quoted(str(path))} already exists. Choose another name.")
    spec = Dataset(
        VERSION,
        game,
        arguments.kind or KINDS[0],
        Split(arguments.split or SPLITS[0]),
        arguments.count,
        arguments.seed,
    )
    if out.suffix == PARQUET:
        _need_parquet()
    rows = dataset_rows(spec)
    if not rows:
        raise LastDigitError(f"No such position came up in random games of {game.title}.")
    content = to_jsonl(rows) if out.suffix == LINES else to_parquet(rows)
    write_new(out, content)
    write_new(card_path, dataset_card(spec, rows, out.name, content).encode())
    why = "random games reached no more" if "best" in rows[0] else "more would not be balanced"
    fewer = "" if len(rows) == spec.count else f" of {spec.count}: {why}"
    print(f"{out}: {plural(len(rows), 'row')}{fewer}. Its card: {card_path}")
    return 0


def _export(words: Words) -> int:
    """Write the dataset of all games to a new folder."""
    parser = dataset_parser()
    arguments = parser.parse(words)
    if arguments.split:
        parser.error("--split cannot be combined with --all, which writes train and exam.")
    if arguments.kind == KINDS[0]:
        parser.error(f"With --all, KIND is one of {', '.join(KINDS[1:])}.")
    from lastdigit.exam.export import CARD, CROISSANT, card, croissant, data_files
    from lastdigit.games import catalogue

    folder: Path = arguments.out
    if folder.exists():
        raise UsageError(f"{quoted(str(folder))} already exists. Choose another name.")
    kinds = [arguments.kind] if arguments.kind else KINDS[1:]
    files = []
    for file in data_files(catalogue(), kinds, arguments.count, arguments.seed):
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, file.content)
        print(f"{path}: {plural(file.rows, 'row')}", flush=True)
        files.append(file)
    kind = f"--kind {arguments.kind} " if arguments.kind else ""
    command = (
        f"lastdigit dataset --all {kind}--count {arguments.count} --seed {arguments.seed} "
        "--out FOLDER"
    )
    write_new(folder / CROISSANT, croissant(files))
    write_new(folder / CARD, card(files, VERSION, command).encode())
    print(f"Its card: {folder / CARD}")
    return 0


def _need_parquet() -> None:
    """Raise LastDigitError if the `parquet` extra is missing. Call this before solving anything."""
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise missing_extra(f"A {PARQUET} file", "parquet", f"{LINES} needs nothing")
    check_versions(f"A {PARQUET} file", "parquet")
