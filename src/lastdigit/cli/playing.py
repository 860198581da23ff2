"""The commands that play, keep and read back games."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom

from lastdigit import __version__
from lastdigit.cli import arguments, outside
from lastdigit.cli.console import console_for
from lastdigit.core.game import AnyGame
from lastdigit.core.values import Seat
from lastdigit.errors import printable

Words = Sequence[str]


def play(words: Words) -> int:
    """Play a game here."""
    made, game, given = arguments.parse_with_game(play_parser, words)
    rules = arguments.rules_from(made, game, given)
    if given.name_1 == given.name_2:
        made.error("the two players need different names")
    from lastdigit.match import record_file
    from lastdigit.match.match import PLY_LIMIT
    from lastdigit.match.record import HUMAN, Player, Terms
    from lastdigit.match.setup import arrange
    from lastdigit.terminal.session import Session

    if given.record is not None:
        record_file.check_writable(given.record)
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
    console = console_for(given)
    if given.first == "toss":
        console.say(f"The coin says that {setup.names[setup.first.index]} moves first.\n\n")
    settings = outside.settings_from(given)
    Session.anywhere(console, given.record, settings=settings).play(setup)
    return 0


def play_parser(game: type[AnyGame] | None) -> argparse.ArgumentParser:
    """Return the parser of `play`, with how outside players are asked."""
    made = arguments.play_parser(game)
    outside.add_settings(made)
    return made


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
    outside.add_settings(made)
    given = made.parse_args(words)
    from lastdigit.match import record_file
    from lastdigit.store import open_store
    from lastdigit.terminal.session import Session

    if given.record is not None:
        record_file.check_writable(given.record)
    settings = outside.settings_from(given)
    Session(console_for(given), open_store(), given.record, settings=settings).resume(given.id)
    return 0


def list_(words: Words) -> int:
    """List kept games, newest first."""
    made = arguments.parser("list", "List kept games, newest first.", "lastdigit list --all")
    made.add_argument("--all", action="store_true", help="not only the newest 20")
    given = made.parse_args(words)
    from lastdigit.store import open_store
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
    arguments.add_source(made)
    given = made.parse_args(words)
    from lastdigit.match.narration import replayed
    from lastdigit.terminal.replay import sourced

    record = sourced(given.source, given.number)
    console = console_for(given)
    console.say(replayed(record, console.bold))
    return 0


def verify(words: Words) -> int:
    """Check that recorded games follow from the rules, event by event."""
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
    games = "1 game" if count == 1 else f"{count} games"
    print(f"{printable(str(given.file))}: {games}, all as the rules have it.")
    return 0
