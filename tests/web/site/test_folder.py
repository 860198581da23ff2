"""The static site: its size, its messages if the browser lacks something, and saved games."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import signal
import socket
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from lastdigit.web.app import HEADERS
from tests.web.site.folder import Folder, serving
from tests.web.static.browsing import CHROMIUM, PATIENCE, begin, leave, play_out, turn_is_over
from tools.site.__main__ import LOCK, NOT_CACHED, policy
from tools.site.wheels import locked_files

pytestmark = pytest.mark.prove
MOST_BYTES = 7_500_000
SHOWN = "() => document.documentElement.dataset.shown"
TEXTS = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".webmanifest")


RECORD_PROGRESS = """{
    window.seen = [];
    const look = () => {
        const [stage, amount, bar] = ["stage", "amount", "progress"]
            .map((id) => document.getElementById(id));
        if (bar) window.seen.push(
            [stage.textContent, amount.textContent, bar.getAttribute("value")]);
    };
    new MutationObserver(look).observe(document,
        { attributes: true, characterData: true, childList: true, subtree: true });
}"""
"""Only the top window has these elements; frames record nothing."""


def move(page: Page) -> None:
    """Start a game against the computer from any page, and make the first move."""
    begin(page, "digit-poison", "Two players here")
    page.locator("[data-answer='1']").click()
    page.locator("#make").click()
    turn_is_over(page, 1)


def test_the_compressed_site_is_small_enough(built: Path) -> None:
    sizes = {
        path.name: len(gzip.compress(path.read_bytes(), 6))
        if path.suffix in TEXTS
        else path.stat().st_size
        for path in built.rglob("*")
        # A reader of the documentation loads only the pages that they open.
        if path.is_file()
        and path.relative_to(built).parts[0] != "docs"
        and not path.name.endswith(NOT_CACHED)
    }
    assert sum(sizes.values()) < MOST_BYTES, sorted(sizes.items(), key=lambda one: -one[1])[:5]


def test_scripts_and_styles_have_compressed_copies_that_are_not_cached(built: Path) -> None:
    texts = [path for path in built.glob("files-*/**/*") if path.suffix in (".css", ".js", ".mjs")]
    assert len(texts) > 20
    for path in texts:
        if path.stat().st_size < 500:  # compressed, it may be longer
            continue
        assert gzip.decompress(path.with_name(f"{path.name}.gz").read_bytes()) == path.read_bytes()
        assert path.with_name(f"{path.name}.br").stat().st_size < path.stat().st_size
    worker = (built / "offline.js").read_text()
    assert f'static/{next(built.glob("files-*/static/home-*.js")).name}"' in worker
    assert not any(suffix in worker for suffix in NOT_CACHED)


def test_the_licences_of_all_included_software_are_in_the_site(built: Path) -> None:
    text = (built / "licences.txt").read_text()
    for name in ("Last Digit", "Pyodide", "Python", *packages()):
        assert re.search(rf"^{name}\b", text, re.MULTILINE), name


def packages() -> list[str]:
    """Return the names of the packages in the static site, as in the names of their wheels."""
    return [address.rpartition("/")[2].partition("-")[0] for address, _ in locked_files(LOCK)]


def test_the_content_security_policy_is_the_servers_and_allows_wasm(built: Path) -> None:
    ours = policy()
    assert f'content="{ours}"' in (built / "index.html").read_text()
    server = HEADERS["Content-Security-Policy"].split("; ")
    assert ours.split("; ") == [
        part.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
        for part in server
        if not part.startswith("frame-ancestors")  # which does not work in a meta element
    ]


def test_the_start_shows_its_progress(browser: Browser, folder: Folder) -> None:
    page = folder.visitor(browser)
    outer = page.context.pages[0]
    outer.add_init_script(RECORD_PROGRESS)
    outer.goto(folder.url, wait_until="commit")
    # Before any script: a bar that moves without a value.
    expect(outer.get_by_role("progressbar")).to_be_visible()
    outer.wait_for_function(SHOWN)
    seen = outer.evaluate("() => window.seen")
    stages = list(dict.fromkeys(stage for stage, _, _ in seen))
    assert stages == [
        "Loading this page.",
        "Downloading the games. Later visits start without this.",
        "Starting Python.",
        "Unpacking the games.",
        "Starting the games.",
        "Opening the page.",
    ]
    values = [float(value) for _, _, value in seen if value is not None]
    assert values == sorted(values)
    assert values[0] < 0.1
    assert values[-1] < 1
    amounts = [amount for stage, amount, _ in seen if stage.startswith("Downloading")]
    assert all(re.fullmatch(r"|\d\.\d of \d\.\d MB", amount) for amount in amounts)
    assert len(set(amounts)) > 5
    expect(outer.locator("#start")).to_be_hidden()
    leave(page)


def test_a_move_is_saved_when_the_tab_is_killed(browser: Browser, folder: Folder) -> None:
    page = folder.visitor(browser)
    move(page)
    address = page.url
    other = folder.page(page.context.new_page())
    page.close(run_before_unload=False)
    other.goto(address.partition("?")[2])
    turn_is_over(other, 1)
    leave(other)


def test_only_one_tab_at_a_time_can_play(browser: Browser, folder: Folder) -> None:
    first = folder.visitor(browser)
    move(first)
    second = first.context.new_page()
    second.goto(first.url)
    expect(second.get_by_text("is already open in another tab")).to_be_visible()
    second.get_by_role("button", name="Continue here").click()
    second.wait_for_function(SHOWN)
    turn_is_over(folder.page(second), 1)
    outer = first.context.pages[0]
    expect(outer.get_by_text("playing in another tab now")).to_be_visible()
    leave(first)


def test_the_site_works_offline_from_the_second_visit_on(browser: Browser, built: Path) -> None:
    outer = browser.new_context().new_page()
    with serving(built, "0") as address:
        page = Folder(address, built).page(outer)
        page.goto("/")
        outer.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()  # the server has stopped
    begin(page, "digit-poison", "Two players here")
    play_out(Random(1), page)
    page.get_by_role("link", name="Review").click()
    page.wait_for_url("**/review/*")
    expect(page.get_by_role("heading", level=1)).to_contain_text("review")
    page.goto("/maps/digit-duel")
    expect(page.locator("#map")).to_be_visible()
    leave(outer)


def test_over_plain_http_the_page_warns_that_nothing_is_saved(
    browser: Browser, built: Path
) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing, but determines our address
        own = probe.getsockname()[0]
    with serving(built, "0", own) as address:
        page = Folder(address, built).visitor(browser)
        page.goto("/")
        outer = page.context.pages[0]
        expect(outer.get_by_text("browsers save nothing")).to_be_visible()
        outer.get_by_role("button", name="OK").click()
        move(page)
        leave(page)


def test_the_navigation_bar_fits_a_phone(browser: Browser, folder: Folder) -> None:
    page = folder.visitor(browser, viewport={"width": 360, "height": 740})
    page.goto("/rules/digit-duel")
    for name in ("Play", "Puzzle", "Learn", "Me"):
        tab = page.locator(".top nav").get_by_role("link", name=name, exact=True)
        expect(tab).to_be_in_viewport()
    leave(page)


def changed(built: Path, place: Path, first: str) -> Path:
    """Copy the site, and make its worker run a script `first` to simulate another browser."""
    shutil.copytree(built, place / "changed")
    (worker,) = place.glob("changed/files-*/worker.js")
    worker.write_text(f"{first}\n{worker.read_text()}")
    return place / "changed"


def test_a_private_window_warns_that_nothing_can_be_saved(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    private = (
        'StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("no"));'
    )
    with serving(changed(built, tmp_path, private), "0") as address:
        page = Folder(address, built).visitor(browser)
        move(page)
        outer = page.context.pages[0]
        expect(outer.get_by_text("can't save anything")).to_be_visible()
        leave(page)


def test_a_failing_disk_is_reported_with_a_retry(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    failing = """FileSystemFileHandle.prototype.createSyncAccessHandle = () =>
  Promise.reject(new DOMException("The disk fails.", "UnknownError"));"""
    with serving(changed(built, tmp_path, failing), "0") as address:
        page = browser.new_page()
        page.goto(address)
        expect(page.get_by_text("couldn't start. The disk fails.")).to_be_visible()
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        leave(page)


def test_a_move_is_refused_with_a_reason_if_the_disk_is_full(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    full = """let full = false;
new BroadcastChannel("disk").onmessage = () => (full = true);
const { write } = FileSystemSyncAccessHandle.prototype;
FileSystemSyncAccessHandle.prototype.write = function (...words) {
  if (full) throw new DOMException("no room", "QuotaExceededError");
  return write.apply(this, words);
};"""
    with serving(changed(built, tmp_path, full), "0") as address:
        page = Folder(address, built).visitor(browser)
        move(page)
        outer = page.context.pages[0]
        outer.evaluate("() => new BroadcastChannel('disk').postMessage('full')")
        page.locator("[data-answer='4']").click()
        page.locator("#make").click()
        expect(page.get_by_text("The game can't be saved right now")).to_be_visible()
        turn_is_over(page, 1)
        leave(page)


def test_a_shown_move_is_saved_when_the_browser_is_killed(
    browser: Browser, folder: Folder, tmp_path: Path
) -> None:
    page = folder.page(persistent(browser, tmp_path).pages[0])
    move(page)
    path = page.url.partition("?")[2]
    kill_browser(tmp_path)
    context = persistent(browser, tmp_path)
    again = folder.page(context.pages[0])
    again.goto(path)
    turn_is_over(again, 1)
    context.close()


def persistent(browser: Browser, profile: Path) -> BrowserContext:
    """Start another browser, with a persistent profile."""
    context = browser.browser_type.launch_persistent_context(
        profile, executable_path=CHROMIUM, args=["--no-sandbox"], service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    return context


def kill_browser(profile: Path) -> None:
    """Kill all processes of the browser with this profile, as a power cut would."""
    known = str(profile).encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            line = (folder / "cmdline").read_bytes()
            if known in line and b"chrom" in line:
                os.kill(int(folder.name), signal.SIGKILL)


def test_a_page_opened_as_a_file_says_how_to_serve_it(browser: Browser, built: Path) -> None:
    page = browser.new_page()
    page.goto((built / "index.html").as_uri())
    expect(page.get_by_text("python3 serve.py")).to_be_visible()
    expect(page.get_by_role("status")).to_be_hidden()
    page.close()


def test_an_unknown_address_shows_an_error_page_with_a_link_home(
    browser: Browser, built: Path
) -> None:
    with serving(built, "--port", "0") as address:
        page = browser.new_page()
        answer = page.goto(f"{address}no/such/page")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
        face = page.locator(".tile").first.bounding_box()
        assert face is not None
        assert face["height"] > face["width"] > 40, "the style is loaded"
        page.get_by_role("link", name="All games", exact=True).click()
        page.wait_for_url(address)
        leave(page)
