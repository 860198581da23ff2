"""The games on the static site: played, learned, solved, analysed and saved in the browser.

Building the site and starting it takes too long for `make test`.
"""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.conftest import GAMES
from tests.web.site.folder import Folder
from tests.web.static.browsing import begin, leave, play_out


@pytest.mark.prove
@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_the_computer_is_played_and_saved(
    browser: Browser, folder: Folder, game: str
) -> None:
    page = folder.visitor(browser)
    begin(page, game, "Against the computer")
    play_out(Random(game), page)
    expect(page.locator("#sentence")).to_contain_text("win")
    ending = page.locator("#sentence").inner_text()
    page.reload()
    expect(page.locator("#sentence")).to_have_text(ending, use_inner_text=True)
    leave(page)


@pytest.mark.prove
@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_at_one_screen_and_see_the_review(
    browser: Browser, folder: Folder, game: str
) -> None:
    page = folder.visitor(browser)
    begin(page, game, "Two players here")
    play_out(Random(game), page)
    expect(page.locator("#sentence")).to_contain_text("wins")
    page.get_by_role("link", name="Review").click()
    page.wait_for_url("**/review/*")
    expect(page.get_by_role("heading", level=1)).to_contain_text("review")
    page.go_back()
    page.wait_for_url("**/match/*")
    expect(page.locator("#sentence")).to_contain_text("wins")
    leave(page)


@pytest.mark.prove
def test_a_challenge_is_accepted_and_a_reminder_downloaded(
    browser: Browser, folder: Folder
) -> None:
    page = folder.visitor(browser)
    page.goto("/challenge?game=digit-duel&level=easy&seat=1&start=1+009+008&name=Ada&result=won-3")
    expect(page.get_by_role("heading", name="Ada challenges you!")).to_be_visible()
    page.get_by_role("button", name="Accept the challenge").click()
    page.wait_for_url("**/match/**")
    page.locator("[data-answer='ones'][aria-disabled=false]").dblclick()
    expect(page.get_by_text("Both won. You needed fewer turns.")).to_be_visible()
    page.get_by_role("button", name="Send both results").click()
    link = page.get_by_label("Link for your friend").input_value()
    assert link.startswith(f"{folder.url}?/challenge?game=digit-duel&")
    page.goto("/daily/37")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Get the calendar file").click()
    assert saved.value.suggested_filename == "last-digit.ics"
    assert f"URL:{folder.url}?/daily" in saved.value.path().read_text()
    leave(page)


@pytest.mark.prove
@pytest.mark.parametrize("game", GAMES)
def test_the_other_pages_of_a_game_are_shown(browser: Browser, folder: Folder, game: str) -> None:
    page = folder.visitor(browser)
    page.goto(f"/rules/{game}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"/learn/{game}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"/analysis/{game}")
    expect(page.locator("table").first).to_be_visible()
    page.goto(f"/maps/{game}")
    expect(page.locator("#map")).to_be_visible()
    page.goto(f"/practice/{game}")
    expect(page.locator("[data-answer]").first).to_be_visible()
    leave(page)
