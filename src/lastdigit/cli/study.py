"""Commands for studying games and positions.

`games`, `rules`, `learn`, `show`, `analyse`, `solve`, `review`, `map`, `certify`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, open_console, write_new
from lastdigit.errors import UsageError, quoted
from lastdigit.system import write_atomically

if TYPE_CHECKING:
    from lastdigit.analysis.review import Review
    from lastdigit.game.game import AnyGame, State
    from lastdigit.terminal.console import Console, Style


def games_parser() -> Parser:
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
        from lastdigit.terminal.output import games_text

        print(games_text(found, open_console(arguments).bold), end="")
    return 0


def rules_parser() -> Parser:
    parser = parsers.command_parser(
        "rules",
        "Read the rules of a game: the goal, a turn, the end and an example.",
        "lastdigit rules digit-poison",
        usage="GAME",
    )
    parsers.add_game(parser)
    parser.add_argument(
        "--all", action="store_true", help="show all rules, with rulings, errata and options"
    )
    return parser


def rules(words: Words) -> int:
    parser = rules_parser()
    arguments = parser.parse(words)
    from lastdigit.games import find_class
    from lastdigit.terminal.console import show_page
    from lastdigit.terminal.output import rulebook_text, short_rules_text

    game = find_class(arguments.game or parsers.choose_game(parser, arguments))()
    console = open_console(arguments)
    if arguments.all:
        show_page(console, rulebook_text(game, console.bold, console.width))
        return 0
    rules = short_rules_text(game, console.bold, console.width)
    everything = console.bold(f"lastdigit rules {game.name} --all")
    show_page(console, f"{rules}\nAll rules: {everything}\n")
    return 0


def learn_parser() -> Parser:
    parser = parsers.command_parser(
        "learn",
        "Learn a game in a minute. Each step shows a position and asks you for a move.",
        "lastdigit learn digit-duel",
        usage="GAME",
    )
    parsers.add_game(parser)
    parsers.add_json(parser)
    return parser


def learn(words: Words) -> int:
    parser = learn_parser()
    arguments = parser.parse(words)
    from lastdigit.errors import UsageError
    from lastdigit.game.lesson import find_lesson, lesson_data, lesson_game
    from lastdigit.game.serialize import json_text
    from lastdigit.games import find_class
    from lastdigit.terminal.lesson import take_lesson

    game = find_class(arguments.game or parsers.choose_game(parser, arguments))
    lesson = find_lesson(game)
    if lesson is None:
        raise UsageError(
            f"{game.title} has no lesson. To read its rules: lastdigit rules {game.name}"
        )
    if arguments.json:
        print(json_text(lesson_data(lesson_game(game, lesson), lesson)))
    else:
        take_lesson(open_console(arguments), game, lesson)
    return 0


def show_parser(game: type[AnyGame] | None = None) -> Parser:
    return _position_parser(
        game,
        "show",
        'Show the position after some moves. Put a move with a space in quotes: "tens 7".',
        'lastdigit show number-morph --start 211 "tens 7" "units 7"',
    )


def show(words: Words) -> int:
    from lastdigit.game.serialize import position_data
    from lastdigit.terminal.output import position_text

    return _print_position(
        show_parser, words, position_data, lambda game, state, _: position_text(game, state)
    )


def analyse_parser(game: type[AnyGame] | None = None) -> Parser:
    return _position_parser(
        game,
        "analyse",
        "See who wins a position, what every move is worth, and why. The answers are exact. Put a "
        'move with a space in quotes: "tens 7".',
        "lastdigit analyse operation-obliteration divide divide",
    )


def analyse(words: Words) -> int:
    from lastdigit.analysis.position import analyse_position, analysis_data
    from lastdigit.terminal.output import analysis_text

    return _print_position(
        analyse_parser,
        words,
        lambda game, state: analysis_data(analyse_position(game, state)),
        lambda game, state, style: analysis_text(game, analyse_position(game, state), style),
    )


def _position_parser(game: type[AnyGame] | None, command: str, about: str, example: str) -> Parser:
    """Return the parser for a command that takes a position in this game."""
    parser = parsers.command_parser(command, about, example, usage="GAME [MOVE ...]")
    parsers.add_rules(parser, game)
    parser.add_argument("moves", nargs="*", metavar="MOVE", help="moves to play first")
    parser.add_argument("--position", metavar="TEXT", help="start from this position")
    parser.add_argument(
        "--first", choices=("1", "2"), default="1", help="who moves first (default 1)"
    )
    parsers.add_seed(parser)
    parsers.add_json(parser)
    return parser


def _print_position(
    build: Callable[[type[AnyGame] | None], Parser],
    words: Words,
    data: Callable[[AnyGame, State], object],
    text: Callable[[AnyGame, State, Style], str],
) -> int:
    """Print data about the position after the given moves. Return 1 if a move is illegal."""
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
            output = text(game, state, console.style)
        console.write(output)
    return 0


def solve(words: Words) -> int:
    parser, chosen, arguments = parsers.parse_with_game(solve_parser, words)
    game = parsers.build_game(parser, chosen, arguments)
    from lastdigit.analysis.position import solve_game, solved_game_data
    from lastdigit.game.serialize import json_text
    from lastdigit.terminal.output import solved_game_text

    console = open_console(arguments)
    with console.thinking():
        solved = solve_game(game)
    if arguments.json:
        print(json_text(solved_game_data(solved)))
    else:
        console.write(solved_game_text(solved, console.style))
    return 0


def solve_parser(game: type[AnyGame] | None = None) -> Parser:
    parser = parsers.command_parser(
        "solve",
        "See who wins a game with perfect play, with which first moves and how soon, "
        "and how many positions it has.",
        "lastdigit solve digit-duel --preset quick",
        usage="GAME",
    )
    parsers.add_rules(parser, game)
    parsers.add_json(parser)
    return parser


def review_parser() -> Parser:
    from lastdigit.cli.saved import add_number, add_source

    parser = parsers.command_parser(
        "review",
        "See where a game was decided, move by move. On a terminal, you can then play on from your "
        "last mistake.",
        "lastdigit review games.jsonl --svg course.svg",
        usage="FILE|ID [N]",
    )
    add_source(parser)
    add_number(parser)
    parsers.add_json(parser)
    parser.add_argument(
        "--svg", type=Path, metavar="FILE", help="write a chart of the game to FILE"
    )
    return parser


def review(words: Words) -> int:
    arguments = review_parser().parse(words)
    from lastdigit.analysis.review import review_data, review_game
    from lastdigit.cli.saved import find_record
    from lastdigit.game.game import Seat
    from lastdigit.game.serialize import json_text
    from lastdigit.match.narration import player_text
    from lastdigit.render.svg import course_svg
    from lastdigit.terminal.output import review_text

    record, error = find_record(arguments.source, arguments.number, arguments.store)
    console = open_console(arguments)
    with console.thinking():
        result = review_game(record)
    if arguments.svg is not None:
        setup = result.match.setup
        names = player_text(setup, Seat.ONE), player_text(setup, Seat.TWO)
        title = f"{result.match.game.title}: {names[0]} against {names[1]}"
        _write_picture(arguments.svg, course_svg(result.course, names, title))
    if arguments.json:
        print(json_text(review_data(result)), flush=True)
    else:
        you = result.match.setup.own_seat
        console.write(f"{review_text(result, console.style, you)}\n")
        if console.is_terminal and error is None:
            _offer_to_try_again(console, result, arguments.store)
    if error is not None:
        raise error
    return 0


def _offer_to_try_again(console: Console, review: Review, store: str | None) -> None:
    """On a terminal, offer to play from the reader's last mistake."""
    from lastdigit.terminal.game import offer_to_try_again

    setup = offer_to_try_again(console, review)
    if setup is not None:
        from lastdigit.terminal.game import TerminalSession

        with closing(TerminalSession.open(console, store_location=store)) as session:
            session.play(setup)


