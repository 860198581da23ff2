"""A map as a picture that stands alone: SVG in both themes, with a title that says the finding."""

from __future__ import annotations

import textwrap
from base64 import b64encode

from lastdigit.game.map_shapes import AnyMap, group, shape
from lastdigit.game.theme import FONT, style, theme_of
from lastdigit.maps.points import ColorScheme, grid_png

EDGE, LINE, LETTER = 24, 32, 11.5
STYLE = """\
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
"""How everything on a map looks, also on a page: each colour by its name."""


def patterns() -> str:
    """Return the pattern of what is lost, and the point of an arrow."""
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


def as_svg(drawn: AnyMap) -> str:
    """Return the whole picture."""
    identity = theme_of(type(drawn.game))
    rules = style(STYLE + SHAPES, identity.colours).replace("FONT", FONT)
    before, dark, after = rules.partition("@media")
    rules = _shown(before, "inline", "none") + dark + _shown(after, "none", "inline")
    width = max(drawn.width, 560) + 2 * EDGE
    lines = textwrap.wrap(drawn.finding(), int((width - 2 * EDGE) / LETTER))
    head = EDGE + LINE * len(lines)
    height = head + drawn.height + EDGE
    titles = "".join(
        shape("text", line, look="finding", x=EDGE, y=EDGE + LINE * (number + 0.6))
        for number, line in enumerate(lines)
    )
    moved = f"translate({EDGE} {head})"
    inside = [*_points(drawn), *drawn.shapes()]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">'
        f"{shape('title', drawn.finding())}{shape('desc', ' '.join(drawn.notes()))}"
        f"<style>{rules}</style>{patterns()}"
        f"{shape('rect', look='paper', width='100%', height='100%')}{titles}"
        f"{group(inside, transform=moved)}</svg>\n"
    )


def _shown(rules: str, light: str, dark: str) -> str:
    return rules.replace("LIGHT", light).replace("DARK", dark)


def _points(drawn: AnyMap) -> list[str]:
    """Return the picture of what is too much to be drawn, once for each theme."""
    grid = drawn.grid()
    if grid is None:
        return []
    identity = theme_of(type(drawn.game))
    where = {"x": grid.corner.x, "y": grid.corner.y, "width": grid.length, "height": grid.length}
    return [
        shape("image", look=theme, **where, href=f"data:image/png;base64,{content}")
        for theme in ColorScheme
        for content in [b64encode(grid_png(grid, identity, theme)).decode()]
    ]
