"""Argument parsers with their help and errors, and options that several commands share.

Options are allowed anywhere. A command that takes a game looks for the game's name first, because
its other options depend on the game.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from lastdigit.errors import LastDigitError, UsageError, guess, printable, quoted
from lastdigit.settings import COLOURS, load_settings
from lastdigit.system import DAY, VERSION, terminal_width, write_atomically

if TYPE_CHECKING:
    from pathlib import Path

    from lastdigit.executors.base import Executor
    from lastdigit.game.game import AnyGame
    from lastdigit.game.options import OptionValue
    from lastdigit.players.players import Settings
    from lastdigit.terminal.console import Console

T = TypeVar("T")
Words = Sequence[str]
MAX_ERROR_LENGTH = 1_000
MAX_SEED = 2**53 - 1
MAX_HELP_WIDTH, NARROW = 80, 60
COMMON = ("json", "store", "color", "help")
"""The options that only `lastdigit help options` explains."""
VERSION_HELP = "print the version and exit"
COLOR_HELP = "use bold and colour: auto (default), always or never"
JSON_HELP = "print JSON"
STORE_HELP = (
    "where games are saved: a file, or postgresql://USER@HOST/NAME "
    "(default: LASTDIGIT_STORE in the environment, or a file in your data folder)"
)
COMMAND = re.compile(r"(?:example: | +)lastdigit .*")
"""A help line that is a command. Such a line is not wrapped, so that it can be copied."""
COMMAND_AT_END = re.compile(r"(.*?:) ((?:lastdigit|make|uv|pip|python\S*) .*)")
MAX_TRIES = 100
MAX_TEMPERATURE = 2.0
MAX_CONCURRENT = 256
MAX_WORKERS = 256
LOCAL, RAY = "local", "ray"
ALL = "all"
DEFAULT_SEED = 1
MAX_STARTS = 10_000


class Parser(argparse.ArgumentParser):
    """A parser that fits its help to the terminal and guesses what a mistyped option means."""

    advice = "--help lists all options."
    """The advice for an unknown option that does not resemble any other."""

    by_game = False
    """Whether the options depend on the game."""

    def __init__(self, *words: Any, **settings: Any) -> None:
        super().__init__(*words, **settings)
        self.color = False  # Python 3.14 would colour help regardless of --color
        self._positionals.title = "arguments"

    def format_help(self) -> str:
        """Return the help text. Options that most commands share are named but not explained."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, (), ())
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(
                [action for action in group._group_actions if action.dest not in COMMON]
            )
            formatter.end_section()
        formatter.add_text(f"Also: {', '.join(self.common_options())}. See lastdigit help options.")
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def common_options(self) -> list[str]:
        """Return the common options that this parser takes."""
        known = {action.dest for action in self._actions}
        return [f"--{name}" for name in COMMON if name in known]

    def error(self, message: str) -> NoReturn:
        """Print the error, and exit with code 2."""
        self.print_usage(sys.stderr)
        print_error(f"{self.prog}: error: {message[:MAX_ERROR_LENGTH]}")
        self.exit(2)

    def parse(self, words: Words) -> argparse.Namespace:
        """Parse the words. Options can be anywhere among the words. May exit."""
        arguments, unknown = self.parse_known_intermixed_args(words)
        for word in unknown:
            if word.startswith("-"):
                self._refuse_option(word)
            self.error(f"{quoted(word)} is one word too many. --help shows what to type.")
        return arguments

    def first_word(self, words: Words, more: Collection[str] = ()) -> int:
        """Return the index of the first word that is neither an option nor an option's value.

        `more` lists options that take a value but are not in this parser. Exit if an option is
        unknown.
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
        advice = self.advice if meant is None else f"Did you mean {known[meant]}?"
        self.error(f"There is no option {quoted(name)}. {advice}")


class Formatter(argparse.HelpFormatter):
    """Wraps help between words to fit the terminal. Indented lines stay separate."""

    def __init__(self, prog: str) -> None:
        width = help_width()
        position = 24 if width > NARROW else 6  # on a narrow terminal, help goes below its option
        super().__init__(prog, max_help_position=position, width=width)

    def _format_usage(self, usage: str | None, *_: Any) -> str:
        # Do not break a part in brackets, such as [MOVE ...].
        parts = re.findall(r"\[(?:[^][]|\[[^]]*\])*\]|\S+", f"usage: {usage}")
        text = " ".join(part.replace(" ", "\0") for part in parts)
        lines = self._split_lines(text, self._width - 7)
        return "\n       ".join(lines).replace("\0", " ") + "\n\n"

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines: list[str] = []
        for line in re.sub(r"(?<=\S)\n(?=\S)", " ", text).split("\n"):
            inner = indent + line[: len(line) - len(line.lstrip())]
            room = sys.maxsize if COMMAND.fullmatch(line) else width - len(inner)
            lines += [inner + one for one in self._split_lines(line, room)] or [""]
        return "\n".join(lines)

    def _split_lines(self, text: str, width: int) -> list[str]:
        import textwrap  # imported here, as in argparse: only help and errors need it

        return textwrap.wrap(
            text.strip(),
            max(width, 11),
            break_long_words=False,
            break_on_hyphens=False,
        )


def help_width() -> int:
    """Return the width for help text: the width of the terminal, but at most 80 columns."""
    return min(terminal_width(sys.__stdout__), MAX_HELP_WIDTH)


def print_error(message: str) -> None:
    """Print a message to standard error, wrapped to the terminal.

    A command at the end of the message is put on its own line and not wrapped.
    """
    message, width = printable(message), terminal_width(sys.__stderr__)
    if len(message) > width:
        from lastdigit.game.text import fit

        # Do not leave the program's name alone on a line above a long path.
        program, _, text_after_name = message.partition(" ")
        match = COMMAND_AT_END.fullmatch(text_after_name)
        text = f"{program}\N{NO-BREAK SPACE}{match[1] if match else text_after_name}"
        message = fit(text, width).replace("\N{NO-BREAK SPACE}", " ", 1)
        message += f"\n  {match[2]}" if match else ""
    print(message, file=sys.stderr)


class PrintVersion(argparse.Action):
    """Prints the version and exits."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"lastdigit {VERSION}")
        parser.exit()


