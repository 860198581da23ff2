"""The page of an installed wheel, with the bundle and without."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.web.conftest import QUICK, Server, stop_without_errors
from tests.web.static.browsing import OPEN, begin, leave, new_window, turn_is_over
from tests.wheels import build_wheel

UV = os.environ.get("UV") or shutil.which("uv")
pytestmark = [
    pytest.mark.prove,
    pytest.mark.skipif(UV is None, reason="wheels are installed with uv: make prove"),
]
YEAR = "max-age=31536000"


@pytest.fixture(params=[True, False], ids=["bundled", "modules"])
def bundled(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def installed(
    bundled: bool, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """Start a server from an installed wheel."""
    wheel = build_wheel(tmp_path, bundled=bundled)
    target = tmp_path / "installed"
    install = [str(UV), "pip", "install", "--quiet", "--no-deps", "--target", str(target)]
    subprocess.run([*install, str(wheel)], check=True)
    monkeypatch.setattr(Server, "package", target)
    (tmp_path / "data").mkdir()
    server = Server(tmp_path / "data", cache, QUICK)
    yield server
    stop_without_errors(server)


def test_a_game_is_played_on_the_page_of_an_installed_package(
    browser: Browser, installed: Server, bundled: bool
) -> None:
    page = new_window(browser, installed)
    scripts: list[Response] = []
    page.on("response", lambda one: scripts.append(one) if one.url.endswith(".js") else None)
    begin(page, "digit-poison", "Two players here")
    page.locator(OPEN).first.click()
    page.locator("#make").click()
    turn_is_over(page, 1)
    expect(page.locator("#moves")).to_be_attached()
    ours = [script for script in scripts if "/static/" in script.url]
    assert {"/static/modules-" not in script.url for script in ours} == {bundled}
    assert all(YEAR in script.headers["cache-control"] for script in ours)
    encodings = {script.headers.get("content-encoding") for script in ours}
    assert encodings == ({"br"} if bundled else {"gzip"})
    leave(page)
