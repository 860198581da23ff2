"""The commands for those who write games: `new-game` and `check`."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli.parsers import Parser, Words, command_parser, integer, open_console
from lastdigit.errors import BrokenGame, LastDigitError

if TYPE_CHECKING:
    from lastdigit.testing import Finding
    from lastdigit.testing.new_game import Name

MOST_TRIES = 100_000
WIDTH, INDENT = 80, 10


def new_game_parser() -> Parser:
    """Return the parser of `new-game`."""
    parser = command_parser(
        "new-game",
        "Write a small game under a new name, with all its tests, to be changed piece by piece:\n"
        "into this repository, or with --outside as a package of its own, in a folder here.",
        "lastdigit new-game my-first-game --outside",
    )
    parser.add_argument("name", metavar="NAME", help="such as twenty-one")
    parser.add_argument("--outside", action="store_true", help="as a package of its own")
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
        print(f"lastdigit play {name.dashed} plays it; CONTRIBUTING.md says how to go on.")
    return 0


def _short_path(path: Path) -> str:
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def _renew(name: Name, repository: Path) -> None:
    """Let the repository make what it makes from its games; raises LastDigitError."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.renew", name.dashed], cwd=repository, check=False
    )
    if done.returncode:
        raise LastDigitError(
            f"The game is written, but not yet on the pages made from the games: run make renew "
            f"GAME={name.dashed}."
        )


def check_parser() -> Parser:
    """Return the parser of `check`."""
    from lastdigit.testing import TRIES

    parser = command_parser(
        "check",
        "Try every law that a game keeps, on random play, and say what to do where it is broken.",
        "lastdigit check digit-poison",
    )
    parser.add_argument("game", metavar="GAME", help="a game's name or its beginning")
    parser.add_argument(
        "--tries",
        type=integer(1, MOST_TRIES),
        default=TRIES,
        metavar="N",
        help=f"how many random games each law is tried on (default {TRIES})",
    )
    return parser


def check(words: Words) -> int:
    arguments = check_parser().parse(words)
    from lastdigit import testing
    from lastdigit.games import find_class

    try:
        game = find_class(arguments.game)
    except BrokenGame as broken:
        print(broken)
        return 1
    print(f"{game.title} ({game.name}, version {game.version})", flush=True)
    return _report(testing.check(game, arguments.tries), open_console(arguments).bold)


def _report(findings: Iterable[Finding], bold: Callable[[str], str]) -> int:
    """Print law by law what was found, as soon as it is; return 1 if one is broken."""
    kept = broken = 0
    for law, fault in findings:
        kept, broken = kept + (not fault), broken + bool(fault)
        print(_paragraph(bold("BROKEN") if fault else "kept  ", law), flush=True)
        if fault:
            print(_paragraph(" " * 6, fault), flush=True)
    print(f"{kept} laws are kept, {broken} broken." if broken else f"All {kept} laws are kept.")
    return 1 if broken else 0


def _paragraph(word: str, text: str) -> str:
    """Return a paragraph that stands to the right of a word."""
    lines = textwrap.wrap(text, WIDTH - INDENT, break_on_hyphens=False, break_long_words=False)
    between = "\n" + " " * INDENT
    return f"  {word}  {between.join(lines)}"
