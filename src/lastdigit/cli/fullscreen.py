"""The command that plays on a full screen."""

from __future__ import annotations

import os
import sys

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words
from lastdigit.errors import UsageError
from lastdigit.extras import check_versions, missing_extra
from lastdigit.games import find
from lastdigit.players import check_kind
from lastdigit.preferences import load_preferences
from lastdigit.system import DAY

USUAL_LEVEL = "easy"
SMALLEST = (80, 24)


def tui_parser() -> Parser:
    """Return the parser of `tui`."""
    parser = parsers.command_parser(
        "tui",
        "Play on a full screen, with large digits, keys and mouse.",
        "lastdigit tui digit-duel --against easy",
    )
    parser.usage = "lastdigit tui [GAME] [options]"
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="which game; without it, a list to choose from"
    )
    parser.add_argument(
        "--against",
        type=parsers.converter(check_kind),
        metavar="WHO",
        help=f"whom to play against, where a game is named (default {USUAL_LEVEL}, or the level "
        "that you prefer; human: two of you)",
    )
    parser.add_argument(
        "--time-limit",
        type=parsers.integer(1, DAY),
        metavar="SECONDS",
        help="seconds a turn; running out loses",
    )
    parsers.add_seed(parser)
    parsers.add_store(parser)
    return parser


def tui(words: Words) -> int:
    arguments = tui_parser().parse(words)
    game = None if arguments.game is None else find(arguments.game)
    check_versions("The full screen", "tui")
    try:
        from lastdigit.tui.app import LastDigit
    except ModuleNotFoundError as error:
        raise missing_extra("The full screen", "tui", f"{error.name} is missing") from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("A full screen needs a terminal; lastdigit play works through a pipe.")
    columns, lines = os.get_terminal_size(sys.stdout.fileno())
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        raise UsageError(
            f"A full screen needs {SMALLEST[0]} columns and {SMALLEST[1]} lines, and here are "
            f"{columns} and {lines}; lastdigit play works at any size."
        )
    from lastdigit.terminal.session import open_store_or_memory

    preferred = load_preferences()
    colour = parsers.is_coloured(arguments)
    # Textual goes by whether that variable is there; what was asked for here comes first.
    os.environ.pop("NO_COLOR", None)
    if not colour:
        os.environ["NO_COLOR"] = "1"
    store, saved = open_store_or_memory(arguments.store, "games")
    app = LastDigit(
        store,
        colour=colour,
        preferred=preferred,
        time_limit=arguments.time_limit,
        seed=arguments.seed,
        saved=saved,
    )
    app.run_with(game, arguments.against or preferred.level or USUAL_LEVEL)
    return 0
