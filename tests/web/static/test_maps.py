"""Maps on the page: pointer, arrow keys, zoom and touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, CDPSession, Route, expect

from lastdigit.game.game import Seat, Value
from lastdigit.games.digit_duel.rules import State
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.solver import solver_for
from tests.conftest import GAMES
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor
from tests.web.static.visits import arranged


def test_a_map_of_a_million_pairs_is_explored_zoomed_and_analysed(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server)
    page.goto("/maps/digit-duel")
    points = page.locator("canvas.map-points")
    expect(page.locator(".map-lens")).to_be_hidden()
    expect(points).to_be_visible()
    points.focus()
    for _ in range(3):
        points.press("Shift+ArrowRight")
    points.press("ArrowUp")
    solution = solver_for(DigitDuel()).solution(State(Seat.ONE, 31, 2))
    word = "wins" if solution.value is Value.WIN else "loses"
    says = page.locator("#says")
    expect(says).to_have_text(
        re.compile(rf"31 against 2: . the player to move {word} in {solution.remoteness} turns?\.")
    )
    expect(page.locator(".map-lens")).to_be_visible()
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator("#map")).to_have_attribute("data-zoomed", "")
    expect(says).to_have_text(re.compile(r"\d+ to \d+ across, \d+ to \d+ up\."))
    ticks = page.locator(".tick").evaluate_all("all => all.map(one => one.textContent)")
    assert ticks == ["100", "200", "300", "400", "500"] * 2
    points.press("Enter")
    # The analysis may have completed the address by now.
    page.wait_for_url(re.compile(r"/analysis/digit-duel\?position=1\+0?31\+0?0?2"))
    leave(page)


def test_the_text_about_a_pair_never_covers_it(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server)
    page.goto("/maps/digit-duel")
    points = page.locator("canvas.map-points")
    expect(points).to_be_visible()
    field, says = points.bounding_box(), page.locator(".map-says")
    assert field is not None
    for across, down in [(0.1, 0.05), (0.9, 0.05), (0.5, 0.45), (0.5, 0.55), (0.9, 0.95)]:
        x, y = field["x"] + across * field["width"], field["y"] + down * field["height"]
        page.mouse.move(x, y)
        box = says.bounding_box()
        assert box is not None
        assert not (box["y"] <= y <= box["y"] + box["height"]), (across, down)
        assert box["y"] >= field["y"]
        assert box["y"] + box["height"] <= field["y"] + field["height"], "the text is on the map"
    leave(page)


def test_a_map_of_points_has_a_table(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server)
    page.goto("/maps/digit-duel")
    page.get_by_text("As a table").click()
    row = page.get_by_role("row", name=re.compile("^700 "))
    solution = solver_for(DigitDuel()).solution(State(Seat.ONE, 800, 700))
    assert solution.value is Value.WIN
    expect(row.get_by_role("cell").nth(7)).to_have_text(f"▲ wins in {solution.remoteness}")
    leave(page)


def test_the_path_of_a_short_duel_is_shown_zoomed_in(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server)
    options = {"number-1": 99, "number-2": 99}
    code = arranged(page, "digit-duel", "tens", "tens", "resign", against="here", options=options)
    page.goto(f"/maps/digit-duel?match={code}")
    says = page.locator("#says")
    expect(says).to_have_text(re.compile("^80 against 80: . the player to move loses"))
    ticks = page.locator(".tick").evaluate_all("all => all.map(one => one.textContent)")
    assert ticks == ["20", "40", "60", "80", "100"] * 2
    expect(page.get_by_text("After turn 2 of 2")).to_be_visible()
    page.get_by_role("button", name="First move").click()
    expect(says).to_have_text(re.compile("^99 against 99: "))
    page.get_by_role("button", name="Zoom out").click()
    expect(says).to_have_text(re.compile(r"^\d+ to \d+ across, \d+ to \d+ up\.$"))
    leave(page)


def test_a_touch_screen_shows_how_to_tap(browser: Browser, server: Server) -> None:
    page = new_visitor(
        browser, server, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 844}
    )
    page.goto("/maps/digit-dilemma")
    expect(page.locator("#says")).to_have_text("Tap a place to see what it is.")
    leave(page)


def test_a_map_is_zoomed_until_its_text_can_be_read(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server, viewport={"width": 390, "height": 844})
    page.goto("/maps/number-morph")
    prime = page.locator("#map [data-position]").first

    def width() -> float:
        box = prime.bounding_box()
        assert box is not None
        return box["width"]

    before = width()
    page.get_by_role("button", name="Zoom in").click()
    assert width() > 1.8 * before, "twice as wide, except for its edge"
    page.get_by_role("button", name="Zoom out").click()
    assert width() == pytest.approx(before)
    leave(page)


def test_another_start_is_chosen_by_keyboard_and_the_pairs_change(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server)
    page.goto("/maps/number-morph?position=1+211+211")
    expect(page.locator(".goal")).to_contain_text("Starting from 211")
    field = page.locator("#map")
    field.press("ArrowRight")
    expect(page.locator("#says")).to_contain_text("101: its partner is")
    field.press("ArrowRight")
    expect(page.locator("#says")).to_contain_text("103: its partner is")
    field.press("Enter")
    expect(page.locator(".goal")).to_contain_text("Starting from 103")
    expect(page.locator(".shifted").first).to_be_attached()
    assert page.url.endswith("?position=1+103+103")
    leave(page)


def touched(session: CDPSession, kind: str, *places: tuple[float, float]) -> None:
    """Dispatch a touch event with fingers at these points."""
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_two_fingers_zoom_one_finger_drags_and_a_tap_selects(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server, has_touch=True, viewport={"width": 390, "height": 844})
    page.goto("/maps/digit-duel")
    points = page.locator("canvas.map-points")
    expect(points).to_be_visible()
    page.wait_for_load_state("networkidle")
    box = points.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    touched(fingers, "touchStart", (x - 20, y), (x + 20, y))
    for step in (30, 60, 90):
        touched(fingers, "touchMove", (x - 20 - step, y), (x + 20 + step, y))
    touched(fingers, "touchEnd")
    says = page.locator("#says")
    expect(says).to_have_text(re.compile(r"^4\d\d to 5\d\d across, 4\d\d to 5\d\d up\.$"))
    tick = page.locator(".tick").first
    before = float(tick.get_attribute("x") or 0)
    touched(fingers, "touchStart", (x, y))
    touched(fingers, "touchMove", (x + 20, y))
    touched(fingers, "touchMove", (x + 40, y))
    touched(fingers, "touchEnd")
    expect(tick).not_to_have_attribute("x", str(before))
    page.touchscreen.tap(x, y)
    expect(says).to_have_text(re.compile(r"^\d+ against \d+: "))
    assert page.url.endswith("/maps/digit-duel")
    page.get_by_role("button", name="Analyse it").click()
    page.wait_for_url("**/analysis/digit-duel?position=**")
    leave(page)


def test_the_map_in_a_review_follows_its_steps(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server)
    code = arranged(
        page,
        "number-morph",
        "tens 7",
        "hundreds 5",
        "resign",
        against="here",
        options={"start": 211},
    )
    page.goto(f"/match/{code}")
    page.get_by_role("link", name="See this game on the map").click()
    page.wait_for_url(f"**/maps/number-morph?match={code}**")
    expect(page.locator(".map-drawing .spent")).to_have_count(2)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".map-drawing .spent")).to_have_count(1)
    page.get_by_role("link", name="Review").click()
    page.wait_for_url(f"**/review/{code}?move=2")
    page.locator("#on-map summary").click()
    expect(page.locator("#on-map .spent")).to_have_count(1)
    expect(page.locator("#on-map .stand[data-here]")).to_have_attribute("data-turn", "1")
    page.get_by_role("button", name="One move forward").click()
    expect(page.locator("#on-map .spent")).to_have_count(2)
    expect(page.locator("#on-map .stand[data-here]")).to_have_attribute("data-turn", "2")
    page.goto("/maps")
    expect(page.get_by_role("link", name=re.compile("^See the map"))).to_have_count(len(GAMES))
    leave(page)


def test_late_and_lost_responses_do_not_change_the_map_in_a_review(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server)
    moves = ("tens 7", "hundreds 5", "resign")
    code = arranged(page, "number-morph", *moves, against="here", options={"start": 211})
    page.goto(f"/review/{code}?move=2")
    held: list[Route] = []
    page.route("**/map?turn=1", lambda route: held.append(route))
    page.locator("#on-map summary").click()
    back, on = (page.get_by_role("button", name=f"One move {way}") for way in ("back", "forward"))
    on.click()
    spent, finding = page.locator("#on-map .spent"), page.locator("#on-map p.soft")
    expect(spent).to_have_count(2)
    text = finding.inner_text()
    answer = held[0].fetch()
    with page.expect_response("**/map?turn=1"):
        held[0].fulfill(response=answer, json={**answer.json(), "finding": "Too late."})
    page.wait_for_timeout(100)  # nothing is to happen
    expect(finding).to_have_text(text)
    expect(spent).to_have_count(2)
    page.unroute("**/map?turn=1")
    page.route("**/map?turn=1", lambda route: route.abort())
    back.click()
    expect(page.locator("#on-map [role=alert]")).to_have_text(re.compile("Can't reach the server"))
    expect(spent).to_have_count(2)
    page.unroute("**/map?turn=1")
    back.click()
    expect(spent).to_have_count(0)
    on.click()
    expect(spent).to_have_count(1)
    expect(page.locator("#on-map [role=alert]")).to_have_text("")
    leave(page)
