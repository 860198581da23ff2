"""The socket that carries news: it tells, and is told nothing. Refusals are closing codes."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from lastdigit.errors import LastDigitError
from lastdigit.web.api.visitors import Visitor, Visitors
from lastdigit.web.limits import Places
from lastdigit.web.live.news import Listener
from lastdigit.web.live.registry import Registry
from lastdigit.web.live.seats import read_code
from lastdigit.web.schema.refusals import Reason, Refusal

NOT_FOUND, POLICY, LATER = 4404, 1008, 1013


class Ear:
    """Opens, counts and closes the sockets of everybody who listens."""

    def __init__(self, registry: Registry, visitors: Visitors) -> None:
        self._registry = registry
        self._visitors = visitors
        self._browsers = Places(registry.limits.sockets_a_browser)
        self._addresses = Places(registry.limits.sockets_an_address)

    async def listen(self, socket: WebSocket) -> None:
        """Carry news to one socket until it is closed."""
        asking = await self._visitors.visitor(socket)
        await socket.accept()
        try:
            self._take_places(asking)
        except Refusal as refusal:
            await socket.close(LATER, str(refusal))
            return
        try:
            await self._carry(socket, asking, read_code(socket.path_params["code"]))
        except LastDigitError as error:
            unknown = isinstance(error, Refusal) and error.reason is Reason.UNKNOWN_MATCH
            await socket.close(NOT_FOUND if unknown else LATER, "There are no news to be had.")
        finally:
            self._give_places_back(asking)

    def _take_places(self, asking: Visitor) -> None:
        self._addresses.take(asking.address)
        if asking.secret is not None:
            try:
                self._browsers.take(asking.secret)
            except Refusal:
                self._addresses.give_back(asking.address)
                raise

    def _give_places_back(self, asking: Visitor) -> None:
        self._addresses.give_back(asking.address)
        if asking.secret is not None:
            self._browsers.give_back(asking.secret)

    async def _carry(self, socket: WebSocket, asking: Visitor, code: str) -> None:
        registry = self._registry
        live = await registry.at(code)
        listener = Listener(asking.holder)
        registry.hub.join(code, listener)
        telling = asyncio.ensure_future(self._tell(socket, listener))
        try:
            if live.seats_of(asking.holder):
                registry.tell(live)  # the other player sees that this one is here
            elif socket.query_params.get("after") != str(len(live.match.events)):
                listener.tell(msgspec.json.encode(registry.state(live)).decode())
            await self._until_left(socket)
        finally:
            telling.cancel()
            registry.hub.leave(code, listener)
            if live.seats_of(asking.holder) and live.match.result is None:
                registry.seen(live, asking.holder)
                self._left(code)

    async def _tell(self, socket: WebSocket, listener: Listener) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it is closed; the other task sees to it
            while True:
                await socket.send_text(await listener.heard())

    async def _until_left(self, socket: WebSocket) -> None:
        message = await socket.receive()
        if message["type"] == "websocket.receive":
            await socket.close(POLICY, "This socket only carries news; commands go by POST.")

    def _left(self, code: str) -> None:
        """Tell the other player that this one has left, and again when the grace is over."""
        for seconds in (0, self._registry.limits.grace_seconds + 0.1):
            self._registry.start(self._told_of_leaving(code, seconds))

    async def _told_of_leaving(self, code: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self._registry.hub.listened_to(code):
            with suppress(LastDigitError):
                self._registry.tell(await self._registry.at(code))
