"""The `lastdigit` command: find the subcommand, run it, and report errors.

Only that subcommand's module is imported. A command's parser is defined next to its function, as
with `play_parser` and `play`. Exit codes: 0 for success, 1 for failure, 2 for incorrect usage, and
130 for an interrupt.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from lastdigit.cli.parsers import (
    COLOR_HELP,
    JSON_HELP,
    NARROW,
    STORE_HELP,
    VERSION_HELP,
    Formatter,
    Parser,
    Words,
    add_general_options,
    help_width,
    open_console,
    print_error,
)
from lastdigit.errors import (
    LastDigitError,
    LastDigitWarning,
    UnknownGame,
    UsageError,
    guess,
    quoted,
)

if TYPE_CHECKING:
    from lastdigit.terminal.console import Console


class Command(NamedTuple):
    """A command's function, as MODULE.FUNCTION in this package, and its help line."""

    function: str
    summary: str


class Section(NamedTuple):
    """A titled list of commands in the help."""

    title: str
    summary: str
    commands: dict[str, Command]


SECTIONS = {
    "play": Section(
        "Play",
        "Play, learn and practise.",
        {
            "play": Command("play.play", "Play against the computer or a friend."),
            "resume": Command("play.resume", "Continue a saved game."),
            "daily": Command("puzzles.daily", "Solve today's puzzles."),
            "practice": Command("puzzles.practice", "Solve puzzles at your level."),
            "ladder": Command("puzzles.ladder", "Beat the computer level by level."),
            "learn": Command("study.learn", "Learn a game in a minute."),
            "rules": Command("study.rules", "Read the rules of a game."),
            "stats": Command("puzzles.stats", "See how well you play."),
        },
    ),
    "study": Section(
        "Study",
        "Analyse and solve games, draw maps, make puzzles and proofs.",
        {
            "analyse": Command("study.analyse", "See who wins from a position, and why."),
            "review": Command("study.review", "See where a game was decided."),
            "solve": Command("study.solve", "See who wins a game with perfect play, and how soon."),
            "map": Command("study.map_", "Draw a map of a whole game."),
            "puzzles": Command("puzzles.puzzles", "Make puzzles, or a puzzle sheet to print."),
            "certify": Command("study.certify", "Write or check a proof of who wins."),
        },
    ),
    "saved": Section(
        "Saved games",
        "List, replay, check, export and delete saved games.",
        {
            "saved list": Command("saved.list_", "List saved games, newest first."),
            "saved replay": Command("saved.replay", "Show a game as it was played."),
            "saved verify": Command("saved.verify", "Check that games follow the rules."),
            "saved export": Command("saved.export", "Write saved games to a file."),
            "saved delete": Command("saved.delete", "Delete saved games."),
        },
    ),
    "programs": Section(
        "Programs",
        "Let programs play, run tournaments and exams, make datasets.",
        {
            "games": Command("study.games", "List the games with their presets and options."),
            "show": Command("study.show", "Show the position after some moves."),
            "arena": Command("arena.arena", "Run a tournament."),
            "exam run": Command("exam.run", "Test a player on critical positions."),
            "exam leaderboard": Command(
                "exam.leaderboard", "Build a leaderboard from exam results."
            ),
            "exam verify": Command("exam.verify", "Check exam results against their logs."),
            "dataset": Command("programs.dataset", "Write positions with exact answers to a file."),
            "bot": Command("programs.bot", "Run a computer player for other programs."),
            "mcp": Command("programs.mcp", "Let an AI agent play (Model Context Protocol)."),
        },
    ),
    "server": Section(
        "Server",
        "Play in a browser, look after saved data, change settings.",
        {
            "serve": Command("server.serve", "Play in a browser."),
            "admin backup": Command(
                "server.backup", "Back up all saved games (safe while a server is running)."
            ),
            "admin copy": Command(
                "server.copy", "Copy all saved data to another file or database."
            ),
            "admin expire": Command("server.expire", "Delete abandoned browser games."),
            "admin cache": Command("server.cache", "Show or clear cached solver tables."),
            "config": Command("server.config", "Show or change your settings."),
            "completion": Command(
                "completion.completion", "Print a shell completion script (bash, zsh or fish)."
            ),
        },
    ),
    "authors": Section(
        "Authors",
        "Write a game of your own.",
        {
            "dev new-game": Command("authors.new_game", "Start a new game from a template."),
            "dev check": Command("authors.check", "Test a game you wrote and report what to fix."),
        },
    ),
}
COMMANDS = {
    path: command for section in SECTIONS.values() for path, command in section.commands.items()
}
GROUPS = {
    "saved": "List, replay, check, export and delete saved games.",
    "exam": "Test players on critical positions and compare their results.",
    "admin": "Back up, copy and clean up saved data.",
    "dev": "Write a game of your own.",
}
"""The groups: the first words of two-word commands."""

