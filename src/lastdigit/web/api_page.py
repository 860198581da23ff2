"""The documentation of the API as a page of the server."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from lastdigit.web import words

if TYPE_CHECKING:
    from markdown_it.token import Token

SOURCE = Path(__file__).with_name("api.md")
"""A symbolic link to docs/api.md. A wheel has a copy."""
SERVED = {"openapi.json": "/api/openapi.json"}
"""Linked files that the server has. Links to other pages of the documentation become text."""


@cache
def api_page() -> str:
    """Return docs/api.md as HTML, with links to its sections."""
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = renderer.parse(SOURCE.read_text(encoding="utf-8"))
    sections = {}
    for token, following in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            anchor = re.sub(r"[^a-z0-9]+", "-", following.content.lower())
            sections[anchor] = following.content
            token.attrSet("id", anchor)
        elif token.type == "inline":
            token.children = _relinked(token.children or [])
    html = str(renderer.renderer.render(tokens, renderer.options, {}))
    # Long lines and wide tables scroll instead of widening the page.
    html = html.replace("<pre>", '<pre class="scroll">')
    html = html.replace("<table>", '<div class="scroll"><table class="table">')
    html = html.replace("</table>", "</table></div>")
    links = "".join(
        f'<li><a href="#{anchor}">{escape(name)}</a></li>' for anchor, name in sections.items()
    )
    contents = f'<nav aria-label="{words.CONTENTS}"><ul class="contents">{links}</ul></nav>'
    html = html.replace("</h1>", f"</h1>{contents}", 1)
    return f'<article class="card prose api-page">{html}</article>'


def _relinked(tokens: list[Token]) -> list[Token]:
    """Point links at the server's own addresses, and drop those to files it does not have."""
    kept, dropping = [], False
    for token in tokens:
        if token.type == "link_open":
            target = str(token.attrGet("href"))
            dropping = target not in SERVED and not target.startswith(("#", "/", "https:"))
            token.attrSet("href", SERVED.get(target, target))
        if not (dropping and token.type in ("link_open", "link_close")):
            kept.append(token)
    return kept
