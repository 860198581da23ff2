"""What can be typed after `lastdigit`: one parser a command, rule options from the game itself.

A command that is about a game names it first, because the game says which options there are.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

from lastdigit.core.game import AnyGame
from lastdigit.core.options import Option, Value
from lastdigit.errors import LastDigitError, printable
from lastdigit.games import find_class
from lastdigit.match.record import checked_name
from lastdigit.players import checked_kind, kinds
from lastdigit.system import DAY

T = TypeVar("T")
LONGEST_COMPLAINT = 1_000
LARGEST_SEED = 2**53 - 1
COUNTS = {"time-limit": DAY, "rounds": 1_000}
ATTEMPTS = Option("attempts", "", "", None, 1, 1_000, "none")


def checked(check: Callable[[str], T]) -> Callable[[str], T]:
    """Return a check of ours as argparse wants it."""

    def convert(text: str) -> T:
        try:
            return check(text)
        except LastDigitError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def integer(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within limits."""
    told = Option("this", "", "", low, low, high)

    def read(text: str) -> int:
        try:
            value = told.parse(text)
        except LastDigitError:
            value = None
        if value is None:
            raise argparse.ArgumentTypeError(f"it is a whole number from {low} to {high}")
        return value

    return read


class Parser(argparse.ArgumentParser):
    """A parser whose complaints never carry what could steer a screen."""

    def error(self, message: str) -> NoReturn:
        """Say what was wrong, and exit with code 2."""
        super().error(printable(message[:LONGEST_COMPLAINT]))


