"""Start-up times, compared with a Python that does nothing.

    uv run --locked -- python -m bench.start

All programs are started in alternation, round after round, with compiled files in place. A ratio is
computed in every round. They run in their own environment: other installed packages may slow down
every start and would hide our part. Times are processor time, which depends less on other
processes: for a prompt until all of it is on the screen, for a command until its process has ended.
"""

from __future__ import annotations

import compileall
import os
import pty
import signal
import subprocess
import tempfile
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.measuring import HEADING, ROUNDS, Row

SOURCE = Path(__file__).resolve().parents[1] / "src"
GAME = "digit-duel"
CHUNK = 4_096
STANDARD = (
    "argparse, dataclasses, importlib.util, json, pathlib, random, select, shutil, signal, "
    "sqlite3, textwrap, typing"
)


def environment_variables(home: Path) -> dict[str, str]:
    """Return environment variables with empty folders for games, tables and settings."""
    folders = {f"XDG_{name}_HOME": str(home / name) for name in ("DATA", "CACHE", "CONFIG")}
    return {
        "PATH": str(home / "bin"),
        "PYTHONPATH": str(SOURCE),
        "LANG": "C.UTF-8",
        "TERM": "xterm",
        "HOME": str(home),
        **folders,
    }


def python(environment: dict[str, str]) -> str:
    """Return the Python of an environment."""
    return f"{environment['PATH']}/python3"


def time_to_exit(environment: dict[str, str], *words: str) -> float:
    """Run Python with some arguments, and return the seconds until it exits."""
    process = subprocess.Popen(
        [python(environment), *words], env=environment, stdout=subprocess.DEVNULL
    )
    return seconds(process)


def time_to_prompt(environment: dict[str, str], prompt: bytes, *words: str) -> float:
    """Run Python on a terminal until it shows a prompt, and stop it; return the seconds."""
    screen, terminal = pty.openpty()
    process = subprocess.Popen(
        [python(environment), *words],
        env=environment,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
    )
    os.close(terminal)
    shown = b""
    while prompt not in shown:
        shown += os.read(screen, CHUNK)
    process.kill()
    taken = seconds(process)
    os.close(screen)
    return taken


def seconds(process: subprocess.Popen[bytes]) -> float:
    """Wait for the end of a process, and return its processor time."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, -signal.SIGKILL):
        raise RuntimeError(f"{process.args!r} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def rows() -> list[Row]:
    """Return every start compared with that of bare Python."""
    compileall.compile_dir(SOURCE, quiet=2)
    with tempfile.TemporaryDirectory() as home:
        venv.create(home)
        environment = environment_variables(Path(home))
        ours = ("-m", "lastdigit")
        # The lesson is offered only once, and the solver's table of this game is cached.
        time_to_exit(environment, *ours, "analyse", GAME)
        data = Path(environment["XDG_DATA_HOME"], "lastdigit")
        data.mkdir(parents=True, exist_ok=True)
        (data / "lessons.json").write_text(f'{{"offered": ["{GAME}"]}}')
        starts: dict[str, Callable[[], float]] = {
            "for comparison, `import argparse, typing`": partial(
                time_to_exit, environment, "-c", "import argparse, typing"
            ),
            "for comparison, every standard library module that a game needs": partial(
                time_to_exit, environment, "-c", f"import {STANDARD}"
            ),
            "`lastdigit --version`": partial(time_to_exit, environment, *ours, "--version"),
            "the menu's first question": partial(time_to_prompt, environment, b"Which one?", *ours),
            f"the first prompt of `play {GAME}`": partial(
                time_to_prompt,
                environment,
                b"tens, ones): ",
                *ours,
                "play",
                GAME,
                "--player-2",
                "easy",
            ),
            f"an exact answer from the cache: `analyse {GAME}`": partial(
                time_to_exit, environment, *ours, "analyse", GAME
            ),
        }
        bare_start: Callable[[], float] = partial(time_to_exit, environment, "-c", "pass")
        works = [bare_start, *starts.values()]
        bare, *taken = zip(*([work() for work in works] for _ in range(ROUNDS)), strict=True)
    return [
        Row(what, times, "`python -c pass`", bare)
        for what, times in zip(starts, taken, strict=True)
    ]


def main() -> None:
    print(HEADING)
    for row in rows():
        print(row)
    print(f"\nLoad average: {os.getloadavg()[0]:.1f}, on {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
