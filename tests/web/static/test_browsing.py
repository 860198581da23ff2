"""An error on one visitor's page is noticed, and does not affect the others."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.conftest import Server
from tests.web.static.browsing import expect_no_complaints, new_window


def test_a_script_that_fails_is_complained_of_once_and_the_browser_goes_on(
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
