"""A lesson on the page: it is taken by pressing tiles, offered once, and leads to a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from lastdigit.games import catalogue
from tests.sizes import sampled
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor, turn_is_over
from tests.web.static.test_board import arranged
from tests.web.static.visits import get_cookie

LESSONS = [name for name, game in catalogue().items() if game.declaration().offers("lesson")]


def claim(page: Page, move: str) -> None:
    """Press the answers of a move, and the button that claims it."""
    for answer in move.split():
        page.locator(f"[data-answer='{answer}']").first.click()
    page.locator("#make").click()


def is_enabled_move(page: Page, move: str) -> bool:
    """Return whether a move can be pressed. A used digit has left a gap."""
    answers = (page.locator(f"[data-answer='{answer}']") for answer in move.split())
    return all(answer.count() and answer.first.is_enabled() for answer in answers)


@pytest.mark.parametrize("game", sampled(LESSONS, LESSONS[0]))
def test_a_lesson_is_completed_by_pressing_tiles(
    browser: Browser, server: Server, game: str
) -> None:
    page = new_visitor(browser, server)
    page.goto(f"/learn/{game}")
    lesson = page.request.get(f"/api/games/{game}/lesson").json()
    for step in lesson["steps"]:
        expect(page.get_by_role("heading", name=step["heading"])).to_be_visible()
        right = [reply for reply in step["replies"] if reply["right"]]
        wrong = [
            one
            for one in step["replies"]
            if not one["right"] and is_enabled_move(page, one["move"])
        ]
        for reply in [*wrong[:1], *right[: step["count"]]]:
            claim(page, reply["move"])
            expect(page.get_by_role("status")).to_contain_text(reply["sentence"])
        expect(page.get_by_role("status")).to_contain_text(step["done"])
        page.locator("#make").click()
    expect(page.get_by_role("heading", name=lesson["goal"])).to_be_visible()
    page.get_by_role("link", name=f"Play {lesson['title']}").click()
    page.wait_for_url(f"**/new/{game}*")
    leave(page)


@pytest.mark.parametrize("first", sampled([1, 2], 2))
def test_a_lesson_is_offered_once_before_the_players_first_move(
    browser: Browser, server: Server, first: int
) -> None:
    page = new_visitor(browser, server)
    get_cookie(page)
    # A wrong first digit may end the game.
    wish = {"game": "digit-poison", "against": "perfect", "first": first}
    code = page.request.post("/api/matches", data=wish).json()["match"]["code"]
    page.goto(f"/match/{code}")
    page.get_by_role("link", name="Take the one-minute lesson").click()
    page.wait_for_url("**/learn/digit-poison*")
    for _ in range(3):
        page.get_by_role("button", name="Skip this step").click()
    page.get_by_role("link", name="Play Digit Poison").click()
    page.wait_for_url(f"**/match/{code}")
    page.locator("#sentence").wait_for()
    expect(page.get_by_role("link", name="Take the one-minute lesson")).to_have_count(0)
    leave(page)


def test_the_layout_does_not_shift_when_the_offer_disappears(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server, viewport={"width": 390, "height": 844})
    arranged(page, "digit-duel", against="random")
    offer = page.get_by_role("link", name="Take the one-minute lesson")
    expect(offer).to_be_visible()
    tile = page.locator(".number .tile").first
    before = tile.bounding_box()
    page.locator("[data-answer='tens']").last.click()
    page.locator("#make").click()
    turn_is_over(page, 2)
    expect(offer).to_have_count(0)
    after = tile.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 10, "a tile does not move under the finger"
    leave(page)
