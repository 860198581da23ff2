"""The command `lastdigit`: arguments in, one call out, and every error told in one place.

Exit codes: 0 done, 1 a run that failed, 2 bad usage, 130 interrupted.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from lastdigit.cli import parsers
from lastdigit.cli.commands import TopParser, find_command
from lastdigit.cli.parsers import Words
from lastdigit.errors import LastDigitError, LastDigitWarning, UsageError, printable
from lastdigit.system import package_version

if TYPE_CHECKING:
    from lastdigit.terminal.console import Console


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
    top = TopParser()
    place = top.first_word(words)
    options, rest = words[:place], words[place:]
    if rest and rest[0] == "help":
        options, rest = ["--help"], rest[1:]
    if rest:
        command = find_command(rest[0])
        return _until_left(lambda: command([*options, *rest[1:]]))
    arguments = top.parse(options)
    return _until_left(lambda: _open_menu(parsers.open_console(arguments)))


def _until_left(run: Callable[[], int]) -> int:
    """Run what somebody may leave, for the menu or for good."""
    from lastdigit.terminal.console import EndOfInput, Quit, ToMenu

    try:
        return run()
    except ToMenu as left:
        console = left.console
        return _until_left(lambda: _open_menu(console))
    except Quit:
        return 0
    except EndOfInput:
        return 1


def _open_menu(console: Console) -> int:
    from lastdigit.terminal import menu

    menu.run(console, package_version())
    return 0
