"""A challenge: a link with the same start or the same puzzle, and both results side by side."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor
from tests.web.static.test_ending import open_at
from tests.web.static.visits import finished


def link_in(page: Page, name: str) -> str:
    """Enter a name in the dialog with a link, and return the link."""
    page.get_by_label("Your name (optional)").fill(name)
    link = page.get_by_label("Link for your friend")
    expect(link).to_have_value(re.compile(f"name2?={name}"))
    return link.input_value()


def win(page: Page) -> None:
    page.locator("[data-answer='ones'][aria-disabled=false]").dblclick()
    expect(page.locator("#ending .result")).to_have_text("You win")


def test_a_friend_plays_the_same_start_and_both_see_both_results(
    browser: Browser, server: Server
) -> None:
    ada, ben = (new_visitor(browser, server) for _ in range(2))
    open_at(ada, "digit-duel", "1 009 008", against="easy")
    win(ada)
    ada.get_by_role("button", name="Challenge a friend").click()
    ben.goto(link_in(ada, "Ada"))
    expect(ben.get_by_role("heading", name="Ada challenges you!")).to_be_visible()
    expect(ben.get_by_text("Ada won in 1 turn. Can you do better?")).to_be_visible()
    ben.get_by_role("button", name="Accept the challenge").click()
    ben.wait_for_url("**/match/*")
    win(ben)
    expect(ben.locator(".versus-side")).to_have_text(["AdaWon in 1 turn", "YouWon in 1 turn"])
    expect(ben.get_by_text("It's a tie.")).to_be_visible()
    ben.get_by_role("button", name="Send both results").click()
    ada.goto(link_in(ben, "Ben"))
    expect(ada.get_by_role("heading", name="Who did better?")).to_be_visible()
    expect(ada.locator(".versus-side")).to_have_text(["AdaWon in 1 turn", "BenWon in 1 turn"])
    for page in (ada, ben):
        leave(page)


def test_a_solved_puzzle_can_be_sent_as_a_challenge(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server)
    finished(page)
    page.goto("/daily/37#digit-duel")  # solved on the second try
    page.get_by_role("button", name="Challenge a friend").click()
    link = link_in(page, "Ada")
    # Its sender has solved it already, so both results are shown at once.
    page.goto(link)
    page.get_by_role("button", name="Accept the challenge").click()
    expect(page.locator(".versus-side").last).to_have_text("YouSolved on the second try")
    page.goto(link.replace("won-2", "won-1"))
    page.get_by_role("button", name="Accept the challenge").click()
    expect(page.get_by_text("Both solved it. Ada needed fewer tries.")).to_be_visible()
    leave(page)


def test_a_broken_link_and_an_invalid_start_are_explained(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server)
    known = {"game": "digit-duel", "level": "easy", "seat": 1, "result": "won-5"}
    for broken in ({}, {**known, "game": "chess", "start": "1 9 9"}, {**known, "start": ""}):
        page.goto(f"/challenge?{urlencode(broken)}")
        expect(page.get_by_text("This challenge link is broken.")).to_be_visible()
    page.goto(f"/challenge?{urlencode({**known, 'start': 'nonsense'})}")
    page.get_by_role("button", name="Accept the challenge").click()
    expect(page.get_by_role("alert")).to_contain_text("This challenge can't be played here. ")
    leave(page)
