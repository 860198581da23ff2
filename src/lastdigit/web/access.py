"""The access log: a line of JSON for every answer, without secrets and without whole codes."""

from __future__ import annotations

import json
import queue
import re
import threading
import time
from collections.abc import Callable
from ipaddress import ip_network
from typing import TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lastdigit.system import timestamp

MOST_WAITING = 10_000
LONGEST_PATH = 200
SHOWN = 4
CODE = re.compile(r"(?<![\w.-])[\w-]{17,}(?![\w.-])")
"""What may be a code of a match or a secret, wherever in a path it stands; names are shorter."""
CODED = re.compile(r"(?<=/)(match|review|watch|matches|class|room|rooms)/([^/]+)")
"""What stands after these words is a code, however short."""
NETWORK = {4: 24, 6: 48}
"""So much of an address is told: whose network it is, and not who."""


def shown_path(path: str) -> str:
    """Return a path as it may be written down.

    >>> shown_path("/api/matches/3f786850e387550fdab836ed7e6dc881/commands")
    '/api/matches/3f78.../commands'
    >>> shown_path("/analysis/operation-obliteration")
    '/analysis/operation-obliteration'
    """
    path = CODED.sub(lambda found: f"{found[1]}/{_cut(found[2])}", path[:LONGEST_PATH])
    return CODE.sub(lambda found: _named_or_cut(found[0]), path)


def _named_or_cut(word: str) -> str:
    # The names of games are words of small letters; a code of that length has a digit.
    return _cut(word) if re.search(r"[^a-z-]", word) else word


def _cut(code: str) -> str:
    return code if len(code) <= SHOWN else f"{code[:SHOWN]}..."


def shown_address(address: str) -> str:
    """Return the network that an address is in.

    >>> shown_address("192.0.2.77"), shown_address("2001:db8:1:2::3"), shown_address("unix")
    ('192.0.2.0', '2001:db8:1::', '')
    """
    try:
        number = ip_network(address)
        return str(number.supernet(new_prefix=NETWORK[number.version]).network_address)
    except ValueError:
        return ""


class Lines:
    """Writes lines in a thread of its own: nobody waits for whoever reads the log.

    While too many wait, more are not written, and the next says how many.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._waiting: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="access log", daemon=True)
        self._thread.start()

    def put(self, data: dict[str, object]) -> None:
        """Write a line soon."""
        lost = {"lost": self._lost} if self._lost else {}
        try:
            self._waiting.put_nowait(json.dumps({**data, **lost}))
            self._lost = 0
        except queue.Full:
            self._lost += 1

    def close(self) -> None:
        """Write what waits, unless nobody reads it."""
        try:
            self._waiting.put(None, timeout=1)
        except queue.Full:
            return
        self._thread.join(timeout=1)

    def _write(self) -> None:
        while (line := self._waiting.get()) is not None:
            try:
                self._out.write(f"{line}\n")
                self._out.flush()
            except (OSError, ValueError):  # whoever read it has gone
                return


class AccessLog:
    """Tells of every request and every socket when it is over."""

    def __init__(
        self, app: ASGIApp, put: Callable[[dict[str, object]], None], clock: Callable[[], float]
    ) -> None:
        """Stand before an application; `clock` is the one on the wall."""
        self._app = app
        self._put = put
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request be answered, and tell of it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status, sent = 0, 0

        async def noted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = status or 403  # it was never open
            sent += len(message.get("body") or message.get("text") or b"")
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            client = scope.get("client")
            self._put(
                {
                    "at": timestamp(self._clock()),
                    "method": scope.get("method", "SOCKET"),
                    "path": shown_path(scope["path"]),
                    "status": status,
                    "milliseconds": round((time.perf_counter() - began) * 1_000, 1),
                    "bytes": sent,
                    "network": shown_address(client[0]) if client else "",
                }
            )