def parser(command: str, about: str, example: str) -> argparse.ArgumentParser:
    """Return a parser for one command; its help ends with an example."""
    made = Parser(
        prog=f"lastdigit {command}",
        description=about,
        epilog=f"example: {example}",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_colour(made)
    return made


def add_colour(made: argparse.ArgumentParser) -> None:
    """Let colour be switched off."""
    made.add_argument(
        "--color",
        choices=("auto", "never"),
        default="auto",
        help="auto (bold and colour where the terminal has them, the default) or never",
    )


def add_rules(made: argparse.ArgumentParser, game: type[AnyGame] | None) -> None:
    """Add a game's rule options and presets."""
    group = made.add_argument_group("rule options" + (f" of {game.title}" if game else ""))
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
    for told in game.options():
        default = told.format(told.default)
        group.add_argument(
            f"--{told.name}",
            type=checked(told.parse),
            default=argparse.SUPPRESS,
            metavar="VALUE",
            help=f"{told.help}: {told.allowed} (default {default})",
        )


def rules_from(
    made: argparse.ArgumentParser, game: type[AnyGame], given: argparse.Namespace
) -> AnyGame:
    """Return the game with the preset and options that were given, or exit with the reason."""
    preset = next(preset for preset in game.presets if preset.name == given.preset)
    values: dict[str, Value] = dict(preset.options)
    for told in game.options():
        attribute = told.name.replace("-", "_")
        if hasattr(given, attribute):
            values[told.name] = getattr(given, attribute)
    try:
        return game.of(values)
    except LastDigitError as error:
        made.error(str(error))


def parse_with_game(
    build: Callable[[type[AnyGame] | None], argparse.ArgumentParser], words: Sequence[str]
) -> tuple[argparse.ArgumentParser, type[AnyGame], argparse.Namespace]:
    """Return the parser, the game that stands first, and what the rest says; may exit."""
    if not words or words[0].startswith("-"):
        made = build(None)
        made.parse_known_args(words)
        made.error("name a game first; lastdigit games lists them")
    game = find_class(words[0])
    made = build(game)
    given, unknown = made.parse_known_intermixed_args(words[1:])
    if unknown:
        known = ", ".join(f"--{told.name}" for told in game.options())
        made.error(
            f"unrecognized: {' '.join(unknown)}; the rule options of {game.title} are {known}; "
            "--help lists all"
        )
    return made, game, given


def play_parser(game: type[AnyGame] | None) -> argparse.ArgumentParser:
    """Return the parser of `play`."""
    made = parser(
        "play",
        "Play a game here, with a friend at the same keyboard or against the computer.",
        "lastdigit play digit-duel --preset quick --player-2 random",
    )
    made.usage = "lastdigit play GAME [options]"
    add_rules(made, game)
    group = made.add_argument_group("who plays")
    for seat in (1, 2):
        group.add_argument(
            f"--player-{seat}",
            type=checked(checked_kind),
            default="human",
            metavar="WHO",
            help=f"{', '.join(kinds())} (default human)",
        )
    for seat in (1, 2):
        group.add_argument(
            f"--name-{seat}",
            type=checked(checked_name),
            default=f"Player {seat}",
            metavar="NAME",
            help=f"how Player {seat} is called",
        )
    group.add_argument(
        "--first", choices=("1", "2", "toss"), default="1", help="who moves first (default 1)"
    )
    group = made.add_argument_group("the match")
    add_seed(group)
    group.add_argument(
        "--rounds",
        type=integer(1, COUNTS["rounds"]),
        default=1,
        metavar="N",
        help="play N games, the first move alternating (default 1)",
    )
    group.add_argument(
        "--time-limit",
        type=integer(1, COUNTS["time-limit"]),
        metavar="SECONDS",
        help="seconds a turn; running out loses",
    )
    group.add_argument(
        "--attempts",
        type=checked(ATTEMPTS.parse),
        default=argparse.SUPPRESS,
        metavar="N",
        help="N rejected tries in one turn lose (default: the preset's, mostly none)",
    )
    group.add_argument(
        "--no-hints",
        action="store_true",
        help="no hint, no values, and no moves where finding one is the game",
    )
    group.add_argument(
        "--record", type=Path, metavar="FILE", help="append finished games to FILE, a line each"
    )
    return made


def add_seed(group: argparse._ActionsContainer) -> None:
    """Let chance be fixed."""
    group.add_argument(
        "--seed",
        type=integer(0, LARGEST_SEED),
        metavar="N",
        help="make everything that is left to chance repeatable",
    )


POSITIONS = {
    "show": (
        "Show the position after some moves. A move with a blank in it is quoted.",
        'lastdigit show number-morph --start 211 "tens 7" "units 7"',
    ),
    "analyse": (
        "Tell exactly who wins a position, what every move is worth, and why.\n"
        "A move with a blank in it is quoted.",
        "lastdigit analyse operation-obliteration divide divide",
    ),
}


def position_parser(command: str, game: type[AnyGame] | None) -> argparse.ArgumentParser:
    """Return the parser of a command about a position."""
    made = parser(command, *POSITIONS[command])
    made.usage = f"lastdigit {command} GAME [options] [MOVE ...] [--position TEXT] [--json]"
    add_rules(made, game)
    made.add_argument("moves", nargs="*", metavar="MOVE", help="moves from there on")
    made.add_argument("--position", metavar="TEXT", help="begin here instead of at the start")
    made.add_argument(
        "--first", choices=("1", "2"), default="1", help="who moves first (default 1)"
    )
    add_seed(made)
    made.add_argument("--json", action="store_true", help="print JSON")
    return made


def solve_parser(game: type[AnyGame] | None) -> argparse.ArgumentParser:
    """Return the parser of `solve`."""
    made = parser(
        "solve",
        "Solve a whole game: who wins from the start, how soon, by which first moves,\n"
        "and how many positions there are.",
        "lastdigit solve digit-duel --preset quick",
    )
    made.usage = "lastdigit solve GAME [rule options] [--json]"
    add_rules(made, game)
    made.add_argument("--json", action="store_true", help="print JSON")
    return made


def add_source(made: argparse.ArgumentParser) -> None:
    """Let a recorded or kept game be named."""
    made.add_argument(
        "source", metavar="FILE|ID", help="a file of records, or the number of a kept game"
    )
    made.add_argument(
        "number",
        nargs="?",
        type=integer(1, LARGEST_SEED),
        metavar="N",
        help="which game of the file, from 1 on (default: the last)",
    )
