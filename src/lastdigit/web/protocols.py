"""Uvicorn's protocols with timeouts and limits that uvicorn does not have.

A client must send short headers in time, and must read the responses. A WebSocket client may send
only a few control frames. No IP address may use up all connections. The classes override methods
that are not public, so pyproject.toml limits the version of uvicorn. tests/web/test_protocols.py
checks everything that is used here.
"""

from __future__ import annotations

import asyncio
import re
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Opcode
from websockets.protocol import State

from lastdigit.web.api.visitors import network_of
from lastdigit.web.limits import HELD_BACK, Limits

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    HAS_HTTPTOOLS = True
except ModuleNotFoundError:  # httptools is not available on every platform
    HttpToolsProtocol = object  # type: ignore[assignment, misc]
    HAS_HTTPTOOLS = False

IS_COMPRESSED, OPCODE = 0x40, 0x0F
IS_MASKED, LENGTH = 0x80, 0x7F
"""Bit masks for the first and second byte of a WebSocket frame."""
EXTENDED_BYTES = {126: 2, 127: 8}
"""The size of the extended length in bytes, by the length in the second byte."""
MASK_BYTES = 4
MAX_CONTROL_FRAME = 125
DATA_FRAMES = (Opcode.CONT, Opcode.TEXT, Opcode.BINARY)
CLOSE_SECONDS = 1
END_OF_HEAD = re.compile(rb"\n\r?\n")
SEPARATORS = len(": \r\n")
"""The number of bytes in a header line besides its name and value."""


