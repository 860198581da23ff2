"""Commands that play a game in this terminal: `play` and `resume`."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console
from lastdigit.errors import UsageError
from lastdigit.game.game import DEFAULT_NAMES, AnyGame, Seat
from lastdigit.game.options import Option
from lastdigit.match.record import HUMAN, MAX_ROUNDS, Player, checked_name
from lastdigit.players import check_kind, kinds
from lastdigit.settings import Settings, load_settings
from lastdigit.system import DAY, VERSION

if TYPE_CHECKING:
    from lastdigit.match.record import Setup
    from lastdigit.terminal.console import Console
    from lastdigit.terminal.game import TerminalSession

ATTEMPTS = Option("attempts", "", "", None, 1, 1_000, "none")
FULL_SCREEN = "--full-screen"
NOT_ON_FULL_SCREEN = (
    *("player_1", "name_1", "name_2", "first", "rounds", "attempts", "no_hints", "record", "voice"),
    *(
        "tries",
        "move_seconds",
        "base_url",
        "show_legal",
        "temperature",
        "answer_tokens",
        "pass_env",
    ),
    *("budget", "budget_money"),
)
DEFAULT_LEVEL = "easy"


def play(words: Words) -> int:
    if parsers.index_of_game(play_parser, words) is None:
        parser = play_parser()
        if FULL_SCREEN in words:
            return _play_on_full_screen(parser, parser.parse(words), None)
        arguments, unknown = parsers.parse_without_game(parser, words)
        if not unknown and not parsers.given_options(parser, arguments) - {"color"}:
            open_menu(open_console(arguments))
            return 0
    parser, chosen, arguments = parsers.parse_with_game(play_parser, words)
    game = parsers.build_game(parser, chosen, arguments)
    preset = next(preset for preset in chosen.presets if preset.name == arguments.preset)
    if arguments.full_screen:
        return _play_on_full_screen(parser, arguments, game, preset.attempts)
    saved_settings = load_settings()
    players = _players(arguments, saved_settings)
    if players[0].name == players[1].name:
        parser.error("the two players need different names")
    from lastdigit.match import record
    from lastdigit.match.match import PLY_LIMIT, arrange
    from lastdigit.match.narration import Voice
    from lastdigit.match.record import Terms
    from lastdigit.terminal.game import TerminalSession, toss_text

    if arguments.record is not None:
        record.check_writable(arguments.record)
    seed = SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    people = [player for player in players if player.is_person]
    terms = Terms(
        time_limit=arguments.time_limit,
        attempts=getattr(arguments, "attempts", preset.attempts),
        ply_limit=None if people else PLY_LIMIT,
        rounds=arguments.rounds,
        hints=not arguments.no_hints,
    )
    arrange_game = partial(
        arrange,
        players=players,
        package=VERSION,
        first=_first(arguments.first, seed),
        seed=seed,
        terms=terms,
    )
    setup = arrange_game(game)  # report errors before the lesson
    console = open_console(arguments)
    if people:
        game = _prepare_people(console, game, arguments, len(people))
        setup = arrange_game(game)
    if arguments.first == "toss":
        console.write(toss_text(setup))
    settings = parsers.agent_settings(arguments)
    voice = Voice(arguments.voice or saved_settings.voice)
    new_session = TerminalSession.open(
        console, arguments.record, settings=settings, voice=voice, store_location=arguments.store
    )
    with closing(new_session) as session:
        session.play(setup)
        _offer_again(console, session, setup)
    return 0


def _prepare_people(
    console: Console, game: AnyGame, arguments: argparse.Namespace, people: int
) -> AnyGame:
    """Offer a lesson to a single player, and ask for the options that the players agree on.

    Ask only on a terminal, and only for options that were not given on the command line.
    """
    chosen = type(game)
    if people == 1:
        from lastdigit.terminal.lesson import offer_lesson

        offer_lesson(console, chosen)
    if not console.is_terminal or not any(option.asked for option in chosen.options()):
        return game
    from lastdigit.terminal.menu import ask_options  # imports the whole menu

    names = [option.name for option in chosen.options()]
    given = [name for name in names if hasattr(arguments, name.replace("-", "_"))]
    values = {option.name: getattr(game, option.field) for option in chosen.options()}
    if not ask_options(console, chosen, values, given=given):
        return game
    console.write("\n")
    return chosen.of(values)


def open_menu(console: Console) -> None:
    """Show the menu until the player leaves.

    When the player leaves, raise Quit, EndOfInput or KeyboardInterrupt.
    """
    from lastdigit.terminal import menu

    def open_full_screen() -> None:
        parser = play_parser()
        arguments = parser.parse([FULL_SCREEN])
        arguments.color = "always" if console.style.colour else "never"
        _play_on_full_screen(parser, arguments, None)

    menu.run(console, VERSION, open_full_screen)


def play_parser(game: type[AnyGame] | None = None) -> Parser:
    parser = parsers.command_parser(
        "play",
        "Play a game in this terminal, against the computer or a friend. Without a game, a menu "
        "opens. On a terminal, a game asks for the rules that players agree on, such as a divisor. "
        "At any prompt, type help to see what you can type.",
        "lastdigit play digit-duel --preset quick --player-2 easy",
        usage="[GAME]",
    )
    parser.add_argument(
        FULL_SCREEN,
        action="store_true",
        help="use the full screen, with keys and mouse. You play against the computer (easy), or "
        "against --player-2.",
    )
    parsers.add_rules(parser, game)
    group = parser.add_argument_group("who plays")
    for seat in (1, 2):
        group.add_argument(
            f"--player-{seat}",
            type=parsers.converter(check_kind),
            metavar="WHO",
            help=f"who plays as player 1: {', '.join(kinds())} (default human)"
            if seat == 1
            else "who plays as player 2 (default human, or the level in your settings)",
        )
    for seat in (1, 2):
        group.add_argument(
            f"--name-{seat}",
            type=parsers.converter(checked_name),
            metavar="NAME",
            help=f"name of player {seat}",
        )
    group.add_argument(
        "--first", choices=("1", "2", "toss"), default="1", help="who moves first (default 1)"
    )
    group = parser.add_argument_group("match")
    parsers.add_seed(group)
    group.add_argument(
        "--rounds",
        type=parsers.integer(1, MAX_ROUNDS),
        default=1,
        metavar="N",
        help="play N games and alternate who moves first (default 1)",
    )
    group.add_argument(
        "--time-limit",
        type=parsers.integer(1, DAY),
        metavar="SECONDS",
        help="seconds per turn. If your time runs out, you lose.",
    )
    group.add_argument(
        "--attempts",
        type=parsers.converter(ATTEMPTS.parse),
        default=argparse.SUPPRESS,
        metavar="N",
        help="lose after N wrong tries in one turn (default: no limit in most presets)",
    )
    group.add_argument(
        "--no-hints",
        action="store_true",
        help="turn off hints, values and (in Number Morph) the list of moves",
    )
    _add_record(group)
    _add_voice(group)
    parsers.add_store(group)
    parsers.add_settings(parser, several=False)
    return parser


def _players(arguments: argparse.Namespace, settings: Settings) -> tuple[Player, Player]:
    """Return the players given in the arguments or the settings, or else two people."""
    kinds_given = [arguments.player_1, arguments.player_2]
    kinds = [who or HUMAN for who in (kinds_given if any(kinds_given) else (HUMAN, settings.level))]
    names = [arguments.name_1, arguments.name_2]
    if HUMAN in kinds:  # the name in the settings belongs to the first person
        person = kinds.index(HUMAN)
        names[person] = names[person] or settings.name
    one, two = (
        Player(kind, name or default)
        for kind, name, default in zip(kinds, names, DEFAULT_NAMES, strict=True)
    )
    return one, two


def _first(text: str, seed: int) -> Seat:
    """Return the player who moves first."""
    if text == "toss":
        return Random(f"{seed}/toss").choice(tuple(Seat))
    return Seat(int(text))


def resume_parser() -> Parser:
    parser = parsers.command_parser(
        "resume",
        "Continue a saved game. lastdigit saved list shows your games.",
        "lastdigit resume 12",
        usage="[ID]",
    )
    parser.add_argument(
        "id",
        nargs="?",
        type=parsers.saved_game,
        metavar="ID",
        help="number of a game (default: the latest unfinished one)",
    )
    _add_record(parser)
    _add_voice(parser)
    parsers.add_store(parser)
    parsers.add_settings(parser, several=False)
    return parser


def resume(words: Words) -> int:
    arguments = resume_parser().parse(words)
    from lastdigit.match import record
    from lastdigit.match.narration import Voice
    from lastdigit.storage import open_store
    from lastdigit.terminal.game import TerminalSession

    if arguments.record is not None:
        record.check_writable(arguments.record)
    console, settings = open_console(arguments), parsers.agent_settings(arguments)
    voice = Voice(arguments.voice or load_settings().voice)
    store = open_store(arguments.store)
    new_session = TerminalSession(console, store, arguments.record, settings=settings, voice=voice)
    with closing(new_session) as session:
        _offer_again(console, session, session.resume(arguments.id))
    return 0


def _offer_again(console: Console, session: TerminalSession, setup: Setup) -> None:
    """Offer another game to a person who played against the computer on a terminal."""
    if console.is_terminal and [player.is_person for player in setup.players].count(True) == 1:
        from lastdigit.terminal.menu import play_again

        play_again(console, session, setup)


def _add_voice(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--voice",
        choices=("auto", "plain", "rulebook"),
        help="plain (talks to you), rulebook (uses the rulebook's words), or auto (default): plain "
        "against the computer, rulebook for two people",
    )


def _add_record(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--record", type=Path, metavar="FILE", help="append finished games to FILE")


def _play_on_full_screen(
    parser: Parser,
    arguments: argparse.Namespace,
    game: AnyGame | None,
    attempts: int | None = None,
) -> int:
    """Play a game in the full-screen interface, or choose one there."""
    from lastdigit.extras import check_versions, missing_extra

    parsers.check_unused(parser, arguments, FULL_SCREEN, NOT_ON_FULL_SCREEN)
    check_versions("The full screen", "tui")
    try:
        from lastdigit.tui.app import LastDigit
        from lastdigit.tui.board import SMALLEST_SCREEN
    except ModuleNotFoundError as error:
        raise missing_extra("The full screen", "tui", f"{error.name} is missing") from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(f"{FULL_SCREEN} needs a terminal.")
    columns, lines = os.get_terminal_size(sys.stdout.fileno())
    if columns < SMALLEST_SCREEN[0] or lines < SMALLEST_SCREEN[1]:
        raise UsageError(
            f"The full screen needs {SMALLEST_SCREEN[0]} columns and {SMALLEST_SCREEN[1]} lines. "
            f"This terminal has {columns} columns and {lines} lines. Make the window larger."
        )
    from lastdigit.terminal.game import open_store_or_memory

    preferred = load_settings()
    colour = parsers.is_coloured(arguments)
    # Textual only checks whether this variable is set, but --color overrides it.
    os.environ.pop("NO_COLOR", None)
    if not colour:
        os.environ["NO_COLOR"] = "1"
    store, saved = open_store_or_memory(arguments.store, "games")
    app = LastDigit(
        store,
        colour=colour,
        settings=preferred,
        time_limit=arguments.time_limit,
        seed=arguments.seed,
        saved=saved,
    )
    app.run_with(game, arguments.player_2 or preferred.level or DEFAULT_LEVEL, attempts)
    return 0
