"""The commands that play: `play` and `resume`."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from lastdigit.cli import parsers, players
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.game.game import DEFAULT_NAMES, AnyGame, Seat
from lastdigit.game.options import Option
from lastdigit.match.record import HUMAN, MOST_ROUNDS, Player, checked_name
from lastdigit.players import check_kind, kinds
from lastdigit.preferences import Preferences, load_preferences
from lastdigit.system import DAY, package_version

if TYPE_CHECKING:
    from lastdigit.match.record import Setup
    from lastdigit.terminal.console import Console
    from lastdigit.terminal.session import Session

ATTEMPTS = Option("attempts", "", "", None, 1, 1_000, "none")


def play(words: Words) -> int:
    parser, chosen, arguments = parsers.parse_with_game(play_parser, words)
    game = parsers.build_game(parser, chosen, arguments)
    preferred = load_preferences()
    seated = _players(arguments, preferred)
    if seated[0].name == seated[1].name:
        parser.error("the two players need different names")
    from lastdigit.match import record_file
    from lastdigit.match.match import PLY_LIMIT
    from lastdigit.match.narration import Voice
    from lastdigit.match.record import Terms
    from lastdigit.match.setup import arrange
    from lastdigit.terminal.session import Session, toss_text

    if arguments.record is not None:
        record_file.check_writable(arguments.record)
    seed = SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    preset = next(preset for preset in chosen.presets if preset.name == arguments.preset)
    people = [player for player in seated if player.is_person]
    setup = arrange(
        game,
        seated,
        package=package_version(),
        first=_first(arguments.first, seed),
        seed=seed,
        terms=Terms(
            time_limit=arguments.time_limit,
            attempts=getattr(arguments, "attempts", preset.attempts),
            ply_limit=None if people else PLY_LIMIT,
            rounds=arguments.rounds,
            hints=not arguments.no_hints,
        ),
    )
    console = open_console(arguments)
    if len(people) == 1:
        from lastdigit.terminal.lesson import offer_lesson

        offer_lesson(console, chosen)
    if arguments.first == "toss":
        console.say(toss_text(setup))
    settings = players.outside_settings(arguments)
    voice = Voice(arguments.voice or preferred.voice)
    opened = Session.anywhere(
        console, arguments.record, settings=settings, voice=voice, where=arguments.store
    )
    with closing(opened) as session:
        session.play(setup)
        _offer_again(console, session, setup)
    return 0


def play_parser(game: type[AnyGame] | None = None) -> Parser:
    """Return the parser of `play`."""
    parser = parsers.command_parser(
        "play",
        "Play a game here, with a friend at the same keyboard or against the computer.",
        "lastdigit play digit-duel --preset quick --player-2 random",
        takes="GAME",
    )
    parsers.add_rules(parser, game)
    group = parser.add_argument_group("who plays")
    for seat in (1, 2):
        group.add_argument(
            f"--player-{seat}",
            type=parsers.converter(check_kind),
            metavar="WHO",
            help=f"{', '.join(kinds())} (default human"
            + (", or the level that you prefer if nobody is named)" if seat == 2 else ")"),
        )
    for seat in (1, 2):
        group.add_argument(
            f"--name-{seat}",
            type=parsers.converter(checked_name),
            metavar="NAME",
            help=f"how Player {seat} is called",
        )
    group.add_argument(
        "--first", choices=("1", "2", "toss"), default="1", help="who moves first (default 1)"
    )
    group = parser.add_argument_group("the match")
    parsers.add_seed(group)
    group.add_argument(
        "--rounds",
        type=parsers.integer(1, MOST_ROUNDS),
        default=1,
        metavar="N",
        help="play N games, the first move alternating (default 1)",
    )
    group.add_argument(
        "--time-limit",
        type=parsers.integer(1, DAY),
        metavar="SECONDS",
        help="seconds a turn; running out loses",
    )
    group.add_argument(
        "--attempts",
        type=parsers.converter(ATTEMPTS.parse),
        default=argparse.SUPPRESS,
        metavar="N",
        help="N rejected tries in one turn lose (default: the preset's, mostly none)",
    )
    group.add_argument(
        "--no-hints",
        action="store_true",
        help="no hint, no values, and no moves where finding one is the game",
    )
    _add_record(group)
    _add_voice(group)
    parsers.add_store(group)
    players.add_settings(parser, several=False)
    return parser


def _players(arguments: argparse.Namespace, preferred: Preferences) -> tuple[Player, Player]:
    """Return who plays: as it was asked for, else as it is preferred, else two people."""
    asked = [arguments.player_1, arguments.player_2]
    kinds = [who or HUMAN for who in (asked if any(asked) else (HUMAN, preferred.level))]
    names = [arguments.name_1, arguments.name_2]
    if HUMAN in kinds:  # the preferred name is that of whoever sits here, or the first of two
        person = kinds.index(HUMAN)
        names[person] = names[person] or preferred.name
    one, two = (
        Player(kind, name or usual)
        for kind, name, usual in zip(kinds, names, DEFAULT_NAMES, strict=True)
    )
    return one, two


def _first(text: str, seed: int) -> Seat:
    """Return who moves first, as the argument says."""
    if text == "toss":
        return Random(f"{seed}/toss").choice(tuple(Seat))
    return Seat(int(text))


def resume_parser() -> Parser:
    """Return the parser of `resume`."""
    parser = parsers.command_parser(
        "resume", "Go on with a kept game.", "lastdigit resume 12", takes="[ID]"
    )
    parser.add_argument(
        "id",
        nargs="?",
        type=parsers.kept_game,
        metavar="ID",
        help="which game; without it the latest that is unfinished",
    )
    _add_record(parser)
    _add_voice(parser)
    parsers.add_store(parser)
    players.add_settings(parser, several=False)
    return parser


def resume(words: Words) -> int:
    arguments = resume_parser().parse(words)
    from lastdigit.match import record_file
    from lastdigit.match.narration import Voice
    from lastdigit.store import open_store
    from lastdigit.terminal.session import Session

    if arguments.record is not None:
        record_file.check_writable(arguments.record)
    console, settings = open_console(arguments), players.outside_settings(arguments)
    voice = Voice(arguments.voice or load_preferences().voice)
    store = open_store(arguments.store)
    opened = Session(console, store, arguments.record, settings=settings, voice=voice)
    with closing(opened) as session:
        _offer_again(console, session, session.resume(arguments.id))
    return 0


def _offer_again(console: Console, session: Session, setup: Setup) -> None:
    """Ask a person at a terminal who has met a computer whether to play again."""
    if console.is_terminal and [player.is_person for player in setup.players].count(True) == 1:
        from lastdigit.terminal.menu import play_again

        play_again(console, session, setup)


def _add_voice(parser: argparse._ActionsContainer) -> None:
    """Let the voice be chosen."""
    parser.add_argument(
        "--voice",
        choices=("auto", "plain", "rulebook"),
        help="rulebook (its own words), plain (you, and what happened to whom), "
        "auto (plain against a computer, the rulebook's for two people; the default)",
    )


def _add_record(parser: argparse._ActionsContainer) -> None:
    """Let finished games be written down."""
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="append finished games to FILE, a line each"
    )
