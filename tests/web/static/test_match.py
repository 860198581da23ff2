"""The page of a match: its controls, typed moves, and lost connections."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from lastdigit.match.match import verify
from lastdigit.match.record import from_line
from tests.web.conftest import Serve, Server, wait_for
from tests.web.static.browsing import (
    begin,
    choose_way,
    leave,
    new_visitor,
    new_window,
    turn_is_over,
)
from tests.web.static.visits import get_cookie


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_visitor(browser, server)
    yield page
    leave(page)


def arranged(page: Page, game: str, **wish: object) -> None:
    """Set up a game through the API, which is faster than the form, and open it."""
    get_cookie(page)
    made = page.request.post("/api/matches", data={"game": game, "first": 1, **wish})
    assert made.ok, made.text()
    page.goto(f"/match/{made.json()['match']['code']}")
    page.locator("#sentence").wait_for()


def typed(page: Page, move: str) -> None:
    if not page.get_by_label("Type a move").is_visible():
        page.keyboard.press("/")
    page.get_by_label("Type a move").fill(move)
    page.get_by_label("Type a move").press("Enter")


def test_a_rejected_move_is_explained_without_shifting_the_layout(page: Page) -> None:
    arranged(page, "number-morph", against="here", options={"start": 211})
    before = page.locator("#make").bounding_box()
    page.get_by_role("button", name="units").click()
    page.get_by_role("button", name="3", exact=True).dblclick()
    sentence = page.locator("#sentence")
    expect(sentence).to_contain_text("213 = 3 × 71, so it isn't prime.")
    after = page.locator("#make").bounding_box()
    assert before
    assert after
    assert (after["y"], after["height"]) == (before["y"], before["height"])
    expect(page.locator(".tile.wrong")).to_have_attribute("data-answer", "3")
    expect(page.get_by_text("Player 1's turn.")).to_be_visible()


def test_the_text_box_accepts_the_input_of_the_terminal(page: Page) -> None:
    arranged(page, "number-morph", against="here", options={"start": 211})
    typed(page, "T 7")
    turn_is_over(page, 1)
    expect(page.locator("#sentence")).to_contain_text("Player 1 changed the tens: 211 became 271.")
    typed(page, "nonsense")
    expect(page.locator("#sentence")).to_contain_text('"nonsense" isn\'t one of')
    expect(page.get_by_label("Type a move")).to_be_focused()


def test_a_whole_game_is_played_with_the_keyboard(page: Page) -> None:
    page.goto("/")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "opposite":
            break
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")  # the last way to play
    expect(page.get_by_role("radio", name="Two players here")).to_be_checked()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.play") == "digit-poison":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*")
    page.locator("#sentence").wait_for()
    page.keyboard.press("1")  # digits press the keys of the board
    page.keyboard.press("Enter")
    turn_is_over(page, 1)
    for _ in range(40):  # and the keys of the board are reached by Tab and arrows
        if page.evaluate("document.activeElement.dataset.answer !== undefined"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    turn_is_over(page, 2)
    assert page.evaluate("document.activeElement.dataset.answer") == "1", "focus is never lost"
    typed(page, "1")
    expect(page.locator("#sentence")).to_contain_text("made 111 = 3 × 37: ")


@pytest.mark.prove
def test_earlier_positions_are_shown_by_keyboard(page: Page) -> None:
    arranged(page, "digit-duel", against="here")
    for turn, move in enumerate(("ones", "tens", "hundreds"), 1):
        typed(page, move)
        turn_is_over(page, turn)
    page.locator("#moves [data-turn='3']").focus()
    page.keyboard.press("Home")
    expect(page.get_by_text("Before the first move.")).to_be_visible()
    expect(page.locator("[data-answer]:not([aria-disabled=true])")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(
        page.get_by_text("Move 1: Player 1 struck with 9 (ones) and left Player 2 990.")
    ).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text("Player 2's turn.")).to_be_visible()
    expect(page.locator("#moves [data-turn='3']")).to_be_focused()


@pytest.mark.prove
def test_selecting_an_earlier_move_on_a_phone_scrolls_to_the_board(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server, viewport={"width": 390, "height": 500})
    arranged(page, "digit-poison", against="here")
    typed(page, "1")
    turn_is_over(page, 1)
    page.locator("#moves [data-turn='0']").click()
    expect(page.locator("#turn")).to_contain_text("Before the first move.")
    expect(page.locator("#turn")).to_be_in_viewport()
    leave(page)


def test_a_position_is_set_up_by_pressing_tiles_and_refused_with_a_reason(page: Page) -> None:
    page.goto("/analysis/digit-dilemma")
    page.get_by_role("button", name="Set up by pressing tiles").click()
    page.get_by_role("button", name="7", exact=True).click()
    expect(page.locator("#problem")).to_contain_text("The player to move must have placed as many")
    expect(page.locator("table")).to_have_count(0)
    page.get_by_role("button", name="Other player to move").click()
    expect(page.locator("#position")).to_have_value("2 7__ ___")
    expect(page.locator("#problem")).to_be_empty()
    page.get_by_role("button", name="Ready").click()
    expect(page.locator("table")).to_be_visible()


def test_undo_hint_values_and_resigning_against_the_computer(page: Page) -> None:
    arranged(page, "digit-duel", against="perfect", name="Ada")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_role("heading", name="The idea")).to_be_visible()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".hinted")).to_have_count(2)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_text("ones wins.").first).to_be_visible()
    expect(page.locator(".hinted")).to_have_count(1)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_text("loses").first).to_be_visible()
    typed(page, "ones")
    turn_is_over(page, 2)
    page.get_by_role("button", name="Undo").click()
    turn_is_over(page, 0)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_text("Your turn.")).to_be_visible()
    page.get_by_role("button", name="Press again to resign").click()
    expect(page.locator("#sentence")).to_contain_text("You resign: the computer wins.")


def test_a_record_is_downloaded_and_verifies(page: Page) -> None:
    arranged(page, "digit-poison", against="here")
    typed(page, "3")
    page.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    record = from_line(download.value.path().read_text())
    verify(record)
    assert [event.text for event in record.events] == ["3"]


def test_the_review_steps_through_moves_with_values_and_reasons(page: Page) -> None:
    arranged(page, "digit-duel", against="here")
    for turn, move in enumerate(("tens", "hundreds"), 1):
        typed(page, move)
        turn_is_over(page, turn)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Press again to resign").click()
    page.get_by_role("link", name="Review").click()
    page.wait_for_url("**/review/*")
    expect(page.get_by_role("heading", name=re.compile("Move 2"))).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_text("threw the win away").first).to_be_visible()
    table = page.get_by_role("table")
    expect(table.get_by_role("row", name=re.compile("tens.*played.*loses"))).to_be_visible()
    expect(table.get_by_role("row", name=re.compile("ones.*wins.*171 turns"))).to_be_visible()
    expect(page.get_by_text("Strike with the ones digit: 999 becomes 990")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name=re.compile("Move 2"))).to_be_visible()


def test_the_analysis_of_a_position_has_its_own_address(page: Page) -> None:
    page.goto("/analysis/digit-duel")
    page.get_by_label("Position as text").fill("2 9 9")
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_text("Player 2 to move")).to_be_visible()
    address = page.url
    assert "position=2" in address
    page.goto("/")
    page.goto(address)
    expect(page.get_by_text("Player 2 to move")).to_be_visible()
    page.get_by_label("Position as text").fill("nonsense")
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_text("is not a position of Digit Duel")).to_be_visible()


def test_the_theme_follows_the_system_until_one_is_chosen_and_saved(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto("/")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(paper)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(paper)
    assert (light, dark) == ("rgb(251, 249, 245)", "rgb(16, 18, 23)")
    toggle = page.get_by_role("button", name=re.compile("heme"))
    for _ in range(3):
        toggle.click()
        if page.evaluate(paper) == dark:
            break
    assert page.evaluate(paper) == dark
    page.goto("/rules")
    assert page.evaluate(paper) == dark


@pytest.mark.prove
def test_a_move_is_taken_back_only_if_both_players_agree(browser: Browser, server: Server) -> None:
    ada, ben = new_visitor(browser, server), new_visitor(browser, server)
    begin(ada, "digit-duel", "Invite a friend", Your_name="Ada")
    ben.goto(ada.url)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    first, second = (ada, ben) if "Your turn" in turn_text(ada) else (ben, ada)
    first.locator("[data-answer]:not([aria-disabled=true])").last.dblclick()
    turn_is_over(second, 1)
    first.get_by_role("button", name="Undo").click()
    expect(second.get_by_text("asks to take back the last move")).to_be_visible()
    second.get_by_role("button", name="Agree", exact=True).click()
    turn_is_over(first, 0)
    first.get_by_role("button", name="More").click()
    first.get_by_role("button", name="Offer a draw").click()
    second.get_by_role("button", name="Agree", exact=True).click()
    expect(first.locator("#turn")).to_contain_text("A draw")
    first.get_by_role("button", name="Rematch").click()
    expect(first.get_by_text("Waiting for")).to_be_visible()
    second.get_by_role("button", name="Accept the rematch").click()
    expect(second.get_by_text("Your turn.")).to_be_visible()
    for page in (ada, ben):
        leave(page)


def turn_text(page: Page) -> str:
    line = page.locator("#turn")
    expect(line).to_contain_text("turn.")
    return line.inner_text()


@pytest.mark.prove
def test_a_host_can_take_the_second_seat_on_the_same_device(page: Page) -> None:
    begin(page, "digit-poison", "Invite a friend")
    page.get_by_role("button", name="Play the second seat on this device").click()
    for turn, digit in enumerate("14", 1):
        page.get_by_role("button", name=digit, exact=True).dblclick()
        turn_is_over(page, turn)


@pytest.mark.prove
def test_a_seat_moves_to_another_device_with_its_key(
    browser: Browser, server: Server, page: Page
) -> None:
    arranged(page, "digit-poison", against="perfect")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Take this seat to another device").click()
    key = page.get_by_label("Key").input_value()
    phone = new_visitor(browser, server)
    phone.goto(page.url)
    phone.get_by_role("button", name="More").click()
    phone.get_by_role("button", name="I have a key").click()
    phone.get_by_label("Key").fill(key)
    phone.get_by_role("button", name="Take the seat").click()
    phone.get_by_role("button", name="1", exact=True).dblclick()
    turn_is_over(phone, 2)
    expect(page.get_by_text("You are watching").first).to_be_visible()
    leave(phone)


@pytest.mark.prove
def test_a_seat_key_can_be_entered_on_home(browser: Browser, server: Server, page: Page) -> None:
    arranged(page, "digit-poison", against="perfect")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Take this seat to another device").click()
    phone = new_visitor(browser, server)
    phone.goto(page.get_by_label("Start page").input_value())
    phone.get_by_label("Code or link").fill(page.get_by_label("Key").input_value())
    phone.get_by_role("button", name="Join").click()
    phone.get_by_role("button", name="1", exact=True).dblclick()
    turn_is_over(phone, 2)
    leave(phone)


@pytest.mark.prove
def test_the_page_reconnects_to_a_restarted_server_without_losing_moves(
    browser: Browser, serve: Serve
) -> None:
    server = serve()
    page = new_window(browser, server)
    arranged(page, "digit-poison", against="here", options={"divisor": 7})
    page.get_by_role("button", name="1", exact=True).dblclick()
    turn_is_over(page, 1)
    server.kill()
    expect(page.locator("#sentence")).to_contain_text("Reconnecting")
    page.get_by_role(
        "button", name="2", exact=True
    ).dblclick()  # repeated until there is a response
    server.start(server.port)
    turn_is_over(page, 2)
    expect(page.locator("#sentence")).to_contain_text("12 is not divisible by 7.")
    turn_is_over(page, 2)
    leave(page)


def test_a_request_with_a_lost_response_is_repeated_and_executed_once(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server)
    arranged(page, "digit-poison", against="here", options={"divisor": 7})
    requests: list[object] = []

    def lose_the_answer(route: object, request: object) -> None:
        requests.append(request)
        if len(requests) == 1:
            route.fetch()  # type: ignore[attr-defined] # Playwright's Route; it reaches the server
            route.abort()  # type: ignore[attr-defined] # but the answer does not come back
        else:
            route.continue_()  # type: ignore[attr-defined] # Playwright's Route

    page.route("**/commands", lose_the_answer)
    page.get_by_role("button", name="1", exact=True).dblclick()
    turn_is_over(page, 1)
    expect(page.locator("#sentence")).to_contain_text("1 is not divisible by 7.")
    for _ in range(100):
        page.wait_for_timeout(50 if len(requests) < 2 else 0)
    assert len(requests) == 2
    code = page.url.rpartition("/")[2]
    assert page.request.get(f"/api/matches/{code}").json()["number"] == 1
    leave(page)


@pytest.mark.prove
def test_a_player_who_reads_the_rules_has_not_left(browser: Browser, serve: Serve) -> None:
    server = serve("grace-seconds=1")
    ada, ben = new_window(browser, server), new_window(browser, server)
    begin(ada, "digit-duel", "Invite a friend", Your_name="Ada")
    ben.goto(ada.url)
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator("#turn")).to_contain_text("turn.")
    with ben.expect_websocket(lambda socket: socket.url.endswith("/api/presence")):
        ben.goto("/rules/digit-duel")
    expect(ben.get_by_role("heading", name="Digit Duel").first).to_be_visible()

    def both_are_here() -> bool:
        match = ada.request.get(f"/api/matches/{ada.url.rpartition('/')[2]}").json()
        return [player["away"] for player in match["players"]] == [None, None]

    wait_for(both_are_here)
    expect(ada.get_by_role("button", name="Claim the win", exact=True)).to_have_count(0)
    for page in (ada, ben):
        leave(page)


@pytest.mark.prove
def test_a_win_can_be_claimed_when_the_opponent_leaves(browser: Browser, serve: Serve) -> None:
    server = serve("grace-seconds=1")
    ada, ben = new_window(browser, server), new_window(browser, server)
    begin(ada, "digit-duel", "Invite a friend", Your_name="Ada")
    ben.goto(ada.url)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator("#turn")).to_contain_text("turn.")
    leave(ben)
    ada.get_by_role("button", name="Claim the win", exact=True).click()
    expect(ada.locator("#sentence")).to_contain_text("Ben left the game: you win.")
    leave(ada)


@pytest.mark.prove
def test_a_clock_that_runs_out_ends_the_game_on_the_page(page: Page) -> None:
    arranged(page, "digit-duel", against="here", timeLimit=2)
    expect(page.locator("#sentence")).to_contain_text("Player 1's time is up: Player 2 wins.")


@pytest.mark.prove
def test_my_games_are_listed_and_can_be_continued(page: Page) -> None:
    arranged(page, "digit-poison", against="here", name="Ada", otherName="Ben")
    typed(page, "1")
    turn_is_over(page, 1)
    page.goto("/mine")
    page.get_by_role("link", name=re.compile("Digit Poison")).first.click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_text("Ben's turn.")).to_be_visible()


@pytest.mark.prove
def test_a_code_or_link_entered_on_home_leads_to_the_game(
    browser: Browser, server: Server, page: Page
) -> None:
    begin(page, "digit-duel", "Invite a friend")
    code = page.locator("#code").inner_text()
    friend = new_visitor(browser, server)
    for typed in (code.lower(), page.url):
        friend.goto("/")
        friend.get_by_label("Code or link").fill(typed)
        friend.get_by_role("button", name="Join").click()
        expect(friend.get_by_role("button", name="Sit down")).to_be_visible()
    leave(friend)


@pytest.mark.prove
def test_a_new_code_replaces_the_old_one_and_a_wrong_code_is_explained(
    browser: Browser, server: Server, page: Page
) -> None:
    begin(page, "digit-duel", "Invite a friend")
    expect(page.get_by_text("It works for 10 more minutes.")).to_be_visible()
    old = page.locator("#code").inner_text()
    page.get_by_role("button", name="New code").click()
    expect(page.locator("#code")).not_to_have_text(old)
    friend = new_visitor(browser, server)
    friend.goto("/")
    friend.get_by_label("Code or link").fill(old)
    friend.get_by_role("button", name="Join").click()
    expect(friend.get_by_text("This code is wrong or has expired.")).to_be_visible()
    friend.get_by_label("Code or link").fill(page.locator("#code").inner_text())
    friend.get_by_role("button", name="Join").click()
    expect(friend.get_by_role("button", name="Sit down")).to_be_visible()
    leave(friend)


@pytest.mark.prove
def test_an_expired_code_is_reported_and_the_link_still_works(
    browser: Browser, serve: Serve
) -> None:
    server = serve("spoken-seconds=0")
    page, friend = new_window(browser, server), new_window(browser, server)
    begin(page, "digit-duel", "Invite a friend")
    expect(page.get_by_text("The code has expired.")).to_be_visible()
    friend.goto(page.url)
    friend.get_by_role("button", name="Sit down").click()
    expect(page.locator("#turn")).to_be_visible()
    leave(page)
    leave(friend)


@pytest.mark.prove
def test_an_error_from_the_server_is_shown_next_to_the_form(page: Page) -> None:
    page.goto("/new/number-morph")
    choose_way(page, "Two players here")
    start = page.get_by_label("Start", exact=True)
    if not start.is_visible():
        page.get_by_text("Rules, clock, help").click()
    page.get_by_role("checkbox", name="random").uncheck()
    start.fill("210")
    page.locator("#start").click()
    problem = page.get_by_text("'start' cannot be 210")
    expect(problem).to_be_visible()
    assert "/new/number-morph" in page.url


@pytest.mark.prove
def test_the_page_sends_requests_only_to_its_server_and_violates_no_policy(
    page: Page, server: Server
) -> None:
    requests: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda line: complaints.append(line.text))
    for path in ("/", "/new/digit-duel", "/rules/digit-duel", "/analysis/digit-duel", "/mine"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    arranged(page, "digit-duel", against="here")
    page.wait_for_load_state("networkidle")
    assert len(requests) > 20
    assert all(url.startswith(server.url) for url in requests)
    # Tests have no service workers, and Playwright says so.
    assert [line for line in complaints if "blocked by Playwright" not in line] == []
