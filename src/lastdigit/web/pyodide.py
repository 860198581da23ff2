"""The application without a server, for the static site.

The application runs under Pyodide in a web worker, with its own store. The page sends its requests
in memory, and the user of the browser is the only visitor.
"""

from __future__ import annotations

import asyncio
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Coroutine, Iterable
from typing import NamedTuple
from urllib.parse import unquote

from starlette.types import Message, Scope

from lastdigit.storage import Store
from lastdigit.web.api.visitors import COOKIE, sign_secret
from lastdigit.web.app import application
from lastdigit.web.limits import Limits

HOST = "localhost"
VISITOR = b"whoever has this browser"
"""Text that turns the store's key into the visitor's secret.

A change would cost users their games.
"""
GOING_AWAY = 1001
"""The WebSocket close code for leaving a page."""


class LocalResponse(NamedTuple):
    status: int
    headers: list[tuple[str, str]]
    body: bytes


class LocalServer:
    """Dispatches one visitor's requests and WebSockets to the application in memory."""

    def __init__(self, store: Store, limits: Limits) -> None:
        store.begin_serving()
        self._app = application(store, limits, host=HOST, alone=True)
        # The secret depends only on the store, so the browser still owns its games after a reload.
        digest = hmac.digest(store.signing_key(), VISITOR, "sha256")
        secret = urlsafe_b64encode(digest).rstrip(b"=").decode()
        self._visitor = f"{COOKIE}={sign_secret(store.signing_key(), secret)}"
        self._lifespan: asyncio.Queue[Message] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Start the application. May raise LastDigitError."""
        started: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lifespan.put_nowait({"type": "lifespan.startup"})

        async def send(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                started.set_result(None)

        async def run() -> None:
            scope = {"type": "lifespan", "asgi": {"version": "3.0"}}
            try:
                await self._app(scope, self._lifespan.get, send)
            except Exception as error:
                if started.done():
                    raise
                started.set_exception(error)

        self._task = self._start(run())
        await started

    async def end(self) -> None:
        """Stop the application and close the store. A page can be closed without this call."""
        self._lifespan.put_nowait({"type": "lifespan.shutdown"})
        await self._task

    async def request(
        self, method: str, address: str, cookies: str, body: str = ""
    ) -> LocalResponse:
        """Dispatch a request to the application and return the response.

        `cookies` are the page's own, and the body is JSON.
        """
        incoming: asyncio.Queue[Message] = asyncio.Queue()
        incoming.put_nowait({"type": "http.request", "body": body.encode(), "more_body": False})
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        scope = self._scope("http", address, cookies, [(b"content-type", b"application/json")])
        await self._app({**scope, "method": method}, incoming.get, send)
        headers = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
        return LocalResponse(
            sent[0]["status"], headers, b"".join(part["body"] for part in sent[1:])
        )

    def listen(self, address: str, hear: Callable[[str, str], None]) -> Callable[[], None]:
        """Open a WebSocket, and return a function that closes it.

        `hear` is called with `open`, then with `message` and the text for each message, and finally
        with `close`.
        """
        incoming: asyncio.Queue[Message] = asyncio.Queue()
        incoming.put_nowait({"type": "websocket.connect"})

        async def send(message: Message) -> None:
            if message["type"] == "websocket.accept":
                hear("open", "")
            elif message["type"] == "websocket.send":
                hear("message", message["text"])

        async def run() -> None:
            try:
                await self._app(self._scope("websocket", address, "", ()), incoming.get, send)
            finally:
                hear("close", "")

        self._start(run())
        return lambda: incoming.put_nowait({"type": "websocket.disconnect", "code": GOING_AWAY})

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _scope(
        self, kind: str, address: str, cookies: str, headers: Iterable[tuple[bytes, bytes]]
    ) -> Scope:
        path, _, query = address.partition("?")
        cookie = "; ".join(filter(None, (self._visitor, cookies)))
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "server": (HOST, 80),
            "client": ("127.0.0.1", 0),
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(b"host", HOST.encode()), (b"cookie", cookie.encode()), *headers],
            "subprotocols": [],
        }