class WriteTimeout(asyncio.Protocol):
    """A mixin that closes the connection of a client that has stopped reading."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop

    def __init__(self, *, stalled_seconds: float, **uvicorn_arguments: Any) -> None:
        super().__init__(**uvicorn_arguments)
        self._stalled_seconds = stalled_seconds
        self._write_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cancel_write_timer()
        self._write_timer = self.loop.call_later(self._stalled_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel_write_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_write_timer()
        super().connection_lost(exc)

    def _cancel_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


class GuardedWebSocket(WriteTimeout, WebSocketsSansIOProtocol):
    """A WebSocket whose client may send control frames only, and few of them.

    The headers of incoming frames are read here first, because websockets parses a whole chunk
    before uvicorn sees its first frame, and a chunk can contain ten thousand empty frames.
    """

    def __init__(self, *, limits: Limits, **uvicorn_arguments: Any) -> None:
        super().__init__(stalled_seconds=limits.stalled_seconds, **uvicorn_arguments)
        self.close_timeout = CLOSE_SECONDS
        self.on_accept: Callable[[], None] = lambda: None
        """Callback for when the WebSocket is accepted or lost."""
        self._limits = limits
        self._scanner = FrameScanner()
        self._second = 0.0
        self._frames = self._bytes = 0

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # uvicorn passes on the request that opens the WebSocket
            super().data_received(data)
            return
        self._bytes += len(data)
        for start in self._scanner.starts(data):
            self._frames += 1
            if data[start] & OPCODE in DATA_FRAMES:
                self._refuse_data(data[start:])
                return
            if self._is_flooded():
                break
        if self._is_flooded():
            self._fail(CloseCode.POLICY_VIOLATION, "Too many frames.")
            return
        super().data_received(data)
        self._limit_unsent()

    def pause_writing(self) -> None:
        super().pause_writing()
        # Every ping would add a pong to the data that cannot be sent.
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.close_sent:
            self.transport.resume_reading()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.on_accept()
        self._limit_unsent()

    def connection_lost(self, exc: Exception | None) -> None:
        self.on_accept()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # a closing handshake would wait for the client

    def _is_flooded(self) -> bool:
        limits = self._limits
        if (
            self._frames <= limits.socket_frames_a_second
            and self._bytes <= limits.socket_bytes_a_second
        ):
            return False
        now = self.loop.time()
        if now - self._second < 1:
            return True
        self._second, self._frames, self._bytes = now, 0, 0
        return False

    def _limit_unsent(self) -> None:
        if self.transport.get_write_buffer_size() > self._limits.socket_unsent_bytes:
            self.transport.abort()

    def _refuse_data(self, frame: bytes) -> None:
        if is_bad_text(frame):
            self._fail(CloseCode.INVALID_DATA, "Text must be UTF-8.")
        else:
            self._fail(
                CloseCode.POLICY_VIOLATION, "This socket is read-only. Send commands with POST."
            )

    def _fail(self, code: CloseCode, reason: str) -> None:
        """Close the WebSocket, and read nothing more from it.

        The connection stays open for a moment: closed with unread data, it would be reset, and the
        client might never receive the code.
        """
        if self.close_sent or self.conn.state is not State.OPEN:
            self.transport.abort()
            return
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.pause_reading()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})


class FrameScanner:
    """Finds the starts of WebSocket frames in a stream of chunks."""

    def __init__(self) -> None:
        self._left = 0
        self._is_length_next = False

    def starts(self, data: bytes) -> Iterator[int]:
        """Yield the index of the first byte of every frame in a chunk.

        All frames are assumed to be control frames of at most 125 bytes. The caller stops at the
        first data frame.
        """
        at = 0
        while at < len(data):
            if self._is_length_next:
                self._left = (data[at] & LENGTH) + (MASK_BYTES if data[at] & IS_MASKED else 0)
                self._is_length_next = False
                at += 1
            elif self._left:
                skipped = min(self._left, len(data) - at)
                self._left -= skipped
                at += skipped
            else:
                yield at
                self._is_length_next = True
                at += 1


def is_bad_text(frame: bytes) -> bool:
    """Return whether the received part of a text frame is invalid UTF-8.

    >>> header = bytes([0x81, 0x82]) + bytes(4)
    >>> is_bad_text(header + bytes([0xE9, 0x21])), is_bad_text(header + bytes([0xE9]))
    (True, False)
    """
    header = 2 + EXTENDED_BYTES.get(frame[1] & LENGTH, 0) if len(frame) > 1 else 2
    if frame[0] & (IS_COMPRESSED | OPCODE) != Opcode.TEXT or len(frame) < header + MASK_BYTES:
        return False
    mask, masked = frame[header : header + MASK_BYTES], frame[header + MASK_BYTES :]
    length = frame[1] & LENGTH if header == 2 else int.from_bytes(frame[2:header])
    payload = bytes(byte ^ mask[at % MASK_BYTES] for at, byte in enumerate(masked[:length]))
    try:
        getincrementaldecoder("utf-8")().decode(payload, final=len(payload) == length)
    except UnicodeDecodeError:
        return True
    return False


class AddressLimit:
    """Limits the open connections from each address, not counting WebSockets.

    If an address has reached its limit, a new connection replaces the one that has been idle the
    longest, so that one client cannot lock out others with the same address.
    """

    def __init__(self, max_connections: int) -> None:
        self._max_connections = max_connections
        self._open: dict[str, dict[GuardedHttp, None]] = {}
        """The connections from each address, least recently used first."""

    def add(self, address: str, connection: GuardedHttp) -> bool:
        """Count a connection, or return False if all others are in use."""
        others = self._open.setdefault(address, {})
        if len(others) >= self._max_connections:
            idle = next((one for one in others if one.is_idle), None)
            if idle is None:
                return False
            del others[idle]
            idle.abort()
        others[connection] = None
        return True

    def touch(self, address: str, connection: GuardedHttp) -> None:
        """Mark a connection as the most recently used one."""
        others = self._open.get(address, {})
        if connection in others:
            others[connection] = others.pop(connection)

    def remove(self, address: str, connection: GuardedHttp) -> None:
        others = self._open.get(address, {})
        others.pop(connection, None)
        if not others:
            self._open.pop(address, None)


class GuardedHttp(WriteTimeout):
    """A mixin that limits the time for a request's headers, and the connections per address.

    `addresses` is None behind a proxy, which limits connections itself.
    """

    client: tuple[str, int] | None
    cycle: Any

    def __init__(
        self, *, limits: Limits, addresses: AddressLimit | None, **uvicorn_arguments: Any
    ) -> None:
        super().__init__(stalled_seconds=limits.stalled_seconds, **uvicorn_arguments)
        self._head_seconds = limits.head_seconds
        self._addresses = addresses
        self._is_upgraded = False
        self._head_timer: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether no request is being handled, except one that is being refused."""
        if self._head_timer is not None or self._is_upgraded:
            return True
        cycle = self.cycle
        return cycle is not None and (cycle.more_body or cycle.scope.get(HELD_BACK, False))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's
        super().connection_made(transport)
        self.start_head_timer()
        if self._addresses is not None and not self._addresses.add(self._address, self):
            self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.release()
        super().connection_lost(exc)

    @property
    def _address(self) -> str:
        return network_of(self.client[0] if self.client is not None else "")

    def start_head_timer(self) -> None:
        """Start the timer for the next request, unless it is already running."""
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self._head_seconds, self.abort)

    def stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
            if self._addresses is not None:
                self._addresses.touch(self._address, self)

    def abort(self) -> None:
        """Close the connection without sending the remaining data."""
        self.transport.abort()

    def release(self) -> None:
        """Stop the timer, and stop counting the connection."""
        self.stop_head_timer()
        if self._addresses is not None:
            self._addresses.remove(self._address, self)

    def count_until_accepted(self) -> None:
        """Count the connection until its WebSocket is accepted."""
        self._is_upgraded = True
        self.stop_head_timer()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, GuardedWebSocket):
            protocol.on_accept = self.release