def command_parser(command: str, about: str, example: str, usage: str = "") -> Parser:
    """Return a parser for one command. The command's help ends with an example."""
    parser = Parser(
        prog=f"lastdigit {command}",
        usage=" ".join(filter(None, ("lastdigit", command, usage, "[options]"))),
        description=about,
        epilog=f"example: {example}",
        allow_abbrev=False,
        formatter_class=Formatter,
    )
    add_general_options(parser, version_help=argparse.SUPPRESS)
    return parser


def converter(check: Callable[[str], T]) -> Callable[[str], T]:
    """Turn a function that raises LastDigitError into an argparse type."""

    def convert(text: str) -> T:
        try:
            return check(text)
        except LastDigitError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def integer(low: int, high: int) -> Callable[[str], int]:
    """Return an argparse type for integers from `low` to `high`."""
    from lastdigit.game.options import Option

    option = Option("this", "", "", low, low, high)

    def parse(text: str) -> int:
        try:
            value = option.parse(text)
        except LastDigitError:
            value = None
        if not isinstance(value, int):
            raise argparse.ArgumentTypeError(f"it must be a whole number from {low} to {high}")
        return value

    return parse


def saved_game(text: str) -> int:
    """Parse the number of a saved game."""
    try:
        return integer(1, MAX_SEED)(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            "it must be the number of a saved game, as shown by lastdigit saved list"
        ) from None


def add_general_options(parser: argparse.ArgumentParser, version_help: str = VERSION_HELP) -> None:
    """Add the options that are allowed before and after every command."""
    parser.add_argument("-V", "--version", action=PrintVersion, nargs=0, help=version_help)
    parser.add_argument(
        "--color",
        choices=COLOURS,
        metavar="WHEN",
        help=COLOR_HELP,
    )


