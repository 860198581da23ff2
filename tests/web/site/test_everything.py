"""Every page and every API request of the static site works: no file is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from lastdigit.web.api.routes import OPERATIONS
from lastdigit.web.pages import PAGES, SERVER_PAGES
from tests.conftest import GAMES
from tests.web.site.folder import Folder
from tests.web.static.browsing import leave

pytestmark = pytest.mark.prove
FOR_OTHERS = (
    "/api/rooms",
    "/api/invitations",
    "/invitation",
    "/key",
    "/seat",
    "}/name",
    "/me/own",
    "/device",
)
"""Requests that need another player or another machine."""
ASK = """async ([method, path, body]) => {
    const answer = await window.lastdigit.request(path, { method, body });
    return [answer.status, await answer.text()];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, folder: Folder) -> Iterator[Page]:
    """Open the static site once, so that all these tests share its worker."""
    page = folder.visitor(browser)
    page.goto("/")
    yield page
    leave(page)


def send(page: Page, method: str, path: str, **body: object) -> Any:
    """Send a request as the pages do. It must succeed, but 1 is not a move in every game."""
    outer = page.context.pages[0]
    status, text = outer.evaluate(ASK, [method, path, json.dumps(body)])
    assert status < 300 or '"error":"unreadable"' in text, (method, path, text)
    return json.loads(text) if text.startswith(("{", "[")) else text


def requests_of(page: Page, game: str, code: str) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield all requests about a game and a match of it, in a meaningful order."""
    match = f"/api/matches/{code}"
    number = send(page, "GET", match)["number"]
    yield "POST", f"{match}/commands", {"after": number, "do": "hint"}
    yield "POST", f"{match}/commands", {"after": number + 1, "do": "resign"}
    for what in ("turns", "turns/0", "log", "review", "record", "map"):
        yield "GET", f"{match}/{what}", {}
    yield "POST", f"{match}/rematch", {}
    yield "POST", "/api/ladder", {"game": game, "level": "easy"}
    for what in ("rules", "lesson", "map"):
        yield "GET", f"/api/games/{game}/{what}", {}
    yield "POST", f"/api/games/{game}/analysis", {}
    yield "GET", f"/api/puzzles?game={game}&count=1", {}
    yield "GET", f"/api/worksheets/{game}?puzzles=1", {}
    puzzle = send(page, "GET", f"/api/practice?game={game}")["puzzle"]
    known = {name: puzzle[name] for name in ("game", "task", "position", "options")}
    yield "POST", "/api/puzzles/answer", {**known, "answers": ["1"]}
    day = send(page, "GET", "/api/daily")["day"]
    yield "POST", "/api/daily/answer", {"day": day, "game": game, "answers": ["1"]}
    for what in ("games", "players", "mine", "stats", "me", "me/export"):
        yield "GET", f"/api/{what}", {}


@pytest.mark.parametrize("game", GAMES)
def test_every_request_succeeds(page: Page, game: str) -> None:
    against = {"game": game, "against": "easy", "first": 1}
    code = send(page, "POST", "/api/matches", **against)["match"]["code"]
    for method, path, body in requests_of(page, game, code):
        send(page, method, path, **body)


def test_the_tested_requests_are_all_operations_of_the_api(page: Page) -> None:
    code = send(page, "POST", "/api/matches", game=GAMES[0], against="here")["match"]["code"]
    sent = {
        (method, path.partition("?")[0]) for method, path, _ in requests_of(page, GAMES[0], code)
    }
    sent |= {("POST", "/api/matches"), ("GET", f"/api/matches/{code}"), ("GET", "/api/practice")}
    sent |= {("GET", "/api/daily"), ("POST", "/api/me/forget")}
    names = {"game": GAMES[0], "sheet": GAMES[0], "code": code, "turn": "0"}
    for operation in OPERATIONS:
        if not any(part in operation.path for part in FOR_OTHERS):
            assert (operation.method, operation.path.format_map(names)) in sent


def test_every_page_is_shown(page: Page) -> None:
    outer = page.context.pages[0]
    code = send(page, "POST", "/api/matches", game=GAMES[0], against="here")["match"]["code"]
    names = {"match": code, "review": code, "daily": "1"}
    number = send(page, "GET", f"/api/matches/{code}")["number"]
    for address, name in reversed(PAGES.items()):  # the page shows the first of them already
        if name in SERVER_PAGES:
            continue
        path = address.replace("{name}", names.get(name, GAMES[0]))
        if name == "review":
            send(page, "POST", f"/api/matches/{code}/commands", after=number, do="resign")
        outer.evaluate("path => window.lastdigit.go(path)", path)
        page.wait_for_url(f"**?{path}" if path != "/" else "**/games/")
        expect(page.locator("h1, h2").first).to_be_visible()
        assert "Something went wrong" not in page.locator("body").inner_text()


def test_a_variant_too_large_for_a_browser_is_refused_with_a_reason(page: Page) -> None:
    wish = {"game": "digit-dilemma", "against": "here", "options": {"slots": 4}}
    outer = page.context.pages[0]
    status, text = outer.evaluate(ASK, ["POST", "/api/matches", json.dumps(wish)])
    assert status == 400
    assert "too large to solve in a browser" in text


def test_all_saved_data_can_be_deleted(page: Page) -> None:
    send(page, "POST", "/api/matches", game=GAMES[0], against="here")
    assert send(page, "GET", "/api/mine")
    send(page, "POST", "/api/me/forget")
    assert not send(page, "GET", "/api/mine")
