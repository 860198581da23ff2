"""The commands by name: what the list of commands says about each, and the function that runs it.

Only the module of the requested command is imported. A command's parser is beside its function:
`play` and `play_parser`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from lastdigit.cli.parsers import Formatter, Parser, Words, add_general_options
from lastdigit.errors import UnknownGame, UsageError, guess, quoted


class Command(NamedTuple):
    """A command's function, as MODULE.FUNCTION in this package, and its line in the help."""

    function: str
    summary: str


COMMANDS = {
    "play": Command("play.play", "Play a game here."),
    "resume": Command("play.resume", "Go on with a kept game."),
    "tui": Command("fullscreen.tui", "Play on a full screen, with large digits, keys and mouse."),
    "learn": Command("games.learn", "Learn a game in under a minute."),
    "daily": Command("puzzles.daily", "Solve today's five puzzles."),
    "practice": Command("practice.practice", "Solve puzzles at your own level."),
    "ladder": Command("practice.ladder", "Climb from the weakest computer to the perfect one."),
    "stats": Command("practice.stats", "Show what you have done, and how well."),
    "puzzles": Command("puzzles.puzzles", "Make puzzles of a game, with answers and reasons."),
    "worksheet": Command("puzzles.worksheet", "Write a sheet of puzzles to print."),
    "list": Command("kept.list_", "List kept games, newest first."),
    "replay": Command("records.replay", "Show a recorded or saved game as it was played."),
    "verify": Command(
        "records.verify", "Check that recorded games follow from the rules, event by event."
    ),
    "export": Command("kept.export", "Write kept games as records, a line each."),
    "forget": Command("kept.forget", "Delete kept games for good."),
    "expire": Command("upkeep.expire", "Delete games in a browser that nobody comes back for."),
    "backup": Command("upkeep.backup", "Copy all kept games into a file, also beside a server."),
    "store": Command("stores.store", "Copy all that is kept to another file or database."),
    "cache": Command("caches.cache", "Tell or delete what was found out once and is kept."),
    "config": Command(
        "config.config", "Show or change what you prefer: name, level, colour, voice."
    ),
    "serve": Command("serve.serve", "Play in a browser: here, against the computer, or by a link."),
    "analyse": Command("games.analyse", "Tell exactly who wins a position, and why."),
    "review": Command(
        "records.review", "Judge a played game move by move, and find where it turned."
    ),
    "solve": Command("games.solve", "Solve a whole game: who wins from the start, and how."),
    "certify": Command("proofs.certify", "Write a proof of what a position is worth."),
    "check-certificate": Command(
        "proofs.check_certificate", "Check a proof: yes, or where its first hole is."
    ),
    "map": Command("maps.map_", "Draw a whole game: who wins where, at a glance."),
    "games": Command("games.games", "List the games with their presets and options."),
    "rules": Command("games.rules", "Show the rules of a game, in short or all."),
    "show": Command("games.show", "Show the position after some moves."),
    "bot": Command("players.bot", "Be a program that plays, over standard input and output."),
    "arena": Command(
        "contests.arena", "Let players meet in a tournament, and report exactly how good each is."
    ),
    "exam": Command("contests.exam", "Ask a player at critical positions, from easy to hard."),
    "leaderboard": Command(
        "leaderboards.leaderboard",
        "Make one page of many exams, every row derived again from its raw log.",
    ),
    "dataset": Command(
        "datasets.dataset",
        "Write positions or questions with exact answers, to learn from or to measure by.",
    ),
    "convert": Command("converters.convert", "Make records from the logs of gg-bench."),
    "mcp": Command("agents.mcp", "Let an agent play and answer by tools (Model Context Protocol)."),
    "new-game": Command(
        "authors.new_game", "Begin a new game: a small one to change, with all its tests."
    ),
    "check": Command(
        "authors.check", "Try every law of games on one, and say what to do where it is broken."
    ),
    "completion": Command(
        "shells.completion", "Print what completes our words in bash, zsh or fish."
    ),
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
    """Return a command's line in the help."""
    return COMMANDS[name].summary


def parser_of(name: str) -> Callable[..., Parser]:
    """Return what makes the parser of a command; one about a game can be given that."""
    function = _function(name)
    found: Callable[..., Parser] = getattr(
        import_module(function.__module__), f"{function.__name__.rstrip('_')}_parser"
    )
    return found


def _function(name: str) -> Callable[[Words], int]:
    module, _, function = COMMANDS[name].function.partition(".")
    found: Callable[[Words], int] = getattr(import_module(f"lastdigit.cli.{module}"), function)
    return found