def open_console(arguments: argparse.Namespace) -> Console:
    """Return a console on standard input and output."""
    from lastdigit.terminal.console import Console

    return Console(sys.stdin, sys.stdout, colour=is_coloured(arguments))


def is_coloured(arguments: argparse.Namespace) -> bool:
    """Return whether to use colour, from --color or the settings."""
    from lastdigit.terminal.console import wants_colour

    setting = arguments.color or load_settings().color
    return wants_colour(sys.stdout, setting, os.environ)


def add_seed(group: argparse._ActionsContainer) -> None:
    group.add_argument(
        "--seed",
        type=integer(0, MAX_SEED),
        metavar="N",
        help="random seed",
    )


def add_store(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--store", metavar="WHERE", help=STORE_HELP)


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=JSON_HELP)


def check_unused(
    parser: Parser, arguments: argparse.Namespace, option: str, unused: Collection[str]
) -> None:
    """Exit with an error if an option was given that another option makes meaningless."""
    for action in parser._actions:
        if action.dest in given_options(parser, arguments) & set(unused):
            parser.error(f"{option} does not go with {action.option_strings[0]}")


def given_options(parser: Parser, arguments: argparse.Namespace) -> set[str]:
    """Return the arguments that differ from their defaults."""
    return {
        action.dest
        for action in parser._actions
        if getattr(arguments, action.dest, action.default) != action.default
    }


def write_new(path: Path, content: bytes) -> None:
    """Write a new file, completely or not at all. Raise UsageError if the file exists."""
    try:
        if path.exists():
            raise UsageError(f"{quoted(str(path))} already exists. Choose another name.")
        write_atomically(path, content)
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be written: {error.strerror}.") from None


def plain(text: str) -> str:
    """Escape % in a game's text, because argparse would interpret it."""
    return text.replace("%", "%%")


def add_game(parser: Parser) -> None:
    """Add the argument for a game's name. If the name is missing, `choose_game` asks for it."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="name of a game, or its first letters"
    )


def add_rules(parser: Parser, game: type[AnyGame] | None) -> None:
    """Add a game's rule options and presets."""
    parser.by_game = True
    group = parser.add_argument_group("rule options" + (f" of {game.title}" if game else ""))
    if game is None:
        from lastdigit.games import catalogue

        group.description = (
            f"GAME is {', '.join(catalogue())}. Each game has its own rule options. "
            "To see them, name the game before --help."
        )
        return
    names = ", ".join(f"--{option.name}" for option in game.options())
    parser.advice = f"The rule options of {game.title} are {names}."
    presets = ", ".join(f"{preset.name} ({preset.about})" for preset in game.presets)
    group.add_argument(
        "--preset",
        choices=[preset.name for preset in game.presets],
        default=game.presets[0].name,
        metavar="PRESET",
        help=plain(f"{presets}. Other options override the preset's."),
    )
    for option in game.options():
        default = option.format(option.default)
        group.add_argument(
            f"--{option.name}",
            # The range and notation depend on sizes and base, so parse this option after them.
            type=str if option.sized else converter(option.parse),
            default=argparse.SUPPRESS,
            metavar="VALUE",
            help=plain(
                f"{option.help}: {option.allowed} (default {default})"
                + ("; this option is not in the rulebook" if option.beyond else "")
            ),
        )


def build_game(
    parser: argparse.ArgumentParser, game: type[AnyGame], arguments: argparse.Namespace
) -> AnyGame:
    """Return the game with its preset and options, or exit with an error."""
    preset = next(preset for preset in game.presets if preset.name == arguments.preset)
    given = {
        option.name: getattr(arguments, attribute)
        for option in game.options()
        if hasattr(arguments, attribute := option.name.replace("-", "_"))
    }
    sized = {option.name for option in game.options() if option.sized}
    values: dict[str, OptionValue] = dict(preset.options)
    values |= {name: value for name, value in given.items() if name not in sized}
    try:
        for option in game.options_with(values):
            if option.name in sized and option.name in given:
                values[option.name] = option.parse(given[option.name])
        return game.of(values)
    except LastDigitError as error:
        parser.error(str(error))


