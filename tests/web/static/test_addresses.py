"""Addresses without content: what the page says and offers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.sizes import sampled
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_visitor(browser, server)
    yield page
    leave(page)


REASONS = {
    "/daily/2020-01-01": '"2020-01-01" is not a day number. Days are numbered from 1.',
    "/daily/0": '"0" is not a day number. Days are numbered from 1.',
    "/daily/99999": "There is no day 99999 yet",
    "/match/nosuch": "There is no match at this address.",
    "/maps/digit-duel?match=nosuch": "There is no match at this address.",
    "/maps/nosuch": "There is no such game",
    "/rules/nosuch": "There is no such game",
    "/learn/nosuch": "There is no such game",
}
SAMPLE = ("/daily/0", "/match/nosuch", "/rules/nosuch")  # a reason of each kind


@pytest.mark.parametrize("path", sampled(REASONS, *SAMPLE))
def test_an_address_without_content_says_why_and_links_home(page: Page, path: str) -> None:
    response = page.goto(path)
    assert response
    assert response.status == 404
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page.locator("main .lead")).to_contain_text(REASONS[path])
    expect(page.get_by_role("link", name="All games", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Try again")).to_have_count(0)


def test_trying_again_is_offered_if_it_may_help(page: Page) -> None:
    page.route("**/api/daily*", lambda route: route.fulfill(status=500, json=BROKEN))
    page.goto("/daily/1")
    expect(page.get_by_role("link", name="Try again")).to_be_visible()


BROKEN = {"error": "broken", "message": "Something went wrong on the server."}


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("position=foo", '"foo" is not a position of Digit Duel'),
        ("position=1+999+999&option=base:99", "'base' cannot be \"99\""),
    ],
)
def test_a_wrong_position_is_reported_with_what_is_shown_instead(
    page: Page, query: str, reason: str
) -> None:
    page.goto(f"/analysis/digit-duel?{query}")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text(reason)
    expect(problem).to_contain_text("The starting position is shown instead.")
    expect(page.get_by_label("Position as text")).to_have_value("1 999 999")
    expect(problem).to_be_in_viewport()


def test_a_wrong_position_on_a_map_is_reported_over_the_map_of_the_start(page: Page) -> None:
    page.goto("/maps/digit-duel?position=foo")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text('"foo" is not a position of Digit Duel')
    expect(problem).to_contain_text("The starting position is shown instead.")
    expect(page.locator(".map-drawing").first).to_be_visible()
