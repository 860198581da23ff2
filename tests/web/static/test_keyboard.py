"""The page by keyboard: where the focus goes, and why a key does nothing."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from lastdigit.games import catalogue
from tests.conftest import GAMES
from tests.sizes import sampled
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor, turn_is_over
from tests.web.static.visits import get_cookie


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_visitor(browser, server)
    yield page
    leave(page)


def arranged(page: Page, game: str, **wish: object) -> str:
    """Set up a game, go to it, and return its code."""
    get_cookie(page)
    made = page.request.post("/api/matches", data={"game": game, "first": 1, **wish})
    assert made.ok, made.text()
    code = str(made.json()["match"]["code"])
    page.goto(f"/match/{code}")
    page.locator("#sentence").wait_for()
    return code


def focused(page: Page) -> Locator:
    return page.locator(":focus")


def choose(page: Page, opponent: str) -> None:
    page.goto("/")
    page.locator(f"#opposite input[value={opponent}]").check(force=True)


@pytest.mark.parametrize("game", sampled(GAMES, "operation-obliteration"))
def test_starting_a_game_by_keyboard_focuses_an_open_tile(page: Page, game: str) -> None:
    choose(page, "here")
    page.get_by_role("link", name=f"Play {catalogue()[game].title}").press("Enter")
    page.wait_for_url("**/match/*")
    board = page.get_by_role("region", name="Board")
    expect(board.locator("[data-answer][aria-disabled=false]:focus")).to_be_visible()
    page.keyboard.press("Enter")
    expect(focused(page)).to_have_attribute("aria-pressed", "true")


def test_the_keyboard_focus_is_on_the_board_for_both_players(page: Page) -> None:
    for title in ("Digit Duel", "Digit Poison"):
        choose(page, "computer")
        page.get_by_role("link", name=f"Play {title}").press("Enter")
        page.wait_for_url("**/match/*")
        expect(page.get_by_role("region", name="Board").locator(":focus")).to_be_visible()


def test_playing_by_mouse_does_not_move_the_focus(page: Page) -> None:
    choose(page, "computer")
    page.get_by_role("heading", name="Digit Duel").click()  # a card plays wherever it is pressed
    page.wait_for_url("**/match/*")
    page.locator("#make").wait_for()
    assert page.evaluate("document.activeElement === document.body")


def test_at_the_end_of_a_game_the_heading_gets_the_focus(page: Page) -> None:
    arranged(page, "digit-duel", against="here", position="1 009 009")
    page.keyboard.press("9")
    page.keyboard.press("9")
    expect(page.get_by_role("heading", name="Player 1 wins")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#ending :focus")).to_be_visible()


def test_after_resigning_the_heading_gets_the_focus(page: Page) -> None:
    arranged(page, "digit-duel", against="easy")
    page.get_by_role("button", name="More").press("Enter")
    page.get_by_role("button", name="Resign").press("Enter")
    page.get_by_role("button", name="Press again to resign").press("Enter")
    expect(page.get_by_role("heading", name="The computer wins")).to_be_focused()


def test_at_the_end_a_spectator_keeps_the_focus(
    page: Page, browser: Browser, server: Server
) -> None:
    code = arranged(page, "digit-duel", against="here", position="1 009 009")
    eve = new_visitor(browser, server)
    eve.goto(f"/match/{code}")
    eve.get_by_role("button", name="Rules").focus()
    page.keyboard.press("9")
    page.keyboard.press("9")
    expect(eve.get_by_role("heading", name="Player 1 wins")).to_be_visible()
    expect(eve.get_by_role("button", name="Rules")).to_be_focused()
    leave(eve)


@pytest.mark.parametrize(
    ("game", "wish", "key", "reason"),
    [
        ("digit-duel", {"position": "1 604 537"}, "0", "A 0 can't strike."),
        ("number-morph", {"options": {"start": 211}}, "7", "Choose a tile on the board first."),
        (
            "digit-duel",
            {"options": {"digits": 2, "base": 16}},
            "a",
            '"a" isn\'t one of the choices.',
        ),
    ],
)
def test_a_key_that_cannot_be_played_is_explained(
    page: Page, game: str, wish: dict[str, object], key: str, reason: str
) -> None:
    arranged(page, game, against="here", **wish)
    page.keyboard.press(key)
    sentence = page.locator("#sentence")
    expect(sentence).to_have_text(reason)
    expect(sentence).to_have_attribute("role", "status")
    turn_is_over(page, 0)


def test_typing_a_letter_that_is_not_a_digit_shows_no_message(page: Page) -> None:
    arranged(page, "digit-duel", against="here")
    before = page.locator("#sentence").inner_text()
    page.keyboard.press("a")
    page.keyboard.press("9")  # by then the letter has been handled
    expect(page.locator("[data-answer][aria-pressed=true]")).to_be_visible()
    assert page.locator("#sentence").inner_text() == before


def test_typing_a_digit_in_the_other_players_turn_is_explained(page: Page, server: Server) -> None:
    get_cookie(page)
    wish = {"game": "digit-duel", "against": "link", "first": 2}
    code = page.request.post("/api/matches", data=wish).json()["match"]["code"]
    httpx2.post(f"{server.url}/api/matches/{code}/seat", json={"name": "Ben"}).raise_for_status()
    page.goto(f"/match/{code}")
    expect(page.locator("#sentence")).to_contain_text("Ben begins.")
    page.keyboard.press("9")
    expect(page.locator("#sentence")).to_contain_text("It is not your turn.")
