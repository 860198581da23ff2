"""The documentation of the static site: links work, and nothing is loaded from other hosts."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.conftest import ROOT
from tests.web.site.folder import Folder
from tests.web.static.browsing import OPEN, complain, leave, turn_is_over

pytestmark = pytest.mark.prove
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOADED = {"src", "srcset", "poster", "data"}


@dataclass
class ParsedPage(HTMLParser):
    """The links of a built page, the files that it loads, and its anchors."""

    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.names.add(value)
            elif name == "href" and value is not None:
                (self.links if tag == "a" else self.loads).append(value)
            elif name in LOADED and value:
                self.loads.append(value)


@pytest.fixture(scope="session")
def documentation(built: Path) -> Path:
    """Build the documentation in a folder."""
    place = built / "docs"
    if not place.is_dir():
        if importlib.util.find_spec("zensical") is None:
            pytest.skip("the documentation wants its generator: uv sync --group site")
        command = [sys.executable, "-m", "tools.documentation", str(place)]
        subprocess.run(command, cwd=ROOT, check=True)
    return place


@cache
def read(path: Path) -> ParsedPage:
    """Parse a page."""
    page = ParsedPage()
    page.feed(path.read_text())
    return page


def test_every_link_anchor_and_picture_exists(documentation: Path) -> None:
    pages = {path: read(path) for path in documentation.rglob("*.html")}
    assert len(pages) > 50
    followed, wrong = 0, []
    for path, page in pages.items():
        for link in [*page.links, *page.loads]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            followed += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            anchor = unquote(parts.fragment)
            lost = bool(anchor) and target in pages and anchor not in pages[target].names
            if lost or not target.is_file():
                wrong.append((path.name, link))
    assert not wrong
    assert followed > 5_000


def test_every_search_result_exists(documentation: Path) -> None:
    found = json.loads((documentation / "search.json").read_text())["items"]
    assert len(found) > 200
    for item in found:
        path, _, anchor = item["location"].partition("#")
        page = read(documentation / path)
        assert not anchor or unquote(anchor) in page.names, item["location"]


def test_no_file_is_loaded_from_another_host(documentation: Path) -> None:
    for path in documentation.rglob("*.html"):
        page = read(path)
        assert not [one for one in page.loads if urlsplit(one).scheme or one.startswith("/")], path
        assert not [one for one in page.links if one.startswith("/")], path
        assert "mermaid" not in path.read_text() or path.stem == "changelog", path
    for path in documentation.rglob("*.css"):
        urls = re.findall(r"url\(\s*['\"]?([^'\")]+)", path.read_text())
        assert not [one for one in urls if not one.startswith("data:")], path
        assert "@import" not in path.read_text()


def test_examples_in_docstrings_are_formatted_as_code(documentation: Path) -> None:
    texts = [path.read_text() for path in (documentation / "reference").glob("*.html")]
    assert any("&gt;&gt;&gt; " in text for text in texts)
    assert not [text for text in texts if "<blockquote>" in text]


def visit(
    browser: Browser, folder: Folder, path: str, **settings: object
) -> tuple[Page, list[str]]:
    """Return a page, and a list that collects its requests to other hosts."""
    context = browser.new_context(service_workers="block", **settings)  # type: ignore[arg-type] # Playwright's many settings
    page = context.new_page()
    page.on("pageerror", complain)
    strays: list[str] = []
    here = folder.url.partition("/some/")[0]
    page.on(
        "request",
        lambda request: (
            None if request.url.startswith((here, "data:", "blob:")) else strays.append(request.url)
        ),
    )
    page.goto(f"{folder.url}docs/{path}")
    return page, strays


def test_pages_fit_and_load_nothing_from_other_hosts(
    browser: Browser, folder: Folder, documentation: Path
) -> None:
    page, strays = visit(browser, folder, "index.html")
    for path in sorted(documentation.rglob("*.html")):
        page.goto(f"{folder.url}docs/{path.relative_to(documentation)}")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 844})
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (path.name, width)
    assert not strays
    leave(page)


@pytest.mark.usefixtures("documentation")
def test_axe_finds_no_violations_in_both_themes(browser: Browser, folder: Folder) -> None:
    page, _ = visit(browser, folder, "index.html")
    for path in ("index.html", "games/digit-duel.html", "reference/batch.html", "terminal.html"):
        page.goto(f"{folder.url}docs/{path}")
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]})
            assert found.violations_count == 0, f"{path} {theme}: {found.generate_report()}"
    leave(page)


@pytest.mark.usefixtures("documentation")
def test_search_finds_a_page_without_requests_to_other_hosts(
    browser: Browser, folder: Folder
) -> None:
    page, strays = visit(browser, folder, "index.html")
    page.get_by_role("button", name="Search").first.click()
    page.keyboard.type("Wilson")
    page.get_by_role("option").first.click()
    page.wait_for_url("**/*.html*")
    expect(page.locator("article")).to_contain_text(re.compile("Wilson", re.IGNORECASE))
    assert not strays
    leave(page)


@pytest.mark.usefixtures("documentation")
@pytest.mark.parametrize(
    ("words", "page"),
    [("undo", "web.html"), ("worksheet", "worksheets.html"), ("backup", "operating.html")],
)
def test_search_lists_the_page_for_users_first(
    words: str, page: str, browser: Browser, folder: Folder
) -> None:
    visited, _ = visit(browser, folder, "index.html")
    visited.get_by_role("button", name="Search").first.click()
    visited.keyboard.type(words)
    first = visited.get_by_role("option").first
    expect(first).to_have_attribute("href", re.compile(rf"/{page}\b"))
    leave(visited)


@pytest.mark.usefixtures("documentation")
def test_the_theme_follows_the_system_until_one_is_chosen(browser: Browser, folder: Folder) -> None:
    page, _ = visit(browser, folder, "maps.html", color_scheme="dark")
    body = page.locator("body")
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    expect(body).to_have_css("background-color", "rgb(16, 18, 23)")
    page.locator("label[for='__palette_1']").click()
    expect(body).to_have_attribute("data-md-color-scheme", "default")
    expect(body).to_have_css("background-color", "rgb(251, 249, 245)")
    leave(page)


@pytest.mark.usefixtures("documentation")
def test_a_game_is_loaded_on_request_and_played_on_its_page(
    browser: Browser, folder: Folder
) -> None:
    page, strays = visit(browser, folder, "games/digit-poison.html")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.reload()
    poster = page.get_by_role("link", name="Play Digit Poison here")
    expect(poster).to_be_visible()
    assert not [url for url in requests if "/files-" in url]
    poster.click()
    # During a navigation both pages have a frame for a moment, the newer one first.
    board = page.frame_locator(".board-here iframe").frame_locator("iframe").first
    board.locator(OPEN).last.click()
    board.locator("#make").click()
    turn_is_over(board, 2)  # the computer has replied
    assert [url for url in requests if "/files-" in url]
    assert not strays
    leave(page)


@pytest.mark.usefixtures("documentation")
def test_the_static_site_links_to_the_documentation(browser: Browser, folder: Folder) -> None:
    page = folder.visitor(browser)
    page.goto("/")
    page.get_by_role("link", name="Documentation").click()
    page.context.pages[0].wait_for_url("**/docs/")
    expect(page.context.pages[0].get_by_role("heading", level=1)).to_have_text(
        re.compile("Last Digit")
    )
    leave(page)
