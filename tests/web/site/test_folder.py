"""The folder: what it says where something is missing, that it keeps, and how large it is."""

from __future__ import annotations

import gzip
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lastdigit.web.app import HEADERS
from tests.web.site.folder import Folder
from tests.web.static.browsing import begin, turn_is_over
from tools.site.__main__ import policy

pytestmark = pytest.mark.prove
MOST_BYTES = 7_500_000
SHOWN = "() => document.documentElement.dataset.shown"
TEXTS = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".webmanifest")


@contextmanager
def serving(path: Path, *words: str) -> Iterator[str]:
    """Serve by the line that the folder itself names."""
    with subprocess.Popen(
        [sys.executable, str(path / "serve.py"), *words], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None
        yield f"{found[0]}/"
        server.terminate()


def move(page: Page) -> None:
    """Make a first move against the computer, wherever one is."""
    begin(page, "digit-poison", "Two people here")
    page.locator("[data-answer='1']").click()
    page.locator("#make").click()
    turn_is_over(page, 1)


def test_it_goes_over_the_wire_within_its_measure(built: Path) -> None:
    sizes = {
        path.name: len(gzip.compress(path.read_bytes(), 6))
        if path.suffix in TEXTS
        else path.stat().st_size
        for path in built.rglob("*")
        if path.is_file()
    }
    assert sum(sizes.values()) < MOST_BYTES, sorted(sizes.items(), key=lambda one: -one[1])[:5]


def test_its_policy_is_the_servers_and_lets_wasm_run(built: Path) -> None:
    ours = policy()
    assert f'content="{ours}"' in (built / "index.html").read_text()
    server = HEADERS["Content-Security-Policy"].split("; ")
    assert ours.split("; ") == [
        part.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
        for part in server
        if not part.startswith("frame-ancestors")  # which a page cannot say
    ]


def test_a_move_is_there_after_the_tab_was_killed(browser: Browser, folder: Folder) -> None:
    page = folder.visitor(browser)
    move(page)
    address = page.url
    other = folder.page(page.context.new_page())
    page.close(run_before_unload=False)
    other.goto(address.partition("?")[2])
    turn_is_over(other, 1)
    other.context.close()


def test_one_tab_at_a_time_has_the_games(browser: Browser, folder: Folder) -> None:
    first = folder.visitor(browser)
    move(first)
    second = first.context.new_page()
    second.goto(first.url)
    expect(second.get_by_text("is open in another tab")).to_be_visible()
    second.get_by_role("button", name="Go on here").click()
    second.wait_for_function(SHOWN)
    turn_is_over(folder.page(second), 1)
    outer = first.context.pages[0]
    expect(outer.get_by_text("goes on in another tab")).to_be_visible()
    first.context.close()


def test_it_works_offline_from_the_second_visit_on(browser: Browser, built: Path) -> None:
    page = browser.new_context().new_page()
    with serving(built, "0") as address:
        page.goto(address)
        page.wait_for_function(SHOWN)
        page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto(f"{address}?/rules/digit-duel")  # nobody serves it any more
    page.wait_for_function(SHOWN)
    heading = page.frames[-1].get_by_role("heading", level=1)
    expect(heading).to_contain_text("Digit Duel")
    page.context.close()


def test_by_plain_http_from_elsewhere_it_says_what_is_missing(
    browser: Browser, built: Path
) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))  # sends nothing; it tells which address is ours
        own = asked.getsockname()[0]
    with serving(built, "0", own) as address:
        page = Folder(address, built).visitor(browser)
        page.goto("/")
        outer = page.context.pages[0]
        expect(outer.get_by_text("browsers keep nothing")).to_be_visible()
        outer.get_by_role("button", name="Understood").click()
        page.context.close()


def test_opened_as_a_file_it_says_what_to_do(browser: Browser, built: Path) -> None:
    page = browser.new_page()
    page.goto((built / "index.html").as_uri())
    expect(page.get_by_text("python3 serve.py")).to_be_visible()
    page.close()


@pytest.mark.parametrize("words", [("many",), ("70000",), ("1", "2", "3")])
def test_serving_refuses_what_is_no_port(built: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, str(built / "serve.py"), *words], capture_output=True, text=True
    )
    assert done.returncode
    assert "0 to 65535" in done.stderr
    assert "Traceback" not in done.stderr