START_HERE = (
    *("play", "learn", "daily", "practice", "ladder", "resume", "review", "rules", "serve"),
)
SPELLINGS = {"analyze": "analyse"}
FORMER_NAMES = {
    "check-certificate": "certify --check",
    "forget": "saved delete",
    "store": "admin copy",
    "tui": "play --full-screen",
    "worksheet": "puzzles --sheet",
}
"""Command names from earlier versions, for suggestions in error messages."""


GENERAL_OPTIONS = {
    "-h, --help": "show help and exit",
    "-V, --version": VERSION_HELP,
    "--color WHEN": COLOR_HELP,
}
FREQUENT_OPTIONS = {"--json": JSON_HELP, "--store WHERE": STORE_HELP}


def main(words: Words | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = sys.argv[1:] if words is None else words
    return run_safely(lambda: _run(arguments))


def _run(words: Words) -> int:
    top = TopParser()
    place = top.first_word(words)
    options, rest = words[:place], words[place:]
    if not rest:
        arguments = top.parse(options)
        return _until_quit(lambda: _open_menu(open_console(arguments)))
    if rest[0] == "help":
        return _help(rest[1:])
    path, rest = find_command(rest)
    if path in GROUPS:
        group = GroupParser(path)
        group.parse([*options, *rest])
        group.print_help(sys.stderr)
        return 2
    return _until_quit(lambda: _function(path)([*options, *rest]))


def find_command(words: Words) -> tuple[str, Words]:
    """Return a command, or a group on its own, and the words after its name.

    Raise UsageError, with a suggestion, if there is no such command.
    """
    first, *rest = words
    name = SPELLINGS.get(first, first)
    if name in COMMANDS:
        return name, rest
    if name not in GROUPS:
        raise _unknown_command(first)
    place = TopParser().first_word(rest)
    if place == len(rest):
        return name, rest
    path = f"{name} {rest[place]}"
    if path not in COMMANDS:
        raise _unknown_command(path)
    return path, [*rest[:place], *rest[place + 1 :]]


def _unknown_command(typed: str) -> UsageError:
    message = f"There is no command {quoted(typed)}."
    guesses = _guess_command(typed)
    if guesses:
        return UsageError(f"{message} Did you mean {' or '.join(guesses)}?")
    group = typed.partition(" ")[0]
    if group in GROUPS:
        return UsageError(f"{message} There is {_join(commands_of(group))}.")
    from lastdigit.games import find_class

    try:
        game = find_class(typed).name
    except UnknownGame:
        return UsageError(f"{message} lastdigit help --all lists all commands.")
    return UsageError(f"{quoted(typed)} is a game. To play it: lastdigit play {game}")


def _guess_command(typed: str) -> list[str]:
    """Return the commands that the user probably meant by an unknown name."""
    group, _, word = typed.rpartition(" ")
    meanings = {path: [path] for path in (*COMMANDS, *GROUPS)}
    if group:
        meanings = {path.partition(" ")[2]: [path] for path in commands_of(group)}
    else:
        meanings |= {name: [meant] for name, meant in FORMER_NAMES.items()}
        for path in COMMANDS:
            _, _, last = path.partition(" ")
            if last and last not in COMMANDS:
                meanings.setdefault(last, []).append(path)
    found = guess(word, meanings)
    return [] if found is None else meanings[found]


def commands_of(group: str) -> list[str]:
    """Return the commands whose first word is `group`."""
    return [path for path in COMMANDS if path.startswith(f"{group} ")]


def _join(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


def about(name: str) -> str:
    """Return the help line of a command or group."""
    return GROUPS[name] if name in GROUPS else COMMANDS[name].summary


def parser_of(path: str) -> Callable[..., Parser]:
    """Return the function that builds a command's parser. Some of these functions take a game."""
    function = _function(path)
    found: Callable[..., Parser] = getattr(
        import_module(function.__module__), f"{function.__name__.rstrip('_')}_parser"
    )
    return found


def _function(path: str) -> Callable[[Words], int]:
    module, _, function = COMMANDS[path].function.partition(".")
    found: Callable[[Words], int] = getattr(import_module(f"lastdigit.cli.{module}"), function)
    return found


class TopParser(Parser):
    """Parses the options before a command, and prints the top-level help."""

    def __init__(self) -> None:
        super().__init__(
            prog="lastdigit",
            usage="lastdigit [COMMAND] [options]",
            description="Five number games for two players. "
            "Run lastdigit without a command for a menu.",
            allow_abbrev=False,
            formatter_class=Formatter,
        )
        add_general_options(self)

    def format_help(self) -> str:
        groups = {name: one.summary for name, one in SECTIONS.items() if name not in COMMANDS}
        return _help_text(
            self,
            _command_list("Start here", START_HERE),
            _two_columns("More commands, by group", groups),
            "More help: lastdigit help COMMAND, lastdigit help GROUP, lastdigit help --all",
        )


class GroupParser(Parser):
    """Parses the options of a group without a command, and prints the group's help."""

    def __init__(self, group: str) -> None:
        super().__init__(
            prog=f"lastdigit {group}",
            usage=f"lastdigit {group} COMMAND [options]",
            description=GROUPS[group],
            allow_abbrev=False,
            formatter_class=Formatter,
        )
        self._commands = commands_of(group)
        add_general_options(self)

    def format_help(self) -> str:
        return _help_text(self, _command_list("Commands", self._commands), EXPLAIN)


EXPLAIN = "More help: lastdigit help COMMAND"


def _help_text(parser: Parser, *parts: str) -> str:
    """Return a parser's usage and description, followed by further paragraphs."""
    formatter = parser._get_formatter()
    formatter.add_usage(parser.usage, (), ())
    formatter.add_text(parser.description)
    return "\n\n".join([formatter.format_help().rstrip("\n"), *map(_fill, parts)]) + "\n"


def _fill(text: str) -> str:
    """Wrap a paragraph, unless it already has several lines."""
    return text if "\n" in text else Formatter("")._fill_text(text, help_width(), "")


def _help(words: Words) -> int:
    """Print help for a command, a group or the whole program."""
    top = TopParser()
    if "--all" in words:
        lists = [_command_list(one.title, one.commands) for one in SECTIONS.values()]
        print("\n\n".join([*lists, _common_options(), _fill(EXPLAIN)]))
        return 0
    words = words[top.first_word(words) :]
    if not words:
        top.print_help()
        return 0
    if words[0] == "options":
        print(_common_options())
        return 0
    section = SECTIONS.get(words[0])
    if section is not None and words[0] not in (*COMMANDS, *GROUPS):
        commands = _command_list(section.title, section.commands)
        print("\n\n".join([_fill(section.summary), commands, _fill(EXPLAIN)]))
        return 0
    path, rest = find_command(words)
    if path in GROUPS:
        GroupParser(path).print_help()
        return 0
    return _function(path)(["--help", *rest])


def _command_list(title: str, paths: Iterable[str]) -> str:
    return _two_columns(title, {path: COMMANDS[path].summary for path in paths})


def _common_options() -> str:
    """Describe the options that all commands share."""
    return (
        f"{_two_columns('Options for all commands', GENERAL_OPTIONS)}\n\n"
        f"{_two_columns('Options for many commands', FREQUENT_OPTIONS)}"
    )


def _two_columns(title: str, rows: dict[str, str]) -> str:
    """Return names and texts in two columns. On a narrow screen, put each text below its name."""
    width, column = help_width(), max(10, *map(len, rows)) + 4
    lines = [f"{title}:"]
    formatter = Formatter("")
    for name, text in rows.items():
        if width <= NARROW:
            lines += [f"  {name}", formatter._fill_text(text, width, " " * 6)]
        else:
            filled = formatter._fill_text(text, width, " " * column)
            lines.append(f"  {name}{filled[len(name) + 2 :]}")
    return "\n".join(lines)


def _until_quit(run: Callable[[], int]) -> int:
    """Run a command until the player quits. The player can also return to the menu."""
    from lastdigit.terminal.console import EndOfInput, Quit, ToMenu

    try:
        return run()
    except ToMenu as left:
        console = left.console
        return _until_quit(lambda: _open_menu(console))
    except Quit:
        return 0
    except EndOfInput:
        return 1


def _open_menu(console: Console) -> int:
    from lastdigit.cli.play import open_menu

    open_menu(console)
    return 0


def run_safely(command: Callable[[], int], program: str = "lastdigit") -> int:
    """Run a command, report errors and warnings as `PROGRAM: message`, and return the exit code.

    Packages in integrations/ use it for their own commands.
    """
    _open_streams()
    with _print_warnings(program):
        return _report_errors(command, program)


@contextlib.contextmanager
def _print_warnings(program: str) -> Iterator[None]:
    """Print each warning as a plain message, and only once."""
    default_show, printed = warnings.showwarning, set[str]()

    def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
        sentence = str(message)
        if not issubclass(category, LastDigitWarning):
            default_show(message, category, *place)
        elif sentence not in printed:
            printed.add(sentence)
            print_error(f"{program}: {sentence}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", LastDigitWarning)
        warnings.showwarning = show  # type: ignore[assignment]  # called with the same arguments
        yield


def _report_errors(command: Callable[[], int], program: str) -> int:
    """Run a command, and print the error if there is one."""
    try:
        code = _exit_code(command)
        sys.stdout.flush()  # flush here, so that a closed pipe is reported below
        return code
    except KeyboardInterrupt:
        return 130
    except LastDigitError as error:
        print_error(f"{program}: {error}")
        return 2 if isinstance(error, UsageError) else 1
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # the reader of our output has exited
            print(f"{program}: {error.strerror}.", file=sys.stderr)
        # Nothing more can be written: keep Python from flushing at exit.
        with contextlib.suppress(io.UnsupportedOperation):  # the output is not a file
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _open_streams() -> None:
    """Open missing standard streams, and make all of them accept any character."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # closed by the parent process
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free descriptor: this one
            setattr(sys, name, os.fdopen(number, "w" if number else "r"))
    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", lambda **_: None)(errors=ERROR_HANDLER)


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Return a replacement for characters that the encoding lacks, and where to continue."""
    assert isinstance(error, UnicodeEncodeError), "only encoding calls this handler"
    missing = error.object[error.start : error.end]
    return "".join(ASCII_REPLACEMENTS.get(character, "?") for character in missing), error.end


ERROR_HANDLER = "lastdigit-plainer"
ASCII_REPLACEMENTS = {"÷": "/", "×": "x"}
codecs.register_error(ERROR_HANDLER, _replace_unencodable)


def _exit_code(command: Callable[[], int]) -> int:
    try:
        return command()
    except SystemExit as done:  # raised by argparse after help or an error
        return done.code if isinstance(done.code, int) else 0
