"""Every game is played to the end in a real browser, in every way to play.

The sample has every way to play, with the games that end quickly.
"""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import GAMES, ROOT
from tests.sizes import sampled
from tests.web.conftest import Serve, Server
from tests.web.static.browsing import begin, leave, new_visitor, new_window, play_out


@pytest.mark.parametrize("game", sampled(GAMES, GAMES[0]))
def test_two_people_play_at_one_screen(browser: Browser, server: Server, game: str) -> None:
    page = new_visitor(browser, server)
    begin(page, game, "Two players here")
    play_out(Random(game), page)
    expect(page.locator("#sentence")).to_contain_text("wins")
    moves = page.locator("#moves [data-turn]:not([data-turn='0'])").count()
    review = page.get_by_role("link", name="Review")
    assert review.count() == bool(moves), "a game without moves has no review"
    if moves:
        review.click()
        page.wait_for_url("**/review/*")
        expect(page.get_by_role("heading", level=1)).to_contain_text("review")
    leave(page)


@pytest.mark.parametrize("game", sampled(GAMES, "operation-obliteration"))
def test_a_person_plays_against_the_computer(browser: Browser, server: Server, game: str) -> None:
    page = new_visitor(browser, server)
    begin(page, game, "Against the computer")
    play_out(Random(game), page)
    expect(page.locator("#sentence")).to_contain_text("win")
    leave(page)


@pytest.mark.parametrize("game", sampled(GAMES, *GAMES[2::3]))
def test_two_people_play_on_two_devices_with_a_spectator(
    browser: Browser, server: Server, game: str
) -> None:
    ada, ben, eve = (new_visitor(browser, server) for _ in range(3))
    begin(ada, game, "Invite a friend")
    link = ada.url
    ben.goto(link)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ada.get_by_text("Ben").first).to_be_visible()
    eve.goto(link)
    expect(eve.get_by_text("You are watching").first).to_be_visible()
    play_out(Random(game), ada, ben)
    ending = [page.locator("#ending .result") for page in (ada, ben, eve)]
    texts = [one.inner_text().strip() for one in ending]
    assert texts in (
        ["You win", "Player 1 wins", "Player 1 wins"],
        ["Ben wins", "You win", "Ben wins"],
    )
    for page in (ada, ben, eve):
        leave(page)


@pytest.mark.prove
def test_a_game_from_another_package_is_played(browser: Browser, serve: Serve) -> None:
    server = serve(path=str(ROOT / "tests" / "outside"))
    page = new_window(browser, server)
    page.goto("/")
    expect(page.get_by_role("heading", name="Countdown")).to_be_visible()
    begin(page, "countdown", "Two players here")
    play_out(Random(6), page)
    expect(page.locator("#sentence")).to_contain_text("Nothing is left")
    page.goto("/rules/countdown")
    expect(page.get_by_text("Take 1, 2 or 3 from the number").first).to_be_visible()
    page.goto("/analysis/countdown")
    expect(page.get_by_text("wins").first).to_be_visible()
    leave(page)
