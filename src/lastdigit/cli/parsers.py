"""What can be typed after `lastdigit`: what the parsers of several commands have in common.

Options may stand anywhere. A command that is about a game looks for its name first, because the
game says which options there are.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from lastdigit.errors import LastDigitError, UsageError, guess, printable, quoted
from lastdigit.preferences import COLOURS, load_preferences
from lastdigit.system import package_version, write_whole

if TYPE_CHECKING:
    from lastdigit.game.game import AnyGame
    from lastdigit.game.options import OptionValue
    from lastdigit.terminal.console import Console

T = TypeVar("T")
Words = Sequence[str]
LONGEST_COMPLAINT = 1_000
LARGEST_SEED = 2**53 - 1
WIDEST_HELP = 80


class Parser(argparse.ArgumentParser):
    """A parser that guesses what was meant, and whose complaints cannot steer a screen."""

    advice = "--help lists all"
    """What helps somebody who typed an option like no other."""

    by_game = False
    """Whether there are more options once a game is named."""

    def __init__(self, *words: Any, **settings: Any) -> None:
        super().__init__(*words, **settings)
        self.color = False  # from Python 3.14 on, help would have colour whatever --color says

    def error(self, message: str) -> NoReturn:
        """Say what was wrong, and exit with code 2."""
        super().error(printable(message[:LONGEST_COMPLAINT]))

    def parse(self, words: Words) -> argparse.Namespace:
        """Return what the words say, options anywhere among them; may exit."""
        arguments, unknown = self.parse_known_intermixed_args(words)
        for word in unknown:
            if word.startswith("-"):
                self._refuse_option(word)
            self.error(f"{quoted(word)} is one word too many; --help tells more")
        return arguments

    def first_word(self, words: Words, more: Collection[str] = ()) -> int:
        """Return where the first word stands that is neither an option nor the value of one.

        `more` are options with values that this parser does not have. Exits at an unknown option.
        """
        place = 0
        while place < len(words) and words[place].startswith("-") and words[place] != "-":
            name, equals, _ = words[place].partition("=")
            action = self._option_string_actions.get(name)
            if action is None and name not in more:
                self._refuse_option(name, more)
            alone = equals or (action is not None and action.nargs == 0)
            place += 1 if alone else 2
        return min(place, len(words))

    def _refuse_option(self, word: str, more: Collection[str] = ()) -> NoReturn:
        name = word.partition("=")[0]
        known = {option.lstrip("-"): option for option in (*self._option_string_actions, *more)}
        meant = guess(name.lstrip("-"), known)
        advice = self.advice if meant is None else f"did you mean {known[meant]}?"
        self.error(f"there is no option {quoted(name)}; {advice}")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as it is written, at most as wide as it can be read well.

    Parsers make one for every option; it looks for the terminal's width only where there is one.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_help_width())


def _help_width() -> int:
    try:
        columns = os.get_terminal_size().columns
    except OSError:
        columns = WIDEST_HELP
    return min(columns or WIDEST_HELP, WIDEST_HELP) - 2


class TellVersion(argparse.Action):
    """Tells the version and exits; only then is it looked up."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Do it."""
        print(f"lastdigit {package_version()}")
        parser.exit()


def command_parser(command: str, about: str, example: str, takes: str = "") -> Parser:
    """Return a parser for one command, which `takes` some words; its help ends with an example."""
    parser = Parser(
        prog=f"lastdigit {command}",
        usage=" ".join(filter(None, ("lastdigit", command, takes, "[options]"))),
        description=about,
        epilog=f"example: {example}",
        allow_abbrev=False,
        formatter_class=Formatter,
    )
    add_general_options(parser, version_help=argparse.SUPPRESS)
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
    from lastdigit.game.options import Option

    option = Option("this", "", "", low, low, high)

    def read(text: str) -> int:
        try:
            value = option.parse(text)
        except LastDigitError:
            value = None
        if not isinstance(value, int):
            raise argparse.ArgumentTypeError(f"it must be a whole number from {low} to {high}")
        return value

    return read


def kept_game(text: str) -> int:
    """Read the number of a kept game; raises ArgumentTypeError."""
    try:
        return integer(1, LARGEST_SEED)(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            "it must be the number of a kept game; lastdigit list shows them"
        ) from None


def add_general_options(
    parser: argparse.ArgumentParser, version_help: str = "print the version and exit"
) -> None:
    """Add the options that are understood before and after every command."""
    parser.add_argument("-V", "--version", action=TellVersion, nargs=0, help=version_help)
    parser.add_argument(
        "--color",
        choices=COLOURS,
        help="bold and colour: auto (where the terminal has them, the default), always or never",
    )


