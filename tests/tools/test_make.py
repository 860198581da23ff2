"""The targets of `make` are documented, and dependencies are pinned."""

from __future__ import annotations

import itertools
import re
import subprocess
import tomllib
from pathlib import Path

from tests.conftest import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
TYPED = r"(?:^|`)(?:\w+=\S+ )?make ([a-z-]+)(?=`|$| +[A-Z]+=| +#)"
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))


def test_every_make_command_in_the_docs_exists() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / ".ci" / "run"]
    documented = {
        name for page in pages for name in re.findall(TYPED, page.read_text(), re.MULTILINE)
    }
    assert "play" in documented
    assert documented <= TARGETS


def test_make_without_a_target_lists_all_targets() -> None:
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = re.findall(r"^make ([\w-]+) +\S", done.stdout, re.MULTILINE)
    assert listed[0] == "help"
    assert set(listed) == set(re.findall(r"^([a-z-]+):.* ## ", MAKEFILE, re.MULTILINE))
    assert {"play", "serve", "test", "clean"} <= set(listed)


def test_downloads_of_make_are_pinned_by_hash() -> None:
    lines = (ROOT / "tools" / "uv.txt").read_text().splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert re.fullmatch(r"uv==[\d.]+ \\", pinned[0])
    assert all(re.match(r" +--hash=sha256:[0-9a-f]{64}( \\)?$", line) for line in pinned[1:])
    fetching = [line for line in MAKEFILE.splitlines() if "pip install" in line]
    assert fetching
    assert all("--require-hashes -r tools/" in line or "--no-deps" in line for line in fetching)


def test_the_lowest_versions_are_those_of_the_project() -> None:
    """Run the command at the head of tools/lowest.txt if this fails."""
    text = (ROOT / "tools" / "lowest.txt").read_text()
    pinned = dict(re.findall(r"^([\w-]+)(?:\[.*\])?==([\d.]+)", text, re.MULTILINE))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    for requirement in itertools.chain(*project["optional-dependencies"].values()):
        [(name, lowest)] = re.findall(r"^([\w-]+).*?>=([\d.]+)", requirement)
        assert re.fullmatch(rf"{re.escape(lowest)}(\.0)*", pinned[name]), requirement


def test_the_locks_of_integrations_have_the_metadata_of_the_projects_lock() -> None:
    # uv sync --locked refuses a stale lock, and then make integrations fails.
    def known(folder: Path) -> object:
        packages = tomllib.loads((folder / "uv.lock").read_text())["package"]
        return next(one["metadata"] for one in packages if one["name"] == "lastdigit")

    folders = [path.parent for path in (ROOT / "integrations").glob("*/pyproject.toml")]
    assert len(folders) == 5
    for folder in folders:
        assert known(folder) == known(ROOT), f"cd {folder} && uv lock"
