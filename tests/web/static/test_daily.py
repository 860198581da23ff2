"""The daily puzzles, the archive, practice and worksheets on the page."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from lastdigit.games import catalogue, find_class
from lastdigit.puzzles.generate import daily_puzzle
from tests.web.conftest import Server, wait_for
from tests.web.static.browsing import leave, new_visitor, new_window
from tests.web.static.visits import finished

DAY, GAME = 37, "digit-poison"


def test_a_puzzle_is_failed_explained_solved_and_shared_with_the_keyboard(
    browser: Browser, server: Server
) -> None:
    puzzle = daily_puzzle(find_class(GAME), DAY)
    assert puzzle is not None
    losers = sorted(puzzle.right)[0].split(" ")
    safe = next(digit for digit in puzzle.choices if digit not in losers)
    page = new_visitor(browser, server, viewport={"width": 390, "height": 844})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/daily/{DAY}#{GAME}")
    task = page.locator("#task")
    expect(task).to_have_text(puzzle.question)
    page.keyboard.press(safe)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text(f"Not {safe}.")
    expect(page.get_by_label("wrong, two tries left")).to_be_visible()
    page.keyboard.press("Escape")
    for digit in losers:
        page.keyboard.press(digit)
    page.keyboard.press("Enter")
    expect(task).to_have_text("Solved on the second try.")
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    share = page.get_by_role("button", name="Share")
    expect(page.locator(".shared")).to_contain_text("Poison ✕✓")
    share.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Copied")).to_be_visible()
    assert "Poison ✕✓" in page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a picture").click()
    assert saved.value.suggested_filename == f"last-digit-{DAY}.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    page.reload()
    expect(page.get_by_role("button", name="Digit Poison, solved")).to_be_visible()
    expect(task).to_have_text("Solved on the second try.")
    page.goto("/settings")
    page.locator("#forget").click()
    page.get_by_role("button", name="Press again to delete everything for good").click()
    expect(page.get_by_text("Deleted 2 answers and 0 games.")).to_be_visible()
    leave(page)


def test_solving_the_last_of_five_puzzles_opens_a_result_to_share(
    browser: Browser, server: Server
) -> None:
    puzzle = daily_puzzle(find_class(GAME), DAY)
    assert puzzle is not None
    page = new_window(browser, server)
    page.add_init_script(
        """navigator.share = async (data) => { window.sent = [data.text, data.files[0].name]; };
        navigator.canShare = () => true;"""
    )
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(finished(page, DAY, unsolved=GAME))
    heading = page.get_by_role("heading", name="Five of five!")
    expect(page.locator("#task")).to_have_text(puzzle.question)
    expect(heading).to_be_hidden()
    for digit in sorted(puzzle.right)[0].split(" "):
        page.keyboard.press(digit)
    page.keyboard.press("Enter")
    expect(heading).to_be_focused()
    expect(page.get_by_text("Every puzzle solved, four of them on the first try.")).to_be_visible()
    expect(page.get_by_role("heading", name="Why")).to_be_visible()
    page.get_by_role("button", name="Copy the text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[0] == f"Last Digit {DAY}"
    assert text.count("✓") == sum(
        daily_puzzle(kind, DAY) is not None for kind in catalogue().values()
    )
    page.get_by_role("button", name="Share").click()
    wait_for(lambda: page.evaluate("window.sent"))
    assert page.evaluate("window.sent") == [text, f"last-digit-{DAY}.png"]
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    assert saved.value.suggested_filename == f"last-digit-{DAY}.png"
    # One of the puzzles once more, and back.
    page.get_by_role("button", name="Digit Duel, solved on the second try").click()
    expect(page.locator("#task")).to_have_text("Solved on the second try.")
    page.get_by_role("button", name="Five of five!").click()
    expect(heading).to_be_focused()
    page.reload()
    expect(heading).to_be_visible()
    leave(page)


def test_the_archive_is_a_calendar_and_the_reminder_a_calendar_file(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server)
    page.goto(finished(page, DAY, unsolved=GAME))
    with page.expect_download() as saved:
        page.get_by_role("link", name="Get the calendar file").click()
    assert saved.value.suggested_filename == "last-digit.ics"
    assert f"URL:{server.url}/daily" in saved.value.path().read_text()
    archive = page.get_by_role("region", name="February 2026")
    shown = archive.get_by_role("link", name="10 February, 4 of 5 solved")
    expect(shown).to_have_attribute("aria-current", "date")
    expect(archive.locator("a[tabindex='0']")).to_have_count(1)
    shown.focus()
    page.keyboard.press("ArrowUp")
    expect(archive.get_by_role("link", name="3 February, none solved", exact=True)).to_be_focused()
    page.keyboard.press("PageUp")
    archive = page.get_by_role("region", name="January 2026")
    expect(archive.get_by_role("link", name="3 January, none solved", exact=True)).to_have_count(
        0
    )  # before the first day
    expect(archive.get_by_role("link", name="5 January, none solved", exact=True)).to_be_focused()
    expect(archive.get_by_role("button", name="Earlier month")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url("**/daily/2")
    page.get_by_role("button", name="Later month").click()
    expect(page.get_by_role("link", name="10 February, 4 of 5 solved")).to_be_visible()
    leave(page)


def test_practice_continues_with_another_puzzle(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server)
    page.goto("/practice/digit-duel")
    after = page.get_by_role("button", name="Next puzzle")
    for place in range(3):  # one more than there are tries
        expect(page.locator("#make, .puzzle-further").first).to_be_visible()
        if after.is_visible():
            break
        page.locator("[data-answer]:not([aria-disabled=true])").nth(place).click()
        with page.expect_response("**/api/puzzles/answer"):
            page.locator("#make").click()
        expect(page.locator(".try[data-right]")).to_have_count(place + 1)
    after.click()
    expect(page.locator(".try[data-right]")).to_have_count(0)
    expect(page.get_by_text("Your rating in Digit Duel")).to_be_visible()
    leave(page)


def test_a_worksheet_is_created_on_the_page_with_its_style(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server)
    page.goto("/worksheet")
    page.get_by_label("Game", exact=True).select_option("digit-dilemma")
    page.get_by_label("Difficulty").select_option("5")
    page.get_by_role("button", name="Make the sheet").click()
    expect(page.get_by_role("alert")).to_contain_text("has no very hard puzzles")
    page.get_by_label("Difficulty").select_option("1")
    page.get_by_label("How many puzzles").fill("2")
    page.get_by_label("Sheet number").fill("spring")
    page.get_by_role("button", name="Make the sheet").click()
    page.wait_for_url("**/api/worksheets/digit-dilemma?*")
    expect(page.get_by_role("heading", name="Answers to sheet spring")).to_be_visible()
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.get_by_role("button", name="Print").click()
    expect(page).to_have_title("printed")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    page.emulate_media(media="screen")
    sprite = page.locator(".sprite").evaluate("node => getComputedStyle(node).display")
    assert sprite == "none", "the content security policy allows its style"
    leave(page)
