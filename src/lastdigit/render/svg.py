"""SVG and PNG images: symbols for web pages, charts of played games, and maps of solved games."""

from __future__ import annotations

import pkgutil
import re
import textwrap
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from html import escape
from struct import pack

from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.map_shapes import AnyMap, Grid, group, shape
from lastdigit.game.text import display_width
from lastdigit.game.theme import COLOURS, FONT, Shades, Theme, style, theme_of

END = "</svg>"
STANDALONE = 'xmlns="http://www.w3.org/2000/svg"'
"""The attribute that a stand-alone SVG file needs."""


@cache
def _drawings() -> str:
    data = pkgutil.get_data(__package__, "sprite.svg")
    assert data is not None, "sprite.svg is package data"
    return data.decode()


def sprite(games: Iterable[type[AnyGame]]) -> str:
    """Return an SVG with the symbols that web pages share, such as digits, icons and game logos.

    A page that contains this SVG can show a symbol with an element such as `<use href="#n7">`.
    """
    symbols, _, _ = _drawings().rpartition(END)
    marks = "".join(
        f'  <symbol id="mark-{game.name}" viewBox="0 0 64 64" overflow="visible">'
        f"{theme_of(game).mark}</symbol>\n"
        for game in games
    )
    return f"{symbols}{marks}{END}\n"


def picture(name: str, attributes: str = STANDALONE, inside: str = "") -> str:
    """Return one of the symbols that web pages share, such as an icon, as an SVG element.

    By default, the element is a complete SVG file. `inside` is SVG text to insert before the
    drawing, such as a title.
    """
    match = re.search(rf'<symbol id="{name}" (viewBox="[^"]*")[^>]*>(.*)</symbol>', _drawings())
    assert match is not None, f"the sprite has {name}"
    return f"<svg {attributes} {match[1]}>{inside}{match[2]}{END}"


MARKS = {Seat.ONE: "▲", None: "◆", Seat.TWO: "▼"}

STEP, MARGIN, HEIGHT, COURSE_LETTER = 14, 16, 150, 8
HEIGHTS = {Seat.ONE: 40, None: 75, Seat.TWO: 110}
COURSE_STYLE = style("""\
  text {{ font: 14px FONT; fill: {ink} }}
  .card {{ fill: {card}; stroke: {line} }}
  .level {{ stroke: {line} }}
  .course {{ fill: none; stroke: {accent}; stroke-width: 2.5 }}
  .one {{ fill: {win} }} .two {{ fill: {lose} }} .draw {{ fill: {soft} }}\
""").replace("FONT", FONT)
CLASSES = {Seat.ONE: "one", None: "draw", Seat.TWO: "two"}


def labels(names: tuple[str, str]) -> dict[Seat | None, str]:
    """Return the three labels for the chart of a game, such as "Ann wins", "draw" and "Ben wins".

    Each key is the winner, or None for a draw.
    """
    return {Seat.ONE: f"{names[0]} wins", None: "draw", Seat.TWO: f"{names[1]} wins"}


def course_svg(course: Sequence[Seat | None], names: tuple[str, str], title: str) -> str:
    """Return a chart of a played game as a stand-alone SVG, with light and dark colours.

    `course` lists the player who would win with perfect play, at the start and after each turn.
    None stands for a draw.
    """
    left = MARGIN * 2 + COURSE_LETTER * (2 + max(map(display_width, labels(names).values())))
    width = left + MARGIN * 2 + STEP * max(1, len(course) - 1)
    points = [(left + MARGIN + STEP * turn, HEIGHTS[seat]) for turn, seat in enumerate(course)]
    line = " ".join(f"{x},{y}" for x, y in points)
    levels = "".join(
        f'<line class="level" x1="{left}" x2="{width - MARGIN}" y1="{y}" y2="{y}"/>'
        f'<text x="{MARGIN}" y="{y + 5}">{MARKS[level]} {escape(labels(names)[level])}</text>'
        for level, y in HEIGHTS.items()
    )
    dots = "".join(
        f'<circle class="{CLASSES[seat]}" cx="{x}" cy="{y}" r="4"><title>move {turn}: '
        f"{escape(labels(names)[seat])}</title></circle>"
        for turn, (seat, (x, y)) in enumerate(zip(course, points, strict=True))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" '
        f'width="{width}" height="{HEIGHT}" role="img">'
        f"<title>{escape(title)}</title><style>{COURSE_STYLE}</style>"
        f'<rect class="card" x="1" y="1" width="{width - 2}" height="{HEIGHT - 2}" rx="14"/>'
        f'{levels}<polyline class="course" points="{line}"/>{dots}</svg>\n'
    )


