"""Commands that work on platforms without fcntl, resource and most signals."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.conftest import ONE_LINE

HIDE = """
import signal, sys

for module in ("fcntl", "resource"):
    sys.modules[module] = None  # importing it raises ImportError
for name in ("SIGALRM", "SIGCONT", "ITIMER_REAL", "setitimer", "pthread_sigmask"):
    delattr(signal, name)
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment whose Python starts without these modules."""
    (tmp_path / "sitecustomize.py").write_text(HIDE)
    data = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    return os.environ | data | {"PYTHONPATH": str(tmp_path), "TERM": "xterm", "NO_COLOR": "1"}


def run(
    environment: dict[str, str], *arguments: str, lines: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lastdigit", *arguments]
    text = "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        command,
        input=text,
        env={**environment, **ONE_LINE},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_modules_and_signals_are_hidden(environment: dict[str, str]) -> None:
    for line in ("import fcntl", "import resource", "import signal; signal.SIGALRM"):
        done = subprocess.run([sys.executable, "-c", line], env=environment, capture_output=True)
        assert done.returncode == 1, line


def test_a_game_is_played_saved_and_listed(environment: dict[str, str]) -> None:
    played = run(environment, "play", "digit-poison", lines=("1", "2"))
    assert "12 is divisible by 3." in played.stdout
    assert (played.returncode, played.stderr) == (0, "")
    listed = run(environment, "saved", "list")
    assert "Digit Poison" in listed.stdout
    assert (listed.returncode, listed.stderr) == (0, "")


def test_a_position_is_analysed(environment: dict[str, str]) -> None:
    done = run(environment, "analyse", "digit-dilemma", "--json")
    assert '"positionValue": "win"' in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_a_move_is_typed_at_a_terminal(environment: dict[str, str]) -> None:
    arguments = ["-m", "lastdigit", "play", "digit-poison", "--player-2", "human"]
    arguments += ["--time-limit", "300", "--divisor", "3"]
    child = pexpect.spawn(sys.executable, arguments, env=environment, encoding="utf-8", timeout=60)
    child.expect("digit")
    child.sendline("3")
    child.expect("divisible by 3")
    child.sendline("no")
    child.expect(pexpect.EOF)
    assert child.wait() == 0


@pytest.mark.parametrize(
    "arguments", [["arena", "--players", "random,easy", "--games", "digit-poison"], ["serve"]]
)
def test_commands_that_need_a_lock_report_it(
    arguments: list[str], environment: dict[str, str]
) -> None:
    if arguments[0] == "arena":
        arguments = [*arguments, "--out", str(Path(environment["XDG_DATA_HOME"]).parent / "run")]
    done = run(environment, *arguments)
    assert done.returncode in (1, 2)
    assert "this platform cannot lock files" in done.stderr
    assert "Traceback" not in done.stderr
