"""Fixtures that build the static site once and serve it below another folder, as hosts do."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.conftest import ROOT
from tests.web.site.folder import Folder
from tests.web.static.browsing import CHROMIUM, expect_no_complaints, started

PYODIDE = ROOT / "node_modules" / "pyodide"
ANY_HOST = ("-u", "-m", "http.server", "--bind", "127.0.0.1", "0", "--directory")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start a browser."""
    if CHROMIUM is None:
        pytest.skip("the browser tests need Debian's chromium: apt-get install chromium")
    with started() as browser:
        yield browser


@pytest.fixture(autouse=True)
def _no_complaints(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which the script of a page has failed."""
    seen = "browser" in request.fixturenames
    browser: Browser | None = request.getfixturevalue("browser") if seen else None
    yield
    expect_no_complaints(browser)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the static site, unless LASTDIGIT_SITE names a built one."""
    place = tmp_path_factory.mktemp("host") / "some" / "games"
    if os.environ.get("LASTDIGIT_SITE"):
        shutil.copytree(os.environ["LASTDIGIT_SITE"], place)
        return place
    if not PYODIDE.is_dir() or shutil.which("node") is None:
        pytest.skip("the static site needs Pyodide from npm: npm ci")
    subprocess.run([sys.executable, "-m", "tools.site", str(place)], cwd=ROOT, check=True)
    return place


@pytest.fixture(scope="session")
def folder(built: Path) -> Iterator[Folder]:
    """Serve the static site with a plain HTTP server."""
    root = built.parents[1]
    with subprocess.Popen(
        [sys.executable, *ANY_HOST, str(root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as host:
        assert host.stdout is not None
        try:
            port = re.search(r"port (\d+)", host.stdout.readline())
            assert port is not None
            yield Folder(f"http://127.0.0.1:{port[1]}/{built.relative_to(root)}/", built)
        finally:
            host.terminate()
