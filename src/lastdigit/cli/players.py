"""Players on the command line: how outside ones are asked, and the command `bot`, which is one."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words
from lastdigit.game.options import YES_OR_NO
from lastdigit.system import DAY

if TYPE_CHECKING:
    from lastdigit.players.settings import Settings

MOST_TRIES = 100
HOTTEST = 2.0
MOST_AT_ONCE = 256


def add_settings(
    parser: argparse.ArgumentParser, show_legal: str = "yes", *, several: bool = True
) -> None:
    """Add the options that say how programs and language models are asked.

    `show_legal` is the default of that option. `several` says that the command can ask models in
    several games at the same time.
    """
    group = parser.add_argument_group("programs and language models (cmd:, llm:)")
    group.add_argument(
        "--tries",
        type=parsers.integer(1, MOST_TRIES),
        default=3,
        metavar="N",
        help="tries a turn; when none is a valid move, the game is lost (default 3)",
    )
    group.add_argument(
        "--move-seconds",
        type=parsers.integer(1, DAY),
        default=30,
        metavar="S",
        help="seconds for each try (default 30)",
    )
    group.add_argument(
        "--base-url",
        metavar="URL",
        help="the models' endpoint (default OPENAI_BASE_URL, else OpenAI's own); the key is "
        "OPENAI_API_KEY; llm:MODEL@NAME is asked where endpoints.toml says",
    )
    group.add_argument(
        "--show-legal",
        choices=tuple(YES_OR_NO),
        default=show_legal,
        help=f"whether a model is told which moves are legal (default {show_legal})",
    )
    group.add_argument(
        "--temperature",
        type=temperature,
        metavar="T",
        help=f"how freely a model chooses its words, 0 to {HOTTEST:g} (default: its own)",
    )
    group.add_argument(
        "--budget",
        type=parsers.integer(1, parsers.LARGEST_SEED),
        metavar="TOKENS",
        help="what all questions and answers may take together; a question that may take more than "
        "is left is not asked, and the run stops",
    )
    group.add_argument(
        "--budget-money",
        type=money,
        metavar="AMOUNT",
        help="the same in money, such as 2.50, at the prices in endpoints.toml (docs/models.md)",
    )
    group.add_argument(
        "--answer-tokens",
        type=parsers.integer(1, parsers.LARGEST_SEED),
        metavar="TOKENS",
        help="the longest that an answer can be (default: as the endpoint has it)",
    )
    if several:
        group.add_argument(
            "--at-once",
            type=parsers.integer(1, MOST_AT_ONCE),
            default=1,
            metavar="N",
            help="games in which models are asked at the same time (default 1)",
        )
    group.add_argument(
        "--pass-env",
        action="append",
        default=[],
        metavar="NAME",
        help="let programs have this variable of the environment although its name is that of a "
        "secret, as KEY and TOKEN are; may be given again",
    )


def temperature(text: str) -> float:
    """Read a temperature; raises ArgumentTypeError."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= HOTTEST:
        raise argparse.ArgumentTypeError(f"it must be a number from 0 to {HOTTEST:g}")
    return value


def money(text: str) -> int:
    """Read an amount of money, in millionths; raises ArgumentTypeError."""
    found = re.fullmatch(r"(\d{1,9})(?:\.(\d{1,6}))?", text, re.ASCII)
    millionths = int(found[1] + (found[2] or "").ljust(6, "0")) if found else 0
    if not millionths:
        raise argparse.ArgumentTypeError("it must be an amount above 0, such as 2.50")
    return millionths


def outside_settings(arguments: argparse.Namespace) -> Settings:
    """Return how outside players are asked, as the arguments say."""
    from lastdigit.players.settings import Settings

    return Settings(
        tries=arguments.tries,
        seconds=arguments.move_seconds,
        base_url=arguments.base_url,
        show_legal=YES_OR_NO[arguments.show_legal],
        temperature=arguments.temperature,
        answer_tokens=arguments.answer_tokens,
        budget=arguments.budget,
        money=arguments.budget_money,
        at_once=getattr(arguments, "at_once", 1),
        pass_env=tuple(arguments.pass_env),
    )


def bot_parser() -> Parser:
    """Return the parser of `bot`."""
    parser = parsers.command_parser(
        "bot",
        "Be a program that plays: one JSON object a line comes in, a move goes out.\n"
        'docs/players.md says how; cmd:"lastdigit bot easy" sits at any table.',
        "lastdigit bot medium",
        takes="WHO",
    )
    parser.add_argument("who", metavar="WHO", help="a level, greedy, random, or mcts:N")
    return parser


def bot(words: Words) -> int:
    arguments = bot_parser().parse(words)
    from lastdigit.players.protocol import bot_answers
    from lastdigit.players.seats import find_computer

    for answer in bot_answers(find_computer(arguments.who), sys.stdin):
        print(answer, flush=True)
    return 0
