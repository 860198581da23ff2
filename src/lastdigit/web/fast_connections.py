"""Connections whose requests are read by httptools, where it is installed: it is quicker."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lastdigit.web.connections import Patient


class FastConnection(Patient, HttpToolsProtocol):
    """HTTP to somebody who finishes the head of every request in time, and within its bytes."""

    def __init__(self, *, head_bytes: int, **others: Any) -> None:
        super().__init__(**others)
        self._head_bytes = head_bytes
        self._in_head = True
        self._head = 0
        """How much has come of a head that is not whole."""

    def data_received(self, data: bytes) -> None:
        """Read what has come; httptools itself would take a head of any length."""
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > self._head_bytes and not self.transport.is_closing():
            self.send_400_response("Invalid HTTP request received.")

    def on_message_begin(self) -> None:
        """Begin a head."""
        self._in_head, self._head = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """End it: nobody waits for it any more."""
        self._in_head = False
        self.stop_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Begin to wait for the next."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self.wait_for_head()

    def handle_websocket_upgrade(self) -> None:
        """Become a socket; those are counted by themselves."""
        self.leave()
        super().handle_websocket_upgrade()
