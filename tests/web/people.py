"""A person who plays through the API with a secret, as a program does."""

from __future__ import annotations

import json
import ssl
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect

from tests.conftest import PATIENCE

Json = dict[str, Any]


PLAIN = ssl.create_default_context()
"""Created once: nothing here is encrypted, and creating one takes longer than most tests."""


class Person:
    """Holds a secret once seated, and remembers the match last seen."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx2.Client(base_url=url, timeout=PATIENCE, verify=PLAIN, trust_env=False)
        self.secret: str | None = None
        self.match: Json = {}

    def get(self, path: str) -> httpx2.Response:
        """Send a GET request."""
        return self.http.get(path, headers=self._headers())

    def post(self, path: str, body: object) -> httpx2.Response:
        """Send a POST request."""
        return self.http.post(path, json=body, headers=self._headers())

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def set_up(self, game: str = "digit-duel", **wish: object) -> Json:
        """Set up a match, and return it."""
        return self.seated(self.post("/api/matches", {"game": game, "first": 1, **wish}), 201)

    def sit(self, code: str, **wish: object) -> Json:
        """Sit down at a match, and return it."""
        return self.seated(self.post(f"/api/matches/{code}/seat", wish), 200)

    def seated(self, response: httpx2.Response, status: int = 200) -> Json:
        """Remember the match and the secret in a response."""
        assert response.status_code == status, response.text
        body = response.json()
        self.secret = body["secret"] or self.secret
        self.match = body["match"]
        return self.match

    def look(self) -> Json:
        """Look at the match again, and return it."""
        self.match = self.get(f"/api/matches/{self.match['code']}").json()
        return self.match

    def command(self, do: str, **words: object) -> httpx2.Response:
        """Send a command to the match last seen."""
        body = {"do": do, "after": self.match["number"], **words}
        return self.post(f"/api/matches/{self.match['code']}/commands", body)

    def do(self, do: str, **words: object) -> Json:
        """Send a command that must succeed, and return the response."""
        response = self.command(do, **words)
        assert response.status_code == 200, response.text
        done: Json = response.json()
        self.match = done["match"]
        return done

    def move(self, text: str) -> Json:
        """Try a move, and return the response."""
        return self.do("move", move=text)

    def listen(self, after: int = -1, reply: str = "") -> ClientConnection:
        """Open the WebSocket of the match last seen."""
        url = self.url.replace("http", "ws")
        code = self.match["code"]
        query = f"after={after}" + (f"&reply={reply}" if reply else "")
        return connect(f"{url}/api/matches/{code}/news?{query}", additional_headers=self._headers())


def heard(socket: ClientConnection, seconds: float = PATIENCE) -> Json:
    """Return the next message."""
    news: Json = json.loads(socket.recv(seconds))
    return news


def refused(response: httpx2.Response) -> str:
    """Return the error code of a refusal, after checking that it has a message."""
    assert response.status_code >= 400, response.text
    body = response.json()
    assert set(body) == {"error", "message"}
    assert body["message"]
    return str(body["error"])


def two_people(one: Person, two: Person, game: str = "digit-duel", **wish: object) -> None:
    """Let two people join one match, each with their own device."""
    match = one.set_up(game, against="link", **wish)
    two.sit(match["code"])
    one.look()
