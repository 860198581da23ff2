"""The command that draws a whole game: `map`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.cli import parsers
from lastdigit.cli.parsers import Parser, Words, write_new
from lastdigit.errors import UsageError, quoted

if TYPE_CHECKING:
    from lastdigit.game.game import AnyGame

SVG, PNG = ".svg", ".png"
THEMES = ("light", "dark")


def map_parser(game: type[AnyGame] | None = None) -> Parser:
    """Return the parser of `map`."""
    parser = parsers.command_parser(
        "map",
        "Draw a whole game, solved: a picture whose title says what there is to see\n"
        "(docs/maps.md).",
        "lastdigit map digit-poison --out poison.svg",
        takes="GAME",
    )
    parsers.add_rules(parser, game)
    parser.add_argument("--position", metavar="TEXT", help="about this position, not the start")
    parser.add_argument(
        "--theme",
        choices=THEMES,
        default=THEMES[0],
        help="the colours of a PNG (default light); an SVG has both",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="a new file: .svg with all words, .png where there are many points, and only these",
    )
    return parser


def map_(words: Words) -> int:
    parser, chosen, arguments = parsers.parse_with_game(map_parser, words)
    ending = arguments.out.suffix.lower()
    if ending not in (SVG, PNG):
        raise UsageError(f"{quoted(str(arguments.out))} ends neither in {SVG} nor in {PNG}.")
    game = parsers.build_game(parser, chosen, arguments)
    from lastdigit.maps.document import as_svg
    from lastdigit.maps.finding import map_of
    from lastdigit.maps.points import ColorScheme, as_png

    position = None if arguments.position is None else game.parse_state(arguments.position)
    drawn = map_of(game, position)
    theme = ColorScheme(arguments.theme)
    write_new(arguments.out, as_svg(drawn).encode() if ending == SVG else as_png(drawn, theme))
    print(f"{drawn.finding()}\nThe map is in {quoted(str(arguments.out))}.")
    return 0
