"""The browser helpers report a script error of one visitor once, and other visitors continue."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.conftest import Server
from tests.web.static.browsing import expect_no_complaints, new_window


def test_a_failing_script_is_reported_once_and_the_browser_continues(
    browser: Browser, server: Server
) -> None:
    page = new_window(browser, server)
    page.goto("/")
    with page.expect_event("pageerror"):
        page.evaluate("setTimeout(() => { throw new Error('out of ink') })")
    with pytest.raises(AssertionError, match="out of ink"):
        expect_no_complaints()
    expect_no_complaints()
    page.goto("/")
    page.context.close()
