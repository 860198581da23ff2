"""WebSockets, which report changes to a match or classroom and show who is connected.

Clients do not send messages through them, because commands are POST requests. Errors are reported
as close codes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from lastdigit.errors import LastDigitError
from lastdigit.web.api.requests import whole_number
from lastdigit.web.api.visitors import Visitor, Visitors
from lastdigit.web.limits import MINUTE, Limits
from lastdigit.web.live.broadcast import Listener
from lastdigit.web.live.classroom_views import ClassroomView
from lastdigit.web.live.classrooms import Classrooms
from lastdigit.web.live.registry import Registry
from lastdigit.web.schemas.errors import Reason, Refusal

NOT_FOUND, POLICY, RESTART, TRY_LATER = 4404, 1008, 1012, 1013
"""WebSocket close codes."""
UNKNOWN_CODES = (Reason.UNKNOWN_MATCH, Reason.UNKNOWN_ROOM)
CLOSING_SECONDS = 1
TOO_MANY_SOCKETS = "Too many connections are open at once."
COME_BACK = "The server is shutting down. Try again in a moment."


class Sockets:
    """The server's open WebSockets."""

    def __init__(self, registry: Registry, rooms: Classrooms, visitors: Visitors) -> None:
        self._registry = registry
        self._rooms = rooms
        self._visitors = visitors
        self._limit = SocketLimit(registry.limits)
        self.open: set[WebSocket] = set()

    async def be_present(self, socket: WebSocket) -> None:
        """Count the visitor as connected until the WebSocket is closed."""
        visitor = await self._visitors.visitor(socket)
        await socket.accept()
        try:
            with self._count(socket, visitor):
                self._registry.open_page(visitor.holder)
                try:
                    await _wait_until_closed(socket)
                finally:
                    self._registry.close_page(visitor.holder)
        except Refusal as refusal:
            await _close(socket, TRY_LATER, str(refusal))

    async def follow_match(self, socket: WebSocket) -> None:
        """Report changes to a match until the WebSocket is closed."""
        await self._accept(socket, self._follow_match)

    async def follow_classroom(self, socket: WebSocket) -> None:
        """Report changes to a classroom until the WebSocket is closed."""
        await self._accept(socket, self._follow_classroom)

    async def _accept(
        self, socket: WebSocket, follow: Callable[[WebSocket, Visitor], Awaitable[None]]
    ) -> None:
        visitor = await self._visitors.visitor(socket)
        await socket.accept()
        try:
            with self._count(socket, visitor):
                await follow(socket, visitor)
        except LastDigitError as error:
            unknown = isinstance(error, Refusal) and error.reason in UNKNOWN_CODES
            await _close(socket, NOT_FOUND if unknown else TRY_LATER, "No updates available.")

    @contextmanager
    def _count(self, socket: WebSocket, visitor: Visitor) -> Iterator[None]:
        """Count a WebSocket while it is open. Raise Refusal if too many WebSockets are open."""
        evicted = self._limit.add(socket, visitor)
        if evicted is not None:
            self._registry.spawn(_close(evicted, TRY_LATER, TOO_MANY_SOCKETS))
        self.open.add(socket)
        try:
            yield
        finally:
            self._limit.remove(socket, visitor)
            self.open.discard(socket)

    async def close_all(self) -> None:
        """Close all WebSockets with a code that tells clients to reconnect, to any server."""
        closing = [socket.close(RESTART, COME_BACK) for socket in self.open]
        # Clients that have disconnected or do not read must not delay the shutdown.
        with suppress(TimeoutError):
            await asyncio.wait_for(
                asyncio.gather(*closing, return_exceptions=True), CLOSING_SECONDS
            )

    async def _follow_classroom(self, socket: WebSocket, visitor: Visitor) -> None:
        registry, rooms, holder = self._registry, self._rooms, visitor.holder
        listener, now = Listener(holder), registry.clock.steady()
        registry.open_page(holder)
        try:
            async with rooms.visit(
                socket.path_params["room"], holder, visitor.browser, visitor.address, now
            ) as live:
                rooms.listen(live, listener)
                listener.send((await ClassroomView.of(registry, live)).text_for(holder))
            sending = asyncio.ensure_future(_send_texts(socket, listener))
            try:
                await _wait_until_closed(socket)
            finally:
                sending.cancel()
                rooms.hub.remove(live.code, listener)
        finally:
            registry.close_page(holder)

    async def _follow_match(self, socket: WebSocket, visitor: Visitor) -> None:
        registry, holder, code = self._registry, visitor.holder, socket.path_params["code"]
        query = socket.query_params
        after = whole_number(query.get("after", ""))
        listener = Listener(holder, (after or 0) if query.get("reply") == "new" else None)
        live = await registry.get(code)
        registry.mark_present(live, holder)
        registry.hub.add(code, listener)
        sending = asyncio.ensure_future(_send_texts(socket, listener))
        has_connected = registry.open_page(holder)
        try:
            is_player = bool(live.seats_of(holder))
            is_current = after == len(live.match.events)
            is_in_progress = live.match.result is None
            # A player who has just connected gets the broadcast about it.
            if not (has_connected and is_in_progress if is_player else is_current):
                registry.send(live, listener)
            await _wait_until_closed(socket)
        finally:
            sending.cancel()
            registry.hub.remove(code, listener)
            registry.close_page(holder)


class SocketLimit:
    """Limits the open WebSockets of each browser and each address.

    If an address has reached its limit, a new WebSocket replaces the oldest one from the browser
    with the most WebSockets there. Visitors without a secret count as one browser.
    """

    def __init__(self, limits: Limits) -> None:
        self._max_per_browser = limits.sockets_a_browser
        self._max_per_address = limits.sockets_an_address
        self._open: dict[str, dict[str, dict[WebSocket, None]]] = {}

    def add(self, socket: WebSocket, visitor: Visitor) -> WebSocket | None:
        """Count a WebSocket, and return the one to close for it, if any. May raise Refusal."""
        browsers = self._open.get(visitor.address, {})
        own = browsers.get(visitor.browser, {})
        refusal = Refusal(Reason.TOO_MANY, TOO_MANY_SOCKETS, MINUTE)
        if visitor.secret is not None and len(own) >= self._max_per_browser:
            raise refusal
        evicted = None
        if sum(map(len, browsers.values())) >= self._max_per_address:
            most = max(browsers.values(), key=len, default=own)
            if len(most) <= 1 or (visitor.secret and len(most) <= len(own)):
                raise refusal
            evicted = next(iter(most))
            del most[evicted]
        browsers = self._open.setdefault(visitor.address, {})
        browsers.setdefault(visitor.browser, {})[socket] = None
        return evicted

    def remove(self, socket: WebSocket, visitor: Visitor) -> None:
        browsers = self._open.get(visitor.address, {})
        own = browsers.get(visitor.browser, {})
        own.pop(socket, None)
        if not own:
            browsers.pop(visitor.browser, None)
        if not browsers:
            self._open.pop(visitor.address, None)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the client closed it in the meantime
        await socket.close(code, reason)


async def _send_texts(socket: WebSocket, listener: Listener) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # closed: the other task handles it
        while True:
            await socket.send_text(await listener.receive())


async def _wait_until_closed(socket: WebSocket) -> None:
    message = await socket.receive()
    if message["type"] == "websocket.receive":
        await _close(socket, POLICY, "This socket is read-only. Send commands with POST.")
