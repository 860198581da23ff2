"""The web application in the test's process, with a clock that the test moves.

There are no sockets and no waits. The test moves the clock instead of waiting for minutes, and
sends a body in pieces at the moments that it chooses.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx2
import pytest
from starlette.types import ASGIApp

from lastdigit.executors.base import Outcome, run_one
from lastdigit.executors.local import LocalWorker
from lastdigit.storage import IN_MEMORY, SqliteStore, Store
from lastdigit.system import Clock, timestamp
from lastdigit.web.app import Lifecycle, application
from lastdigit.web.limits import Limits
from lastdigit.web.live.jobs import Job, JobResult, run_job
from tests.conftest import PATIENCE

Json = dict[str, Any]


def run_jobs_here(
    monkeypatch: pytest.MonkeyPatch, run: Callable[[Job], Outcome[Job, JobResult]] | None = None
) -> None:
    """Run jobs in this process, which has more in its caches than a new worker process."""
    run = run or partial(run_one, run_job)
    monkeypatch.setattr(LocalWorker, "run", lambda _, job: run(job))


@dataclass
class TurnedClock:
    """A steady clock and a wall clock that only the test moves."""

    steady: float = 1_000.0
    wall: float = 1_750_000_000.0

    def pass_by(self, seconds: float) -> None:
        """Move both clocks forward."""
        self.steady += seconds
        self.wall += seconds

    def leap(self, seconds: float) -> None:
        """Set the wall clock, while no time passes."""
        self.wall += seconds

    def clock(self) -> Clock:
        """Return the clock that the application reads."""
        return Clock(lambda: self.steady, lambda: self.wall)


@dataclass
class Guest:
    """A person who plays through the API with a secret."""

    http: httpx2.AsyncClient
    secret: str | None = None
    match: Json = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        """The header that identifies the guest."""
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    @property
    def path(self) -> str:
        """The path of the match last seen."""
        return f"/api/matches/{self.match['code']}"

    async def get(self, path: str) -> httpx2.Response:
        """Send a GET request."""
        return await self.http.get(path, headers=self.headers)

    async def post(self, path: str, body: object) -> httpx2.Response:
        """Send a POST request."""
        return await self.http.post(path, json=body, headers=self.headers)

    async def set_up(self, game: str = "digit-duel", **wish: object) -> Json:
        """Set up a match, and return it."""
        return self._seated(await self.post("/api/matches", {"game": game, "first": 1, **wish}))

    async def sit(self, code: str, **wish: object) -> Json:
        """Sit down at a match, and return it."""
        return self._seated(await self.post(f"/api/matches/{code}/seat", wish))

    def _seated(self, response: httpx2.Response) -> Json:
        assert response.is_success, response.text
        body = response.json()
        self.secret = body["secret"] or self.secret
        self.match = body["match"]
        return self.match

    async def look(self) -> Json:
        """Look at the match again, and return it."""
        self.match = (await self.get(self.path)).json()
        return self.match

    async def command(self, do: str, **words: object) -> httpx2.Response:
        """Send a command to the match last seen."""
        return await self.post(
            f"{self.path}/commands", {"do": do, "after": self.match["number"], **words}
        )

    async def command_at(self, code: str) -> httpx2.Response:
        """Try a move in the match with this code."""
        body = {"do": "move", "after": 0, "move": "ones"}
        return await self.post(f"/api/matches/{code}/commands", body)

    async def move(self, text: str) -> Json:
        """Make a legal move, and return the match."""
        response = await self.command("move", move=text)
        assert response.status_code == 200, response.text
        self.match = response.json()["match"]
        return self.match


class Socket:
    """One end of a WebSocket; the application has the other."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.received: asyncio.Queue[Any] = asyncio.Queue()

    async def hear(self) -> Json:
        """Return the next message."""
        message = await self.received.get()
        assert message["type"] == "websocket.send", message
        news: Json = json.loads(message["text"])
        return news


@dataclass
class RunningApp:
    """The running application, its clock, and an HTTP client."""

    app: ASGIApp
    time: TurnedClock
    http: httpx2.AsyncClient

    @asynccontextmanager
    async def socket(self, path: str, guest: Guest) -> AsyncIterator[Socket]:
        """Open a WebSocket, and close it at the end of the block."""
        socket = Socket()
        headers = {"host": "localhost", **guest.headers}
        scope = {
            "type": "websocket",
            "path": path.partition("?")[0],
            "query_string": path.partition("?")[2].encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
        }
        held = asyncio.ensure_future(self.app(scope, socket.sent.get, socket.received.put))
        await socket.sent.put({"type": "websocket.connect"})
        assert (await socket.received.get())["type"] == "websocket.accept"
        try:
            yield socket
        finally:
            await socket.sent.put({"type": "websocket.disconnect", "code": 1001})
            await held

    def guest(self) -> Guest:
        """Return a new guest without a secret."""
        return Guest(self.http)

    async def visitor(self) -> Guest:
        """Return a guest whose browser has the cookie that home sets."""
        guest = self.guest()
        cookie = (await guest.get("/")).headers["Set-Cookie"]
        guest.secret = cookie.partition("=")[2].partition(";")[0]
        self.http.cookies.clear()
        return guest

    async def two(self, game: str = "digit-duel", **wish: object) -> tuple[Guest, Guest]:
        """Return two guests in one match, each with their own device. The first guest begins."""
        one, two = self.guest(), self.guest()
        match = await one.set_up(game, against="link", **wish)
        await two.sit(match["code"])
        await one.look()
        return one, two


@asynccontextmanager
async def opened(
    time: TurnedClock,
    store: Store,
    limits: Limits,
    own_link: str | None = None,
    lifecycle: Lifecycle | None = None,
) -> AsyncIterator[RunningApp]:
    """Start the application, and stop it at the end of the block."""
    app = application(store, limits, clock=time.clock(), own_link=own_link, lifecycle=lifecycle)
    lifespan_sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    lifespan_received: asyncio.Queue[Any] = asyncio.Queue()
    app_lifespan = asyncio.ensure_future(
        app({"type": "lifespan"}, lifespan_sent.get, lifespan_received.put)
    )
    await lifespan_sent.put({"type": "lifespan.startup"})
    assert (await lifespan_received.get())["type"] == "lifespan.startup.complete"
    try:
        transport = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as http:
            yield RunningApp(app, time, http)
    finally:
        await lifespan_sent.put({"type": "lifespan.shutdown"})
        await app_lifespan


def run_with_app(
    scenario: Callable[[RunningApp], Awaitable[None]],
    limits: Limits | None = None,
    store: Store | None = None,
    time: TurnedClock | None = None,
    own_link: str | None = None,
    lifecycle: Lifecycle | None = None,
) -> None:
    """Run a scenario with a new application."""
    test_clock = time or TurnedClock()
    used_store = store or SqliteStore(IN_MEMORY, lambda: timestamp(test_clock.wall))

    async def run_scenario() -> None:
        used_limits = limits or Limits(thinking_milliseconds=0)
        async with opened(test_clock, used_store, used_limits, own_link, lifecycle) as app:
            await asyncio.wait_for(scenario(app), PATIENCE)

    asyncio.run(run_scenario())
