"""The command `lastdigit`: arguments in, one call out, and every error told in one place.

Exit codes: 0 done, 1 a run that failed, 2 bad usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import codecs
import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from lastdigit import __version__
from lastdigit.cli import (
    authors,
    config,
    contests,
    fullscreen,
    games,
    kept,
    parsers,
    play,
    players,
    records,
    serve,
)
from lastdigit.cli.parsers import Words
from lastdigit.errors import (
    LastDigitError,
    LastDigitWarning,
    UnknownGame,
    UsageError,
    guess,
    printable,
    quoted,
)
from lastdigit.games import find_class
from lastdigit.terminal.console import Console, EndOfInput, Quit, ToMenu


def main(words: Words | None = None) -> int:
    """Run one command and return its exit code."""
    words = sys.argv[1:] if words is None else words
    _open_streams()
    with _warnings_in_words():
        return _run_safely(words)


@contextlib.contextmanager
def _warnings_in_words() -> Iterator[None]:
    """Tell of what cannot be used in our own words, and of each thing only once."""
    usual, printed = warnings.showwarning, set[str]()

    def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
        sentence = str(message)
        if not issubclass(category, LastDigitWarning):
            usual(message, category, *place)
        elif sentence not in printed:
            printed.add(sentence)
            print(f"lastdigit: {printable(sentence)}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("always", LastDigitWarning)
        warnings.showwarning = show  # type: ignore[assignment]  # the place is passed on as it is
        yield


def _run_safely(words: Words) -> int:
    """Run one command, and say in one line whatever ends it."""
    try:
        code = _exit_code(words)
        sys.stdout.flush()  # here, where a closed pipe can still be met calmly
        return code
    except Quit:
        return 0
    except EndOfInput:
        return 1
    except KeyboardInterrupt:
        return 130
    except LastDigitError as error:
        print(f"lastdigit: {printable(str(error))}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # there, whoever read us has simply gone
            print(f"lastdigit: {error.strerror}.", file=sys.stderr)
        # Nothing more can be written, not even when Python closes the output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _open_streams() -> None:
    """Make sure that all three standard streams are there and can take any character."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # closed by whoever started us
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
            setattr(sys, name, os.fdopen(number, "w" if number else "r"))
    for stream in (sys.stdout, sys.stderr):
        getattr(stream, "reconfigure", lambda **_: None)(errors=PLAINER)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """Return what is written for characters that an encoding lacks, and where to go on."""
    assert isinstance(error, UnicodeEncodeError), "text is only ever written with it"
    missing = error.object[error.start : error.end]
    return "".join(PLAINER_SIGNS.get(character, "?") for character in missing), error.end


PLAINER = "lastdigit-plainer"
PLAINER_SIGNS = {"÷": "/", "×": "x"}
codecs.register_error(PLAINER, _plainer)


def _exit_code(words: Words) -> int:
    try:
        return _run(words)
    except SystemExit as done:  # argparse's way to end after a help or a complaint
        return done.code if isinstance(done.code, int) else 0


def _run(words: Words) -> int:
    top = _top_parser()
    place = top.first_word(words)
    options, rest = words[:place], words[place:]
    if rest and rest[0] == "help":
        options, rest = ["--help"], rest[1:]
    if rest:
        try:
            return _find_command(rest[0])([*options, *rest[1:]])
        except ToMenu as left:
            return _open_menu(left.console)
    arguments = top.parse(options)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        top.print_help()
        return 2
    return _open_menu(parsers.open_console(arguments))


def _open_menu(console: Console) -> int:
    from lastdigit.terminal import menu

    menu.run(console, __version__)
    return 0


def _top_parser() -> parsers.Parser:
    lines = "\n".join(f"  {name:8} {about}" for name, (about, _) in COMMANDS.items())
    top = parsers.Parser(
        prog="lastdigit",
        usage="lastdigit [COMMAND ...]",
        description="Number games for two. Without a command: a menu, then play.",
        epilog=f"commands:\n{lines}\n\n"
        "lastdigit COMMAND --help tells more.\n"
        "example: lastdigit play number-morph --player-2 random",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parsers.add_general_options(top)
    return top


def _find_command(word: str) -> Callable[[Words], int]:
    """Return what a command does; raises UsageError with what was probably meant."""
    name = SPELLINGS.get(word, word)
    if name in COMMANDS:
        return COMMANDS[name][1]
    meant = guess(word, COMMANDS)
    if meant is not None:
        raise UsageError(f"There is no command {quoted(word)}; did you mean {meant}?")
    try:
        game = find_class(word).name
    except UnknownGame:
        known = ", ".join(COMMANDS)
        raise UsageError(f"There is no command {quoted(word)}; there is {known}.") from None
    raise UsageError(f"{quoted(word)} is a game, not a command; lastdigit play {game} plays it.")


COMMANDS: dict[str, tuple[str, Callable[[Words], int]]] = {
    command.__name__.rstrip("_").replace("_", "-"): (str(command.__doc__), command)
    for command in (
        play.play,
        play.resume,
        fullscreen.tui,
        games.learn,
        kept.list_,
        records.replay,
        records.verify,
        kept.export,
        kept.forget,
        config.config,
        serve.serve,
        games.analyse,
        records.review,
        games.solve,
        games.games,
        games.rules,
        games.show,
        players.bot,
        contests.arena,
        contests.exam,
        authors.new_game,
        authors.check,
    )
}
SPELLINGS = {"analyze": "analyse"}
"""Commands as others write them."""
