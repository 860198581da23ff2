"""One browser for all tests of the page. Every visitor has their own cookies and storage."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.static.browsing import CHROMIUM, expect_no_complaints, started


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start a browser.

    It is closed after these tests, because Playwright does not allow another event loop.
    """
    if CHROMIUM is None:
        pytest.skip("the browser tests want Debian's chromium: apt-get install chromium")
    with started() as browser:
        yield browser


@pytest.fixture(autouse=True)
def _no_complaints(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which the script of a page has failed."""
    seen = "browser" in request.fixturenames
    browser: Browser | None = request.getfixturevalue("browser") if seen else None
    yield
    expect_no_complaints(browser)
