"""Connections: who asks nothing for long is hung up on, and so is who does not read the answers.

No address takes all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from lastdigit.web.api.visitors import network_of
from lastdigit.web.limits import Limits, Places
from lastdigit.web.schema.refusals import Refusal


class Reading(asyncio.Protocol):
    """Somebody who reads what is sent: whoever stops for too long is hung up on."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop

    def __init__(self, *, stalled_seconds: float, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._stalled_seconds = stalled_seconds
        self._stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Wait for somebody who does not read, but not for ever."""
        super().pause_writing()
        self._read_again()
        self._stalled = self.loop.call_later(self._stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: it has been read."""
        super().resume_writing()
        self._read_again()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._read_again()
        super().connection_lost(exc)

    def _read_again(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


class Socket(Reading, WebSocketsSansIOProtocol):
    """A socket to somebody who reads, and answers when asked whether they are there."""

    def keepalive_timeout(self) -> None:
        """Hang up: to close politely would wait for them to read it."""
        super().keepalive_timeout()
        self.transport.abort()


class Patient(Reading):
    """Somebody who finishes the head of every request in time, whoever reads it.

    `places` are counted by address; None where all come through a proxy, which counts them itself.
    """

    client: tuple[str, int] | None

    def __init__(self, *, head_seconds: float, places: Places | None, **others: Any) -> None:
        super().__init__(**others)
        self._head_seconds = head_seconds
        self._places = places
        self._own_place = ExitStack()
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's
        """Take a place, and begin to wait for a request."""
        super().connection_made(transport)
        self.wait_for_head()
        if self._places is not None and self.client is not None:
            try:
                self._own_place.enter_context(self._places.taken(network_of(self.client[0])))
            except Refusal:
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self.leave()
        super().connection_lost(exc)

    def wait_for_head(self) -> None:
        """Begin to wait, if nobody does yet."""
        if self._patience is None:
            self._patience = self.loop.call_later(self._head_seconds, self.transport.abort)

    def stop_waiting(self) -> None:
        """Wait no more: it has come."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def leave(self) -> None:
        """Give the place back, and wait for nothing."""
        self.stop_waiting()
        self._own_place.close()


class Connection(Patient, H11Protocol):
    """HTTP as h11 reads it, which is written in Python and so is everywhere."""

    def handle_events(self) -> None:
        """Read what has come; until it is a whole head, the waiting goes on."""
        super().handle_events()
        if self.conn.their_state is h11.IDLE:
            self.wait_for_head()
        else:
            self.stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a socket; those are counted by themselves."""
        self.leave()
        super().handle_websocket_upgrade(event)


def connections(limits: Limits, places: Places | None) -> Callable[..., asyncio.Protocol]:
    """Return what makes connections: by httptools where it is installed, which is quicker."""
    settings: dict[str, Any] = {
        "head_seconds": limits.head_seconds,
        "stalled_seconds": limits.stalled_seconds,
        "places": places,
    }
    try:
        from lastdigit.web.fast_connections import FastConnection
    except ModuleNotFoundError:
        return partial(Connection, **settings)
    return partial(FastConnection, head_bytes=limits.head_bytes, **settings)
