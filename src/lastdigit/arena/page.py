"""Parts of a page that stands alone: style, pictures and tables in one file, without a script.

A picture has one row a player, a dot with its interval, and a mark to compare with. Its colours
come from the style sheet, so that it is light or dark with its page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from lastdigit.arena.intervals import Interval
from lastdigit.arena.tables import Writer
from lastdigit.core.drawings import picture
from lastdigit.game.theme import FONT, style

TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
LONG = 40
"""Characters from which on the text of a cell is wrapped."""

COLOURS = style(
    ":root {{ color-scheme: light dark; --paper: {paper}; --card: {card}; --ink: {ink}; "
    "--soft: {soft}; --line: {line}; --accent: {accent}; --lose: {lose}; --last: {last} }}"
)
STYLE = (
    COLOURS
    + """
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
  font: 1rem/1.5 FONT; font-variant-numeric: tabular-nums }
main { max-width: 64rem; margin: 0 auto; padding: 40px 16px 64px }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 8px }
h2 { font-size: 1.25rem; margin: 0 0 8px }
p { margin: 0 0 8px; color: var(--soft); max-width: 46rem }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: 24px; margin-top: 24px; overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .875rem }
th, td { text-align: right; padding: 4px 8px; border-bottom: 1px solid var(--line);
  vertical-align: top }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--card);
  min-width: 6rem; max-width: 12rem; overflow-wrap: break-word }
td { white-space: nowrap } td.long { white-space: normal; min-width: 16rem; text-align: left;
  overflow-wrap: anywhere }
thead th { color: var(--soft); font-weight: 600 }
dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px;
  font-size: .875rem }
dt { font-weight: 600 } dd { margin: 0; color: var(--soft); overflow-wrap: anywhere }
.plot { display: grid; grid-template-columns: minmax(5rem, max-content) 1fr max-content;
  gap: 0 16px; align-items: center; max-width: 56rem; font-size: .875rem }
.plot .label { max-width: 14rem; overflow-wrap: anywhere } .plot .value { color: var(--soft) }
.plot svg { width: 100%; height: 30px; display: block; overflow: visible }
.plot text { font: .8125rem FONT; fill: var(--soft) }
.tick { stroke: var(--line) } .whisker { stroke: var(--accent); stroke-width: 3 }
.dot { fill: var(--accent) } .mark { stroke: var(--lose); stroke-width: 3 }
@media (max-width: 40rem) { section { padding: 16px } dl { grid-template-columns: 1fr }
  .plot { grid-template-columns: 1fr 3rem } .plot .label { grid-column: 1 / -1; max-width: none } }
.brand { display: flex; gap: 10px; align-items: center; margin-bottom: 24px }
.brand .sign { width: 32px } .brand .wordmark { width: 92px; overflow: visible }
""".replace("FONT", FONT)
)
BRAND = (
    '<div class="brand" role="img" aria-label="Last Digit">'
    + picture("sign", 'class="sign"')
    + picture("wordmark", 'class="wordmark"')
    + "</div>"
)


def page(title: str, lead: str, sections: Iterable[str]) -> str:
    """Return a whole page; the sections are HTML already, title and lead are not."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main>{BRAND}<h1>{escape(title)}</h1><p>{escape(lead)}</p>\n"
        + "\n".join(sections)
        + "</main></body></html>\n"
    )


def section(title: str, *parts: str, about: str = "") -> str:
    """Return a card with a heading, a sentence about it, and parts that are HTML already."""
    sentence = f"<p>{escape(about)}</p>" if about else ""
    return f"<section><h2>{escape(title)}</h2>{sentence}{''.join(parts)}</section>"


def html_table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the first cell of a row names it."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heading)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(map(_cell, row[1:])) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(text: str) -> str:
    kind = ' class="long"' if len(text) > LONG else ""
    return f"<td{kind}>{escape(text)}</td>"


def terms(pairs: Iterable[tuple[str, str]]) -> str:
    """Return words with what they mean."""
    items = "".join(f"<dt>{escape(word)}</dt><dd>{escape(about)}</dd>" for word, about in pairs)
    return f"<dl>{items}</dl>"


class PlotRow(NamedTuple):
    """What stands on a line: shares from 0 to 1, any but the label may be missing."""

    label: str
    value: float | None
    interval: Interval | None = None
    mark: float | None = None


def dots(title: str, rows: Iterable[PlotRow], write: Writer = "{:.0%}".format) -> str:
    """Return a picture as wide as there is room; its title says what is drawn.

    `write` says how a share is written.
    """
    lines = "".join(_line(row, write) for row in rows)
    ends = {TICKS[0]: "start", TICKS[-1]: "end"}
    scale = "".join(
        f'<text text-anchor="{ends.get(tick, "middle")}" x="{_across(tick)}" y="16">'
        f"{write(tick)}</text>"
        for tick in TICKS
    )
    return (
        f'<div class="plot" role="img" aria-label="{escape(title)}">{lines}'
        f'<span class="label"></span><svg>{scale}</svg><span class="value"></span></div>'
    )


def _line(row: PlotRow, write: Writer) -> str:
    drawn = "".join(
        f'<line class="tick" x1="{_across(tick)}" x2="{_across(tick)}" y1="0" y2="100%"/>'
        for tick in TICKS
    )
    if row.interval is not None:
        low, high = map(_across, row.interval)
        drawn += f'<line class="whisker" x1="{low}" x2="{high}" y1="50%" y2="50%"/>'
    if row.mark is not None:
        x = _across(row.mark)
        drawn += f'<line class="mark" x1="{x}" x2="{x}" y1="20%" y2="80%"/>'
    value = ""
    if row.value is not None:
        value = write(row.value)
        drawn += f'<circle class="dot" cx="{_across(row.value)}" cy="50%" r="5"/>'
    return (
        f'<span class="label">{escape(row.label)}</span><svg>{drawn}</svg>'
        f'<span class="value">{escape(value)}</span>'
    )


def _across(share: float) -> str:
    """Return where a share stands from left to right."""
    return f"{100 * min(1.0, max(0.0, share)):.4g}%"
