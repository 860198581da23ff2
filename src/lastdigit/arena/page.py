"""A page that stands alone: style, pictures and tables in one file, light and dark, no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --paper: #f6f3ec; --card: #fffdf8; --ink: #1c1a15;
  --soft: #5f5a4e; --line: #d9d2c3; --accent: #1d4f91; --mark: #b3430b }
@media (prefers-color-scheme: dark) { :root { --paper: #131519; --card: #1b1e24; --ink: #efeadf;
  --soft: #a9a394; --line: #343943; --accent: #8ab8f2; --mark: #f0936a } }
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
.dot { fill: var(--accent) } .mark { stroke: var(--mark); stroke-width: 3 }
"""


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
    told = f"<p>{escape(about)}</p>" if about else ""
    return f"<section><h2>{escape(title)}</h2>{told}{''.join(parts)}</section>"


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
    told = "".join(f"<dt>{escape(word)}</dt><dd>{escape(about)}</dd>" for word, about in pairs)
    return f"<dl>{told}</dl>"