def parse_with_game(
    build: Callable[[type[AnyGame] | None], Parser], words: Words
) -> tuple[Parser, type[AnyGame], argparse.Namespace]:
    """Return the parser, the named game, and the other arguments. May exit.

    `build` returns the parser, with the options of a game if one is given.
    """
    from lastdigit.games import find_class

    place = index_of_game(build, words)
    if place is None:
        parser = build(None)
        words, place = [choose_game(parser, parse_without_game(parser, words)[0]), *words], 0
    game = find_class(words[place])
    parser = build(game)
    arguments = parser.parse([*words[:place], *words[place + 1 :]])
    return parser, game, arguments


def parse_without_game(parser: Parser, words: Words) -> tuple[argparse.Namespace, list[str]]:
    """Return the arguments that need no game, and the words that do. May exit."""
    for action in parser._actions:
        action.required = False  # ask for the game first
    return parser.parse_known_args(words)


def choose_game(parser: Parser, arguments: argparse.Namespace) -> str:
    """On a terminal, ask for a game. Without a terminal, exit with the names of the games."""
    from lastdigit.games import catalogue

    games = catalogue()
    console = open_console(arguments)
    if not console.is_terminal:
        parser.error(f"Name a game: {', '.join(games)}")
    from lastdigit.terminal.console import Choice, choose

    lines = [Choice(game.title, game.summary) for game in games.values()]
    return list(games)[choose(console, "Which game?", lines)]


def index_of_game(build: Callable[[type[AnyGame] | None], Parser], words: Words) -> int | None:
    """Return the index of the word that names the game, or None. May exit."""
    if words and not words[0].startswith("-"):
        return 0
    from lastdigit.games import catalogue

    parser = build(None)
    rule_options = {
        f"--{option.name}" for game in catalogue().values() for option in game.options()
    }
    place = parser.first_word(words, {"--preset", *rule_options})
    return None if place == len(words) else place


def add_settings(
    parser: argparse.ArgumentParser, show_legal: str = "yes", *, several: bool = True
) -> None:
    """Add the options for programs and language models.

    `show_legal` is the default of the option `--show-legal`. `several` says whether the command can
    query models in several games at the same time.
    """
    from lastdigit.game.options import YES_OR_NO

    group = parser.add_argument_group("programs and language models")
    group.add_argument(
        "--tries",
        type=integer(1, MAX_TRIES),
        default=3,
        metavar="N",
        help="tries per turn (default 3). A player without a valid move loses.",
    )
    group.add_argument(
        "--move-seconds",
        type=integer(1, DAY),
        default=30,
        metavar="S",
        help="seconds per try (default 30)",
    )
    group.add_argument(
        "--base-url",
        metavar="URL",
        help="address of the model (default: OPENAI_BASE_URL, or OpenAI). The key is read "
        "from OPENAI_API_KEY. The address and key for llm:MODEL@NAME are read from endpoints.toml.",
    )
    group.add_argument(
        "--show-legal",
        choices=tuple(YES_OR_NO),
        default=show_legal,
        help=f"show the legal moves to models (default {show_legal})",
    )
    group.add_argument(
        "--temperature",
        type=temperature,
        metavar="T",
        help=f"sampling temperature, 0 to {MAX_TEMPERATURE:g} (default: the model's own)",
    )
    group.add_argument(
        "--budget",
        type=integer(1, MAX_SEED),
        metavar="TOKENS",
        help="maximum number of tokens for all prompts and answers together. The run stops before "
        "it exceeds this number.",
    )
    group.add_argument(
        "--budget-money",
        type=money,
        metavar="AMOUNT",
        help="maximum cost, such as 2.50, at the prices in endpoints.toml (docs/models.md)",
    )
    group.add_argument(
        "--answer-tokens",
        type=integer(1, MAX_SEED),
        metavar="TOKENS",
        help="maximum number of tokens per answer (default: the endpoint's limit)",
    )
    if several:
        group.add_argument(
            "--at-once",
            type=integer(1, MAX_CONCURRENT),
            default=1,
            metavar="N",
            help="number of questions, or games in the arena, to run at the same time (default 1)",
        )
    group.add_argument(
        "--pass-env",
        action="append",
        default=[],
        metavar="NAME",
        help="pass this environment variable to programs even if its name looks like a secret "
        "(KEY, TOKEN). Can be repeated.",
    )


