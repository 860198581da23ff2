"""The whole application without a server: a page in the same browser asks it, in memory.

It runs in a worker of that page, under Pyodide, with a store of its own, and is the very
application that a server runs. Whoever has the browser is its one visitor.
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
from lastdigit.web.api.visitors import COOKIE, signed
from lastdigit.web.app import application
from lastdigit.web.limits import Limits

HOST = "localhost"
NOBODY_ELSE = b"whoever has this browser"
GONE = 1001
"""How a socket is closed by a page that goes."""


class Answer(NamedTuple):
    """What came of a request."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Within:
    """The application, begun; everything is asked in the visitor's name."""

    def __init__(self, store: Store, limits: Limits) -> None:
        store.begin_serving()
        self._app = application(store, limits, host=HOST, alone=True)
        # The same browser is known again by the games that are kept in it, and by nothing else.
        digest = hmac.digest(store.signing_key(), NOBODY_ELSE, "sha256")
        secret = urlsafe_b64encode(digest).rstrip(b"=").decode()
        self._visitor = f"{COOKIE}={signed(store.signing_key(), secret)}"
        self._living: asyncio.Queue[Message] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Return when it can be asked; raises LastDigitError."""
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._living.put_nowait({"type": "lifespan.startup"})

        async def send(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                begun.set_result(None)

        async def live() -> None:
            scope = {"type": "lifespan", "asgi": {"version": "3.0"}}
            try:
                await self._app(scope, self._living.get, send)
            except Exception as error:
                if begun.done():
                    raise
                begun.set_exception(error)

        self._life = self._start(live())
        await begun

    async def end(self) -> None:
        """Let everything finish, the store too; a page that just goes away does without."""
        self._living.put_nowait({"type": "lifespan.shutdown"})
        await self._life

    async def request(self, method: str, address: str, cookies: str, body: str = "") -> Answer:
        """Return what a request is answered; a body is JSON, `cookies` are the page's own."""
        coming: asyncio.Queue[Message] = asyncio.Queue()
        coming.put_nowait({"type": "http.request", "body": body.encode(), "more_body": False})
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        scope = self._scope("http", address, cookies, [(b"content-type", b"application/json")])
        await self._app({**scope, "method": method}, coming.get, send)
        headers = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
        return Answer(sent[0]["status"], headers, b"".join(part["body"] for part in sent[1:]))

    def listen(self, address: str, hear: Callable[[str, str], None]) -> Callable[[], None]:
        """Open a socket; return what closes it.

        `hear` is told `open`, then every `message` with its text, and at last `close`.
        """
        coming: asyncio.Queue[Message] = asyncio.Queue()
        coming.put_nowait({"type": "websocket.connect"})

        async def send(message: Message) -> None:
            if message["type"] == "websocket.accept":
                hear("open", "")
            elif message["type"] == "websocket.send":
                hear("message", message["text"])

        async def run() -> None:
            try:
                await self._app(self._scope("websocket", address, "", ()), coming.get, send)
            finally:
                hear("close", "")

        self._start(run())
        return lambda: coming.put_nowait({"type": "websocket.disconnect", "code": GONE})

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _scope(
        self, kind: str, address: str, cookies: str, headers: Iterable[tuple[bytes, bytes]]
    ) -> Scope:
        path, _, query = address.partition("?")
        said = "; ".join(filter(None, (self._visitor, cookies)))
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
            "headers": [(b"host", HOST.encode()), (b"cookie", said.encode()), *headers],
            "subprotocols": [],
        }
