"""The commands that answer questions about games and positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from lastdigit.cli import arguments
from lastdigit.cli.console import console_for
from lastdigit.core.game import AnyGame
from lastdigit.core.values import Seat
from lastdigit.errors import UsageError, quoted
from lastdigit.system import write_whole
from lastdigit.terminal.console import Style

Words = Sequence[str]


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
        from lastdigit.core.shapes import game_data, printed

        print(printed([game_data(game) for game in found]))
    else:
        from lastdigit.terminal.text import games_table

        print(games_table(found, console_for(given).bold), end="")
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

    bold = console_for(given).bold
    print(page(find_class(given.game).rulebook(), bold))
    print(page(shared_rules(), bold), end="")
    return 0


def show(words: Words) -> int:
    """Show the position after some moves."""
    from lastdigit.core.shapes import position_data
    from lastdigit.terminal.show import in_words

    return _asked_about_a_position(
        "show", words, position_data, lambda game, state, _: in_words(game, state)
    )


def analyse(words: Words) -> int:
    """Tell exactly who wins a position, and why."""
    from lastdigit.analysis.position import analysed, analysis_data
    from lastdigit.terminal.exact import analysis_text

    return _asked_about_a_position(
        "analyse",
        words,
        lambda game, state: analysis_data(analysed(game, state)),
        lambda game, state, style: analysis_text(game, analysed(game, state), style),
    )


def _asked_about_a_position(
    command: str,
    words: Words,
    data: Callable[[AnyGame, Any], object],
    text: Callable[[AnyGame, Any, Style], str],
) -> int:
    """Print what is known of the position after some moves; return 1 if a move is not allowed."""
    made, game, given = arguments.parse_with_game(
        lambda game: arguments.position_parser(command, game), words
    )
    rules = arguments.rules_from(made, game, given)
    from lastdigit.core.shapes import after, printed
    from lastdigit.errors import WrongMove

    if given.position is None:
        state = rules.start(Random(given.seed), Seat(int(given.first)))
    else:
        state = rules.parse_state(given.position)
    try:
        state = after(rules, state, given.moves)
    except WrongMove as wrong:
        if not given.json:
            raise
        print(printed({"error": wrong.data}))
        return 1
    if given.json:
        print(printed(data(rules, state)))
    else:
        print(text(rules, state, console_for(given).style), end="")
    return 0


def solve(words: Words) -> int:
    """Solve a whole game: who wins from the start, and how."""
    made, game, given = arguments.parse_with_game(arguments.solve_parser, words)
    rules = arguments.rules_from(made, game, given)
    from lastdigit.analysis.whole import solved, whole_data
    from lastdigit.core.shapes import printed
    from lastdigit.terminal.exact import whole_text

    whole = solved(rules)
    print(printed(whole_data(whole)) if given.json else whole_text(whole).rstrip("\n"))
    return 0


def review(words: Words) -> int:
    """Judge a played game move by move, and find where it turned."""
    made = arguments.parser(
        "review",
        "Judge a played game move by move, and find where it turned.",
        "lastdigit review games.jsonl --svg course.svg",
    )
    arguments.add_source(made)
    made.add_argument("--json", action="store_true", help="print JSON")
    made.add_argument("--svg", type=Path, metavar="FILE", help="draw the game's course into FILE")
    given = made.parse_args(words)
    from lastdigit.analysis.course import as_svg
    from lastdigit.analysis.review import review_data, reviewed
    from lastdigit.core.shapes import printed
    from lastdigit.terminal.exact import review_text
    from lastdigit.terminal.replay import sourced

    judged = reviewed(sourced(given.source, given.number))
    if given.svg is not None:
        names = judged.match.setup.names
        title = f"{judged.match.game.title}: {names[0]} against {names[1]}"
        _write_picture(given.svg, as_svg(judged.course, names, title))
    style = console_for(given).style
    print(printed(review_data(judged)) if given.json else review_text(judged, style))
    return 0


def _write_picture(path: Path, svg: str) -> None:
    """Write an SVG file; one that is there is replaced only if it is a picture too."""
    try:
        if path.exists() and not (path.is_file() and path.read_bytes().startswith(b"<svg")):
            raise UsageError(f"{quoted(str(path))} is there already, and is no picture of ours.")
        write_whole(path, svg.encode())
    except OSError as error:
        raise UsageError(f"{quoted(str(path))} cannot be written: {error.strerror}.") from None
