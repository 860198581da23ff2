"""One browser for all tests of the page; everybody in it is a visitor of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.static.browsing import CHROMIUM, started


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start a browser.

    It goes when the tests of the page are done: Playwright leaves no room for another event loop.
    """
    if CHROMIUM is None:
        pytest.skip("the browser tests want Debian's chromium: apt-get install chromium")
    with started() as browser:
        yield browser
