"""Shared fixtures: the games, and the `lastdigit` command in a home folder of its own."""

from __future__ import annotations

import gc
import json
import locale
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import lastdigit
from lastdigit.cli import main
from lastdigit.game.declaration import Part
from tests.keeping import cache_folder_for
from tests.postgres import MISSING, Cluster, programs
from tests.sizes import FULL, size

# CI repeats the same examples, local runs try new ones. There is no deadline on slow machines.
settings.register_profile(
    "ours",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    max_examples=size(sample=25, full=1_000),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ours")

GAMES = sorted(lastdigit.catalogue())


def games_with(part: Part) -> list[str]:
    """Return the games that declare this part. Not every game has a kernel or a lesson."""
    return [name for name in GAMES if lastdigit.catalogue()[name].declaration().offers(part)]


ROOT = Path(__file__).parents[1]
PATIENCE = 120
"""The timeout in seconds for things that should happen at once, even on a busy machine."""


def pytest_configure() -> None:
    """Set a cache folder for all tests, and the default handler of SIGINT.

    A process that a shell starts in the background ignores SIGINT, and so do its children.
    """
    gc.disable()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["XDG_CACHE_HOME"] = str(
        cache_folder_for(ROOT / ".pytest_cache" / "made", ROOT / "src")
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that have two sizes, and deselect those that are for `make prove` only.

    Tests with a browser come first: one worker starts with all of them and the others take its
    later tests, so that few workers need a browser of their own.
    """
    for test in items:
        fixtures = getattr(test, "fixturenames", ())
        function = getattr(test, "function", None)
        if "size" in fixtures or getattr(function, "is_hypothesis_test", False):
            test.add_marker("sized")
    if not FULL:
        left_out = [test for test in items if test.get_closest_marker("prove")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [test for test in items if not test.get_closest_marker("prove")]
    items.sort(key=lambda test: "browser" not in getattr(test, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, because they stay in memory anyway."""
    gc.freeze()
    gc.enable()


def pytest_sessionfinish() -> None:
    """Save the coverage of this worker, if it is measured.

    xdist kills a worker that needs more than ten seconds to exit, as on a busy machine.
    """
    coverage = sys.modules.get("coverage")  # not in all environments
    measured = coverage and coverage.Coverage.current()
    if measured:
        measured.save()


Size = Callable[..., int]


@pytest.fixture(name="size", scope="session")
def _size() -> Size:
    """Return the number of cases to try: `size(sample=200, full=10_000)`."""
    return size


@dataclass(frozen=True)
class CommandResult:
    """The exit code and the output of a finished command."""

    code: int
    out: str
    err: str


Run = Callable[..., CommandResult]


@pytest.fixture(scope="session")
def cache() -> Path:
    """Return the cache folder that all tests share: tables are built once."""
    return Path(os.environ["XDG_CACHE_HOME"])


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Start PostgreSQL once for all tests of a worker, or skip them if it is not installed."""
    found = programs()
    if found is None:
        pytest.skip(MISSING)
    cluster = Cluster(found)
    yield cluster
    cluster.remove()


UNKNOWN = ("NO_COLOR", "FORCE_COLOR", "LANG", "LC_ALL", "LC_CTYPE")
"""Variables that tests do not inherit. Without the last three, the encoding is UTF-8."""

ONE_LINE = {"COLUMNS": "1000"}
"""Commands that are not on a terminal print each error on one line, however long."""


@pytest.fixture
def environment(tmp_path: Path, cache: Path) -> dict[str, str]:
    """Return environment variables with separate saved games and settings for each test."""
    home = tmp_path / "data"
    return {
        **{name: value for name, value in os.environ.items() if name not in UNKNOWN},
        "PYTHONPATH": str(ROOT / "src"),
        "XDG_DATA_HOME": str(home),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_CACHE_HOME": str(cache),
        "PYTHONDONTWRITEBYTECODE": "",
    }


@pytest.fixture
def _old_hand(environment: dict[str, str]) -> None:
    """Mark every lesson as offered, so that a terminal does not ask about it."""
    folder = Path(environment["XDG_DATA_HOME"], "lastdigit")
    folder.mkdir(parents=True)
    (folder / "lessons.json").write_text(json.dumps({"offered": GAMES}))


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run `lastdigit` with these arguments and typed lines, and return the result."""

    def run_command(*words: str, typed: str = "") -> CommandResult:
        done = subprocess.run(
            [sys.executable, "-m", "lastdigit", *words],
            input=typed.encode(),
            capture_output=True,
            env={**environment, **ONE_LINE},
            cwd=tmp_path,
            timeout=PATIENCE,
            check=False,
        )
        return CommandResult(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_command


@pytest.fixture
def call(
    environment: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Do the same as `run` in this process, which is a hundred times as fast.

    Tests of signals, terminals and crashes need `run`.
    """
    for name, value in (environment | ONE_LINE).items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(locale, "getencoding", lambda: "utf-8")
    monkeypatch.chdir(tmp_path)
    lines = tmp_path / "typed"

    def call_command(*words: str | bytes, typed: str | bytes = "") -> CommandResult:
        lines.write_bytes(typed if isinstance(typed, bytes) else typed.encode())
        with lines.open() as source, monkeypatch.context() as context:
            context.setattr(sys, "stdin", source)
            code = main([os.fsdecode(word) for word in words])
        lines.unlink()
        captured = capsys.readouterr()
        return CommandResult(code, captured.out, captured.err)

    return call_command
