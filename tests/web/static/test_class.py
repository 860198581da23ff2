"""A whole lesson in browsers: a teacher, two pupils, the board, the sheet of results."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor
from tests.web.static.test_access import small_targets
from tests.web.static.visits import room

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
PHONE: ViewportSize = {"width": 390, "height": 844}
MARKUP = "<b>Ben</b>"


def is_fit(page: Page) -> None:
    """Check that axe finds nothing, and that nothing is too small or too wide."""
    found = Axe().run(page, options={"runOnly": RULES})
    assert found.violations_count == 0, found.generate_report()
    assert small_targets(page) == []
    assert not page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )


def resign(page: Page) -> None:
    """Resign in the menu of the match."""
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Press again to resign").click()


def test_the_page_says_who_can_see_names_before_a_classroom_is_opened(
    browser: Browser, server: Server
) -> None:
    teacher = new_visitor(browser, server)
    teacher.goto("/class")
    form = teacher.locator("form", has=teacher.get_by_role("button", name="Open the classroom"))
    expect(form).to_contain_text("Anyone with the code can see the pupils' names and results.")
    is_fit(teacher)
    leave(teacher)


def test_the_class_form_starts_each_game_with_the_preset_of_home(
    browser: Browser, server: Server
) -> None:
    teacher = new_visitor(browser, server)
    teacher.goto("/")
    home = {
        str(link.get_attribute("data-play")): str(link.get_attribute("data-people"))
        for link in teacher.locator("[data-play]").all()
    }
    assert len(home) > 1
    teacher.goto("/class")
    game, preset = teacher.locator("select#game"), teacher.locator("select#preset")
    expect(preset).to_have_value(home[game.input_value()])
    # Forwards and backwards: the preset of one game must not carry over to another.
    for name in [*home, *reversed(home)]:
        game.select_option(name)
        expect(preset).to_have_value(home[name])
    game.select_option("digit-duel")
    preset.select_option("letters")
    teacher.get_by_role("radio", name="Pairs by hand").check()
    expect(preset).to_have_value("letters")
    leave(teacher)


def test_the_teacher_and_the_projector_show_a_qr_code(browser: Browser, server: Server) -> None:
    teacher = new_visitor(browser, server)
    path = room(teacher)
    for place in (path, f"{path}/board"):
        teacher.goto(place)
        code = teacher.get_by_role("img", name="QR code for this link")
        expect(code).to_have_js_property("complete", True)
        assert code.evaluate("image => image.naturalWidth") > 0
        assert path.removeprefix("/class/") in str(code.get_attribute("src"))
        is_fit(teacher)
    leave(teacher)


@pytest.mark.prove
def test_a_lesson_with_a_teacher_two_pupils_and_the_board(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    teacher = new_visitor(browser, server)
    teacher.goto("/")
    teacher.get_by_role("link", name="For a class").click()
    teacher.get_by_label("Class name").wait_for()
    is_fit(teacher)
    teacher.get_by_label("Class name").fill("Class 6b")
    teacher.get_by_label("Game", exact=True).select_option("Digit Duel")
    teacher.get_by_label("Clock").select_option("5 minutes each")
    teacher.get_by_role("button", name="Open the classroom").click()
    teacher.wait_for_url("**/class/*")
    expect(teacher.get_by_label("Clock")).to_have_value("5")
    teacher.get_by_label("Opponents").select_option("3 opponents each")
    expect(teacher.get_by_text("The changes apply to future games.")).to_be_visible()
    expect(teacher.get_by_role("heading", name="Class 6b")).to_be_visible()
    code = teacher.locator("#code").inner_text()

    ada = new_visitor(browser, server, viewport=PHONE)
    ada.goto("/")
    ada.locator("#code-form input").fill(code.lower())  # as a match's code is typed
    ada.keyboard.press("Enter")
    ada.get_by_label("Your name").fill("Ada")
    is_fit(ada)
    ada.get_by_role("button", name="Join the class").click()
    expect(ada.get_by_text("No one else is here yet.")).to_be_visible()
    is_fit(ada)
    ben = new_visitor(browser, server, viewport=PHONE)
    ben.goto(f"/class/{code}")
    ben.get_by_label("Your name").fill("ada")
    ben.get_by_role("button", name="Join the class").click()
    expect(ben.get_by_role("alert")).to_contain_text("That name is taken")
    ben.get_by_label("Your name").fill(MARKUP)
    ben.get_by_role("button", name="Join the class").click()
    expect(teacher.get_by_role("button", name=MARKUP)).to_be_visible()

    board = new_visitor(browser, server)
    board.goto(f"/class/{code}/board")
    expect(board.locator(".board-code")).to_have_text(code)
    # The first leg: both are sent to the board, and with one press to the next leg.
    for page in (ada, ben):
        page.get_by_role("button", name="Next game").click()
    for page in (ada, ben):
        page.wait_for_url("**/match/*")
    expect(board.locator(".board-game")).to_have_count(1)
    is_fit(board)
    is_fit(teacher)
    resign(ben)
    first = ada.url
    for page in (ada, ben):
        page.get_by_role("link", name="Next class game").click()
    for page in (ada, ben):
        page.wait_for_url(lambda url: "/match/" in url and url != first)
    resign(ben)
    ada.get_by_role("link", name="Next class game").click()
    expect(ada.get_by_text("Place 1, 2 points.")).to_be_visible()
    expect(board.locator("li.board-line").first).to_contain_text("Ada")

    teacher.get_by_role("button", name="Close the class").click()
    teacher.get_by_role("button", name="Close the class for good?").click()
    expect(ada.get_by_text("This class is closed.")).to_be_visible()
    with teacher.expect_download() as coming:
        teacher.get_by_role("link", name="Results as CSV").click()
    sheet = tmp_path / coming.value.suggested_filename
    coming.value.save_as(sheet)
    rows = list(csv.reader(sheet.read_text(encoding="utf-8-sig").splitlines()))
    assert [row[:4] for row in rows[1:]] == [["1", "Ada", "2", "2"], ["2", MARKUP, "0", "0"]]
    with teacher.expect_download() as coming:
        teacher.get_by_role("link", name="All games as CSV").click()
    games = tmp_path / coming.value.suggested_filename
    coming.value.save_as(games)
    rows = list(csv.reader(games.read_text(encoding="utf-8-sig").splitlines()))
    players = [[*sorted(row[2:4]), *row[4:6]] for row in rows[1:]]
    assert players == [[MARKUP, "Ada", "Ada", "0"]] * 2
    assert all(row[1].startswith("20") for row in rows[1:])
    review = teacher.get_by_role("link", name="Review").first
    expect(review).to_have_attribute("href", re.compile("^/review/"))
    for page in (teacher, ada, ben, board):
        leave(page)
