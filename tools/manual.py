"""The manual page `lastdigit(1)`, made from the parsers; `make renew` writes it.

A wheel carries it to where `man` looks, beside the command.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from lastdigit.cli.commands import COMMANDS, TopParser, about, parser_of
from lastdigit.cli.parsers import Parser, add_rules
from lastdigit.game.text import Audience
from lastdigit.games import catalogue

MANUAL = Path(__file__).parents[1] / "docs" / "man" / "share" / "man" / "man1" / "lastdigit.1"
HEAD = (
    '.\\" Made from the parsers by tools/manual.py: change it by make renew, not by hand.\n'
    '.TH LASTDIGIT 1 "" "Last Digit" "Games"'
)
TAIL = r"""
.SH ENVIRONMENT
.TP
.B NO_COLOR, FORCE_COLOR
without \fB\-\-color\fR, the first turns bold and colour off, else the second turns them on
.TP
.B PAGER
shows rules and lists that are too long for the terminal
.TP
.B XDG_DATA_HOME, XDG_CACHE_HOME, XDG_CONFIG_HOME
where kept games, exact tables and preferences are; in the home folder without them
.TP
.B OPENAI_BASE_URL, OPENAI_API_KEY
the endpoint of language models, and the key for it
.SH FILES
.TP
.I ~/.local/share/lastdigit/games.sqlite3
kept games
.TP
.I ~/.config/lastdigit/config.json
preferences; \fBlastdigit config\fR changes them
.SH EXIT STATUS
0 done, 1 a run that failed, 2 bad usage, 130 interrupted.
""".strip()


def manual() -> str:
    """Return the whole page, in the language of `man`."""
    top = TopParser()
    lines = [
        HEAD,
        ".SH NAME",
        r"lastdigit \- number games for two",
        ".SH SYNOPSIS",
        r"\fBlastdigit\fR [\fICOMMAND\fR ...]",
        ".SH DESCRIPTION",
        _text(str(top.description)),
        _text("Options may stand anywhere. These go with every command:"),
        *_options(top),
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
        yield _text("Takes the options of the game too, which stand under GAMES.")
    yield from _options(parser, general=False)
    yield ".PP"
    yield f"Example: {_bold(str(parser.epilog).removeprefix('example: '))}"


def _game(name: str) -> Iterator[str]:
    kind = catalogue()[name]
    parser = Parser(prog=name, add_help=False)
    add_rules(parser, kind)
    yield f".SS {_text(f'{kind.title} ({name})')}"
    yield _text(kind().second_person(Audience()).goal())
    yield from _options(parser)


GENERAL = frozenset(action.dest for action in TopParser()._actions)
"""What every command takes is told once."""


def _options(parser: argparse.ArgumentParser, *, general: bool = True) -> Iterator[str]:
    """Yield what stands in a command's help of words and options."""
    for action in parser._actions:
        if action.help == argparse.SUPPRESS or (action.dest in GENERAL and not general):
            continue
        yield ".TP"
        yield _term(action)
        yield _text((action.help or "").replace("%%", "%"))


def _term(action: argparse.Action) -> str:
    """Return how an option is written, with its value, or a word by its name."""
    value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else "")
    value = value or ("" if action.nargs == 0 else action.dest.upper())
    names = ", ".join(_bold(option) for option in action.option_strings)
    return " ".join(filter(None, (names, rf"\fI{_text(str(value))}\fR" if value else "")))


def _bold(text: str) -> str:
    return rf"\fB{_text(text)}\fR"


def _text(text: str) -> str:
    """Return text as it is to stand on the page: nothing in it is a command to `man`."""
    text = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^(?=[.'])", r"\\&", text)


if __name__ == "__main__":
    print(manual(), end="")
