"""Layouts that must fit: long names, a zoomed page, and a phone on its side."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.conftest import GAMES
from tests.sizes import sampled
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor
from tests.web.static.visits import arranged

DESKTOP: ViewportSize = {"width": 1280, "height": 900}
ZOOMED: ViewportSize = {"width": 640, "height": 400}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
PHONE: ViewportSize = {"width": 390, "height": 844}
LOW_PHONE: ViewportSize = {"width": 390, "height": 664}
"""The screen of a phone without the bars of the browser."""
TABS = "nav[aria-label=Site]"
FINGER = 43.9
"""The least width and height of a button: 44 px, but for rounding."""
LONG, OTHER = "W" * 40, "Maximiliana Wilhelmina von Württemberg W"

BROKEN_WORDS = """parts => parts.flatMap(part => {
    const found = [];
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        for (const word of walker.currentNode.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, word.index);
            range.setEnd(walker.currentNode, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) found.push(word[0]);
        }
    }
    return found;
})"""
"""The words inside some elements that are broken into several lines."""

LINES = """part => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_visitor(browser, server, reduced_motion="reduce")
    yield page
    leave(page)


def box(part: Locator) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an element."""
    found = part.bounding_box()
    assert found is not None
    left, top = found["x"], found["y"]
    return left, top, left + found["width"], top + found["height"]


def overlap(one: Locator, other: Locator) -> bool:
    """Return whether two elements cover a common area of more than a pixel."""
    a, b = box(one), box(other)
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


TABLES = [f"{game}{clocks}" for game in GAMES for clocks in ("", " with clocks")]


@pytest.mark.parametrize("table", sampled(TABLES, "digit-duel", "digit-dilemma with clocks"))
def test_long_names_stay_beside_the_tiles(page: Page, table: str) -> None:
    page.set_viewport_size(DESKTOP)
    game, _, clocks = table.partition(" ")
    wish: dict[str, object] = {"name": LONG, "otherName": OTHER, "against": "here"}
    if clocks:
        wish["clock"] = {"seconds": 600, "increment": 5}
    page.goto(f"/match/{arranged(page, game, **wish)}")
    page.locator("#make").wait_for()
    surface = box(page.locator(".tabletop"))
    tiles = page.locator(".tabletop .number .tile").all()
    assert tiles
    labels = page.locator(".player-label").all()
    assert len(labels) == 2
    for label in labels:
        left, top, right, bottom = box(label)
        assert right - left > 40, "nothing of the name is visible"
        assert surface[0] <= left
        assert right <= surface[2]
        assert surface[1] <= top
        assert bottom <= surface[3]
        assert not [tile for tile in tiles if overlap(label, tile)]
        assert not [one for one in page.locator(".clock").all() if overlap(label, one)]
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_long_names_stay_inside_the_button_and_the_preview(page: Page) -> None:
    wish = {"name": LONG, "otherName": OTHER, "against": "here"}
    page.goto(f"/match/{arranged(page, 'digit-duel', 'tens', 'tens', **wish)}")
    page.locator("[data-answer='tens'][aria-disabled=false]").click()
    expect(page.locator("#make")).to_contain_text(f"{LONG}: strike")
    for size in (DESKTOP, LANDSCAPE, PHONE):
        page.set_viewport_size(size)
        table = box(page.locator(".tabletop"))
        for part in page.locator("#make, .preview, #sentence").all():
            left, _, right, _ = box(part)
            assert table[0] <= left, size
            assert right <= table[2], size
            assert part.evaluate("part => part.scrollWidth <= part.clientWidth + 1"), size
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), size


def test_a_shortened_name_can_be_read_in_full(page: Page) -> None:
    page.set_viewport_size(DESKTOP)
    code = arranged(page, "digit-duel", against="here", name=LONG, otherName=OTHER)
    page.goto(f"/match/{code}")
    for name in (LONG, OTHER):
        expect(page.get_by_title(name, exact=True)).to_be_visible()


def test_home_wraps_no_word_next_to_a_waiting_game(page: Page) -> None:
    arranged(page, "digit-duel", "tens", against="here")
    page.request.get("/api/daily")
    page.goto("/")
    expect(page.locator(".puzzle-strip")).to_be_visible()
    expect(page.locator(".waits")).to_be_visible()
    heads = page.locator(".first-row :is(h2, strong, .kicker, .button)")
    assert heads.count() >= 4
    for size in (ZOOMED, LANDSCAPE):
        page.set_viewport_size(size)
        assert heads.evaluate_all(BROKEN_WORDS) == [], size
        for button in page.locator(".first-row .button").all():
            assert button.evaluate(LINES) == 1, f"{button.inner_text()!r} at {size}"


def test_the_page_for_programmers_fits_a_phone_and_links_home(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/")
    page.get_by_role("link", name="For programmers").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("HTTP API")
    expect(page).to_have_title("For programmers - Last Digit")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.get_by_role("link", name="Last Digit, all games").click()
    expect(page.get_by_role("link", name="Play").first).to_be_visible()


@pytest.mark.parametrize("game", sampled(GAMES, "digit-poison"))
def test_a_phone_in_landscape_shows_the_board_and_the_move_button(
    browser: Browser, server: Server, game: str
) -> None:
    page = new_visitor(browser, server, viewport=LANDSCAPE, is_mobile=True, has_touch=True)
    page.goto(f"/match/{arranged(page, game, against='perfect')}")
    page.locator("#make").wait_for()
    board = page.locator(".tabletop .tile, .tabletop .key-card, .player-label, #sentence, #make")
    for part in (*board.all(), *page.locator(".goal, .bar-button").all()):
        left, top, right, bottom = box(part)
        assert left >= 0
        assert top >= 0
        assert right <= LANDSCAPE["width"]
        assert bottom <= LANDSCAPE["height"], f"{part.inner_text()!r} ends at {bottom}"
    answers = page.locator("#make, .tabletop button[data-answer]").all()
    for part in answers:
        assert not overlap(part, page.locator("#actions"))
        assert not overlap(part, page.locator(TABS))
    assert not overlap(page.locator("#actions"), page.locator(TABS))
    for part in (*answers, *page.locator(".bar-button").all()):
        left, top, right, bottom = box(part)
        assert min(right - left, bottom - top) >= FINGER, part.inner_text()
    assert page.evaluate("scrollY") == 0
    leave(page)


@pytest.mark.parametrize("game", sampled(GAMES, "digit-dilemma"))
def test_tabs_of_a_phone_do_not_cover_keys_or_actions(
    browser: Browser, server: Server, game: str
) -> None:
    page = new_visitor(browser, server, viewport=LOW_PHONE, is_mobile=True, has_touch=True)
    page.goto(f"/match/{arranged(page, game, against='perfect')}")
    page.locator("#make").wait_for()
    tabs, actions = page.locator(TABS), page.locator("#actions")
    assert box(tabs)[3] == LOW_PHONE["height"]
    assert box(actions)[3] <= box(tabs)[1]
    for part in page.locator(".tabletop button[data-answer]").all():
        assert box(part)[3] <= box(actions)[1] + 1, part.inner_text()
    expect(tabs.locator("[aria-current=page]")).to_have_text("Play")
    assert tabs.get_by_role("link").all_inner_texts() == ["Play", "Puzzle", "Learn", "Me"]
    leave(page)


def test_tabs_do_not_cover_the_end_of_a_page_and_are_not_printed_or_on_wide_screens(
    page: Page,
) -> None:
    page.set_viewport_size(LOW_PHONE)
    page.goto("/stats")
    tabs = page.locator(TABS)
    expect(tabs.get_by_role("link", name="Me", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    page.locator("h1").wait_for()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert box(page.locator(".bottom"))[3] <= box(tabs)[1] + 1
    page.emulate_media(media="print")
    expect(tabs).to_be_hidden()
    page.emulate_media(media="screen")
    page.set_viewport_size(DESKTOP)
    assert box(tabs)[3] < 100, "it is the menu in the header"
    expect(tabs.get_by_role("link", name="My games")).to_be_visible()
