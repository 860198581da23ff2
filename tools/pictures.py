"""Pictures drawn by a browser: the icons, the card for links, and the board in the README.

`make renew` draws them with Debian's chromium, from the same sprite, colours and marks as the page.
The icons and the card are part of the package.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from lastdigit.games import catalogue
from lastdigit.render.svg import sprite
from lastdigit.web.assets import PICTURES, STATIC, style_sheet
from tools.board import paint_readme

ICON_SIZES = (180, 192, 512)
CARD = (1200, 630)
CARD_STYLE = """
html { scrollbar-gutter: auto }
body { margin: 0; padding: 0; min-height: 0; max-width: none; display: block }
.card-picture { width: 1200px; height: 630px; padding: 56px 64px; background: var(--night);
  color: var(--on-night); display: flex; flex-direction: column; justify-content: space-between }
.name { display: flex; gap: 20px; align-items: center }
.name .sign { width: 72px; height: 72px; --ink: var(--on-night); --card: var(--night) }
.name .word { height: 42px; width: 211px; overflow: visible }
.middle { display: flex; justify-content: space-between; align-items: center; --s: 178px }
.middle p { font-size: 66px; font-weight: 700; line-height: 1.08; letter-spacing: -.02em }
.middle .row { display: flex; gap: 24px; flex-wrap: nowrap }
.tile { color-scheme: light }
.marks { display: flex; gap: 14px }
.marks span { flex: 1; height: 104px; border-radius: 24px; display: grid; place-items: center;
  background: var(--fill); color: var(--on); font-size: 60px }
"""
ICON_STYLE = """
html, body { margin: 0; padding: 0; min-height: 0; max-width: none; display: block;
  background: var(--ink); scrollbar-gutter: auto }
.sign { display: block; width: 100vw; height: 100vw }
.masked .sign { transform: scale(.8) }
"""


def document(style: str, body: str) -> str:
    """Return a self-contained document with the page's style sheet and sprite."""
    sheet = style_sheet(STATIC / "style")
    return (
        '<!doctype html><html data-theme="light"><meta charset="utf-8">'
        f"<style>{sheet}{style}</style>"
        f'<body><div class="sprite">{sprite(catalogue().values())}</div>{body}</body></html>'
    )


def drawing(symbol: str, look: str, field: str) -> str:
    """Return a drawing from the sprite."""
    return f'<svg class="{look}" viewBox="{field}"><use href="#{symbol}"/></svg>'


def icon(look: str = "") -> str:
    """Return the logo as an icon; with `masked`, a system may cut a circle out of it."""
    sign = drawing("sign", "sign", "0 0 100 100")
    return document(ICON_STYLE, f'<div class="{look}">{sign}</div>')


def card() -> str:
    """Return the preview card for links."""
    marks = "".join(
        f'<span data-game="{game.name}">{drawing(f"mark-{game.name}", "mk", "0 0 64 64")}</span>'
        for game in catalogue().values()
    )
    numerals = ("n4", "n2", "n9")
    tiles = "".join(
        f'<span class="tile{" last" if numeral == "n9" else ""}">'
        f"{drawing(numeral, 'n', '0 0 64 100')}</span>"
        for numeral in numerals
    )
    return document(
        CARD_STYLE,
        f'<div class="card-picture"><div class="name">{drawing("sign", "sign", "0 0 100 100")}'
        f"{drawing('wordmark', 'n word', '0 0 502 100')}</div>"
        f'<div class="middle"><p>Number games<br>for two.</p><div class="row">{tiles}</div></div>'
        f'<div class="marks">{marks}</div></div>',
    )


def paint(page: Page, html: str, size: tuple[int, int], path: Path) -> None:
    """Take a screenshot of a document and write it to a file."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_content(html)
    page.screenshot(path=path)


def draw_with_browser() -> None:
    """Draw the icons, the card and the board. Debian's chromium must be installed."""
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for size in ICON_SIZES:
            paint(page, icon(), (size, size), PICTURES / f"icon-{size}.png")
        paint(page, icon("masked"), (512, 512), PICTURES / "masked-512.png")
        paint(page, card(), CARD, PICTURES / "card.png")
        paint_readme(browser)
        browser.close()
