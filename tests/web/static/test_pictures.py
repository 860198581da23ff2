"""Every page looks like its accepted screenshot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.sizes import sampled
from tests.web.conftest import Server
from tests.web.static.pictures import FOLDER, LOOKS, MOST, Look, difference, hindrance, taken

MOST_BYTES = 6_000_000
SAMPLE = [
    look for look in LOOKS if look[:3] in (("home", 390, "light"), ("playing", 1280, "light"))
]


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    """Return a page on which pictures are compared."""
    page = browser.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("look", sampled(LOOKS, *SAMPLE), ids=str)
def test_a_page_looks_like_its_accepted_screenshot(
    browser: Browser, server: Server, blank: Page, look: Look
) -> None:
    problem = hindrance()
    if problem is not None:
        pytest.skip(problem)
    changed = difference(blank, look.file.read_bytes(), taken(browser, server, look))
    assert changed <= MOST, f"{changed:.2%} of {look} differ; make renew accepts it"


def test_two_screenshots_differ_by_their_share_of_changed_pixels(
    browser: Browser, blank: Page
) -> None:
    page = browser.new_page(viewport={"width": 100, "height": 100})
    page.set_content("<body style='margin:0;background:white'>")
    white = page.screenshot()
    page.set_content("<body style='margin:0;background:linear-gradient(red 50%, white 0)'>")
    half = page.screenshot()
    page.close()
    assert difference(blank, white, white) == 0
    assert 0.49 < difference(blank, white, half) < 0.51


def test_every_page_has_a_screenshot_and_all_are_small() -> None:
    files = set(FOLDER.glob("*.png"))
    assert files == {look.file for look in LOOKS}
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