SIGNATURE = b"\x89PNG\r\n\x1a\n"
INDEXED, BITS = 3, 8


def png(width: int, rows: Sequence[bytes], colours: Sequence[str]) -> bytes:
    r"""Return a PNG image with indexed colours.

    Each row has one byte per pixel: the index of the pixel's colour in `colours`. The colours are
    CSS hex codes.

    >>> from lastdigit.game.theme import INK
    >>> png(1, [b"\0"], [INK])[:8] == SIGNATURE
    True
    """
    head = pack(">IIBBBBB", width, len(rows), BITS, INDEXED, 0, 0, 0)
    palette = b"".join(bytes.fromhex(colour[1:7]) for colour in colours)
    pixels = b"".join(b"\0" + row for row in rows)
    chunks = (
        (b"IHDR", head),
        (b"PLTE", palette),
        (b"IDAT", zlib.compress(pixels, 9)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks)


def _chunk(name: bytes, content: bytes) -> bytes:
    return pack(">I", len(content)) + name + content + pack(">I", zlib.crc32(name + content))


STEPS = 24
MIN_SHARE = 0.42
"""The opacity of the positions that are farthest from the end of the game."""
STRIPE, THICK = 14, 3


class ColorScheme(StrEnum):
    LIGHT = "light"
    DARK = "dark"

    def of(self, shades: Shades) -> str:
        """Return the light or dark version of a colour, depending on this colour scheme."""
        return shades.light if self is ColorScheme.LIGHT else shades.dark


def map_png(game_map: AnyMap, scheme: ColorScheme) -> bytes:
    """Return a map as a PNG with one pixel per position, in light or dark colours.

    Raise UsageError if the map draws its positions as shapes instead.
    """
    grid = game_map.grid()
    if grid is None:
        raise UsageError(
            f"The map of {game_map.game.title} is not a grid of points, so it can only be saved as "
            "an SVG file."
        )
    return grid_png(grid, theme_of(type(game_map.game)), scheme)


def grid_png(grid: Grid, theme: Theme, scheme: ColorScheme) -> bytes:
    """Return a square of solved positions as a PNG with one pixel per position.

    Positions in which the player to move loses are hatched. Positions far from the end of the game
    are paler.
    """
    paper = scheme.of(COLOURS["paper"])
    won, lost = scheme.of(theme.fill), scheme.of(COLOURS["them-fill"])
    line = scheme.of(COLOURS["them"])
    colours = [
        _blend(colour, paper, MIN_SHARE + (1 - MIN_SHARE) * (STEPS - step) / STEPS)
        for colour in (lost, line, won)
        for step in range(STEPS)
    ]
    longest = max(grid.codes) >> 1
    step_of = [(code >> 1) * (STEPS - 1) // longest for code in range(2 * longest + 2)]
    rows = []
    for up in range(grid.side - 1, -1, -1):
        codes = grid.codes[up * grid.side : (up + 1) * grid.side]
        rows.append(
            bytes(
                step_of[code] + STEPS * (2 if code & 1 else (across + up) % STRIPE < THICK)
                for across, code in enumerate(codes)
            )
        )
    return png(grid.side, rows, colours)


def _blend(colour: str, other: str, share: float) -> str:
    """Mix two colours, given as hex codes. `share` is the weight of `colour`, from 0 to 1."""
    pairs = ((int(one[index : index + 2], 16) for one in (colour, other)) for index in (1, 3, 5))
    return "#" + "".join(f"{round(share * one + (1 - share) * two):02x}" for one, two in pairs)


EDGE, LINE, MAP_LETTER = 24, 32, 11.5
MAP_STYLE = """\
  text {{ font: 500 13px FONT; fill: {ink} }}
  .paper {{ fill: {paper} }}
  .finding {{ font-size: 22px; font-weight: 700 }}
  .light {{ display: LIGHT }} .dark {{ display: DARK }}
"""
SHAPES = """\
  .axis {{ font-weight: 650; font-size: 14px }}
  .soft {{ fill: {soft} }}
  .caption {{ font-size: 12px; font-weight: 650; text-anchor: middle }}
  .ray {{ font-size: 10.5px }}
  .fine {{ font-size: 10px }}
  .win, .paired {{ fill: {fill} }}
  .lose {{ fill: url(#hatch) }}
  .hatch {{ fill: {them-wash} }} .stripe {{ stroke: {them-fill}; stroke-width: 2 }}
  .draw, .alone, .node, .plate {{ fill: {card}; stroke: {control} }}
  .barred, .spent {{ fill: {sunk}; stroke: {line} }}
  .chosen, .formed {{ fill: {last} }}
  text.on-win, text.on-paired {{ fill: {on} }}
  text.on-chosen, text.on-formed {{ fill: {on-last} }}
  text.on-lose, text.on-draw, text.on-alone {{ fill: {ink} }}
  text.on-lose {{ paint-order: stroke; stroke: {them-wash}; stroke-width: 4px }}
  text.on-barred, text.on-spent {{ fill: {soft} }}
  .band.win {{ opacity: .55 }}
  path {{ fill: none }}
  .to {{ marker-end: url(#tip) }} .tip {{ fill: {control} }}
  .way, .cross {{ stroke: {control}; stroke-width: 1.2 }}
  .pair, .strand {{ stroke: {deep}; stroke-width: 2.4 }}
  .shifted {{ stroke: {last-shape}; stroke-width: 3.4 }}
  .gone {{ stroke: {control}; stroke-width: 1.6; stroke-dasharray: 3 4 }}
  .poison {{ stroke: {wrong}; stroke-width: 1.6; stroke-dasharray: 4 3 }}
  .poison-end {{ fill: {wrong} }}
  .ring {{ fill: none; stroke: {last-shape}; stroke-width: 3.5 }}
  .walk-under {{ fill: none; stroke: {card}; stroke-width: 6 }}
  .walk {{ fill: none; stroke: {ink}; stroke-width: 2.6 }}
  .walk.losing {{ stroke-dasharray: 2 5; stroke-linecap: round }}
  .ring-under {{ fill: none; stroke: {card}; stroke-width: 7 }}
  .ring-here {{ fill: none; stroke: {last-shape}; stroke-width: 3.5 }}
  .pin {{ fill: {last}; stroke: {ink}; stroke-width: 2 }}
  .region {{ fill: {night} }} .on-night {{ fill: {on-night}; font-size: 18px; font-weight: 700 }}
"""
"""The CSS for all shapes on a map, also used by the web page. Names in braces stand for colours."""


def patterns() -> str:
    """Return the SVG definitions that maps use: hatching for lost positions, and an arrow head."""
    inside = [
        shape("rect", look="hatch", width=8, height=8),
        shape("path", look="stripe", d="M-2 10L10 -2M-2 2L2 -2M6 10L10 6"),
    ]
    size = {"id": "hatch", "width": 8, "height": 8, "patternUnits": "userSpaceOnUse"}
    tip = {"id": "tip", "viewBox": "0 0 10 10", "refX": 7, "refY": 5, "orient": "auto"}
    sized = {"markerWidth": 9, "markerHeight": 9, "markerUnits": "userSpaceOnUse"}
    point = [shape("path", look="tip", d="M0 1L9 5L0 9z")]
    return (
        f"<defs>{group(inside, 'pattern', **size)}{group(point, 'marker', **tip, **sized)}</defs>"
    )


def map_svg(game_map: AnyMap) -> str:
    """Return a map as a stand-alone SVG with light and dark colours."""
    theme = theme_of(type(game_map.game))
    rules = style(MAP_STYLE + SHAPES, theme.colours).replace("FONT", FONT)
    before, dark, after = rules.partition("@media")
    rules = _set_display(before, "inline", "none") + dark + _set_display(after, "none", "inline")
    width = max(game_map.width, 560) + 2 * EDGE
    lines = textwrap.wrap(game_map.finding(), int((width - 2 * EDGE) / MAP_LETTER))
    head = EDGE + LINE * len(lines)
    height = head + game_map.height + EDGE
    titles = "".join(
        shape("text", line, look="finding", x=EDGE, y=EDGE + LINE * (number + 0.6))
        for number, line in enumerate(lines)
    )
    transform = f"translate({EDGE} {head})"
    inside = [*_grid_images(game_map), *game_map.shapes()]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">'
        f"{shape('title', game_map.finding())}{shape('desc', ' '.join(game_map.notes()))}"
        f"<style>{rules}</style>{patterns()}"
        f"{shape('rect', look='paper', width='100%', height='100%')}{titles}"
        f"{group(inside, transform=transform)}</svg>\n"
    )


def _set_display(rules: str, light: str, dark: str) -> str:
    return rules.replace("LIGHT", light).replace("DARK", dark)


def _grid_images(game_map: AnyMap) -> list[str]:
    """Return the positions of a map as two SVG images, one in light and one in dark colours.

    Return an empty list if the map draws its positions as shapes instead.
    """
    grid = game_map.grid()
    if grid is None:
        return []
    theme = theme_of(type(game_map.game))
    area = {"x": grid.corner.x, "y": grid.corner.y, "width": grid.length, "height": grid.length}
    return [
        shape("image", look=scheme, **area, href=f"data:image/png;base64,{content}")
        for scheme in ColorScheme
        for content in [b64encode(grid_png(grid, theme, scheme)).decode()]
    ]
