"""Home: readable without scripts, one tap from a game, small, and clear if the server is away."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from lastdigit.games import catalogue
from tests.conftest import GAMES
from tests.sizes import sampled
from tests.web.conftest import Serve, Server
from tests.web.static.browsing import OPEN, leave, new_visitor, new_window, turn_is_over
from tests.web.static.visits import get_cookie, home_after_a_loss

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """Return the page of a new visitor with a phone."""
    page = new_visitor(browser, server, viewport=PHONE, reduced_motion="reduce")
    yield page
    leave(page)


def test_home_can_be_read_without_scripts(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server, java_script_enabled=False)
    page.goto("/")
    for game in catalogue().values():
        expect(page.get_by_role("heading", name=game.title)).to_be_visible()
    expect(page.get_by_text("Strike with your digits.")).to_be_visible()
    assert page.locator(".game .tile").count() > len(GAMES)
    leave(page)


def test_a_new_visitor_sees_a_title_a_lesson_and_a_puzzle(page: Page) -> None:
    page.request.get("/api/daily")  # home does not wait long for it
    page.goto("/")
    hero = page.locator(".hero")
    title = re.compile(r"^\w+ two-minute number games$")
    expect(hero.get_by_role("heading", name=title)).to_be_in_viewport()
    lesson = hero.get_by_role("link", name="Learn a game in a minute")
    assert str(lesson.get_attribute("href")).startswith("/learn/")
    expect(hero.get_by_text("Today's puzzle")).to_be_visible()
    assert hero.locator(".row-label").all_inner_texts() == ["Computer", "You"]
    box = page.locator("#code-form").bounding_box()
    assert box is not None
    assert box["height"] < 50
    hero.get_by_role("link", name="Solve it").click()
    page.wait_for_url("**/daily#*")


def test_the_suggested_next_step_starts_with_one_tap(page: Page) -> None:
    page.goto(home_after_a_loss(page))
    step = page.locator(".first-row .waits")
    expect(step).to_contain_text("Easy won last time. Try again.")
    step.get_by_role("link", name="Play again").click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_label("Board").get_by_text("easy", exact=True)).to_be_visible()


def test_a_tap_before_the_script_has_loaded_opens_the_new_game_page(page: Page) -> None:
    page.route("**/home*.js", lambda _: None)  # it never arrives
    page.goto("/", wait_until="commit")
    expect(page.get_by_role("heading", name="Digit Duel")).to_be_visible()
    page.get_by_role("link", name="Play Digit Duel").click(no_wait_after=True)
    page.wait_for_url("**/new/digit-duel", wait_until="commit")
    page.unroute_all(behavior="ignoreErrors")
    page.reload()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def test_a_link_can_start_a_game_at_once_and_going_back_starts_no_other(
    browser: Browser, server: Server
) -> None:
    page = new_window(browser, server)  # going back may show what the HTTP cache has
    page.goto("/new/digit-duel#now")
    page.wait_for_url("**/match/*")
    expect(page.locator(OPEN).first).to_be_visible()
    page.go_back()
    expect(page.locator(".waits")).to_contain_text("Digit Duel")
    leave(page)


def test_exactly_one_opponent_is_highlighted(page: Page) -> None:
    page.goto("/")
    for value in ("computer", "link", "here"):
        way = page.locator(f"#opposite input[value={value}]")
        way.check(force=True)
        page.reload()  # the server remembers the choice
        expect(way).to_be_checked()
        looks = page.locator("#opposite .seg").evaluate_all("""(ways) => ways.map((one) => ({
            value: one.querySelector("input").value,
            background: getComputedStyle(one).backgroundColor,
            border: getComputedStyle(one).borderTopColor,
            colours: [...one.querySelectorAll("label, select, span")]
                .concat(one).map((part) => getComputedStyle(part).color),
        }))""")
        (chosen,) = [one for one in looks if one["value"] == value]
        for other in looks:
            if other is not chosen:
                assert other["background"] != chosen["background"]
                assert other["border"] != chosen["border"]
                assert not set(other["colours"]) & set(chosen["colours"])


def test_one_tap_leads_to_a_first_move(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Play Digit Duel").click()
    page.wait_for_url("**/match/*")
    page.locator(OPEN).first.dblclick()  # shown, then played
    expect(page.locator("#moves [data-turn]:not([data-turn='0'])").first).to_be_attached()
    page.goto("/")
    waiting = page.locator(".waits")
    expect(waiting).to_contain_text("Digit Duel")
    expect(waiting).to_contain_text("against Easy")
    waiting.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/match/*")
    page.goto("/")
    page.locator(".game[data-game=digit-poison] h2").click()  # a card plays wherever it is pressed
    page.wait_for_url("**/match/*")
    page.goto("/")
    # Games in which it is the player's turn come first, and the computer may still be thinking.
    expect(waiting).to_contain_text("Digit Duel")
    expect(waiting).to_contain_text("Digit Poison")
    others = waiting.get_by_label("Other unfinished games").get_by_role("link")
    expect(others).to_have_count(1)


def test_the_chosen_opponent_is_remembered(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("radio", name="Computer:")).to_be_checked()
    expect(page.get_by_label("Computer level")).to_have_value("easy")
    page.get_by_label("Computer level").select_option("hard")
    page.get_by_role("radio", name="Here").check()
    page.goto("/")
    expect(page.get_by_role("radio", name="Here")).to_be_checked()
    expect(page.get_by_label("Computer level")).to_have_value("hard")
    page.get_by_role("link", name="Play Digit Poison").click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_text("Player 2").first).to_be_visible()
    page.locator(OPEN).first.dblclick()
    turn_is_over(page, 1)


def test_the_new_game_sheet_is_a_dialog_with_a_visible_start_button(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="More ways to play").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("button", name="Start the game")).to_be_in_viewport()
    sheet.get_by_text("Operation Obliteration", exact=True).first.click(force=True)
    expect(sheet.get_by_role("heading", name="Operation Obliteration")).to_be_visible()
    sheet.get_by_text("Rules, clock, help").click()
    expect(sheet.get_by_label("Start", exact=True)).to_be_attached()
    expect(sheet.get_by_role("button", name="Start the game")).to_be_in_viewport()
    sheet.get_by_label("Your name").fill("Ada")
    sheet.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/match/*")
    page.goto("/new/digit-duel")
    expect(page.get_by_role("dialog").get_by_label("Your name")).to_have_value("Ada")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"//[^/]+/$"))  # the history changes a moment later


def test_a_number_out_of_range_is_reported_next_to_its_field(page: Page) -> None:
    page.goto("/new/digit-duel")
    page.get_by_text("Rules, clock, help").click()
    page.get_by_text("Minutes for the game").click()
    page.get_by_label("Minutes each").fill("0")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert").first).to_have_text(
        "Minutes each must be a whole number from 1 to 1440."
    )
    expect(page.get_by_label("Minutes each")).to_be_focused()
    page.get_by_label("Minutes each").fill("3")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/match/*")


def test_all_games_fit_one_and_a_half_screens_of_a_phone(page: Page) -> None:
    page.goto("/")
    last = page.locator(".game").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 1.5 * PHONE["height"]


ZOOMED = ["/", "/new/number-morph", "/learn", "/settings", "/mine"]


@pytest.mark.parametrize("path", sampled(ZOOMED, "/new/number-morph"))
def test_nothing_overflows_at_200_percent_zoom(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 640, "height": 450})  # 1280 by 900, at 200 %
    page.goto(path)
    page.locator("h1").wait_for()
    wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not page.evaluate(wide)
    if path.startswith("/new"):
        expect(page.get_by_role("button", name="Start the game")).to_be_in_viewport()


def test_tiles_and_the_chosen_opponent_are_visible_with_forced_colors(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/")
    border = "node => getComputedStyle(node).borderTopStyle"
    assert page.locator(".game .tile").first.evaluate(border) != "none"
    chosen, other = page.locator("#opposite .seg").all()[:2]
    width = "node => getComputedStyle(node).borderTopWidth"
    assert chosen.evaluate(width) != other.evaluate(width)


def test_a_first_visit_loads_few_bytes(browser: Browser, server: Server) -> None:
    page = new_window(browser, server)
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: dict[str, float] = {}
    kinds: dict[str, str] = {}
    network.on(
        "Network.requestWillBeSent", lambda one: kinds.update({one["requestId"]: one["type"]})
    )
    network.on(
        "Network.loadingFinished",
        lambda one: sizes.update({one["requestId"]: one["encodedDataLength"]}),
    )
    page.goto("/")
    page.wait_for_load_state("networkidle")
    if os.environ.get("LASTDIGIT_BUNDLED"):
        assert len(kinds) <= 20
        assert sum(sizes.values()) <= 60 * 1024
    readable = [name for name, kind in kinds.items() if kind in ("Document", "Stylesheet")]
    assert len(readable) <= 3
    assert sum(sizes[name] for name in readable) <= 40_000
    leave(page)


PRELOADING = ["/mine", "/learn", "/learn/digit-duel", "/match/{}", "/daily/37"]


@pytest.mark.parametrize("path", sampled(PRELOADING, "/match/{}", "/daily/37"))
def test_a_page_requests_its_data_once_and_before_its_script(page: Page, path: str) -> None:
    get_cookie(page)
    wish = {"game": "digit-duel", "against": "here"}
    code = page.request.post("/api/matches", data=wish).json()["match"]["code"]
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda line: complaints.append(line.text))
    page.goto(path.format(code))
    page.locator("h1").wait_for()
    page.wait_for_load_state("networkidle")
    api_requests = [url for url in requests if "/api/" in url]
    assert len(api_requests) == len(set(api_requests)), "no request is repeated"
    assert not [line for line in complaints if "preload" in line]
    by_the_page = page.evaluate(
        """() => performance.getEntriesByType("resource")
            .filter(({name, initiatorType}) => name.includes("/api/") && initiatorType === "link")
            .map(({name}) => name)"""
    )
    assert by_the_page == api_requests[:1], "the markup requests it, not the script"


def test_an_unreachable_server_is_reported_and_nothing_stale_is_shown(
    browser: Browser, serve: Serve
) -> None:
    server = serve()
    page = new_window(browser, server, service_workers="allow")
    page.goto("/")
    # Not `serviceWorker.ready`, which would wait for ever for one that could not be installed.
    page.wait_for_function(
        "async () => (await navigator.serviceWorker.getRegistration())?.active?.state"
        " === 'activated'"
    )
    # In the first moment after its activation, the worker may miss a navigation.
    while not page.evaluate("() => navigator.serviceWorker.controller !== null"):
        page.reload()
    port = server.port
    server.kill()
    page.goto("/mine")
    expect(page.get_by_role("heading", name="Can't reach the server")).to_be_visible()
    server.start(port)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    leave(page)
