"""Single modules of the page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from lastdigit.render.html import SIGNS, render_fragment
from lastdigit.web.assets import SCRIPT, STATIC
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor

SOURCES = "/sources/"
TEXTS = (
    *map(chr, range(ord("!"), ord("~") + 1)),
    *SIGNS,
    *("×", "÷", "−", "±", "٣"),  # noqa: RUF001
    *("12:05", "-1", "×3+1", "÷2", "f1a", "ef", "add", "xxx", "divide-2", "A1", "1 2"),
)
SAME = """async ([path, texts]) => {
    const { numerals } = await import(path);
    const different = [];
    for (const [text, html] of texts) {
        const [wanted, drawn] = [document.createElement("div"), document.createElement("div")];
        wanted.innerHTML = html;
        drawn.append(...[numerals(text)].flat());
        if (!wanted.isEqualNode(drawn)) different.push(text);
    }
    return different;
}"""
EVENTS = ("click", "toggle", "input", "keydown", "pointermove")
PATCHED = """async ([path, events]) => {
    const { h, patch } = await import(path);
    return Object.fromEntries(events.map((event) => {
        const [calls, parent] = [[], document.createElement("div")];
        const draw = (name) =>
            patch(parent, h("details", { ["on" + event]: name && (() => calls.push(name)) }));
        const fire = () => parent.firstChild.dispatchEvent(new Event(event));
        draw("first"), fire();
        const node = parent.firstChild;
        draw("second"), fire();
        draw(null), fire();
        draw("third"), fire();
        return [event, [calls, node === parent.firstChild]];
    }));
}"""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """Return a page that can import the sources of the scripts."""
    page = new_visitor(browser, server)

    def source(route: Route) -> None:
        path = STATIC / route.request.url.partition(SOURCES)[2]
        route.fulfill(body=path.read_text(), content_type=SCRIPT)

    page.route(f"**{SOURCES}**", source)
    page.goto("/settings")
    yield page
    leave(page)


def test_server_and_page_draw_the_same_numerals_and_signs(page: Page) -> None:
    texts = [(text, render_fragment("numerals", text)) for text in TEXTS]
    assert page.evaluate(SAME, [f"{SOURCES}components/tile.js", texts]) == []


def test_patch_replaces_event_handlers_but_not_the_element(page: Page) -> None:
    patched = page.evaluate(PATCHED, [f"{SOURCES}dom.js", EVENTS])
    assert patched == {event: [["first", "second", "third"], True] for event in EVENTS}
