"""Start-up: commands compared with a Python that does nothing, and the first visit of the page.

Times are processor time: for a command until its process has ended, for a prompt until all of it is
on the screen. Compiled files are in place, as after an installation.
"""

from __future__ import annotations

import os
import pty
import shutil
import signal
import subprocess
from collections.abc import Callable

from playwright.sync_api import sync_playwright

from bench.serving import Server
from bench.table import Environment, Line, Lines, alternate

GAME = "digit-duel"
PROMPT = b"): "
CHUNK = 4_096
ROUNDS = 31
MILLISECONDS = 1_000


def version(environment: Environment) -> Line:
    name, bound_by = "`lastdigit --version`", "imports from the standard library"
    return _compare(environment, name, 3.2, bound_by, _until_exit, "--version")


def prompt(environment: Environment) -> Line:
    # The lesson is offered once, and the table of this game is cached.
    subprocess.run(
        [_command(environment), "analyse", GAME],
        env=environment.variables(),
        stdout=subprocess.DEVNULL,
        check=True,
    )
    data = environment.scratch / "data" / "lastdigit"
    data.mkdir(parents=True, exist_ok=True)
    (data / "lessons.json").write_text(f'{{"offered": ["{GAME}"]}}')
    name = f"first prompt of `lastdigit play {GAME}`"
    words = ("play", GAME, "--player-2", "easy")
    bound_by = "imports: 42 % the standard library, 32 % our own modules"
    return _compare(environment, name, 6, bound_by, _until_prompt, *words)


def analyse(environment: Environment) -> Line:
    name = f"`lastdigit analyse {GAME}`, from the cache"
    bound_by = "imports, mostly of the standard library"
    return _compare(environment, name, 6, bound_by, _until_exit, "analyse", GAME)


def home(environment: Environment) -> Line:
    """Measure what a first visit of the home page transfers, compressed and with headers."""
    chromium = shutil.which("chromium")
    return Line(
        name="home page, first visit",
        ours=None if chromium is None else _received(environment, chromium) / 1024,
        unit="KB",
        peer="",
        theirs=None,
        ratio=None,
        limit=60,
        at_least=False,
        bound_by="scripts (60 %) and the style sheet (30 %)",
    )


def _received(environment: Environment, chromium: str) -> float:
    """Return how many bytes the browser receives."""
    received: list[float] = []
    server = Server(environment.scratch, python=environment.python)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        session = page.context.new_cdp_session(page)
        session.on(
            "Network.loadingFinished", lambda event: received.append(event["encodedDataLength"])
        )
        session.send("Network.enable")
        page.goto(f"http://127.0.0.1:{server.port}/")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1_000)  # wait for requests that are made when the page is idle
        browser.close()
    server.stop()
    return sum(received)


LINES: Lines = {"version": version, "prompt": prompt, "analyse": analyse, "home": home}


def _compare(
    environment: Environment,
    name: str,
    limit: float,
    bound_by: str,
    measure: Callable[..., float],
    *words: str,
) -> Line:
    """Compare the command with these arguments with a Python that does nothing."""
    variables = environment.variables()
    command = [_command(environment), *words]
    bare = [str(environment.bare), "-c", "pass"]
    measure(command, variables)  # fills the cache
    ours, theirs, ratio = alternate(
        lambda: measure(command, variables), lambda: _until_exit(bare, variables), ROUNDS
    )
    return Line(
        name=name,
        ours=ours * MILLISECONDS,
        peer="`python -c pass`",
        theirs=theirs * MILLISECONDS,
        ratio=ratio,
        limit=limit,
        at_least=False,
        bound_by=bound_by,
    )


def _command(environment: Environment) -> str:
    """Return the path of the installed command."""
    return str(environment.bare.with_name("lastdigit"))


def _until_exit(words: list[str], variables: dict[str, str]) -> float:
    """Run a program; return its processor time in seconds."""
    return _seconds(subprocess.Popen(words, env=variables, stdout=subprocess.DEVNULL))


def _until_prompt(words: list[str], variables: dict[str, str]) -> float:
    """Run a program on a terminal until it prompts for a move; return its processor time."""
    screen, terminal = pty.openpty()
    process = subprocess.Popen(
        words, env=variables, stdin=terminal, stdout=terminal, stderr=terminal
    )
    os.close(terminal)
    shown = b""
    while PROMPT not in shown:
        shown += os.read(screen, CHUNK)
    process.kill()
    seconds = _seconds(process)
    os.close(screen)
    return seconds


def _seconds(process: subprocess.Popen[bytes]) -> float:
    """Wait for the end of a process, and return its processor time."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, -signal.SIGKILL):
        raise RuntimeError(f"{process.args!r} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime
