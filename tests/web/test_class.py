"""A whole class behind one address stays within the default limits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.conftest import PATIENCE, Size
from tests.web.conftest import Server, stop_without_errors

Json = dict[str, Any]
KEPT_SECONDS = 1
"""The server closes connections that are idle for five. A browser would reconnect."""


class Pupil:
    """A pupil with a browser: a socket for the room, one for the match, commands by POST."""

    def __init__(self, http: httpx2.AsyncClient, url: str, room: str, name: str) -> None:
        self.http = http
        self.url = url
        self.room = f"/api/rooms/{room}"
        self.name = name
        self.headers: dict[str, str] = {}

    async def post(self, path: str, body: object) -> Json:
        """Send a command, which must succeed."""
        try:
            answer = await self.http.post(path, json=body, headers=self.headers)
        except (httpx2.ReadError, httpx2.RemoteProtocolError):
            # On a busy machine the server has closed the connection. A browser asks again.
            answer = await self.http.post(path, json=body, headers=self.headers)
        assert answer.is_success, answer.text
        found: Json = answer.json()
        return found

    async def get(self, path: str) -> Json:
        """Send a GET request."""
        found: Json = (await self.http.get(path, headers=self.headers)).json()
        return found

    def listen(self, path: str) -> connect:
        """Open a WebSocket."""
        address = f"{self.url.replace('http', 'ws')}{path}/news"
        return connect(
            address, additional_headers=self.headers, ping_interval=None, open_timeout=PATIENCE
        )

    async def join(self) -> None:
        """Join the class."""
        secret = (await self.post(f"{self.room}/pupils", {"name": self.name}))["secret"]
        self.headers = {"Authorization": f"Bearer {secret}"}

    async def take_part(self, games: int) -> None:
        """Play until the class has finished a number of games."""
        async with self.listen(self.room) as room:
            told = await heard(room)
            while True:
                done = told["room"]["finished"] >= games
                if told["you"]["match"]:
                    await self.play(told["you"]["match"])
                    told = await self.get(self.room)
                elif told["you"]["waiting"] and not done:
                    told = await heard(room)
                else:
                    told = await self.post(f"{self.room}/ready", {"ready": not done})
                    if done and told["you"]["match"] is None:
                        return  # and no opponent waits for this pupil

    async def play(self, code: str) -> None:
        """Play a game to its end, always with the second open key."""
        path = f"/api/matches/{code}"
        async with self.listen(path) as news:
            match = await self.get(path)
            while match["result"] is None:
                if match["position"]["mover"] in match["you"]:
                    keys = match["position"]["question"]["answers"]
                    move = [key["text"] for key in keys if key["status"] != "unavailable"][1]
                    body = {"do": "move", "after": match["number"], "move": move}
                    match = (await self.post(f"{path}/commands", body))["match"]
                else:
                    match = await heard(news)


async def heard(socket: ClientConnection) -> Json:
    """Return the next message."""
    news: Json = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
    return news


@pytest.fixture
def school(tmp_path: Path, cache: Path) -> Iterator[Server]:
    """Start a server with the default limits."""
    server = Server(tmp_path, cache, ())
    yield server
    stop_without_errors(server)


@pytest.mark.prove
def test_a_class_behind_one_address_plays_within_the_default_limits(
    size: Size, school: Server
) -> None:
    count, games = size(sample=10, full=50), size(sample=20, full=150)
    teacher = school.person()
    opened = teacher.post("/api/rooms", {"game": "digit-poison", "preset": "quick"}).json()
    teacher.secret = opened["secret"]
    code = opened["room"]["code"]

    async def lesson() -> None:
        limits = httpx2.Limits(max_connections=2 * count, keepalive_expiry=KEPT_SECONDS)
        async with httpx2.AsyncClient(
            base_url=school.url, timeout=PATIENCE, limits=limits, trust_env=False
        ) as http:
            pupils = [Pupil(http, school.url, code, f"Pupil {one}") for one in range(count)]
            await asyncio.gather(*(pupil.join() for pupil in pupils))
            await asyncio.gather(*(pupil.take_part(games) for pupil in pupils))

    asyncio.run(lesson())
    room = teacher.get(f"/api/rooms/{code}").json()["room"]
    assert len(room["pupils"]) == count
    assert room["finished"] >= games
    assert all(one["won"] + one["lost"] for one in room["pupils"])
    assert sum(float(one["points"]) for one in room["pupils"]) == room["finished"]
    assert len(teacher.get(f"/api/rooms/{code}/results").text.splitlines()) == count + 1
