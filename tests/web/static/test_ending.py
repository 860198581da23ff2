"""The end of a game: its result, the mistake, and what to play next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor
from tests.web.static.visits import get_cookie


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_visitor(browser, server)
    yield page
    leave(page)


def open_at(page: Page, game: str, position: str, **wish: object) -> None:
    """Begin a match against the computer at a position, and open it."""
    get_cookie(page)
    data = {"game": game, "against": "perfect", "position": position, "name": "Ada", **wish}
    made = page.request.post("/api/matches", data=data)
    assert made.ok, made.text()
    page.goto(f"/match/{made.json()['match']['code']}")


def test_a_win_is_shown_and_the_next_level_offered(page: Page) -> None:
    open_at(page, "digit-duel", "1 009 008", against="easy")
    page.locator("[data-answer='ones'][aria-disabled=false]").dblclick()
    expect(page.locator("#ending .result")).to_have_text("You win")
    expect(page.locator("#sentence")).to_have_text("The computer's number is zero: you win.")
    ended = page.url
    page.get_by_role("button", name="Next: try it against medium").click()
    page.wait_for_url(lambda url: url != ended)
    expect(page.get_by_text("medium").first).to_be_visible()


def test_the_result_can_be_shared_as_text_and_as_a_picture(page: Page) -> None:
    open_at(page, "digit-duel", "1 009 008", against="easy")
    page.locator("[data-answer='ones'][aria-disabled=false]").dblclick()
    page.get_by_role("button", name="Share").click()
    picture = page.get_by_role("img", name="Digit Duel: You win")
    expect(picture).to_be_visible()
    wide = "picture => picture.decode().then(() => picture.naturalWidth)"
    assert picture.evaluate(wide) == 1200
    expect(page.get_by_role("link", name="Save the picture")).to_be_visible()


def test_a_mistake_is_shown_and_can_be_replayed(page: Page) -> None:
    open_at(page, "digit-poison", "1 41270513")
    page.get_by_role("button", name="1", exact=True).dblclick()  # the sum is 24
    expect(page.locator("#ending .result")).to_have_text("The computer wins")
    expect(page.locator("#ending")).to_contain_text("Move 1: You added 1: 412705131.")
    page.get_by_role("button", name="Try again from move 1").click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_text("Your turn.")).to_be_visible()
    expect(page.locator("[data-text='7']").first).to_be_visible()


def test_after_an_unwinnable_game_the_other_seat_is_offered(page: Page) -> None:
    open_at(page, "digit-poison", "1 412705132")
    page.get_by_role("button", name="2", exact=True).dblclick()
    expect(page.locator("#ending")).to_contain_text("the computer was winning from the start")
    page.get_by_role("button", name="Switch sides").click()
    expect(page.locator("#ending .result")).to_have_text("You win")
