"""Drive a browser as a person does: load pages, and press what is on them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from playwright.sync_api import (
    Browser,
    BrowserContext,
    FrameLocator,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from playwright.sync_api import Error as PlaywrightError

from lastdigit.web.app import HEALTH
from tests.web.conftest import Server

CHROMIUM = shutil.which("chromium")
OPEN = "[data-answer]:not([aria-disabled=true]):not(:disabled)"
PRESSES = 900
TRIES = 5
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)  # cores may be busy
WITHOUT = (
    # Pages of the browser's own, which every new visitor's window loads: half a second each.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # Our list takes the place of Playwright's, of which this much is about pages like ours.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "MediaRouter"),
    *("PaintHolding", "ThirdPartyStoragePartitioning", "HttpsUpgrades", "OptimizationHints"),
)

COMPLAINTS: list[str] = []
"""Errors of page scripts for which no test has failed yet."""

DESKTOP: ViewportSize = {"width": 1280, "height": 720}
MEDIA = {"color_scheme": "light", "reduced_motion": "no-preference", "forced_colors": "none"}
"""The settings that a page can change; Playwright's defaults."""
IDLE: dict[str, list[Page]] = {}
"""Pages that wait for a visitor, by the server's address."""
IN_USE: dict[Page, list[Page]] = {}
"""Where to put a page when its visitor leaves."""


@contextmanager
def started() -> Iterator[Browser]:
    """Start a browser. An error of a page's script that no test has checked fails at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                *("--no-sandbox", "--disable-quic", "--disable-background-networking"),
                f"--disable-features={','.join(WITHOUT)}",
            ],
        )
        yield browser
        IDLE.clear()
        IN_USE.clear()
        browser.close()
    expect_no_complaints()


def new_visitor(
    browser: Browser, server: Server, *, viewport: ViewportSize = DESKTOP, **settings: object
) -> Page:
    """Return the page of a new visitor: no cookies, nothing stored, no routes.

    Earlier visitors may have used the page, because a new window costs the browser more CPU time
    than loading a page of ours. Use `new_window` if the HTTP cache or the history must be empty,
    if the test adds an init script, a listener that fails it or a fake clock, and for a server
    that other tests do not use. A setting that cannot be changed later gets a window anyway.
    """
    if not settings.keys() <= MEDIA.keys():
        return new_window(browser, server, viewport=viewport, **settings)
    idle = IDLE.setdefault(server.url, [])
    page = idle.pop() if idle else new_window(browser, server)
    IN_USE[page] = idle
    page.set_viewport_size(viewport)
    page.emulate_media(media="null", **{**MEDIA, **settings})  # type: ignore[arg-type] # of MEDIA
    return page


def new_window(browser: Browser, server: Server, **settings: object) -> Page:
    """Return a page in a window of its own, whose script's complaints are remembered.

    Without service workers, unless the test is about them: Playwright's driver does not always
    survive one whose visitor leaves.
    """
    wanted = {"service_workers": "block", **settings}
    context: BrowserContext = browser.new_context(base_url=server.url, **wanted)  # type: ignore[arg-type] # Playwright's many settings
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", complain)
    return page


def leave(page: Page) -> None:
    """End a visit: make the page ready for the next visitor, or close its window."""
    idle = IN_USE.pop(page, None)
    if idle is not None and is_reset(page):
        idle.append(page)
        return
    # During a navigation the browser may never confirm that it has closed them.
    for one in page.context.pages:
        rest(one, "about:blank")
    page.context.close()


def is_reset(page: Page) -> bool:
    """Remove everything that a visitor has left behind, and return whether that worked."""
    page.unroute_all(behavior="ignoreErrors")
    for other in page.context.pages:
        if other is not page:
            rest(other, "about:blank")
            other.close()
    if not rest(page, HEALTH):  # of the same origin, whose storage is cleared
        return False
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.mouse.move(0, 0)
    page.context.clear_cookies()
    page.context.clear_permissions()
    return True


def rest(page: Page, url: str) -> bool:
    """Load a page on which nothing happens, and return whether that worked."""
    for _ in range(TRIES):
        try:
            page.goto(url)
        except PlaywrightError:  # the page navigated at the same moment
            continue
        return True
    return False


def complain(error: PlaywrightError) -> None:
    """Remember an error, unless the browser only skipped the transition to the next page.

    Do not raise it here: an exception in a callback of Playwright ends the browser for all tests.
    """
    late = "Page already revealed" in str(error)  # the machine was too slow for the transition
    if not late and not str(error).startswith("Transition was skipped"):
        COMPLAINTS.append(str(error))


def expect_no_complaints(browser: Browser | None = None) -> None:
    """Fail if the script of a page has failed since the last call. Pages may still be open."""
    for context in browser.contexts if browser else ():
        context.cookies()  # Playwright delivers pending events before it responds
    errors = "; ".join(COMPLAINTS)
    COMPLAINTS.clear()
    assert not errors, f"the page's script failed: {errors}"


def begin(page: Page, game: str, who: str, *, preset: str = "quick", **names: str) -> None:
    """Set up a game with its form."""
    page.goto(f"/new/{game}")
    choose_way(page, who)
    for label, name in names.items():
        page.get_by_label(label.replace("_", " "), exact=False).first.fill(name)
    radio = page.get_by_role("radio", name=preset).first
    if not radio.is_visible():
        page.get_by_text("Rules, clock, help").click()
    if radio.count():  # not every game has one
        radio.check()
    page.locator("#start").click()
    page.wait_for_url("**/match/*")


def choose_way(page: Page, who: str) -> None:
    """Choose who plays in the form of a new game. Home, below it, has the same choices."""
    page.locator("input[name=way]").and_(page.get_by_role("radio", name=who)).check()


def is_over(page: Page) -> bool:
    """Return whether the page shows the end of the game."""
    return page.get_by_role("button", name="Rematch").is_visible()


def press_something(page: Page, chance: Random) -> None:
    """Press a random open cell or key, and play the move if it is complete."""
    open_ones = page.locator(OPEN)
    count = open_ones.count()
    if not count:
        return
    try:
        open_ones.nth(chance.randrange(count)).click(timeout=1_000)
        make = page.locator("#make:not([aria-disabled])")
        if make.count():
            make.click(timeout=1_000)
    except PlaywrightError:
        return  # the other player moved first, so it is no longer open


def play_out(chance: Random, *pages: Page) -> None:
    """Press random open answers on all pages until the game is over."""
    for _ in range(PRESSES):
        for page in pages:
            if is_over(page):
                return
            press_something(page, chance)
            page.wait_for_timeout(15)
    raise AssertionError("the game did not end")


def turn_is_over(page: Page | FrameLocator, turn: int) -> None:
    """Wait until the list has this many moves."""
    expect(page.locator("#moves [data-turn]:not([data-turn='0'])")).to_have_count(turn)