def temperature(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= MAX_TEMPERATURE:
        raise argparse.ArgumentTypeError(f"it must be a number from 0 to {MAX_TEMPERATURE:g}")
    return value


def money(text: str) -> int:
    """Parse an amount of money, and return it in millionths."""
    found = re.fullmatch(r"(\d{1,9})(?:\.(\d{1,6}))?", text, re.ASCII)
    millionths = int(found[1] + (found[2] or "").ljust(6, "0")) if found else 0
    if not millionths:
        raise argparse.ArgumentTypeError("it must be an amount above 0, such as 2.50")
    return millionths


def agent_settings(arguments: argparse.Namespace) -> Settings:
    """Return the settings for programs and language models."""
    from lastdigit.game.options import YES_OR_NO
    from lastdigit.players.players import Settings

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


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add the options for worker processes and clusters."""
    parser.add_argument(
        "--workers",
        type=integer(1, MAX_WORKERS),
        default=1,
        metavar="N",
        help="number of worker processes (default 1; any number gives the same results)",
    )
    parser.add_argument(
        "--engine",
        choices=(LOCAL, RAY),
        default=LOCAL,
        help="local (processes on this machine, default) or ray (a cluster)",
    )
    parser.add_argument(
        "--address",
        metavar="WHERE",
        help="address of the Ray cluster: HOST:PORT, or auto (default) for this machine's cluster",
    )


def open_executor(arguments: argparse.Namespace) -> Executor:
    """Return the executor for --workers, --engine and --address."""
    if arguments.engine == RAY:
        from lastdigit.executors.ray import RayExecutor

        return RayExecutor(arguments.address or "auto")
    if arguments.address is not None:
        raise UsageError("--address can only be used with --engine ray.")
    if arguments.workers == 1:
        from lastdigit.executors.base import SerialExecutor

        return SerialExecutor()
    from lastdigit.executors.local import LocalExecutor

    return LocalExecutor(arguments.workers)


def add_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games",
        default=ALL,
        metavar="LIST",
        help="names of games, separated by commas, or all (default)",
    )


NO_HTML = "or add --no-html"


def add_no_html(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-html",
        action="store_true",
        help="do not write an HTML page, so that Jinja2 is not needed",
    )


def add_run(parser: argparse.ArgumentParser, show_legal: str = "yes") -> None:
    """Add the options for a run: seed, folder, workers and players."""
    from pathlib import Path

    parser.add_argument(
        "--seed",
        type=integer(0, MAX_SEED),
        metavar="N",
        help="random seed (default 1)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder for the results (default: a new folder named after the run)",
    )
    add_no_html(parser)
    add_engine(parser)
    add_settings(parser, show_legal)


def seed_from(arguments: argparse.Namespace) -> int:
    """Return the given seed, or the default."""
    return DEFAULT_SEED if arguments.seed is None else int(arguments.seed)


def game_names(text: str) -> tuple[str, ...]:
    """Parse a list of games. Raise UsageError if a game is listed twice."""
    from lastdigit.games import catalogue, find_class

    if text == ALL:
        return tuple(catalogue())
    names = tuple(find_class(word.strip()).name for word in text.split(","))
    if len(set(names)) < len(names):
        raise UsageError("The list names the same game twice.")
    return names
