"""What can come next on a command line, from the parsers: for shells that complete words."""

from __future__ import annotations

import argparse
import os
import textwrap
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import NamedTuple

from lastdigit.cli.commands import COMMANDS, SPELLINGS, TopParser, about, parser_of
from lastdigit.cli.parsers import Parser
from lastdigit.errors import LastDigitError

MANY = 100
"""Kept games that are offered; more would only scroll by."""
LONGEST_ABOUT = 60


class Candidate(NamedTuple):
    """A word that can stand next, and what it is."""

    word: str
    about: str = ""


def candidates(words: Sequence[str]) -> list[Candidate]:
    """Return what the last of these words can become; it may be empty.

    Nothing is returned where any word, or the name of a file, may stand.
    """
    *before, current = words or [""]
    current = "" if current == "=" else current  # in bash, the = of --color=never is a word
    option, equals, value = current.partition("=")
    if equals and option.startswith("-"):
        values = candidates([*before, option, value])
        return [Candidate(f"{option}={found.word}", found.about) for found in values]
    return [found for found in _all(before, current) if found.word.startswith(current)]


def _all(before: Sequence[str], current: str) -> Iterable[Candidate]:
    top = TopParser()
    place = _place_of_command(top, before)
    if place is None:
        waiting = _read(top, before).waiting
        if waiting is not None:
            return _values(waiting, [])
        return _options(top, before) if current.startswith("-") else _commands()
    command = SPELLINGS.get(before[place], before[place])
    if command == "help":
        return _commands()
    if command not in COMMANDS:
        return ()
    return _of_command(command, [*before[:place], *before[place + 1 :]], current)


def _place_of_command(top: Parser, words: Sequence[str]) -> int | None:
    places = range(len(words))
    return next((place for place in places if _read(top, words[: place + 1]).plain), None)


def _of_command(command: str, before: Sequence[str], current: str) -> Iterable[Candidate]:
    build = parser_of(command)
    parser = build()
    read = _read(parser, before)
    if parser.by_game and read.plain:
        from lastdigit.games import find_class

        try:
            parser = build(find_class(read.plain[0]))
        except LastDigitError:
            return ()
        read = _read(parser, before)
        read = read._replace(plain=read.plain[1:])
    elif parser.by_game and read.waiting is None and not current.startswith("-"):
        return _games()
    if read.waiting is not None:
        return _values(read.waiting, read.plain)
    if current.startswith("-"):
        return _options(parser, before)
    places = [action for action in parser._actions if not action.option_strings]
    if not places:
        return ()
    action = places[min(len(read.plain), len(places) - 1)]
    is_there = len(read.plain) < len(places) or action.nargs in ("*", "+")
    return _values(action, read.plain) if is_there else ()


class Read(NamedTuple):
    """Words so far: those that are no options, and the option that still wants its value."""

    plain: list[str]
    waiting: argparse.Action | None


def _read(parser: Parser, words: Sequence[str]) -> Read:
    plain: list[str] = []
    waiting: argparse.Action | None = None
    for word in words:
        if waiting is not None:
            waiting = waiting if word == "=" else None
        elif word.startswith("-") and word != "-":
            name, equals, _ = word.partition("=")
            action = parser._option_string_actions.get(name)
            takes_value = action is not None and action.nargs != 0 and not equals
            waiting = action if takes_value else None
        else:
            plain.append(word)
    return Read(plain, waiting)


def _options(parser: Parser, given: Sequence[str]) -> Iterable[Candidate]:
    """Return the options that are not given yet; those in one letter need no completing."""
    names = {word.partition("=")[0] for word in given}
    for action in parser._actions:
        again = isinstance(action, argparse._AppendAction)
        if action.help != argparse.SUPPRESS and (again or names.isdisjoint(action.option_strings)):
            for option in action.option_strings:
                if option.startswith("--"):
                    yield Candidate(option, _short(action.help))


def _short(text: str | None) -> str:
    return textwrap.shorten((text or "").replace("%%", "%"), LONGEST_ABOUT, placeholder=" ...")


def _values(action: argparse.Action, plain: Sequence[str]) -> Iterable[Candidate]:
    """Return what a value can be; `plain` are the words before it that are no options."""
    if action.choices is not None:
        return [Candidate(str(choice)) for choice in action.choices]
    if action.metavar == "VALUE" and plain:
        return _preferred(plain[0])
    return SOURCES.get(str(action.metavar), tuple)()


def _commands() -> Iterable[Candidate]:
    return [Candidate(name, about(name)) for name in COMMANDS]


def _games() -> Iterable[Candidate]:
    from lastdigit.games import catalogue

    return [Candidate(name, game.title) for name, game in catalogue().items()]


def _players() -> Iterable[Candidate]:
    from lastdigit.match.record import HUMAN
    from lastdigit.players import COMPUTERS

    yield Candidate(HUMAN, "a person")
    for name, computer in COMPUTERS.items():
        yield Candidate(name, computer.about)


def _kept_games() -> Iterable[Candidate]:
    from lastdigit.store import VARIABLE, default_path, open_store
    from lastdigit.terminal.kept import game_text

    try:
        if VARIABLE not in os.environ and not default_path().exists():
            return []
        with closing(open_store(read_only=True)) as store:
            return [Candidate(str(game.id), game_text(game)) for game in store.games(MANY)]
    except LastDigitError:
        return []


def _keys() -> Iterable[Candidate]:
    from lastdigit.preferences import KEYS

    return [Candidate(key, preference.about) for key, preference in KEYS.items()]


def _preferred(key: str) -> Iterable[Candidate]:
    from lastdigit.preferences import KEYS

    allowed = KEYS[key].allowed if key in KEYS else None
    return [Candidate(value) for value in allowed()] if allowed else []


SOURCES: dict[str, Callable[[], Iterable[Candidate]]] = {
    "GAME": _games,
    "WHO": _players,
    "ID": _kept_games,
    "FILE|ID": _kept_games,
    "KEY": _keys,
}
"""What can be said where a help has this word; for others there is nothing to offer."""
