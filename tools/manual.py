"""The manual page `lastdigit(1)`, generated from the parsers; `make renew` writes it.

A wheel installs it where `man` finds it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from lastdigit.cli.main import (
    COMMANDS,
    FREQUENT_OPTIONS,
    GENERAL_OPTIONS,
    TopParser,
    about,
    parser_of,
)
from lastdigit.cli.parsers import COMMON, Parser, add_rules
from lastdigit.game.text import Audience
from lastdigit.games import catalogue

MANUAL = Path(__file__).parents[1] / "docs" / "man" / "share" / "man" / "man1" / "lastdigit.1"
HEAD = (
    '.\\" Generated from the parsers by tools/manual.py. Do not edit: run make renew.\n'
    '.TH LASTDIGIT 1 "" "Last Digit" "Games"'
)
TAIL = r"""
.SH ENVIRONMENT
.TP
.B NO_COLOR, FORCE_COLOR
if \fB\-\-color\fR is not given, NO_COLOR turns bold and colour off, and FORCE_COLOR turns them on
.TP
.B PAGER
the program that shows text too long for the screen
.TP
.B XDG_DATA_HOME, XDG_CACHE_HOME, XDG_CONFIG_HOME
folders for saved games, cached tables and settings (default: in your home folder)
.TP
.B OPENAI_BASE_URL, OPENAI_API_KEY
the address and API key for language models
.SH FILES
.TP
.I ~/.local/share/lastdigit/games.sqlite3
saved games
.TP
.I ~/.config/lastdigit/config.json
settings (change them with \fBlastdigit config\fR)
.SH EXIT STATUS
0 success, 1 failure, 2 usage error, 130 interrupted.
""".strip()


def manual() -> str:
    """Return the manual page in the format of `man`."""
    top = TopParser()
    lines = [
        HEAD,
        ".SH NAME",
        r"lastdigit \- five number games for two players",
        ".SH SYNOPSIS",
        r"\fBlastdigit\fR [\fICOMMAND\fR ...]",
        ".SH DESCRIPTION",
        _text(str(top.description)),
        _text("Options can go anywhere. All commands accept these:"),
        *_explanation(GENERAL_OPTIONS),
        ".PP",
        _text("Many commands accept these:"),
        *_explanation(FREQUENT_OPTIONS),
        ".SH COMMANDS",
        *(line for name in COMMANDS for line in _command(name)),
        ".SH GAMES",
        *(line for name in catalogue() for line in _game(name)),
        TAIL,
    ]
    return "\n".join(lines) + "\n"


def _command(name: str) -> Iterator[str]:
    parser = parser_of(name)()
    usage = str(parser.usage).removeprefix("lastdigit ")
    yield f".SS {_text(usage)}"
    yield _text(about(name))
    if parser.by_game:
        yield _text("The command also accepts the game's rule options (see GAMES).")
    yield from _options(parser)
    frequent = [name for name in parser.common_options() if name in ("--json", "--store")]
    if frequent:
        yield ".PP"
        yield f"Also accepts {' and '.join(map(_bold, frequent))}."
    yield ".PP"
    yield f"Example: {_bold(str(parser.epilog).removeprefix('example: '))}"


def _game(name: str) -> Iterator[str]:
    kind = catalogue()[name]
    parser = Parser(prog=name, add_help=False)
    add_rules(parser, kind)
    yield f".SS {_text(f'{kind.title} ({name})')}"
    yield _text(kind().second_person(Audience()).goal())
    yield from _options(parser)


def _explanation(options: dict[str, str]) -> Iterator[str]:
    for option, text in options.items():
        yield from (".TP", _bold(option), _text(text))


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the arguments and options of a command, except those that most commands take."""
    for action in parser._actions:
        if action.help == argparse.SUPPRESS or action.dest in COMMON:
            continue
        yield ".TP"
        yield _term(action)
        yield _text((action.help or "").replace("%%", "%"))


def _term(action: argparse.Action) -> str:
    """Return the usage of an option with its value, or the name of a positional argument."""
    value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else "")
    value = value or ("" if action.nargs == 0 else action.dest.upper())
    names = ", ".join(_bold(option) for option in action.option_strings)
    return " ".join(filter(None, (names, rf"\fI{_text(str(value))}\fR" if value else "")))


def _bold(text: str) -> str:
    return rf"\fB{_text(text)}\fR"


def _text(text: str) -> str:
    """Escape a text for `man`."""
    text = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^(?=[.'])", r"\\&", text)


if __name__ == "__main__":
    print(manual(), end="")
