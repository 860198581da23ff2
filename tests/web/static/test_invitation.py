"""An invitation in two browsers: the text for host and guest, and their names."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from lastdigit.game.options import Occasion, suggested_preset
from lastdigit.games import catalogue
from tests.conftest import GAMES
from tests.sizes import sampled
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor, new_window
from tests.web.static.visits import get_cookie

STARTS = {
    "digit-dilemma": "Both start with 3 empty places.",
    "digit-duel": "Both start with 99.",
    "digit-poison": "The number starts empty. It has 5 places.",
    "number-morph": "The first prime is ",
    "operation-obliteration": "The number starts at ",
}


@pytest.fixture
def host(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_visitor(browser, server)
    yield page
    leave(page)


@pytest.fixture
def guest(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_visitor(browser, server)
    yield page
    leave(page)


def invite(host: Page, game: str = "digit-duel", **wish: object) -> str:
    """Set up a game for a friend, wait for the friend, and return the link."""
    get_cookie(host)
    wish = {"game": game, "against": "link", "first": 2, **wish}
    made = host.request.post("/api/matches", data=wish)
    assert made.ok, made.text()
    host.goto(f"/match/{made.json()['match']['code']}")
    expect(host.get_by_text("when your friend joins")).to_be_visible()
    return host.url


@pytest.mark.parametrize("game", sampled(GAMES, "number-morph"))
def test_host_and_guest_read_the_terms_in_words(host: Page, guest: Page, game: str) -> None:
    preset = suggested_preset(catalogue()[game].presets, Occasion.PEOPLE)
    link = invite(host, game, preset=preset.name)
    guest.goto(link)
    for page, first in ((host, "Your friend begins."), (guest, "You begin.")):
        card = page.locator(".lobby")
        expect(card).to_contain_text(STARTS.get(game, first))
        expect(card).to_contain_text(first)
        expect(card).not_to_contain_text("undefined")


def test_a_host_is_asked_for_a_name_and_both_names_are_used(host: Page, guest: Page) -> None:
    guest.goto(invite(host))
    lead = guest.locator(".lobby .lead")
    expect(lead).to_have_text("Your friend invites you to play Digit Duel.")
    host.get_by_label("Your name").fill("Ada")
    host.get_by_label("Your name").press("Enter")
    expect(host.get_by_text("Your friend sees the name Ada.")).to_be_visible()
    expect(lead).to_have_text("Ada invites you to play Digit Duel.")
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator("#sentence")).to_contain_text("You begin.")
    expect(host.locator("#sentence")).to_contain_text("Ben begins.")
    expect(host.locator(".player-label").filter(has_text="Ben")).to_be_visible()
    expect(guest.locator(".player-label").filter(has_text="Ada")).to_be_visible()
    # The browser remembers the name for the next invitation.
    host.goto("/")
    host.locator("#opposite input[value=link]").check(force=True)
    host.get_by_role("link", name="Play Digit Poison").click()
    host.wait_for_url("**/match/*")
    expect(host.get_by_label("Your name")).to_have_value("Ada")


def test_a_host_can_leave_the_name_out_and_sees_why_one_is_refused(host: Page, guest: Page) -> None:
    guest.goto(invite(host))
    host.get_by_label("Your name").fill("Player 2")
    host.get_by_role("button", name="Save").click()
    expect(host.get_by_role("alert")).to_contain_text("The two players need different names.")
    host.get_by_label("Your name").fill("")
    host.get_by_role("button", name="Save").click()
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.locator("#sentence")).to_contain_text("You begin.")
    expect(host.locator("#sentence")).to_contain_text("Player 2 begins.")


def test_a_host_shows_a_qr_code_and_sends_the_link_with_the_device(
    browser: Browser, server: Server
) -> None:
    host = new_window(browser, server)
    host.add_init_script("navigator.share = async (data) => { window.sent = data; };")
    link = invite(host)
    code = host.get_by_role("img", name="QR code for this link")
    expect(code).to_have_attribute("src", f"/qr.svg?link={quote(link, safe='')}")
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("image => image.naturalWidth") > 0
    host.get_by_role("button", name="Send the link").click()
    assert host.evaluate("window.sent") == {"title": "Play Digit Duel with me", "url": link}
    leave(host)