def _write_picture(path: Path, svg: str) -> None:
    """Write an SVG file. Replace an existing file only if it is an SVG file."""
    try:
        if path.exists() and not (path.is_file() and path.read_bytes().startswith(b"<svg")):
            raise UsageError(
                f"{quoted(str(path))} already exists and is not a picture from Last Digit."
            )
        write_atomically(path, svg.encode())
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be written: {error.strerror}.") from None


SVG, PNG = ".svg", ".png"
THEMES = ("light", "dark")


def map_parser(game: type[AnyGame] | None = None) -> Parser:
    parser = parsers.command_parser(
        "map",
        "Draw a map of a whole solved game. Its title explains what you see (docs/maps.md).",
        "lastdigit map digit-poison --out poison.svg",
        usage="GAME",
    )
    parsers.add_rules(parser, game)
    parser.add_argument(
        "--position", metavar="TEXT", help="draw the map from this position instead of the start"
    )
    parser.add_argument(
        "--theme",
        choices=THEMES,
        default=THEMES[0],
        help="colours of a PNG (default light). An SVG file includes both themes.",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="write to a new .svg file, or to a .png file (without text) for maps with many points",
    )
    return parser


def map_(words: Words) -> int:
    parser, chosen, arguments = parsers.parse_with_game(map_parser, words)
    ending = arguments.out.suffix.lower()
    if ending not in (SVG, PNG):
        raise UsageError(f"{quoted(str(arguments.out))} must end in {SVG} or {PNG}.")
    game = parsers.build_game(parser, chosen, arguments)
    from lastdigit.maps.maps import map_of
    from lastdigit.render.svg import ColorScheme, map_png, map_svg

    position = None if arguments.position is None else game.parse_state(arguments.position)
    game_map = map_of(game, position)
    theme = ColorScheme(arguments.theme)
    write_new(
        arguments.out, map_svg(game_map).encode() if ending == SVG else map_png(game_map, theme)
    )
    print(f"{game_map.finding()}\nThe map is in {quoted(str(arguments.out))}.")
    return 0


