"""The command `lastdigit`: arguments in, one call out, and every error told in one place.

Exit codes: 0 done, 1 a run that failed, 2 bad usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random, SystemRandom

from lastdigit import __version__, arguments
from lastdigit.errors import LastDigitError, UsageError, printable, quoted
from lastdigit.terminal.console import Console, EndOfInput, Quit, wants_colour
from lastdigit.values import Seat

Words = Sequence[str]


def main(words: Words | None = None) -> int:
    """Run one command and return its exit code."""
    words = sys.argv[1:] if words is None else words
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal's encoding lacks is shown with a question mark.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
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
    except BrokenPipeError:
        # Whoever read us has gone. Nothing more is written, not even when Python closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except LastDigitError as error:
        print(f"lastdigit: {printable(str(error))}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1


def _exit_code(words: Words) -> int:
    try:
        return _run(words)
    except SystemExit as done:  # argparse's way to end after a help or a complaint
        return done.code if isinstance(done.code, int) else 0


def _run(words: Words) -> int:
    if words and words[0] in COMMANDS:
        _, command = COMMANDS[words[0]]
        return command(words[1:])
    top = _top_parser()
    given = top.parse_args(["--help"] if list(words) == ["help"] else words)
    if given.command is not None:
        top.error(f"there is no command {quoted(given.command)}; there is {', '.join(COMMANDS)}")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        top.print_help()
        return 2
    from lastdigit.terminal import menu

    menu.run(_console(given), __version__)
    return 0


def _top_parser() -> argparse.ArgumentParser:
    lines = "\n".join(f"  {name:8} {about}" for name, (about, _) in COMMANDS.items())
    top = arguments.Parser(
        prog="lastdigit",
        usage="lastdigit [COMMAND ...]",
        description="Five two-player number games. Without a command: a menu, then play.",
        epilog=f"commands:\n{lines}\n\n"
        "lastdigit COMMAND --help tells more.\n"
        "example: lastdigit play number-morph --player-2 random",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    top.add_argument("--version", action="version", version=f"lastdigit {__version__}")
    arguments.add_colour(top)
    return top


def _console(given: argparse.Namespace) -> Console:
    colour = wants_colour(sys.stdout, given.color, os.environ)
    return Console(sys.stdin, sys.stdout, colour=colour)


def play(words: Words) -> int:
    """Play a game here."""
    made, game, given = arguments.parse_with_game(arguments.play_parser, words)
    rules = arguments.rules_from(made, game, given)
    if given.name_1 == given.name_2:
        made.error("the two players need different names")
    from lastdigit import recordfile
    from lastdigit.match import PLY_LIMIT, arrange
    from lastdigit.players import HUMAN
    from lastdigit.record import Player, Terms
    from lastdigit.terminal.session import Session

    if given.record is not None:
        recordfile.check_writable(given.record)
    seed = SystemRandom().getrandbits(32) if given.seed is None else given.seed
    preset = next(preset for preset in game.presets if preset.name == given.preset)
    attended = HUMAN in (given.player_1, given.player_2)
    setup = arrange(
        rules,
        (Player(given.player_1, given.name_1), Player(given.player_2, given.name_2)),
        package=__version__,
        first=_first(given.first, seed),
        seed=seed,
        terms=Terms(
            time_limit=given.time_limit,
            attempts=getattr(given, "attempts", preset.attempts),
            ply_limit=None if attended else PLY_LIMIT,
            rounds=given.rounds,
            hints=not given.no_hints,
        ),
    )
    console = _console(given)
    if given.first == "toss":
        console.say(f"The coin says that {setup.names[setup.first.index]} moves first.\n\n")
    Session.anywhere(console, given.record).play(setup)
    return 0


def _first(said: str, seed: int) -> Seat:
    if said == "toss":
        return Random(f"{seed}/toss").choice(tuple(Seat))
    return Seat(int(said))


def resume(words: Words) -> int:
    """Go on with a kept game."""
    made = arguments.parser("resume", "Go on with a kept game.", "lastdigit resume 12")
    made.add_argument(
        "id",
        nargs="?",
        type=arguments.integer(1, arguments.LARGEST_SEED),
        help="which game; without it the latest that is unfinished",
    )
    made.add_argument(
        "--record", type=Path, metavar="FILE", help="append finished games to FILE, a line each"
    )
    given = made.parse_args(words)
    from lastdigit import recordfile
    from lastdigit.terminal.session import Session, open_store

    if given.record is not None:
        recordfile.check_writable(given.record)
    Session(_console(given), open_store(), given.record).resume(given.id)
    return 0


def list_(words: Words) -> int:
    """List kept games, newest first."""
    made = arguments.parser("list", "List kept games, newest first.", "lastdigit list --all")
    made.add_argument("--all", action="store_true", help="not only the newest 20")
    given = made.parse_args(words)
    from lastdigit.terminal.session import open_store
    from lastdigit.terminal.text import kept_games

    store = open_store()
    count = store.count()
    shown = store.games(limit=count if given.all else 20)
    print(kept_games(shown) or "No game has been kept yet: lastdigit play GAME\n", end="")
    if len(shown) < count:
        print(f"... and {count - len(shown)} more: lastdigit list --all")
    return 0


def replay(words: Words) -> int:
    """Play a recorded or kept game back as a dialogue."""
    made = arguments.parser(
        "replay",
        "Play a recorded or kept game back as a dialogue.",
        "lastdigit replay games.jsonl 2",
    )
    made.add_argument(
        "source", metavar="FILE|ID", help="a file of records, or a kept game's number"
    )
    made.add_argument(
        "number",
        nargs="?",
        type=arguments.integer(1, arguments.LARGEST_SEED),
        metavar="N",
        help="which game of the file, from 1 on (default: the last)",
    )
    given = made.parse_args(words)
    from lastdigit.terminal.replay import replayed, sourced

    record = sourced(given.source, given.number)
    console = _console(given)
    console.say(replayed(record, console.bold))
    return 0


def verify(words: Words) -> int:
    """Check that every event and result of recorded games follows from the rules."""
    made = arguments.parser(
        "verify",
        "Re-derive every event and result of recorded games. Time, resignation and agreement\n"
        "are taken as stated. The first line that is wrong is named, with exit code 1.",
        "lastdigit verify games.jsonl",
    )
    made.add_argument("file", type=Path, metavar="FILE", help="a file of records")
    given = made.parse_args(words)
    from lastdigit.terminal.replay import verified

    count = verified(given.file)
    print(f"{given.file}: {count} {'game' if count == 1 else 'games'}, all as the rules have it.")
    return 0


def games(words: Words) -> int:
    """List the games with their presets and options."""
    made = arguments.parser(
        "games", "List the games with their presets and options.", "lastdigit games --json"
    )
    made.add_argument("--json", action="store_true", help="print JSON")
    given = made.parse_args(words)
    from lastdigit.games import catalogue

    found = catalogue().values()
    if given.json:
        from lastdigit.terminal.data import game_data, printed

        print(printed([game_data(game) for game in found]))
    else:
        from lastdigit.terminal.text import games_table

        print(games_table(found, _console(given).bold), end="")
    return 0


def rules(words: Words) -> int:
    """Show the rules of a game, with all rulings."""
    made = arguments.parser(
        "rules", "Show the rules of a game, with all rulings.", "lastdigit rules digit-poison"
    )
    made.add_argument("game", metavar="GAME", help="a game's name or its beginning")
    given = made.parse_args(words)
    from lastdigit.games import find_class, shared_rules
    from lastdigit.terminal.text import page

    bold = _console(given).bold
    print(page(find_class(given.game).rulebook(), bold))
    print(page(shared_rules(), bold), end="")
    return 0


def show(words: Words) -> int:
    """Show the position after some moves."""
    made, game, given = arguments.parse_with_game(arguments.show_parser, words)
    rules = arguments.rules_from(made, game, given)
    from lastdigit.terminal.show import shown

    if given.position is None:
        state = rules.start(Random(given.seed), Seat(int(given.first)))
    else:
        state = rules.parse_state(given.position)
    return shown(rules, state, given.moves, as_json=given.json)


COMMANDS: dict[str, tuple[str, Callable[[Words], int]]] = {
    command.__name__.rstrip("_"): (str(command.__doc__), command)
    for command in (play, resume, list_, replay, verify, games, rules, show)
}
