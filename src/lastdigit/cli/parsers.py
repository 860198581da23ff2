"""What can be typed after `lastdigit`: what the parsers of several commands have in common.

A command that is about a game names it first, because the game says which options there are.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeVar

from lastdigit.core.game import AnyGame
from lastdigit.core.options import Option, Value
from lastdigit.errors import LastDigitError, printable
from lastdigit.games import find_class
from lastdigit.terminal.console import Console, wants_colour

T = TypeVar("T")
Words = Sequence[str]
LONGEST_COMPLAINT = 1_000
LARGEST_SEED = 2**53 - 1


class Parser(argparse.ArgumentParser):
    """A parser whose complaints never carry what could steer a screen."""

    def error(self, message: str) -> NoReturn:
        """Say what was wrong, and exit with code 2."""
        super().error(printable(message[:LONGEST_COMPLAINT]))


def command_parser(command: str, about: str, example: str) -> Parser:
    """Return a parser for one command; its help ends with an example."""
    parser = Parser(
        prog=f"lastdigit {command}",
        description=about,
        epilog=f"example: {example}",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_colour(parser)
    return parser


def converter(check: Callable[[str], T]) -> Callable[[str], T]:
    """Return a check of ours as argparse wants it."""

    def convert(text: str) -> T:
        try:
            return check(text)
        except LastDigitError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def integer(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within limits."""
    option = Option("this", "", "", low, low, high)

    def read(text: str) -> int:
        try:
            value = option.parse(text)
        except LastDigitError:
            value = None
        if value is None:
            raise argparse.ArgumentTypeError(f"it is a whole number from {low} to {high}")
        return value

    return read


def add_colour(parser: argparse.ArgumentParser) -> None:
    """Let colour be switched off."""
    parser.add_argument(
        "--color",
        choices=("auto", "never"),
        default="auto",
        help="auto (bold and colour where the terminal has them, the default) or never",
    )


def open_console(arguments: argparse.Namespace) -> Console:
    """Return the terminal or pipe that the command was started on."""
    colour = wants_colour(sys.stdout, arguments.color, os.environ)
    return Console(sys.stdin, sys.stdout, colour=colour)


def add_seed(group: argparse._ActionsContainer) -> None:
    """Let chance be fixed."""
    group.add_argument(
        "--seed",
        type=integer(0, LARGEST_SEED),
        metavar="N",
        help="make everything that is left to chance repeatable",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Let the answer be data."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_rules(parser: argparse.ArgumentParser, game: type[AnyGame] | None) -> None:
    """Add a game's rule options and presets."""
    group = parser.add_argument_group("rule options" + (f" of {game.title}" if game else ""))
    if game is None:
        group.description = "each game has its own: name the game before --help, or see games"
        return
    presets = ", ".join(f"{preset.name} ({preset.about})" for preset in game.presets)
    group.add_argument(
        "--preset",
        choices=[preset.name for preset in game.presets],
        default=game.presets[0].name,
        metavar="PRESET",
        help=f"{presets}; an option given overrides it",
    )
    for option in game.options():
        default = option.format(option.default)
        group.add_argument(
            f"--{option.name}",
            type=converter(option.parse),
            default=argparse.SUPPRESS,
            metavar="VALUE",
            help=f"{option.help}: {option.allowed} (default {default})",
        )


def build_game(
    parser: argparse.ArgumentParser, game: type[AnyGame], arguments: argparse.Namespace
) -> AnyGame:
    """Return the game with the preset and options of the arguments, or exit with the reason."""
    preset = next(preset for preset in game.presets if preset.name == arguments.preset)
    values: dict[str, Value] = dict(preset.options)
    for option in game.options():
        attribute = option.name.replace("-", "_")
        if hasattr(arguments, attribute):
            values[option.name] = getattr(arguments, attribute)
    try:
        return game.of(values)
    except LastDigitError as error:
        parser.error(str(error))


def parse_with_game(
    build: Callable[[type[AnyGame] | None], Parser], words: Words
) -> tuple[Parser, type[AnyGame], argparse.Namespace]:
    """Return the parser, the game that stands first, and what the rest says; may exit."""
    if not words or words[0].startswith("-"):
        parser = build(None)
        parser.parse_known_args(words)
        parser.error("name a game first; lastdigit games lists them")
    game = find_class(words[0])
    parser = build(game)
    arguments, unknown = parser.parse_known_intermixed_args(words[1:])
    if unknown:
        known = ", ".join(f"--{option.name}" for option in game.options())
        parser.error(
            f"unrecognized: {' '.join(unknown)}; the rule options of {game.title} are {known}; "
            "--help lists all"
        )
    return parser, game, arguments
