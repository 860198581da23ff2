"""The statistics page: played games are counted, and a rung of the ladder starts a game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor
from tests.web.static.visits import counted


def test_own_mistakes_are_suggested_with_a_link_to_practise_them(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server, viewport={"width": 390, "height": 844})
    page.goto(counted(page))
    suggestion = page.locator("[data-key=practice]")
    expect(suggestion).to_contain_text("Digit Duel: in one position, you missed the right move.")
    suggestion.get_by_role("link", name="Try again").click()
    page.wait_for_url("**/practice/digit-duel?mistakes")
    expect(page.locator(".practice-lead")).to_contain_text("What should you have played?")
    leave(page)


@pytest.mark.prove
def test_played_games_are_counted_and_a_rung_can_be_played(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server, viewport={"width": 390, "height": 844})
    page.goto("/stats")
    expect(page.get_by_text("to see how often you find the key moves")).to_be_visible()
    page.goto(counted(page))
    games = page.locator("[data-key=games]")
    expect(games.get_by_role("img", name="2")).to_be_visible()
    expect(games).to_contain_text("no wins yet")
    # At 118 against 093 one of the two moves was right.
    expect(page.locator("[data-key=course]")).to_contain_text("1 of 2. Luck plays a part")
    duel = page.locator(".stat-bar[data-game=digit-duel]")
    expect(duel).to_contain_text("1 of 2")
    page.get_by_label("All", exact=True).check()
    expect(page.get_by_text("each month")).to_be_visible()
    page.locator("[data-rung='digit-duel beginner']").click()
    page.wait_for_url("**/match/**")
    expect(page.locator("#main")).to_contain_text("Computerbeginner")
    leave(page)
