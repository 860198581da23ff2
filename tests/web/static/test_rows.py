"""The page shows unusual rows: a game from another package, made for these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import ROOT
from tests.web.conftest import QUICK, Server, stop_without_errors
from tests.web.static.browsing import begin, leave, new_window, turn_is_over

SMALLEST_TARGET = 44
MOMENT = 1_000
WIDTHS = (390, 1280)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    outside = str(ROOT / "tests" / "web" / "outside")
    server = Server(tmp_path_factory.mktemp("data"), cache, QUICK, path=outside)
    yield server
    stop_without_errors(server)


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_window(browser, server)
    page.clock.install()
    begin(page, "beads", "Two players here", preset="rulebook")
    expect(page.get_by_role("group", name="String")).to_be_visible()
    yield page
    leave(page)


def play(page: Page, *moves: str) -> None:
    page.keyboard.press("/")
    for turn, move in enumerate(moves, 1):
        page.get_by_label("Type a move").fill(move)
        page.get_by_role("button", name="Play", exact=True).click()
        turn_is_over(page, turn)


def assert_everything_fits(page: Page) -> None:
    """Check on a phone and a desktop that nothing overflows the page, and no text its cell."""
    overflows = (
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
    )
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator(":root, .cell").evaluate_all(overflows) == [], width


@pytest.mark.prove
def test_a_row_of_forty_cells_scrolls_to_the_changed_cell(page: Page) -> None:
    row = page.get_by_role("group", name="String").locator(".cells")
    tops = "row => new Set([...row.querySelectorAll('.cell')].map(cell => cell.offsetTop)).size"
    assert row.locator(".cell").count() == 40
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert row.evaluate(tops) == 1
        assert row.evaluate("row => row.scrollWidth > row.clientWidth")
    play(page, "yellow 3")
    expect(row.locator("[data-changed]").last).to_be_in_viewport()
    assert row.get_attribute("tabindex") == "0", "a scrolling row can be focused"


@pytest.mark.prove
def test_words_fit_their_cells_and_every_key_is_large_enough(page: Page) -> None:
    assert_everything_fits(page)
    smaller_side = "all => all.map(one => Math.min(one.offsetWidth, one.offsetHeight))"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        sizes = page.locator("button:is(.cell, .key)").evaluate_all(smaller_side)
        assert len(sizes) == 3 + 15
        assert min(sizes) >= SMALLEST_TARGET


@pytest.mark.prove
def test_an_answer_of_two_digits_can_be_typed(page: Page) -> None:
    page.get_by_role("button", name="orange").first.click()
    page.keyboard.press("1")
    expect(page.locator(".key[data-typed]")).to_have_attribute("data-answer", "1")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    turn_is_over(page, 1)
    expect(page.locator("#moves [aria-current]")).to_contain_text("orange 12")


@pytest.mark.prove
def test_the_first_digit_alone_is_entered_with_enter_or_after_a_moment(page: Page) -> None:
    page.get_by_role("button", name="orange").first.click()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    turn_is_over(page, 1)
    page.get_by_role("button", name="purple").first.click()
    page.keyboard.press("1")
    expect(page.locator(".key[data-typed]")).to_have_attribute("data-answer", "1")
    page.clock.run_for(MOMENT)
    page.keyboard.press("Enter")
    turn_is_over(page, 2)
    expect(page.locator("#moves [aria-current]")).to_contain_text("purple 1")


@pytest.mark.prove
def test_a_game_without_second_person_text_shows_the_text_of_its_moves(page: Page) -> None:
    play(page, "orange 12")
    expect(page.locator("#sentence")).to_contain_text("played orange 12")


@pytest.mark.prove
def test_the_review_shows_captions(page: Page) -> None:
    play(page, "orange 15", "purple 15", "yellow 10")
    page.get_by_role("link", name="Review").click()
    page.wait_for_url("**/review/*")
    page.get_by_role("button", name="First move").click()
    before = page.locator("#before")
    expect(before.locator(".caption")).to_have_text(["15 left", "15 left", "10 left"])
    expect(before.locator(".pill").first).to_have_text("0 purple")
    assert_everything_fits(page)


@pytest.mark.prove
def test_home_shows_as_many_tiles_as_fit(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    card = page.locator("li", has_text="Beads")
    expect(card.locator(".scene .tile")).to_have_count(3)
    fill = card.evaluate("node => getComputedStyle(node).backgroundColor")
    assert fill == "rgb(242, 160, 200)", "a sixth game brings its own colour"
    assert page.locator("#mark-beads circle").count() == 1
    assert_everything_fits(page)


@pytest.mark.prove
def test_markup_in_a_rulebook_stays_text(page: Page) -> None:
    page.goto("/rules/beads")
    page.get_by_role("link", name="Mistakes in the printed rules").click()
    expect(page.get_by_text('Markup such as <b id="markup">this</b> stays text')).to_be_visible()
    assert page.locator("#markup, [href^=javascript]").count() == 0
    expect(page.get_by_role("heading", level=1)).to_have_text("Beads")
    expect(page.get_by_role("heading", level=2, name="In every game")).to_be_visible()
