"""The commands about games and positions: `games`, `rules`, `learn`, `show`, `analyse`, `solve`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console

if TYPE_CHECKING:
    from lastdigit.game.game import AnyGame, State
    from lastdigit.terminal.console import Style


def games_parser() -> Parser:
    """Return the parser of `games`."""
    parser = parsers.command_parser(
        "games", "List the games with their presets and options.", "lastdigit games --json"
    )
    parsers.add_json(parser)
    return parser


def games(words: Words) -> int:
    arguments = games_parser().parse(words)
    from lastdigit.games import catalogue

    found = catalogue().values()
    if arguments.json:
        from lastdigit.game.serialize import game_data, json_text

        print(json_text([game_data(game) for game in found]))
    else:
        from lastdigit.terminal.pages import games_text

        print(games_text(found, open_console(arguments).bold), end="")
    return 0


def rules_parser() -> Parser:
    """Return the parser of `rules`."""
    parser = parsers.command_parser(
        "rules",
        "Show the rules of a game in short: goal, turn, end and an example.",
        "lastdigit rules digit-poison",
        takes="GAME",
    )
    parser.add_argument("game", metavar="GAME", help="a game's name or its beginning")
    parser.add_argument(
        "--all", action="store_true", help="all rules, with rulings, errata and options"
    )
    return parser


def rules(words: Words) -> int:
    arguments = rules_parser().parse(words)
    from lastdigit.games import find_class
    from lastdigit.terminal.pager import show_page
    from lastdigit.terminal.pages import rulebook_text, short_rules_text

    console, game = open_console(arguments), find_class(arguments.game)()
    if arguments.all:
        show_page(console, rulebook_text(game, console.bold, console.width))
        return 0
    rules = short_rules_text(game, console.bold, console.width)
    everything = console.bold(f"lastdigit rules {game.name} --all")
    show_page(console, f"{rules}\nAll rules: {everything}\n")
    return 0


def learn_parser() -> Parser:
    """Return the parser of `learn`."""
    parser = parsers.command_parser(
        "learn",
        "Learn a game in under a minute: a few positions, and something to find in each.",
        "lastdigit learn digit-duel",
        takes="GAME",
    )
    parser.add_argument("game", metavar="GAME", help="a game's name or its beginning")
    parsers.add_json(parser)
    return parser


def learn(words: Words) -> int:
    arguments = learn_parser().parse(words)
    from lastdigit.errors import UsageError
    from lastdigit.game.lesson import find_lesson, lesson_data, lesson_game
    from lastdigit.game.serialize import json_text
    from lastdigit.games import find_class
    from lastdigit.terminal.lesson import take_lesson

    game = find_class(arguments.game)
    lesson = find_lesson(game)
    if lesson is None:
        raise UsageError(
            f"{game.title} has no lesson; lastdigit rules {game.name} tells its rules."
        )
    if arguments.json:
        print(json_text(lesson_data(lesson_game(game, lesson), lesson)))
    else:
        take_lesson(open_console(arguments), game, lesson)
    return 0


def show_parser(game: type[AnyGame] | None = None) -> Parser:
    """Return the parser of `show`."""
    return _position_parser(
        game,
        "show",
        "Show the position after some moves. A move with a blank in it is quoted.",
        'lastdigit show number-morph --start 211 "tens 7" "units 7"',
    )


def show(words: Words) -> int:
    from lastdigit.game.serialize import position_data
    from lastdigit.terminal.analyses import position_text

    return _answer_about_position(
        show_parser, words, position_data, lambda game, state, _: position_text(game, state)
    )


def analyse_parser(game: type[AnyGame] | None = None) -> Parser:
    """Return the parser of `analyse`."""
    return _position_parser(
        game,
        "analyse",
        "Tell exactly who wins a position, what every move is worth, and why.\n"
        "A move with a blank in it is quoted.",
        "lastdigit analyse operation-obliteration divide divide",
    )


def analyse(words: Words) -> int:
    from lastdigit.analysis.position import analyse_position, analysis_data
    from lastdigit.terminal.analyses import analysis_text

    return _answer_about_position(
        analyse_parser,
        words,
        lambda game, state: analysis_data(analyse_position(game, state)),
        lambda game, state, style: analysis_text(game, analyse_position(game, state), style),
    )


def _position_parser(game: type[AnyGame] | None, command: str, about: str, example: str) -> Parser:
    """Return the parser of a command about a position, given the game."""
    parser = parsers.command_parser(command, about, example, takes="GAME [MOVE ...]")
    parsers.add_rules(parser, game)
    parser.add_argument("moves", nargs="*", metavar="MOVE", help="moves from there on")
    parser.add_argument("--position", metavar="TEXT", help="begin here instead of at the start")
    parser.add_argument(
        "--first", choices=("1", "2"), default="1", help="who moves first (default 1)"
    )
    parsers.add_seed(parser)
    parsers.add_json(parser)
    return parser


def _answer_about_position(
    build: Callable[[type[AnyGame] | None], Parser],
    words: Words,
    data: Callable[[AnyGame, State], object],
    text: Callable[[AnyGame, State, Style], str],
) -> int:
    """Print what is known of the position after some moves; return 1 if a move is not allowed."""
    parser, chosen, arguments = parsers.parse_with_game(build, words)
    game = parsers.build_game(parser, chosen, arguments)
    from random import Random

    from lastdigit.errors import WrongMove
    from lastdigit.game.game import Seat
    from lastdigit.game.serialize import json_text, position_after

    if arguments.position is None:
        state = game.start(Random(arguments.seed), Seat(int(arguments.first)))
    else:
        state = game.parse_state(arguments.position)
    try:
        state = position_after(game, state, arguments.moves)
    except WrongMove as wrong:
        if not arguments.json:
            raise
        print(json_text({"error": wrong.data}))
        return 1
    if arguments.json:
        print(json_text(data(game, state)))
    else:
        console = open_console(arguments)
        with console.thinking():
            told = text(game, state, console.style)
        console.say(told)
    return 0


def solve(words: Words) -> int:
    parser, chosen, arguments = parsers.parse_with_game(solve_parser, words)
    game = parsers.build_game(parser, chosen, arguments)
    from lastdigit.analysis.whole import solve_game, whole_data
    from lastdigit.game.serialize import json_text
    from lastdigit.terminal.analyses import whole_text

    console = open_console(arguments)
    with console.thinking():
        whole = solve_game(game)
    if arguments.json:
        print(json_text(whole_data(whole)))
    else:
        console.say(whole_text(whole, console.style))
    return 0


def solve_parser(game: type[AnyGame] | None = None) -> Parser:
    """Return the parser of `solve`."""
    parser = parsers.command_parser(
        "solve",
        "Solve a whole game: who wins from the start, how soon, by which first moves,\n"
        "and how many positions there are.",
        "lastdigit solve digit-duel --preset quick",
        takes="GAME",
    )
    parsers.add_rules(parser, game)
    parsers.add_json(parser)
    return parser
