"""A real server in its own process, and people who use it through the API."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lastdigit.web.limits import Limits
from tests.conftest import PATIENCE, ROOT
from tests.web.people import Person
from tests.wheels import build_wheel, unpack_wheel

PACES = ("-a-second", "-at-once", "-an-address", "games-a-browser", "jobs-a-browser")
QUICK = (
    "thinking-milliseconds=0",
    "refusal-milliseconds=0",
    "puzzles-ahead-seconds=0",
    *(f"{name}=100000" for name in Limits.names() if name.endswith(PACES)),
)
"""Limits are off unless a test sets them."""


class Server:
    """`lastdigit serve` as a user starts it; it can be killed and started again."""

    package = ROOT / "src"
    """The folder from which the server imports lastdigit."""

    def __init__(
        self,
        data: Path,
        cache: Path,
        limits: tuple[str, ...],
        port: int = 0,
        path: str = "",
        words: tuple[str, ...] = (),
    ) -> None:
        self.data = data
        self._words = words
        self._log = data / "log"
        self._people: list[Person] = []
        self.limits = limits
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, [str(self.package), path])),
            "XDG_DATA_HOME": str(data),
            "XDG_CACHE_HOME": str(cache),
        }
        self.start(port)

    def start(self, port: int = 0) -> None:
        """Start, and wait until the server has printed its address."""
        limits = [word for limit in self.limits for word in ("--limit", limit)]
        with self._log.open("ab") as log:  # an unread pipe would fill up
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "lastdigit", "serve", "--port", str(port)),
                    *(*self._words, *limits),
                ],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        output = self.process.stdout.readline()
        if "--public-url" in self._words:  # then it prints that one
            output = f"http://127.0.0.1:{port}"
        found = re.search(r"http://127\.0\.0\.1:(\d+)", output)
        if found is None:
            raise AssertionError(f"the server printed {output!r}, {self.stop()!r}")
        self.url = found[0]
        self.port = int(found[1])
        if "--metrics-port" in self._words:
            self.process.stdout.readline()
            self.metrics = self.process.stdout.readline().split()[-1].removesuffix("/metrics")

    def kill(self) -> None:
        """Kill the process, as a crash would."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def stop(self, number: int = signal.SIGTERM) -> str:
        """Stop it with a signal, and return all of its output."""
        self.disconnect_people()
        if self.process.poll() is None:
            self.process.send_signal(number)
        out, _ = self.process.communicate(timeout=PATIENCE)
        return out + self._log.read_text()

    def person(self) -> Person:
        """Return a new person, whose connections are closed with the others'."""
        self._people.append(Person(self.url))
        return self._people[-1]

    def disconnect_people(self) -> None:
        """Close the connections of all people."""
        while self._people:
            self._people.pop().http.close()


Serve = Callable[..., Server]


@pytest.fixture(scope="session", autouse=True)
def _bundled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Serve the bundles of a wheel instead of the modules if LASTDIGIT_BUNDLED is set."""
    if os.environ.get("LASTDIGIT_BUNDLED"):
        wheel = build_wheel(tmp_path_factory.mktemp("wheel"), bundled=True)
        Server.package = unpack_wheel(wheel)


def stop_without_errors(server: Server) -> None:
    """Stop a server, and fail if its output has a traceback."""
    output = server.stop()
    assert "Traceback" not in output, output


@pytest.fixture
def serve(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Serve]:
    """Start servers, each with its own games."""
    started: list[Server] = []

    def start(*limits: str, path: str = "") -> Server:
        data = tmp_path_factory.mktemp("data")
        started.append(Server(data, cache, (*QUICK, *limits), path=path))
        return started[-1]

    yield start
    for server in started:
        stop_without_errors(server)


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    """Start one server for all tests that do not need their own."""
    server = Server(tmp_path_factory.mktemp("data"), cache, QUICK)
    yield server
    stop_without_errors(server)


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """Return the shared server. The people of this test are disconnected after it."""
    yield shared_server
    shared_server.disconnect_people()


def wait_for(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until a condition is true."""
    give_up = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < give_up, "the condition never became true"
        time.sleep(0.02)
