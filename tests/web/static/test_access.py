"""Accessibility: axe finds nothing, targets are large, and nothing scrolls sideways."""

from __future__ import annotations

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Size
from tests.sizes import sampled
from tests.web.conftest import Server, wait_for
from tests.web.static.browsing import leave, new_visitor
from tests.web.static.visits import PAGES, playing

Theme = Literal["light", "dark"]
# The themes differ only in colours, so the second is only checked for those.
RULES: dict[Theme, list[str]] = {
    "light": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["color-contrast"],
}
SMALLEST = 44
TIGHT, NARROW = 40, 320
"""Two numbers of three digits side by side leave 41 pixels each on the narrowest screen."""


SAMPLE = ("home", "playing", "review")
LOOKS: list[tuple[int, Theme]] = [
    *((320, "light"), (1280, "dark")),
    *((768, "light"), (768, "dark"), (1280, "light"), (320, "dark")),
]


@pytest.mark.parametrize("name", sampled(PAGES, *SAMPLE))
def test_axe_finds_no_violations_in_both_themes_and_three_widths(
    browser: Browser, server: Server, name: str, size: Size
) -> None:
    page = new_visitor(browser, server, reduced_motion="reduce")
    page.goto(PAGES[name](page))
    page.wait_for_load_state("networkidle")
    assert page.locator("h1").count() == 1
    assert page.title() not in ("", "Last Digit") or name.startswith("home")
    for width, theme in LOOKS[: size(sample=2, full=len(LOOKS))]:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=theme)
        found = Axe().run(page, options={"runOnly": RULES[theme]})
        assert found.violations_count == 0, f"{width} {theme}: {found.generate_report()}"
        assert not page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth"
        ), f"the page scrolls sideways at {width} px"
        assert small_targets(page, TIGHT if width == NARROW else SMALLEST) == [], width
    leave(page)


def small_targets(page: Page, smallest: int = SMALLEST) -> list[str]:
    """Return targets that are too small, except links in a sentence (WCAG 2.5.8)."""
    found: list[str] = page.evaluate(
        """smallest => [...document.querySelectorAll('a, button, input, select, summary')]
            .filter(node => node.checkVisibility({opacityProperty: true, visibilityProperty: true}))
            .filter(node => !node.closest('p'))
            .map(node => [node, (node.closest('label') ?? node).getBoundingClientRect()])
            .filter(([, box]) => box.height < smallest - 0.5 || box.width < smallest - 0.5)
            .map(([node, box]) => `${node.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)""",
        smallest,
    )
    return found


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), ("reduce", False)])
def test_a_changed_cell_is_animated_unless_motion_is_reduced(
    browser: Browser, server: Server, wish: str, moves: bool
) -> None:
    page = new_visitor(browser, server, reduced_motion=wish)
    page.goto(playing(page))
    page.locator("#sentence").wait_for()
    page.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.seen = 0;
            Element.prototype.animate = function (...words) {
                window.seen += 1;
                return animate.apply(this, words);
            };
        }"""
    )
    page.keyboard.press("/")
    page.get_by_label("Type a move").fill("tens 5")
    page.get_by_label("Type a move").press("Enter")
    expect(page.locator("#sentence")).to_contain_text(" became 251.")
    if moves:
        wait_for(lambda: page.evaluate("window.seen"))
    else:
        page.evaluate("new Promise(shown => requestAnimationFrame(() => setTimeout(shown)))")
        assert not page.evaluate("window.seen")
    leave(page)
