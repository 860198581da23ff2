"""Parts of a page that stands alone: style, pictures and tables in one file, without a script.

A picture has one row a player, a dot with its interval, and a mark to compare with. Its colours
come from the style sheet, so that it is light or dark with its page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import NamedTuple

from lastdigit.arena.intervals import Interval
from lastdigit.core.palette import style

WIDTH, ROW, TOP, RIGHT = 720, 30, 12, 70
LETTER, SHORTEST_LABELS, LONGEST_LABEL = 8, 80, 28
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)

Across = Callable[[float], float]
"""Where a share stands from left to right."""
Writer = Callable[[float], str]
"""How a share is written."""

COLOURS = style(
    ":root {{ color-scheme: light dark; --paper: {paper}; --card: {card}; --ink: {ink}; "
    "--soft: {soft}; --line: {line}; --accent: {accent}; --lose: {lose} }}"
)
STYLE = (
    COLOURS
    + """
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
  font: 1rem/1.5 Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums }
main { max-width: 64rem; margin: 0 auto; padding: 40px 16px 64px }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 8px }
h2 { font-size: 1.25rem; margin: 0 0 8px }
p { margin: 0 0 8px; color: var(--soft); max-width: 46rem }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px;
  padding: 24px; margin-top: 24px; overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .875rem }
th, td { text-align: right; padding: 4px 8px; border-bottom: 1px solid var(--line);
  vertical-align: top }
th:first-child { text-align: left } td { overflow-wrap: anywhere }
thead th { color: var(--soft); font-weight: 600 }
dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px;
  font-size: .875rem }
dt { font-weight: 600 } dd { margin: 0; color: var(--soft); overflow-wrap: anywhere }
svg { width: 100%; min-width: 32rem; max-width: 56rem; height: auto; display: block }
svg text { font: 14px Inter, system-ui, sans-serif; fill: var(--ink) }
svg text.soft { fill: var(--soft) }
.tick { stroke: var(--line) } .whisker { stroke: var(--accent); stroke-width: 3 }
.dot { fill: var(--accent) } .mark { stroke: var(--lose); stroke-width: 3 }
"""
)


def page(title: str, lead: str, sections: Iterable[str]) -> str:
    """Return a whole page; the sections are HTML already, title and lead are not."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1><p>{escape(lead)}</p>\n"
        + "\n".join(sections)
        + "</main></body></html>\n"
    )


def section(title: str, *parts: str, about: str = "") -> str:
    """Return a card with a heading, a sentence about it, and parts that are HTML already."""
    sentence = f"<p>{escape(about)}</p>" if about else ""
    return f"<section><h2>{escape(title)}</h2>{sentence}{''.join(parts)}</section>"


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the first cell of a row names it."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heading)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def terms(pairs: Iterable[tuple[str, str]]) -> str:
    """Return words with what they mean."""
    items = "".join(f"<dt>{escape(word)}</dt><dd>{escape(about)}</dd>" for word, about in pairs)
    return f"<dl>{items}</dl>"


class Row(NamedTuple):
    """What stands on a line: shares from 0 to 1, any but the label may be missing."""

    label: str
    value: float | None
    interval: Interval | None = None
    mark: float | None = None


def dots(title: str, rows: Sequence[Row], write: Writer = "{:.0%}".format) -> str:
    """Return an SVG picture; its title says what is drawn, and each dot its number.

    `write` says how a share is written.
    """
    labels = [shorten(row.label) for row in rows]
    left = max(SHORTEST_LABELS, LETTER * max(map(len, labels), default=0) + 24)
    height = TOP + ROW * len(rows) + 30
    scale = WIDTH - left - RIGHT

    def across(share: float) -> float:
        return round(left + scale * min(1.0, max(0.0, share)), 1)

    ticks = "".join(
        f'<line class="tick" x1="{across(tick)}" x2="{across(tick)}" y1="{TOP}" '
        f'y2="{height - 26}"/><text class="soft" text-anchor="middle" x="{across(tick)}" '
        f'y="{height - 8}">{write(tick)}</text>'
        for tick in TICKS
    )
    lines = "".join(
        _line(row, label, TOP + ROW * number + ROW // 2, across, write)
        for number, (row, label) in enumerate(zip(rows, labels, strict=True))
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{ticks}{lines}</svg>"
    )


def _line(row: Row, label: str, y: int, across: Across, write: Writer) -> str:
    drawn = f'<text x="8" y="{y + 5}">{escape(label)}</text>'
    if row.interval is not None:
        low, high = across(row.interval.low), across(row.interval.high)
        drawn += f'<line class="whisker" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
    if row.mark is not None:
        x = across(row.mark)
        drawn += f'<line class="mark" x1="{x}" x2="{x}" y1="{y - 9}" y2="{y + 9}"/>'
    if row.value is not None:
        text = write(row.value)
        drawn += (
            f'<circle class="dot" cx="{across(row.value)}" cy="{y}" r="5">'
            f"<title>{escape(row.label)}: {text}</title></circle>"
            f'<text class="soft" x="{WIDTH - RIGHT + 14}" y="{y + 5}">{text}</text>'
        )
    return drawn


def shorten(label: str) -> str:
    """Return a label that fits."""
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 3]}..."
