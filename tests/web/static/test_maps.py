"""Maps on the page: pointed at, walked by the arrow keys, zoomed, pressed."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from lastdigit.core.values import Seat
from lastdigit.games.digit_duel.rules import DigitDuel, State
from lastdigit.solving import Value, insight_into
from tests.web.conftest import Server
from tests.web.static.browsing import new_visitor
from tests.web.static.visits import arranged


def test_a_million_pairs_are_pointed_at_zoomed_and_analysed(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server)
    page.goto("/maps/digit-duel")
    points = page.locator("canvas")
    expect(points).to_be_visible()
    points.focus()
    for _ in range(3):
        points.press("Shift+ArrowRight")
    points.press("ArrowUp")
    solution = insight_into(DigitDuel()).solution(State(Seat.ONE, 31, 2))
    word = "wins" if solution.value is Value.WIN else "loses"
    says = page.locator("#says")
    expect(says).to_have_text(
        re.compile(rf"31 against 2: . the player to move {word} in {solution.remoteness} turns?\.")
    )
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator("#map")).to_have_attribute("data-zoomed", "")
    expect(says).to_have_text(re.compile(r"\d+ to \d+ across, \d+ to \d+ up\."))
    points.press("Enter")
    page.wait_for_url("**/analysis/digit-duel?position=1+31+2")
    page.context.close()


def test_another_start_is_chosen_by_keys_and_the_pairs_shift(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server)
    page.goto("/maps/number-morph?position=1+211+211")
    expect(page.locator(".goal")).to_contain_text("From 211")
    field = page.locator("#map")
    field.press("ArrowRight")
    expect(page.locator("#says")).to_contain_text("101: its partner is")
    field.press("ArrowRight")
    expect(page.locator("#says")).to_contain_text("103: its partner is")
    field.press("Enter")
    expect(page.locator(".goal")).to_contain_text("From 103")
    expect(page.locator(".shifted").first).to_be_attached()
    assert page.url.endswith("?position=1+103+103")
    page.context.close()


def test_a_review_leads_to_where_the_game_went(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server)
    code = arranged(page, "digit-poison", "1", "1", "resign", against="here")
    page.goto(f"/review/{code}")
    page.get_by_role("link", name="On the map").click()
    page.wait_for_url(f"**/maps/digit-poison?match={code}")
    expect(page.locator(".walked")).to_be_attached()
    page.goto("/maps")
    assert page.get_by_role("link", name=re.compile("^See the map")).count() == 5
    page.context.close()
