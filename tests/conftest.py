"""What many tests need: the games, and the command run as a user runs it, in a home of its own."""

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
from tests.keeping import kept_in
from tests.postgres import MISSING, Cluster, programs
from tests.sizes import FULL, size

# CI asks the same questions every time; at home each run asks new ones. A slow machine is no fault.
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
    """Return the games that offer a part of their own: not every game has a kernel or a lesson."""
    return [name for name in GAMES if lastdigit.catalogue()[name].declaration().offers(part)]


ROOT = Path(__file__).parents[1]
PATIENCE = 120
"""In seconds, for what ought to happen at once: a busy machine may take its time."""


def pytest_configure() -> None:
    """Let whatever runs here keep what it makes where tests do, and be interrupted as by people.

    A shell that starts something in the background lets it, and all that it starts, ignore SIGINT.
    """
    gc.disable()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["XDG_CACHE_HOME"] = str(kept_in(ROOT / ".pytest_cache" / "made", ROOT / "src"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that have two sizes; leave out those that are for `make prove` only.

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
    """Leave what was collected to no later garbage collection: thousands of tests stay anyway."""
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
    """Return how many to try: `size(sample=200, full=10_000)`."""
    return size


@dataclass(frozen=True)
class Ran:
    """What a finished command printed and returned."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(scope="session")
def cache() -> Path:
    """Return the cache folder that all tests share: tables are built once."""
    return Path(os.environ["XDG_CACHE_HOME"])


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Start PostgreSQL once for all tests of a worker; where it is missing they are skipped."""
    found = programs()
    if found is None:
        pytest.skip(MISSING)
    cluster = Cluster(found)
    yield cluster
    cluster.remove()


UNKNOWN = ("NO_COLOR", "FORCE_COLOR", "LANG", "LC_ALL", "LC_CTYPE")
"""What the surroundings may say and tests do not ask about; without the last three it is UTF-8."""

ONE_LINE = {"COLUMNS": "1000"}
"""Commands that are not on a terminal print each error on one line, however long."""


@pytest.fixture
def environment(tmp_path: Path, cache: Path) -> dict[str, str]:
    """Return an environment whose kept games are nobody else's."""
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
    """Let every lesson have been offered already, so that a terminal asks for nothing more."""
    folder = Path(environment["XDG_DATA_HOME"], "lastdigit")
    folder.mkdir(parents=True)
    (folder / "lessons.json").write_text(json.dumps({"offered": GAMES}))


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path) -> Run:
    """Run `lastdigit` with these words, typing these lines, and return what came of it."""

    def run_command(*words: str, typed: str = "") -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "lastdigit", *words],
            input=typed.encode(),
            capture_output=True,
            env={**environment, **ONE_LINE},
            cwd=tmp_path,
            timeout=PATIENCE,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_command


@pytest.fixture
def call(
    environment: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Do what `run` does without a process of its own, which is a hundred times as quick.

    For what is said and returned; signals, terminals, and what a crash would leave need `run`.
    """
    for name, value in (environment | ONE_LINE).items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(locale, "getencoding", lambda: "utf-8")
    monkeypatch.chdir(tmp_path)
    lines = tmp_path / "typed"

    def call_command(*words: str | bytes, typed: str | bytes = "") -> Ran:
        lines.write_bytes(typed if isinstance(typed, bytes) else typed.encode())
        with lines.open() as source, monkeypatch.context() as context:
            context.setattr(sys, "stdin", source)
            code = main([os.fsdecode(word) for word in words])
        lines.unlink()
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call_command
