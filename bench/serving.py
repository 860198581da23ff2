"""A server for a measurement, and a simple client with one keep-alive connection."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from lastdigit.web.limits import Limits

Json = dict[str, Any]
PACES = ("-a-second", "-at-once", "-an-address", "games-a-browser", "jobs-a-browser")
UNLIMITED = tuple(f"{name}=1000000" for name in Limits.names() if name.endswith(PACES))
"""For measurements with all clients at one address."""


class Server:
    """`lastdigit serve` with its own data and a fixed port."""

    def __init__(
        self, data: Path, *limits: str, store: str = "", python: Path | None = None
    ) -> None:
        """Start a server; it saves games in its folder, or in another store.

        Without the Python of an environment that has the package, it runs the source tree.
        """
        self._python = str(python or sys.executable)
        self._environment = {**os.environ, "XDG_DATA_HOME": str(data), "LASTDIGIT_STORE": store}
        self._environment.pop("PYTHONPATH", None)
        if python is None:
            self._environment["PYTHONPATH"] = str(Path(__file__).resolve().parents[1] / "src")
        self._limits = [word for limit in limits for word in ("--limit", limit)]
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start, and wait until it prints its address."""
        self.process = subprocess.Popen(
            [self._python, "-m", "lastdigit", "serve", "--port", str(self.port), *self._limits],
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)$", self.process.stdout.readline().strip())
        assert found is not None, "the server did not start"
        self.port = int(found[1])

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate()

    def megabytes(self) -> float:
        """Return its peak memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024


class Client:
    """A client with a cookie, on one connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.secret: str | None = None

    async def connect(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def post(self, path: str, body: object) -> tuple[int, Json]:
        return await self._ask("POST", path, json.dumps(body).encode())

    async def get(self, path: str) -> tuple[int, Json]:
        return await self._ask("GET", path, b"")

    async def _ask(self, method: str, path: str, raw: bytes) -> tuple[int, Json]:
        bearer = f"Authorization: Bearer {self.secret}\r\n" if self.secret else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{bearer}"
            f"Content-Type: application/json\r\nContent-Length: {len(raw)}\r\n\r\n"
        )
        try:
            answer = await self._head(head.encode() + raw)
        except (ConnectionError, asyncio.IncompleteReadError):
            # An idle connection has been closed; sending again is safe.
            await self.connect()
            answer = await self._head(head.encode() + raw)
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        body = await self._reader.readexactly(int(length[1])) if length else b"{}"
        return int(answer.split(" ", 2)[1]), json.loads(body)

    async def _head(self, request: bytes) -> str:
        self._writer.write(request)
        return (await self._reader.readuntil(b"\r\n\r\n")).decode()

    async def join(self, path: str, request: object) -> Json:
        """Create or join a match, save the cookie, and return the match."""
        status, body = await self.post(path, request)
        assert status in (200, 201), body
        self.secret = body["secret"]
        match: Json = body["match"]
        return match

    def close(self) -> None:
        self._writer.close()