CHECKER = "check_certificate.py"
"""The suggested file name of the stand-alone checker."""
CHECKS = ("--check", "--checker")
CLAIMS_SHOWN = 5
"""The maximum number of a proof's claims that `certify` prints."""


def certify_parser(game: type[AnyGame] | None = None) -> Parser:
    parser = parsers.command_parser(
        "certify",
        "Write a proof of who wins from a position. Anyone can check it, even without Last Digit. "
        'Put a move with a space in quotes: "tens 7".',
        "lastdigit certify number-morph --start 211 --out proof.json",
        usage="GAME [MOVE ...]",
    )
    group = parser.add_argument_group("instead of GAME and --out")
    group.add_argument(
        "--check", metavar="FILE", help="check a proof and show its first error, if any"
    )
    group.add_argument(
        "--checker",
        action="store_true",
        help="print the standalone checker, a short program that needs only Python",
    )
    parsers.add_rules(parser, game)
    parser.add_argument("moves", nargs="*", metavar="MOVE", help="moves to play first")
    parser.add_argument(
        "--position",
        action="append",
        metavar="TEXT",
        help="start from this position. Repeat the option to prove several positions in one file.",
    )
    parser.add_argument(
        "--first", choices=("1", "2"), default="1", help="who moves first (default 1)"
    )
    parsers.add_seed(parser)
    parser.add_argument(
        "--out", metavar="FILE", required=True, help="write the proof to a new FILE"
    )
    return parser


def certify(words: Words) -> int:
    if any(word.partition("=")[0] in CHECKS for word in words):
        return _check_or_print_checker(words)
    parser, chosen, arguments = parsers.parse_with_game(certify_parser, words)
    game = parsers.build_game(parser, chosen, arguments)
    from random import Random

    from lastdigit.game.game import Seat
    from lastdigit.game.serialize import position_after
    from lastdigit.solver import certificates
    from lastdigit.solver.checker import check

    texts = arguments.position or []
    if len(texts) > 1 and arguments.moves:
        raise UsageError("Moves can be given only with a single --position.")
    starts = [game.parse_state(text) for text in texts]
    if not starts:
        starts = [game.start(Random(arguments.seed), Seat(int(arguments.first)))]
    states = [position_after(game, state, arguments.moves) for state in starts]
    console = open_console(arguments)
    checkers = certificates.checkers_for([type(game)])
    try:
        with console.thinking():
            content = certificates.certify(game, states)
            proved = check(content, checkers) if checkers else []
    except ValueError as hole:  # a certificate that the checker rejects is not written
        raise UsageError(f"The checker rejects the new proof: {hole}.") from None
    parsers.write_new(Path(arguments.out), content)
    positions = "1 position" if len(states) == 1 else f"{len(states)} positions"
    claims = "".join(f"Proved: {claim}.\n" for claim in proved[:CLAIMS_SHOWN])
    console.write(
        f"{claims}Wrote a proof of {positions} to {quoted(arguments.out)} "
        f"({len(content):,} bytes).\n"
        f"Check it: lastdigit certify --check {arguments.out}\n"
        "To check it without Last Digit, save the checker, one short program:\n"
        f"  lastdigit certify --checker > {CHECKER}\n"
        f"  python3 {CHECKER} {arguments.out}\n"
    )
    return 0


def _check_or_print_checker(words: Words) -> int:
    """Run `certify --check FILE` or `certify --checker`."""
    parser = certify_parser()
    for action in parser._actions:
        action.required = False
    arguments = parser.parse(words)
    if arguments.checker == (arguments.check is not None):
        parser.error("use --check FILE or --checker, not both")
    if arguments.moves or arguments.out is not None:
        parser.error("--check and --checker take neither a GAME nor --out")
    from lastdigit.games import catalogue
    from lastdigit.solver.certificates import checkers_for, stand_alone_source
    from lastdigit.solver.checker import MOST_BYTES, check

    games = catalogue().values()
    if arguments.checker:
        print(stand_alone_source(games), end="")
        return 0
    try:
        with Path(arguments.check).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{quoted(arguments.check)} cannot be read: {error.strerror}.") from None
    try:
        proved = check(content, checkers_for(games))
    except ValueError as hole:
        print(f"No: {hole}.")
        return 1
    print("\n".join(f"Yes: {claim}." for claim in proved))
    return 0