class LimitedParser(h11.Connection):
    """An h11 parser that refuses long headers even if they arrive in one piece.

    h11 itself limits only incomplete headers.
    """

    def __init__(self, head_bytes: int) -> None:
        super().__init__(h11.SERVER, head_bytes)
        self._head_bytes = head_bytes

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if self.their_state is h11.IDLE:
            received, _ = self.trailing_data
            end = END_OF_HEAD.search(received)
            if end is not None and end.end() > self._head_bytes:
                raise h11.RemoteProtocolError("The request headers are too long.")
        return super().next_event()


class GuardedH11(GuardedHttp, H11Protocol):
    """HTTP/1.1 with h11, which is written in Python and runs everywhere."""

    def __init__(self, *, limits: Limits, **arguments: Any) -> None:
        super().__init__(limits=limits, **arguments)
        self.conn = LimitedParser(limits.head_bytes)

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state is h11.IDLE:
            self.start_head_timer()
        else:
            self.stop_head_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self.count_until_accepted()


class GuardedHttpTools(GuardedHttp, HttpToolsProtocol):
    """HTTP/1.1 with httptools, which is faster, but limits neither headers nor pipelining."""

    def __init__(self, *, limits: Limits, **arguments: Any) -> None:
        super().__init__(limits=limits, **arguments)
        self._head_bytes = limits.head_bytes
        self._max_pipelined = limits.pipelined_requests
        self._cycles: deque[Any] = deque()
        """The requests that do not have a complete response yet."""
        self._is_in_head = True
        self._received = 0
        """The number of bytes received so far of incomplete headers."""
        self._parsed = 0
        """The number of bytes of the current headers that have been parsed."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._received = self._received + len(data) if self._is_in_head else 0
        if self._received > self._head_bytes and not self.transport.is_closing():
            self.send_400_response("Invalid HTTP request received.")

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= self._max_pipelined:
            raise ValueError("Too many pipelined requests on one connection.")
        self._is_in_head, self._received, self._parsed = True, 0, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count_head(len(name) + len(value) + SEPARATORS)
        super().on_header(name, value)

    def _count_head(self, parsed: int) -> None:
        # Long headers can arrive in one piece. The error stops the parser, and uvicorn sends 400.
        self._parsed += parsed
        if self._parsed > self._head_bytes:
            raise ValueError("The request headers are too long.")

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        self.stop_head_timer()
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # a request that opens a WebSocket has no cycle
            self._cycles.append(self.cycle)

    def on_response_complete(self) -> None:
        self._cycles.popleft()
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            self.start_head_timer()

    def send_400_response(self, msg: str) -> None:
        # In the middle of another response, the client would read it as part of that response.
        if self.cycle is None or self.cycle.response_complete:
            super().send_400_response(msg)
        else:
            self.abort()

    def abort(self) -> None:
        self._disconnect_all()
        super().abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disconnect_all()
        super().connection_lost(exc)

    def _disconnect_all(self) -> None:
        # Uvicorn notifies only the last of several requests on a connection.
        for cycle in self._cycles:
            cycle.disconnected = True
            cycle.message_event.set()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        self.count_until_accepted()


def http_protocol(
    limits: Limits, addresses: AddressLimit | None
) -> Callable[..., asyncio.Protocol]:
    """Return an HTTP protocol factory, which uses httptools if it is installed."""
    protocol = GuardedHttpTools if HAS_HTTPTOOLS else GuardedH11
    return partial(protocol, limits=limits, addresses=addresses)


def websocket_protocol(limits: Limits) -> Callable[..., asyncio.Protocol]:
    """Return a WebSocket protocol factory."""
    return partial(GuardedWebSocket, limits=limits)
