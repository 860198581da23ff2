"""The static site in Firefox. All other browser tests use Chromium."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.web.site.folder import serving

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
DRIVER = ROOT / "node_modules" / "puppeteer-core"

pytestmark = pytest.mark.prove


@pytest.mark.skipif(
    FIREFOX is None, reason="Debian's Firefox is missing: apt-get install firefox-esr"
)
@pytest.mark.skipif(not DRIVER.is_dir(), reason="what drives it comes by npm: npm ci")
def test_firefox_plays_reloads_and_goes_back(built: Path) -> None:
    """Firefox freezes a page that was left, with the files that only one page may have open."""
    with serving(built, "0") as address:
        done = subprocess.run(
            ["node", str(Path(__file__).with_name("firefox.mjs")), str(FIREFOX), address],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["complaints"] == []
    assert "win" in seen["end"]
    assert seen["again"] == seen["back"] == seen["end"]
    assert seen["same"]
