"""Every page loads its scripts, and the browser knows all of them from the start."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from lastdigit.web.pages import PAGES
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_window
from tests.web.static.visits import arranged

ADDRESSES = {page: path for path, page in reversed(PAGES.items())} | {"missing": "/nowhere"}
"""One address for each script."""
SCRIPT = re.compile(r'<(?:script|link) [^>]*(?:src|href)="([^"]+\.js)"')
LOADED = """() => performance.getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith(".js"))"""
IN_ADVANCE = """() => document.querySelector("#home")?.dataset.board.split(" ") ?? []"""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """Return a page with an empty cache."""
    page = new_window(browser, server)
    yield page
    leave(page)


@pytest.mark.prove
def test_a_page_preloads_all_modules_that_it_imports(page: Page) -> None:
    code = arranged(page, "digit-poison", against="here")
    names = dict.fromkeys(("match", "review", "watch"), code)
    for script, address in ADDRESSES.items():
        path = address.replace("{name}", names.get(script, "digit-duel"))
        response = page.goto(path)
        assert response is not None
        named = SCRIPT.findall(response.text())
        page.wait_for_load_state("networkidle")
        assert len(named) == len(set(named)) > 1
        assert page.locator("main h1, main h2").count(), path
        assert set(page.evaluate(LOADED)) - set(page.evaluate(IN_ADVANCE)) <= set(named), path
        assert set(named) <= set(page.evaluate(LOADED)), path
