"""Sockets: they carry news of a match or of a class, or say that a page is open.

They tell, and are told nothing; commands go by POST. Refusals are closing codes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from lastdigit.errors import LastDigitError
from lastdigit.web.api.visitors import Visitor, Visitors
from lastdigit.web.limits import MINUTE, Limits
from lastdigit.web.live.broadcast import Listener
from lastdigit.web.live.classroom_views import ClassroomView
from lastdigit.web.live.classrooms import Classrooms
from lastdigit.web.live.registry import Registry
from lastdigit.web.schemas.errors import Reason, Refusal

NOT_FOUND, POLICY, RESTART, LATER = 4404, 1008, 1012, 1013
UNKNOWN = (Reason.UNKNOWN_MATCH, Reason.UNKNOWN_ROOM)
CLOSING_SECONDS = 1
TOO_MANY_SOCKETS = "Too many connections are open at once."
COME_BACK = "The server is stopping. Come back in a moment."


class Sockets:
    """Opens, counts and closes the sockets of everybody."""

    def __init__(self, registry: Registry, rooms: Classrooms, visitors: Visitors) -> None:
        self._registry = registry
        self._rooms = rooms
        self._visitors = visitors
        self._limit = SocketLimit(registry.limits)
        self.open: set[WebSocket] = set()

    async def be_present(self, socket: WebSocket) -> None:
        """Count a page as open until its socket is closed."""
        asking = await self._visitors.visitor(socket)
        await socket.accept()
        try:
            with self._place(socket, asking):
                self._registry.open_page(asking.holder)
                try:
                    await _until_left(socket)
                finally:
                    self._registry.close_page(asking.holder)
        except Refusal as refusal:
            await _close(socket, LATER, str(refusal))

    async def carry_news(self, socket: WebSocket) -> None:
        """Carry news of a match to one socket until it is closed."""
        await self._accept(socket, self._carry)

    async def carry_room(self, socket: WebSocket) -> None:
        """Carry news of a class room to one socket until it is closed."""
        await self._accept(socket, self._carry_room)

    async def _accept(
        self, socket: WebSocket, carry: Callable[[WebSocket, Visitor], Awaitable[None]]
    ) -> None:
        asking = await self._visitors.visitor(socket)
        await socket.accept()
        try:
            with self._place(socket, asking):
                await carry(socket, asking)
        except LastDigitError as error:
            unknown = isinstance(error, Refusal) and error.reason in UNKNOWN
            await _close(socket, NOT_FOUND if unknown else LATER, "No updates available.")

    @contextmanager
    def _place(self, socket: WebSocket, asking: Visitor) -> Iterator[None]:
        """Count a socket while it is open; raises Refusal if there is no place for it."""
        evicted = self._limit.add(socket, asking)
        if evicted is not None:
            self._registry.spawn(_close(evicted, LATER, TOO_MANY_SOCKETS))
        self.open.add(socket)
        try:
            yield
        finally:
            self._limit.remove(socket, asking)
            self.open.discard(socket)

    async def close_all(self) -> None:
        """Ask everybody to come back: the server stops, but another may be there."""
        closing = [socket.close(RESTART, COME_BACK) for socket in self.open]
        # Whoever has just gone, or is not reading, holds nobody up.
        with suppress(TimeoutError):
            await asyncio.wait_for(
                asyncio.gather(*closing, return_exceptions=True), CLOSING_SECONDS
            )

    async def _carry_room(self, socket: WebSocket, asking: Visitor) -> None:
        registry, rooms, holder = self._registry, self._rooms, asking.holder
        listener, now = Listener(holder), registry.clock.steady()
        registry.open_page(holder)
        try:
            async with rooms.visit(
                socket.path_params["room"], holder, asking.browser, asking.address, now
            ) as live:
                rooms.listen(live, listener)
                listener.send((await ClassroomView.of(registry, live)).text_for(holder))
            telling = asyncio.ensure_future(_tell(socket, listener))
            try:
                await _until_left(socket)
            finally:
                telling.cancel()
                rooms.hub.remove(live.code, listener)
        finally:
            registry.close_page(holder)

    async def _carry(self, socket: WebSocket, asking: Visitor) -> None:
        registry, holder, code = self._registry, asking.holder, socket.path_params["code"]
        listener = Listener(holder)
        live = await registry.get(code)
        registry.mark_present(live, holder)
        registry.hub.add(code, listener)
        telling = asyncio.ensure_future(_tell(socket, listener))
        comes = registry.open_page(holder)
        try:
            plays = bool(live.seats_of(holder))
            knows = socket.query_params.get("after") == str(len(live.match.events))
            goes_on = live.match.result is None
            # Whoever plays and has just come is told of it with everybody else.
            if not (comes and goes_on if plays else knows):
                listener.send(registry.view_json(live, holder))
            await _until_left(socket)
        finally:
            telling.cancel()
            registry.hub.remove(code, listener)
            registry.close_page(holder)


class SocketLimit:
    """The open sockets of each browser and each address.

    When an address is full, a newcomer takes the place of the oldest socket of the browser that
    has the most there. Visitors without a secret count as one browser.
    """

    def __init__(self, limits: Limits) -> None:
        self._of_browser = limits.sockets_a_browser
        self._of_address = limits.sockets_an_address
        self._open: dict[str, dict[str, dict[WebSocket, None]]] = {}

    def add(self, socket: WebSocket, visitor: Visitor) -> WebSocket | None:
        """Count a socket and return the one that has to go for it, if any; raises Refusal."""
        browsers = self._open.get(visitor.address, {})
        own = browsers.get(visitor.browser, {})
        refusal = Refusal(Reason.TOO_MANY, TOO_MANY_SOCKETS, MINUTE)
        if visitor.secret is not None and len(own) >= self._of_browser:
            raise refusal
        evicted = None
        if sum(map(len, browsers.values())) >= self._of_address:
            most = max(browsers.values(), key=len, default=own)
            if len(most) <= 1 or (visitor.secret and len(most) <= len(own)):
                raise refusal
            evicted = next(iter(most))
            del most[evicted]
        browsers = self._open.setdefault(visitor.address, {})
        browsers.setdefault(visitor.browser, {})[socket] = None
        return evicted

    def remove(self, socket: WebSocket, visitor: Visitor) -> None:
        """Count a socket no longer."""
        browsers = self._open.get(visitor.address, {})
        own = browsers.get(visitor.browser, {})
        own.pop(socket, None)
        if not own:
            browsers.pop(visitor.browser, None)
        if not browsers:
            self._open.pop(visitor.address, None)


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the client has closed it just now
        await socket.close(code, reason)


async def _tell(socket: WebSocket, listener: Listener) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it is closed; the other task sees to it
        while True:
            await socket.send_text(await listener.receive())


async def _until_left(socket: WebSocket) -> None:
    message = await socket.receive()
    if message["type"] == "websocket.receive":
        await _close(socket, POLICY, "This socket is read-only. Send commands with POST.")
