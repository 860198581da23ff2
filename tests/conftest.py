"""What many tests need: the games, and the command run as a user runs it, in a home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

import lastdigit

# CI asks the same questions every time; at home each run asks new ones.
settings.register_profile("repeatable", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("repeatable")

GAMES = sorted(lastdigit.catalogue())
ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Ran:
    """What a finished command printed and returned."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache folder that all tests of one run share: tables are built once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def environment(tmp_path: Path, cache: Path) -> dict[str, str]:
    """Return an environment whose kept games are nobody else's."""
    home = tmp_path / "data"
    return {
        **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
        "PYTHONPATH": str(ROOT / "src"),
        "XDG_DATA_HOME": str(home),
        "XDG_CACHE_HOME": str(cache),
        "PYTHONDONTWRITEBYTECODE": "",
    }


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run `lastdigit` with these words, typing these lines, and return what came of it."""

    def run_command(*words: str, typed: str = "") -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "lastdigit", *words],
            input=typed.encode(),
            capture_output=True,
            env=environment,
            cwd=tmp_path,
            timeout=120,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_command
