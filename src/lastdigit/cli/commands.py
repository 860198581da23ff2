"""The commands by name, each with where it stands; imported only when it is asked for.

What a command does is a function there, and its parser stands beside it: `play` and `play_parser`.
The first line of the function's docstring is what the list of commands says of it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from lastdigit.cli.parsers import Formatter, Parser, Words, add_general_options
from lastdigit.errors import UnknownGame, UsageError, guess, quoted

COMMANDS = {
    "play": "play.play",
    "resume": "play.resume",
    "tui": "fullscreen.tui",
    "learn": "games.learn",
    "daily": "puzzles.daily",
    "practice": "practice.practice",
    "ladder": "practice.ladder",
    "stats": "practice.stats",
    "puzzles": "puzzles.puzzles",
    "worksheet": "puzzles.worksheet",
    "list": "kept.list_",
    "replay": "records.replay",
    "verify": "records.verify",
    "export": "kept.export",
    "forget": "kept.forget",
    "expire": "upkeep.expire",
    "backup": "upkeep.backup",
    "store": "stores.store",
    "cache": "caches.cache",
    "config": "config.config",
    "serve": "serve.serve",
    "analyse": "games.analyse",
    "review": "records.review",
    "solve": "games.solve",
    "certify": "proofs.certify",
    "check-certificate": "proofs.check_certificate",
    "map": "maps.map_",
    "games": "games.games",
    "rules": "games.rules",
    "show": "games.show",
    "bot": "players.bot",
    "arena": "contests.arena",
    "exam": "contests.exam",
    "leaderboard": "leaderboards.leaderboard",
    "dataset": "datasets.dataset",
    "convert": "converters.convert",
    "mcp": "agents.mcp",
    "new-game": "authors.new_game",
    "check": "authors.check",
    "completion": "shells.completion",
}
SPELLINGS = {"analyze": "analyse"}
"""Commands as others write them."""


class TopParser(Parser):
    """What can be typed before a command, or instead of one."""

    def __init__(self) -> None:
        super().__init__(
            prog="lastdigit",
            usage="lastdigit [COMMAND ...]",
            description="Number games for two. Without a command: a menu, then play.",
            allow_abbrev=False,
            formatter_class=Formatter,
        )
        add_general_options(self)

    def format_help(self) -> str:
        """Return the help, with every command."""
        lines = "\n".join(f"  {name:10} {about(name)}" for name in COMMANDS)
        self.epilog = (
            f"commands:\n{lines}\n\nlastdigit COMMAND --help tells more.\n"
            "example: lastdigit play number-morph --player-2 random"
        )
        return super().format_help()


def find_command(word: str) -> Callable[[Words], int]:
    """Return what a command does; raises UsageError with what was probably meant."""
    name = SPELLINGS.get(word, word)
    if name in COMMANDS:
        return _function(name)
    meant = guess(word, COMMANDS)
    if meant is not None:
        raise UsageError(f"There is no command {quoted(word)}; did you mean {meant}?")
    from lastdigit.games import find_class

    try:
        game = find_class(word).name
    except UnknownGame:
        known = ", ".join(COMMANDS)
        raise UsageError(f"There is no command {quoted(word)}; there is {known}.") from None
    raise UsageError(f"{quoted(word)} is a game, not a command; lastdigit play {game} plays it.")


def about(name: str) -> str:
    """Return what a command does, in a sentence."""
    return str(_function(name).__doc__)


def parser_of(name: str) -> Callable[..., Parser]:
    """Return what makes the parser of a command; one about a game can be given that."""
    function = _function(name)
    found: Callable[..., Parser] = getattr(
        import_module(function.__module__), f"{function.__name__.rstrip('_')}_parser"
    )
    return found


def _function(name: str) -> Callable[[Words], int]:
    module, _, function = COMMANDS[name].partition(".")
    found: Callable[[Words], int] = getattr(import_module(f"lastdigit.cli.{module}"), function)
    return found
