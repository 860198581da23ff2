"""The course of a game as a picture: who was winning after each turn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lastdigit.game.game import Seat
from lastdigit.game.text import display_width
from lastdigit.game.theme import FONT, style

MARKS = {Seat.ONE: "▲", None: "◆", Seat.TWO: "▼"}

STEP, MARGIN, HEIGHT, LETTER = 14, 16, 150, 8
HEIGHTS = {Seat.ONE: 40, None: 75, Seat.TWO: 110}
STYLE = style("""\
  text {{ font: 14px FONT; fill: {ink} }}
  .card {{ fill: {card}; stroke: {line} }}
  .level {{ stroke: {line} }}
  .course {{ fill: none; stroke: {accent}; stroke-width: 2.5 }}
  .one {{ fill: {win} }} .two {{ fill: {lose} }} .draw {{ fill: {soft} }}\
""").replace("FONT", FONT)
CLASSES = {Seat.ONE: "one", None: "draw", Seat.TWO: "two"}


def labels(names: tuple[str, str]) -> dict[Seat | None, str]:
    """Return what each height of the picture means."""
    return {Seat.ONE: f"{names[0]} wins", None: "draw", Seat.TWO: f"{names[1]} wins"}


def as_svg(course: Sequence[Seat | None], names: tuple[str, str], title: str) -> str:
    """Return the course as an SVG picture that stands alone, light and dark."""
    left = MARGIN * 2 + LETTER * (2 + max(map(display_width, labels(names).values())))
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
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f'<rect class="card" x="1" y="1" width="{width - 2}" height="{HEIGHT - 2}" rx="14"/>'
        f'{levels}<polyline class="course" points="{line}"/>{dots}</svg>\n'
    )
