"""Pages leave no errors in the browser's console."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_window
from tests.web.static.visits import arranged

SPY = """{
    let vibrations = 0;
    const { vibrate } = Navigator.prototype;
    Navigator.prototype.vibrate = function (time) {
        vibrations += 1;
        return vibrate.call(this, time);
    };
    let turns = 0;
    setInterval(() => {
        const now = document.querySelectorAll("#moves [data-turn]:not([data-turn='0'])").length;
        if (now !== turns) console.log(`turn ${turns = now}, ${vibrations} vibrations`);
    }, 20);
}"""
"""Logs every turn, and how often the page has called `vibrate` until then.

Playwright's own questions to a page count as a touch, so the test waits for the log instead.
"""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_window(browser, server)
    yield page
    leave(page)


@pytest.fixture
def errors(page: Page) -> list[str]:
    """Return the errors that the page has reported so far."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            found.append(message.text)

    page.on("console", note)
    return found


def test_making_a_worksheet_aborts_no_transition(page: Page, errors: list[str]) -> None:
    page.goto("/worksheet")
    page.get_by_role("button", name="Make").click()
    expect(page.get_by_role("link", name="Another sheet")).to_be_visible()
    page.get_by_role("link", name="Another sheet").click()
    expect(page.get_by_role("button", name="Make")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("link", name="Another sheet")).to_be_visible()
    assert errors == []


def test_leaving_for_a_file_aborts_no_transition(page: Page, errors: list[str]) -> None:
    page.goto("/api")
    page.get_by_role("link", name="openapi.json").click()
    page.wait_for_url("**/api/openapi.json")
    expect(page.locator("body")).to_contain_text("openapi")
    assert not [error for error in errors if "Transition" in error]


def opponent_moves(page: Page, code: str, move: str) -> None:
    """Make a move in the match that the page shows, from another window."""
    number = page.request.get(f"/api/matches/{code}").json()["number"]
    wish = {"after": number, "do": "move", "move": move}
    assert page.request.post(f"/api/matches/{code}/commands", data=wish).ok


def test_a_page_vibrates_only_after_it_was_touched(page: Page, errors: list[str]) -> None:
    code = arranged(page, "digit-duel", against="here")
    page.add_init_script(SPY)
    page.goto(f"/match/{code}")
    page.wait_for_load_state("networkidle")
    with page.expect_console_message(lambda log: log.text == "turn 1, 0 vibrations"):
        opponent_moves(page, code, "ones")
    page.locator("[data-answer='tens'][aria-disabled=false]").click()
    with page.expect_console_message(lambda log: log.text == "turn 2, 2 vibrations"):
        page.locator("#make").click()
    assert errors == []
