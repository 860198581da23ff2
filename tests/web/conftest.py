"""A real server in a process of its own, and people who talk to it."""

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

from tests.conftest import ROOT
from tests.web.people import Person

QUICK = ("thinking-milliseconds=0", "commands-a-second=1000", "commands-at-once=1000")


class Server:
    """`lastdigit serve` as a user starts it; it can be killed and started again."""

    def __init__(
        self, data: Path, cache: Path, limits: tuple[str, ...], port: int = 0, path: str = ""
    ) -> None:
        self.data = data
        self._people: list[Person] = []
        self._limits = [word for limit in limits for word in ("--limit", limit)]
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT / "src"), path])),
            "XDG_DATA_HOME": str(data),
            "XDG_CACHE_HOME": str(cache),
        }
        self.start(port)

    def start(self, port: int = 0) -> None:
        """Start, and wait until it says where it is."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lastdigit", "serve", "--port", str(port), *self._limits],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        if found is None:
            raise AssertionError(f"the server said {said!r}, {self.stop()!r}")
        self.url = found[0]
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill it as a crash would."""
        self.process.kill()
        self.process.communicate()

    def stop(self, number: int = signal.SIGTERM) -> str:
        """Stop it politely, and return what it said to the end."""
        for person in self._people:
            person.http.close()
        if self.process.poll() is None:
            self.process.send_signal(number)
        out, err = self.process.communicate(timeout=20)
        return out + err

    def person(self) -> Person:
        """Return somebody new, who leaves when the server does."""
        self._people.append(Person(self.url))
        return self._people[-1]


Serve = Callable[..., Server]


@pytest.fixture(scope="module")
def serve(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Serve]:
    """Start servers, each with games of its own."""
    started: list[Server] = []

    def start(*limits: str, path: str = "") -> Server:
        data = tmp_path_factory.mktemp("data")
        started.append(Server(data, cache, (*QUICK, *limits), path=path))
        return started[-1]

    yield start
    for server in started:
        said = server.stop()
        assert "Traceback" not in said, said


@pytest.fixture(scope="module")
def server(serve: Serve) -> Server:
    """One server for all tests of a module."""
    return serve()


def wait_for(condition: Callable[[], object], seconds: float = 20) -> None:
    """Wait until something is so."""
    give_up = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < give_up, "it never came to be"
        time.sleep(0.02)
