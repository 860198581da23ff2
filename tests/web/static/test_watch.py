"""One live game for a projector: it follows the game, and nothing can be pressed."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor


def test_a_projected_game_is_updated_and_has_no_controls(browser: Browser, server: Server) -> None:
    ada = server.person()
    ada.set_up("digit-duel", against="here", name="Ada", otherName="Ben")
    page = new_visitor(browser, server)
    page.goto(f"/watch/{ada.match['code']}")
    expect(page.get_by_text("Ada's turn")).to_be_visible()
    ada.move("ones")
    expect(page.get_by_text("Ben's turn")).to_be_visible()
    number = page.get_by_role("group", name="Ben's number").locator(".tile")
    expect(number.last).to_have_attribute("data-text", "0")
    expect(page.locator("main :is(a, button)")).to_have_count(0)
    ada.do("resign")
    expect(page.get_by_text("Ben resigns: Ada wins.")).to_be_visible()
    leave(page)
