"""The web application inside the test's own process, with a clock that the test turns.

No socket, no waiting: what would take minutes is a clock turned, and a body comes piece by piece
exactly when the test says so.
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
    """Two clocks that stand still until somebody turns them."""

    steady: float = 1_000.0
    wall: float = 1_750_000_000.0

    def pass_by(self, seconds: float) -> None:
        """Let time pass, by both clocks."""
        self.steady += seconds
        self.wall += seconds

    def leap(self, seconds: float) -> None:
        """Set the clock on the wall, while no time passes."""
        self.wall += seconds

    def clock(self) -> Clock:
        """Return the clock that the application reads."""
        return Clock(lambda: self.steady, lambda: self.wall)


@dataclass
class Guest:
    """Somebody who plays through the API, by a secret of their own."""

    http: httpx2.AsyncClient
    secret: str | None = None
    match: Json = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        """Who asks."""
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    @property
    def path(self) -> str:
        """Where the match is."""
        return f"/api/matches/{self.match['code']}"

    async def get(self, path: str) -> httpx2.Response:
        """Ask."""
        return await self.http.get(path, headers=self.headers)

    async def post(self, path: str, body: object) -> httpx2.Response:
        """Ask for something to be done."""
        return await self.http.post(path, json=body, headers=self.headers)

    async def set_up(self, game: str = "digit-duel", **wish: object) -> Json:
        """Set up a match, and return it."""
        return self._seated(await self.post("/api/matches", {"game": game, "first": 1, **wish}))

    async def sit(self, code: str, **wish: object) -> Json:
        """Sit down at a match, and return it."""
        return self._seated(await self.post(f"/api/matches/{code}/seat", wish))

    def _seated(self, answer: httpx2.Response) -> Json:
        assert answer.is_success, answer.text
        body = answer.json()
        self.secret = body["secret"] or self.secret
        self.match = body["match"]
        return self.match

    async def look(self) -> Json:
        """Look at the match again, and return it."""
        self.match = (await self.get(self.path)).json()
        return self.match

    async def command(self, do: str, **words: object) -> httpx2.Response:
        """Command something at the match last seen."""
        return await self.post(
            f"{self.path}/commands", {"do": do, "after": self.match["number"], **words}
        )

    async def command_at(self, code: str) -> httpx2.Response:
        """Try to move at a match of some code."""
        body = {"do": "move", "after": 0, "move": "ones"}
        return await self.post(f"/api/matches/{code}/commands", body)

    async def move(self, text: str) -> Json:
        """Make a move that is allowed, and return the match."""
        answer = await self.command("move", move=text)
        assert answer.status_code == 200, answer.text
        self.match = answer.json()["match"]
        return self.match


class Socket:
    """One end of a WebSocket; the application has the other."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.received: asyncio.Queue[Any] = asyncio.Queue()

    async def hear(self) -> Json:
        """Return the next news."""
        message = await self.received.get()
        assert message["type"] == "websocket.send", message
        news: Json = json.loads(message["text"])
        return news


@dataclass
class House:
    """The application, its clock, and people who come to it."""

    app: ASGIApp
    time: TurnedClock
    http: httpx2.AsyncClient

    @asynccontextmanager
    async def socket(self, path: str, guest: Guest) -> AsyncIterator[Socket]:
        """Have a socket open for a while."""
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
        """Return somebody new."""
        return Guest(self.http)

    async def visitor(self) -> Guest:
        """Return somebody whose browser has the cookie that the start page gives."""
        guest = self.guest()
        cookie = (await guest.get("/")).headers["Set-Cookie"]
        guest.secret = cookie.partition("=")[2].partition(";")[0]
        self.http.cookies.clear()
        return guest

    async def two(self, game: str = "digit-duel", **wish: object) -> tuple[Guest, Guest]:
        """Return two people at one match, each with a device of their own; the first begins."""
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
) -> AsyncIterator[House]:
    """Let the application run."""
    app = application(store, limits, clock=time.clock(), own_link=own_link, lifecycle=lifecycle)
    asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    answered: asyncio.Queue[Any] = asyncio.Queue()
    living = asyncio.ensure_future(app({"type": "lifespan"}, asked.get, answered.put))
    await asked.put({"type": "lifespan.startup"})
    assert (await answered.get())["type"] == "lifespan.startup.complete"
    try:
        transport = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as http:
            yield House(app, time, http)
    finally:
        await asked.put({"type": "lifespan.shutdown"})
        await living


def play(
    story: Callable[[House], Awaitable[None]],
    limits: Limits | None = None,
    store: Store | None = None,
    time: TurnedClock | None = None,
    own_link: str | None = None,
    lifecycle: Lifecycle | None = None,
) -> None:
    """Tell a story in a house of its own."""
    turned = time or TurnedClock()
    kept = store or SqliteStore(IN_MEMORY, lambda: timestamp(turned.wall))

    async def told() -> None:
        allowed = limits or Limits(thinking_milliseconds=0)
        async with opened(turned, kept, allowed, own_link, lifecycle) as house:
            await asyncio.wait_for(story(house), PATIENCE)

    asyncio.run(told())
