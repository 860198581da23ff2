"""Clients that try to overload a server; `bench.rude` runs each in its own process.

Run `python -m bench.rude_clients NAME PORT SOURCE`: the client connects from the address SOURCE
until it is killed.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Self

GAME = json.dumps({"game": "digit-duel"})
MOVE = json.dumps({"do": "move", "after": 0, "move": "ones"})
POSITION = json.dumps({"position": "1 777 777"})
CODE = json.dumps({"spoken": "ZZZZZZ"})
PAUSE = 0.01
"""Seconds before a client reconnects, so that the test does not only measure its own speed."""
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Client:
    """A client at one source address."""

    def __init__(self, port: int, source: str) -> None:
        self._port = port
        self._source = source
        self._host = f"127.0.0.1:{port}"
        self._cookie = ""

    def as_host(self, host: str) -> Self:
        """Send another Host header from now on."""
        self._host = host
        return self

    async def connect(self) -> Connection:
        return await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=(self._source, 0), limit=2**20
        )

    async def take_cookie(self) -> None:
        """Load the start page, and save its cookie."""
        reader, writer = await self.connect()
        writer.write(self.request("GET", "/"))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        found = [line for line in head.split("\r\n") if line.lower().startswith("set-cookie:")]
        self._cookie = found[0].partition(":")[2].partition(";")[0].strip()
        writer.close()

    def request(self, method: str, path: str, body: str = "") -> bytes:
        """Return the bytes of a request."""
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\n{cookie}"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        ).encode()

    async def socket(self) -> Connection:
        reader, writer = await self.connect()
        writer.write(
            f"GET /api/presence HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def repeat(self, request: bytes) -> None:
        """Send a request again after each response, forever."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await self.connect()
                while True:
                    writer.write(request)
                    head = (await reader.readuntil(b"\r\n\r\n")).lower()
                    length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
                    await reader.readexactly(int(length))
            await asyncio.sleep(PAUSE)

    async def crowd(self, connections: int, method: str, path: str, body: str = "") -> None:
        request = self.request(method, path, body)
        await asyncio.gather(*(self.repeat(request) for _ in range(connections)))

    async def flood(self, first: bytes, more: bytes, *, reads: bool) -> None:
        """Open a socket and send frames forever; open another when it is closed."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                _, writer = await self.socket()
                if not reads:
                    writer.transport.pause_reading()  # type: ignore[attr-defined] # it has one
                writer.write(first)
                while not writer.is_closing():
                    writer.write(more)
                    await writer.drain()
                    await asyncio.sleep(0)
            await asyncio.sleep(PAUSE)

    async def pipeline(self, requests: int) -> None:
        """Send thousands of requests at once, and read the responses."""
        batch = self.request("GET", "/api/games") * requests
        while True:
            with suppress(OSError):
                reader, writer = await self.connect()
                writer.write(batch)
                while await reader.read(2**16):
                    pass
            await asyncio.sleep(PAUSE)

    async def hoard(self, count: int, open_one: Callable[[], Awaitable[Connection]]) -> None:
        """Hold many idle connections, and replace closed ones."""

        async def hold() -> None:
            while True:
                with suppress(OSError, asyncio.IncompleteReadError):
                    reader, _ = await open_one()
                    await reader.read()
                await asyncio.sleep(1)

        await asyncio.gather(*(hold() for _ in range(count)))


def frame(opcode: int, payload: bytes = b"", fin: int = 0x80) -> bytes:
    """Return a frame, masked with zeros."""
    return bytes([fin | opcode, 0x80 | len(payload)]) + bytes(4) + payload


CLIENTS: dict[str, Callable[[Client], Awaitable[None]]] = {
    "nothing": lambda _: asyncio.sleep(10**6),
    "empty fragments on a WebSocket": lambda client: client.flood(
        frame(1, b"a", fin=0), frame(0, fin=0) * 5_000, reads=True
    ),
    "pings whose pongs are never read": lambda client: client.flood(
        b"", frame(9, b"x" * 125) * 500, reads=False
    ),
    "new games, 10 connections": lambda client: client.crowd(10, "POST", "/api/matches", GAME),
    "moves at an unknown match, 10 connections": lambda client: client.crowd(
        10, "POST", "/api/matches/unknown/commands", MOVE
    ),
    "analyses, 10 connections": lambda client: client.crowd(
        10, "POST", "/api/games/digit-duel/analysis", POSITION
    ),
    "wrong codes, 30 connections": lambda client: client.crowd(
        30, "POST", "/api/invitations", CODE
    ),
    "GET /api/games, 30 connections": lambda client: client.crowd(30, "GET", "/api/games"),
    "GET /, 30 connections": lambda client: client.crowd(30, "GET", "/"),
    "POST to nowhere, 30 connections": lambda client: client.crowd(30, "POST", "/nowhere", GAME),
    "OPTIONS, 30 connections": lambda client: client.crowd(30, "OPTIONS", "/api/games"),
    "a wrong Host, 30 connections": lambda client: client.as_host("evil.example").crowd(
        30, "GET", "/"
    ),
    "8,000 pipelined GETs": lambda client: client.pipeline(8_000),
    "1,000 idle connections": lambda client: client.hoard(1_000, client.connect),
    "2,000 idle sockets": lambda client: client.hoard(2_000, client.socket),
}


async def run(name: str, port: int, source: str) -> None:
    client = Client(port, source)
    await client.take_cookie()
    await CLIENTS[name](client)


if __name__ == "__main__":
    os.nice(5)  # on two cores, the client's own work must not slow the server down
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
