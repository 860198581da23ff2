"""Commands for game authors: `dev new-game` and `dev check`."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli.parsers import (
    Parser,
    Words,
    add_game,
    choose_game,
    command_parser,
    integer,
    open_console,
)
from lastdigit.errors import BrokenGame, LastDigitError

if TYPE_CHECKING:
    from lastdigit.testing import CheckResult
    from lastdigit.testing.new_game import Name

MAX_TRIES = 100_000
WIDTH, INDENT = 80, 10


def new_game_parser() -> Parser:
    parser = command_parser(
        "dev new-game",
        "Start a new game from a template: a small complete game with all its tests, to change "
        "step by step. It is written into this repository or, with --outside, into a separate "
        "package in the current folder.",
        "lastdigit dev new-game my-first-game --outside",
        usage="NAME",
    )
    parser.add_argument("name", metavar="NAME", help="name of the game, such as twenty-one")
    parser.add_argument(
        "--outside", action="store_true", help="create the game in a separate package"
    )
    return parser


def new_game(words: Words) -> int:
    arguments = new_game_parser().parse(words)
    from lastdigit.testing import new_game as games

    name, outside = games.new_name(arguments.name), arguments.outside
    if outside:
        files = games.outside_files(name, Path.cwd())
    else:
        files = games.inside_files(name, games.REPOSITORY)
    games.write(files)
    for path in files:
        print(f"wrote {_short_path(path)}")
    if outside:
        print(f"lastdigit-{name.dashed}/README.md says how to install, play and check it.")
    else:
        _renew(name, games.REPOSITORY)
        print(f"Play it: lastdigit play {name.dashed}. CONTRIBUTING.md explains the next steps.")
    return 0


def _short_path(path: Path) -> str:
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def _renew(name: Name, repository: Path) -> None:
    """Regenerate the pages and pictures made from the games.

    Raise LastDigitError if a page or picture cannot be regenerated.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.renew", name.dashed], cwd=repository, check=False
    )
    if done.returncode:
        raise LastDigitError(
            f"The game has been created, but the generated pages do not include it yet. Run make "
            f"renew GAME={name.dashed}."
        )


def check_parser() -> Parser:
    from lastdigit.testing import TRIES

    parser = command_parser(
        "dev check",
        "Test a game you wrote with random play and report what to fix.",
        "lastdigit dev check digit-poison",
        usage="GAME",
    )
    add_game(parser)
    parser.add_argument(
        "--tries",
        type=integer(1, MAX_TRIES),
        default=TRIES,
        metavar="N",
        help=f"random games per check (default {TRIES})",
    )
    return parser


def check(words: Words) -> int:
    parser = check_parser()
    arguments = parser.parse(words)
    from lastdigit import testing
    from lastdigit.games import find_class

    try:
        game = find_class(arguments.game or choose_game(parser, arguments))
    except BrokenGame as broken:
        print(broken)
        return 1
    print(f"{game.title} ({game.name}, version {game.version})", flush=True)
    return _report(testing.check(game, arguments.tries), open_console(arguments).bold)


def _report(results: Iterable[CheckResult], bold: Callable[[str], str]) -> int:
    """Print the result of each check as soon as it is known, and return the exit code."""
    passed = failed = 0
    for check, fault in results:
        passed, failed = passed + (not fault), failed + bool(fault)
        print(_paragraph(bold("FAILED") if fault else "passed", check), flush=True)
        if fault:
            print(_paragraph(" " * 6, fault), flush=True)
    print(f"{passed} checks passed, {failed} failed." if failed else f"All {passed} checks passed.")
    return 1 if failed else 0


def _paragraph(word: str, text: str) -> str:
    """Return a word followed by a paragraph with a hanging indent."""
    lines = textwrap.wrap(text, WIDTH - INDENT, break_on_hyphens=False, break_long_words=False)
    between = "\n" + " " * INDENT
    return f"  {word}  {between.join(lines)}"
