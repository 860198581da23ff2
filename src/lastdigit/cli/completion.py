"""Shell completion: the `completion` command, and the candidates for the next word."""

from __future__ import annotations

import argparse
import os
import textwrap
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import NamedTuple

from lastdigit.cli.main import (
    COMMANDS,
    GROUPS,
    SECTIONS,
    TopParser,
    about,
    commands_of,
    find_command,
    parser_of,
)
from lastdigit.cli.parsers import Parser, Words, command_parser
from lastdigit.errors import LastDigitError

WORDS_OPTION = "--words"
"""The option that passes the words typed so far. The last word is the one to complete."""

BASH = """\
_lastdigit() {
    local IFS=$'\\n'
    COMPREPLY=($("$1" completion --words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _lastdigit lastdigit
"""
ZSH = """\
#compdef lastdigit
_lastdigit() {
    local -a found
    local line
    while IFS= read -r line; do
        found+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
    done < <("${words[1]}" completion --words "${(@)words[2,CURRENT]}" 2>/dev/null)
    if (( $#found )); then
        _describe -V lastdigit found
    else
        _files
    fi
}
if [ "$funcstack[1]" = _lastdigit ]; then
    _lastdigit
else
    compdef _lastdigit lastdigit
fi
"""
FISH = """\
function __lastdigit
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($before[1] completion --words $before[2..-1] "$current" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c lastdigit -f -k -a '(__lastdigit)'
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def completion_parser() -> Parser:
    parser = command_parser(
        "completion",
        "Print a shell completion script. It completes commands, games, options and their values. "
        "To use it, add a line to your shell's start-up file:\n\n"
        "  bash (~/.bashrc)\n"
        '    eval "$(lastdigit completion bash)"\n'
        "  zsh (~/.zshrc, after compinit)\n"
        '    eval "$(lastdigit completion zsh)"\n'
        "  fish (~/.config/fish/config.fish)\n"
        "    lastdigit completion fish | source",
        "lastdigit completion bash",
        usage="SHELL",
    )
    parser.add_argument("shell", choices=tuple(SCRIPTS), metavar="SHELL", help="bash, zsh or fish")
    return parser


def completion(words: Words) -> int:
    if words[:1] == [WORDS_OPTION]:
        for candidate in candidates(words[1:]):
            print(f"{candidate.word}\t{candidate.about}")
        return 0
    arguments = completion_parser().parse(words)
    print(SCRIPTS[arguments.shell], end="")
    return 0


MAX_SAVED_GAMES = 100
"""The maximum number of saved games to offer."""
MAX_DESCRIPTION_LENGTH = 60


class Candidate(NamedTuple):
    """A possible next word and its description."""

    word: str
    about: str = ""


def candidates(words: Sequence[str]) -> list[Candidate]:
    """Return the completions for the last word, which may be empty.

    Return no values if any word or file name is allowed.
    """
    *before, current = words or [""]
    current = "" if current == "=" else current  # bash passes the = in --color=never as a word
    option, equals, value = current.partition("=")
    if equals and option.startswith("-"):
        values = candidates([*before, option, value])
        return [Candidate(f"{option}={candidate.word}", candidate.about) for candidate in values]
    return [candidate for candidate in _all(before, current) if candidate.word.startswith(current)]


def _all(before: Sequence[str], current: str) -> Iterable[Candidate]:
    top = TopParser()
    place = _index_of_command(top, before)
    if place is None:
        waiting = _parse_words(top, before).open_option
        if waiting is not None:
            return _values(waiting, [])
        if current.startswith("-"):
            return _options(top, before)
        return [*_commands(), Candidate("help", "Explain a command or group.")]
    words = before[place:]
    if words[0] == "help":
        return _topics(words[1:], current)
    if current.startswith("-") and words[-1] in GROUPS:
        return _options(top, before)
    try:
        path, rest = find_command(words)
    except LastDigitError:
        return ()
    if path in GROUPS:
        return _commands(path)
    return _of_command(path, [*before[:place], *rest], current)


def _topics(words: Sequence[str], current: str) -> Iterable[Candidate]:
    """Return the topics that `lastdigit help` accepts."""
    if words:
        return _commands(words[0]) if words[0] in GROUPS and len(words) == 1 else ()
    if current.startswith("-"):
        return [Candidate("--all", "List all commands.")]
    sections = {name: one.summary for name, one in SECTIONS.items()}
    topics = {one.word: one.about for one in _commands()}
    return [Candidate(name, text) for name, text in (topics | sections | topics).items()]


def _index_of_command(top: Parser, words: Sequence[str]) -> int | None:
    places = range(len(words))
    return next(
        (place for place in places if _parse_words(top, words[: place + 1]).positional), None
    )


def _of_command(command: str, before: Sequence[str], current: str) -> Iterable[Candidate]:
    build = parser_of(command)
    parser = build()
    read = _parse_words(parser, before)
    if parser.by_game and read.positional:
        from lastdigit.games import find_class

        try:
            parser = build(find_class(read.positional[0]))
        except LastDigitError:
            return ()
        read = _parse_words(parser, before)
        read = read._replace(positional=read.positional[1:])
    elif parser.by_game and read.open_option is None and not current.startswith("-"):
        return _games()
    if read.open_option is not None:
        return _values(read.open_option, read.positional)
    if current.startswith("-"):
        return _options(parser, before)
    places = [action for action in parser._actions if not action.option_strings]
    if not places:
        return ()
    action = places[min(len(read.positional), len(places) - 1)]
    is_there = len(read.positional) < len(places) or action.nargs in ("*", "+")
    return _values(action, read.positional) if is_there else ()


class ParsedWords(NamedTuple):
    """The positional words so far, and the option that still needs a value."""

    positional: list[str]
    open_option: argparse.Action | None


def _parse_words(parser: Parser, words: Sequence[str]) -> ParsedWords:
    positional: list[str] = []
    open_option: argparse.Action | None = None
    for word in words:
        if open_option is not None:
            open_option = open_option if word == "=" else None
        elif word.startswith("-") and word != "-":
            name, equals, _ = word.partition("=")
            action = parser._option_string_actions.get(name)
            takes_value = action is not None and action.nargs != 0 and not equals
            open_option = action if takes_value else None
        else:
            positional.append(word)
    return ParsedWords(positional, open_option)


def _options(parser: Parser, given: Sequence[str]) -> Iterable[Candidate]:
    """Return the long options that have not been given yet."""
    names = {word.partition("=")[0] for word in given}
    for action in parser._actions:
        again = isinstance(action, argparse._AppendAction)
        if action.help != argparse.SUPPRESS and (again or names.isdisjoint(action.option_strings)):
            for option in action.option_strings:
                if option.startswith("--"):
                    yield Candidate(option, _short(action.help))


def _short(text: str | None) -> str:
    return textwrap.shorten(
        (text or "").replace("%%", "%"), MAX_DESCRIPTION_LENGTH, placeholder=" ..."
    )


def _values(action: argparse.Action, positional: Sequence[str]) -> Iterable[Candidate]:
    """Return an argument's possible values.

    `positional` lists the positional words before the argument.
    """
    if action.choices is not None:
        return [Candidate(str(choice)) for choice in action.choices]
    if action.metavar == "VALUE" and positional:
        return _setting_values(positional[0])
    return SOURCES.get(str(action.metavar), tuple)()


def _commands(group: str = "") -> Iterable[Candidate]:
    """Return the commands in a group, or the first words of all commands."""
    if group:
        return [Candidate(path.partition(" ")[2], about(path)) for path in commands_of(group)]
    first = dict.fromkeys(path.partition(" ")[0] for path in COMMANDS)
    return [Candidate(name, about(name)) for name in first]


def _games() -> Iterable[Candidate]:
    from lastdigit.games import catalogue

    return [Candidate(name, game.title) for name, game in catalogue().items()]


def _players() -> Iterable[Candidate]:
    from lastdigit.match.record import HUMAN
    from lastdigit.players import COMPUTERS

    yield Candidate(HUMAN, "a person")
    for name, computer in COMPUTERS.items():
        yield Candidate(name, computer.about)


def _saved_games() -> Iterable[Candidate]:
    from lastdigit.storage import VARIABLE, default_path, open_store
    from lastdigit.terminal.output import game_text

    try:
        if VARIABLE not in os.environ and not default_path().exists():
            return []
        with closing(open_store(read_only=True)) as store:
            return [
                Candidate(str(game.id), game_text(game)) for game in store.games(MAX_SAVED_GAMES)
            ]
    except LastDigitError:
        return []


def _keys() -> Iterable[Candidate]:
    from lastdigit.settings import KEYS

    return [Candidate(key, preference.about) for key, preference in KEYS.items()]


def _setting_values(key: str) -> Iterable[Candidate]:
    from lastdigit.settings import KEYS

    allowed = KEYS[key].allowed if key in KEYS else None
    return [Candidate(value) for value in allowed()] if allowed else []


SOURCES: dict[str, Callable[[], Iterable[Candidate]]] = {
    "GAME": _games,
    "WHO": _players,
    "ID": _saved_games,
    "FILE|ID": _saved_games,
    "KEY": _keys,
}
"""Functions that return the candidates for each placeholder in the help. Others have none."""
