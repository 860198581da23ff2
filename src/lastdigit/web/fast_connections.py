"""Connections whose requests are read by httptools, where it is installed: it is quicker."""

from __future__ import annotations

from collections import deque
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lastdigit.web.connections import Patient
from lastdigit.web.limits import Limits

BETWEEN = len(": \r\n")


class FastConnection(Patient, HttpToolsProtocol):
    """HTTP to somebody who finishes the head of every request in time, and within its bytes."""

    def __init__(self, *, limits: Limits, **others: Any) -> None:
        super().__init__(limits=limits, **others)
        self._head_bytes = limits.head_bytes
        self._pipelined = limits.pipelined_requests
        self._cycles: deque[Any] = deque()
        """The requests that have no complete response yet."""
        self._in_head = True
        self._head = 0
        """How much has come of a head that is not whole."""
        self._parsed = 0
        """How much of the present head has been parsed."""

    def data_received(self, data: bytes) -> None:
        """Read what has come; httptools itself would take a head of any length."""
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > self._head_bytes and not self.transport.is_closing():
            self.send_400_response("Invalid HTTP request received.")

    def on_message_begin(self) -> None:
        """Begin a head, unless too many requests wait for responses to those before them."""
        if len(self.pipeline) >= self._pipelined:
            raise ValueError("Too many requests at once on one connection.")
        self._in_head, self._head, self._parsed = True, 0, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Take in the address, or a part of it."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take in a header."""
        self._count(len(name) + len(value) + BETWEEN)
        super().on_header(name, value)

    def _count(self, parsed: int) -> None:
        # A long head can arrive in one piece. The error stops the parser, and uvicorn sends 400.
        self._parsed += parsed
        if self._parsed > self._head_bytes:
            raise ValueError("The head of the request is too long.")

    def send_400_response(self, msg: str) -> None:
        """Refuse a request; in the middle of another response there is no way to say so."""
        if self.cycle is None or self.cycle.response_complete:
            super().send_400_response(msg)
        else:
            self.hang_up()

    def hang_up(self) -> None:
        """Close the connection; nothing is written to it any more."""
        self._disconnect()
        super().hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let every request know. uvicorn tells only the last of several at once."""
        self._disconnect()
        super().connection_lost(exc)

    def _disconnect(self) -> None:
        for cycle in self._cycles:
            cycle.disconnected = True
            cycle.message_event.set()

    def on_headers_complete(self) -> None:
        """End it: nobody waits for it any more."""
        self._in_head = False
        self.stop_waiting()
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # None is made of a request that opens a socket
            self._cycles.append(self.cycle)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request, unless it is here already."""
        self._cycles.popleft()
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            self.wait_for_head()

    def handle_websocket_upgrade(self) -> None:
        """Become a socket."""
        super().handle_websocket_upgrade()
        self.hand_over()