def open_console(arguments: argparse.Namespace) -> Console:
    """Return the terminal or pipe that the command was started on."""
    from lastdigit.terminal.console import Console

    return Console(sys.stdin, sys.stdout, colour=is_coloured(arguments))


def is_coloured(arguments: argparse.Namespace) -> bool:
    """Return whether the output has colour: as it was asked for, or else as it is preferred."""
    from lastdigit.terminal.console import wants_colour

    setting = arguments.color or load_preferences().color
    return wants_colour(sys.stdout, setting, os.environ)


def add_seed(group: argparse._ActionsContainer) -> None:
    """Let chance be fixed."""
    group.add_argument(
        "--seed",
        type=integer(0, LARGEST_SEED),
        metavar="N",
        help="make everything that is left to chance repeatable",
    )


def add_store(parser: argparse._ActionsContainer) -> None:
    """Let games be kept elsewhere."""
    parser.add_argument(
        "--store",
        metavar="WHERE",
        help="where games are kept: a file, or postgresql://USER@HOST/NAME "
        "(default: the environment's LASTDIGIT_STORE, or a file in your data folder)",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Let the answer be data."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, whole or not at all; raises UsageError."""
    try:
        if path.exists():
            raise UsageError(f"{quoted(str(path))} is there already; name a new file.")
        write_whole(path, content)
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be written: {error.strerror}.") from None


def plain(text: str) -> str:
    """Return a game's words as argparse takes them: to it, % begins something of its own."""
    return text.replace("%", "%%")


def add_rules(parser: Parser, game: type[AnyGame] | None) -> None:
    """Add a game's rule options and presets."""
    parser.by_game = True
    group = parser.add_argument_group("rule options" + (f" of {game.title}" if game else ""))
    if game is None:
        group.description = "each game has its own: lastdigit games, or name the game with --help"
        return
    names = ", ".join(f"--{option.name}" for option in game.options())
    parser.advice = f"the rule options of {game.title} are {names}; --help lists all"
    presets = ", ".join(f"{preset.name} ({preset.about})" for preset in game.presets)
    group.add_argument(
        "--preset",
        choices=[preset.name for preset in game.presets],
        default=game.presets[0].name,
        metavar="PRESET",
        help=plain(f"{presets}; an option given overrides it"),
    )
    for option in game.options():
        default = option.format(option.default)
        group.add_argument(
            f"--{option.name}",
            # What it may be, and how it is written, is known when sizes and base are.
            type=str if option.sized else converter(option.parse),
            default=argparse.SUPPRESS,
            metavar="VALUE",
            help=plain(
                f"{option.help}: {option.allowed} (default {default})"
                + ("; beyond the rulebook" if option.beyond else "")
            ),
        )


def build_game(
    parser: argparse.ArgumentParser, game: type[AnyGame], arguments: argparse.Namespace
) -> AnyGame:
    """Return the game with the preset and options of the arguments, or exit with the reason."""
    preset = next(preset for preset in game.presets if preset.name == arguments.preset)
    given = {
        option.name: getattr(arguments, attribute)
        for option in game.options()
        if hasattr(arguments, attribute := option.name.replace("-", "_"))
    }
    late = {option.name for option in game.options() if option.sized}
    values: dict[str, OptionValue] = dict(preset.options)
    values |= {name: value for name, value in given.items() if name not in late}
    try:
        for option in game.options_with(values):
            if option.name in late and option.name in given:
                values[option.name] = option.parse(given[option.name])
        return game.of(values)
    except LastDigitError as error:
        parser.error(str(error))


def parse_with_game(
    build: Callable[[type[AnyGame] | None], Parser], words: Words
) -> tuple[Parser, type[AnyGame], argparse.Namespace]:
    """Return the parser, the game that is named, and what the rest says; may exit.

    `build` makes the parser with the options of a game, or without any.
    """
    from lastdigit.games import find_class

    place = _place_of_game(build, words)
    game = find_class(words[place])
    parser = build(game)
    arguments = parser.parse([*words[:place], *words[place + 1 :]])
    return parser, game, arguments


def _place_of_game(build: Callable[[type[AnyGame] | None], Parser], words: Words) -> int:
    """Return where the name of the game stands; may exit."""
    if words and not words[0].startswith("-"):
        return 0
    from lastdigit.games import catalogue

    parser = build(None)
    rule_options = {
        f"--{option.name}" for game in catalogue().values() for option in game.options()
    }
    place = parser.first_word(words, {"--preset", *rule_options})
    if place == len(words):
        parser.parse_known_args(words)
        parser.error("name a game; lastdigit games lists them")
    return place
