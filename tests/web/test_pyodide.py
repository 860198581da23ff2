"""The application without a server, as the static site runs it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from lastdigit.storage import SqliteStore
from lastdigit.system import now
from lastdigit.web.limits import Limits
from lastdigit.web.live.jobs import AnalysisJob, JobQueue
from lastdigit.web.live.setup import build_game
from lastdigit.web.pyodide import LocalServer
from lastdigit.web.schemas.errors import Refusal
from lastdigit.web.schemas.matches import Inquiry
from tests.conftest import PATIENCE

LIMITS = Limits(thinking_milliseconds=0)
Scenario = Callable[[LocalServer], Coroutine[None, None, None]]


def run_scenario(folder: Path, scenario: Scenario) -> None:
    """Run a scenario in a browser that stores its games in this folder."""

    async def run() -> None:
        one = LocalServer(SqliteStore(folder / "games.sqlite3", now), LIMITS)
        await one.begin()
        try:
            await asyncio.wait_for(scenario(one), PATIENCE)
        finally:
            await one.end()

    asyncio.run(run())


async def send(one: LocalServer, method: str, path: str, **body: object) -> Any:
    status, _, text = await one.request(method, path, "", json.dumps(body))
    assert status < 300, text
    return json.loads(text)


def test_games_are_there_after_a_reload(tmp_path: Path) -> None:
    codes: list[str] = []

    async def play(one: LocalServer) -> None:
        made = await send(one, "POST", "/api/matches", game="digit-duel", against="here", first=1)
        codes.append(made["match"]["code"])
        path = f"/api/matches/{codes[0]}/commands"
        await send(one, "POST", path, after=0, do="move", move="ones")

    async def look(one: LocalServer) -> None:
        mine = await send(one, "GET", "/api/mine")
        assert [match["code"] for match in mine] == codes
        turns = await send(one, "GET", f"/api/matches/{codes[0]}/turns?before=9")
        assert len(turns) == 1

    run_scenario(tmp_path, play)
    run_scenario(tmp_path, look)


def test_messages_are_received_until_the_page_is_closed(tmp_path: Path) -> None:
    heard: list[tuple[str, str]] = []

    async def play(one: LocalServer) -> None:
        made = await send(one, "POST", "/api/matches", game="digit-duel", against="easy", first=1)
        path = f"/api/matches/{made['match']['code']}"
        close = one.listen(f"{path}/news?after=0", lambda *said: heard.append(said))
        await send(one, "POST", f"{path}/commands", after=0, do="move", move="ones")
        while not any('"number":2' in text for _, text in heard):
            await asyncio.sleep(0.01)
        close()
        while heard[-1][0] != "close":
            await asyncio.sleep(0.01)

    run_scenario(tmp_path, play)
    assert heard[0][0] == "open"


def test_pages_that_need_a_server_are_left_out(tmp_path: Path) -> None:
    async def look(one: LocalServer) -> None:
        _, headers, body = await one.request("GET", "/", "way=link; theme=dark")
        home = body.decode()
        assert dict(headers)["content-type"].startswith("text/html")
        assert 'data-theme="dark"' in home
        assert 'value="here"' in home
        assert 'href="docs/"' in home, "the documentation is next to the page"
        assert 'value="computer" checked' in home, "a remote friend is not offered"
        for missing in ('value="link"', "code-form", 'href="/class"', 'href="/api'):
            assert missing not in home
        for path in ("/class", "/class/ABC", "/own", "/worksheet", "/watch/ABC", "/api"):
            assert (await one.request("GET", path, ""))[0] == 404

    run_scenario(tmp_path, look)


def test_an_address_without_content_has_status_404_and_its_page(tmp_path: Path) -> None:
    async def look(one: LocalServer) -> None:
        for path in ("/rules/nosuch", "/match/nosuch", "/daily/2020-01-01"):
            status, _, body = await one.request("GET", path, "")
            assert status == 404
            assert b'<main id="main"' in body

    run_scenario(tmp_path, look)


def test_home_does_not_wait_for_a_puzzle_if_jobs_would_block_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lastdigit.web.live.puzzles.has_processes", lambda: False)

    async def home(one: LocalServer) -> str:
        return (await one.request("GET", "/", "")).body.decode()

    async def look(one: LocalServer) -> None:
        assert "Learn a game in a minute" in await home(one)
        await send(one, "POST", "/api/matches", game="digit-duel", against="here")
        assert "Solve them" in await home(one)
        day = await send(one, "GET", "/api/daily")
        shown = await home(one)
        assert "Solve it" in shown
        assert day["puzzles"][0]["puzzle"]["title"] in shown

    run_scenario(tmp_path, look)


def test_a_variant_too_large_for_a_browser_is_refused_with_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert build_game("digit-dilemma", {"slots": 2})
    monkeypatch.setattr("lastdigit.web.live.setup.has_processes", lambda: False)
    assert build_game("digit-dilemma", {"slots": 2})
    with pytest.raises(Refusal, match="too large to solve in a browser"):
        build_game("digit-dilemma", {"slots": 4})


def test_jobs_run_in_this_process_if_processes_cannot_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "emscripten")
    monkeypatch.setattr(
        "subprocess.Popen", lambda *_, **_named: pytest.fail("a process was started")
    )

    async def scenario() -> None:
        queue = JobQueue("analysis")
        found = json.loads(await queue.run(AnalysisJob("digit-poison", Inquiry())))
        assert found["moves"], "every move is evaluated"
        with pytest.raises(Refusal):
            await queue.run(AnalysisJob("digit-poison", Inquiry(position="nonsense")))
        queue.close()

    asyncio.run(scenario())
