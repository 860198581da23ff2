"""Other bases on the page: letters are digits on tiles, on the keyboard and in setups."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor
from tests.web.static.test_board import arranged

NARROW: ViewportSize = {"width": 320, "height": 640}


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_visitor(browser, server, viewport=NARROW)
    yield page
    leave(page)


def test_letters_are_typed_as_digits_and_all_keys_are_visible(page: Page) -> None:
    arranged(page, "digit-poison", options={"base": 16}, against="random")
    expect(page.locator(".keys [data-answer]")).to_have_count(16)
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    page.keyboard.press("b")
    expect(page.locator("#make")).to_contain_text("Add b")
    page.keyboard.press("Enter")
    expect(page.locator("#moves")).to_contain_text("added b")
    arranged(
        page, "digit-duel", options={"base": 16, "digits": 2, "number-1": 0xAB}, against="random"
    )
    page.keyboard.press("B")
    expect(page.locator("#make")).to_contain_text("Strike with b")


def test_numbers_in_a_new_game_are_written_in_its_base(page: Page) -> None:
    page.goto("/new/digit-duel")
    page.get_by_text("Rules, clock, help").click()
    number, base = page.locator("#option-number-1"), page.locator("#option-base")
    page.locator("#option-digits").fill("2")
    base.fill("16")
    base.blur()
    expect(number).to_have_value("")
    expect(number).to_have_attribute("placeholder", "the largest")
    expect(page.locator("#option-number-1-help")).to_contain_text("written in base 16")
    number.fill("fg")
    page.locator("#start").click()
    expect(page.locator("#new-problem")).to_have_text("Number 1: that isn't a number in base 16.")
    number.fill("ab")
    base.fill("10")
    base.blur()
    expect(number).to_have_value(str(0xAB))
    base.fill("16")
    base.blur()
    expect(number).to_have_value("ab")
    page.locator("#start").click()
    page.wait_for_url("**/match/*")
    code = page.url.rpartition("/")[2]
    options = page.request.get(f"/api/matches/{code}").json()["options"]
    assert options == {"number-1": 0xAB, "number-2": 0xFF, "digits": 2, "base": 16}
