"""Uvicorn protocols with header and write timeouts, frame limits and a per-address limit."""

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
except ModuleNotFoundError:  # httptools does not exist for every platform
    HttpToolsProtocol = object  # type: ignore[assignment, misc]
    HAS_HTTPTOOLS = False

IS_COMPRESSED, OPCODE = 0x40, 0x0F
IS_MASKED, LENGTH = 0x80, 0x7F
EXTENDED_BYTES = {126: 2, 127: 8}
MASK_BYTES = 4
LARGEST_CONTROL_FRAME = 125
CLOSING_SECONDS = 1
HEAD_END = re.compile(rb"\n\r?\n")
DATA_FRAMES = (Opcode.CONT, Opcode.TEXT, Opcode.BINARY)
BETWEEN = len(": \r\n")


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
    """A WebSocket whose client may send control frames only, and few of them.

    The headers of incoming frames are read here first: websockets parses a whole chunk before
    uvicorn sees its first frame, and a chunk can hold ten thousand empty ones.
    """

    def __init__(self, *, limits: Limits, **uvicorns: Any) -> None:
        super().__init__(stalled_seconds=limits.stalled_seconds, **uvicorns)
        self.close_timeout = CLOSING_SECONDS
        self.on_accept: Callable[[], None] = lambda: None
        """Is called once the socket is accepted or lost."""
        self._limits = limits
        self._frame = FramePosition()
        self._second = 0.0
        self._frames = self._bytes = 0

    def data_received(self, data: bytes) -> None:
        """Check the frames in a chunk, then let uvicorn handle them."""
        if not self.handshake_initiated:  # uvicorn passes on the request that opens the socket
            super().data_received(data)
            return
        self._bytes += len(data)
        for start in self._frame.starts(data):
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
        """Stop reading too: each ping read would add a pong to what is waiting to be sent."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read again, unless the socket is being closed."""
        super().resume_writing()
        if not self.close_sent:
            self.transport.resume_reading()

    async def send(self, message: Any) -> None:
        """Send a message; hang up if too much is waiting to be sent."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.on_accept()
        self._limit_unsent()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        self.on_accept()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """Hang up: to close politely would wait for them to read it."""
        super().keepalive_timeout()
        self.transport.abort()

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
        """Close the socket and read nothing more from it.

        The connection stays open for a moment: closed with unread data, it would be reset, and the
        client might never see the code.
        """
        if self.close_sent or self.conn.state is not State.OPEN:
            self.transport.abort()
            return
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.pause_reading()
        self.close_timer = self.loop.call_later(CLOSING_SECONDS, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})


class FramePosition:
    """Where the next WebSocket frame begins in a stream of chunks."""

    def __init__(self) -> None:
        self._left = 0
        self._length_is_next = False

    def starts(self, data: bytes) -> Iterator[int]:
        """Yield the index of every frame's first byte, assuming control frames.

        These are at most 125 bytes long; at a data frame the caller stops anyway.
        """
        at = 0
        while at < len(data):
            if self._length_is_next:
                self._left = (data[at] & LENGTH) + (MASK_BYTES if data[at] & IS_MASKED else 0)
                self._length_is_next = False
                at += 1
            elif self._left:
                skipped = min(self._left, len(data) - at)
                self._left -= skipped
                at += skipped
            else:
                yield at
                self._length_is_next = True
                at += 1


def is_bad_text(frame: bytes) -> bool:
    """Return whether the part of a text frame that has arrived is not UTF-8.

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
    """The open connections of each address, WebSockets not counted.

    When an address is full, a newcomer takes the place of the connection that has been idle for
    longest, so that one client cannot lock out the others there.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, dict[Patient, None]] = {}

    def add(self, address: str, connection: Patient) -> bool:
        """Count a connection, or return False if all others are in use."""
        others = self._open.setdefault(address, {})
        if len(others) >= self._most:
            idle = next((one for one in others if one.is_idle), None)
            if idle is None:
                return False
            del others[idle]
            idle.hang_up()
        others[connection] = None
        return True

    def use(self, address: str, connection: Patient) -> None:
        """Put a connection last: those before it have been idle for longer."""
        others = self._open.get(address, {})
        if connection in others:
            others[connection] = others.pop(connection)

    def remove(self, address: str, connection: Patient) -> None:
        """Count a connection no longer."""
        others = self._open.get(address, {})
        others.pop(connection, None)
        if not others:
            self._open.pop(address, None)


class Patient(Reading):
    """Somebody who finishes the head of every request in time, whoever reads it.

    `addresses` is None behind a proxy, which limits connections itself.
    """

    client: tuple[str, int] | None
    cycle: Any

    def __init__(self, *, limits: Limits, addresses: AddressLimit | None, **others: Any) -> None:
        super().__init__(stalled_seconds=limits.stalled_seconds, **others)
        self._head_seconds = limits.head_seconds
        self._addresses = addresses
        self._is_upgraded = False
        self._patience: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether no request is being handled, except one that is refused."""
        if self._patience is not None or self._is_upgraded:
            return True
        cycle = self.cycle
        return cycle is not None and (cycle.more_body or cycle.scope.get(HELD_BACK, False))

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # uvicorn's
        """Take a place, and begin to wait for a request."""
        super().connection_made(transport)
        self.wait_for_head()
        if self._addresses is not None and not self._addresses.add(self._address, self):
            self.hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self.release()
        super().connection_lost(exc)

    @property
    def _address(self) -> str:
        return network_of(self.client[0] if self.client is not None else "")

    def wait_for_head(self) -> None:
        """Begin to wait, if nobody does yet."""
        if self._patience is None:
            self._patience = self.loop.call_later(self._head_seconds, self.hang_up)

    def hang_up(self) -> None:
        """Close the connection, whatever is waiting to be sent."""
        self.transport.abort()

    def stop_waiting(self) -> None:
        """Wait no more: it has come."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
            if self._addresses is not None:
                self._addresses.use(self._address, self)

    def release(self) -> None:
        """Give the place back, and wait for nothing."""
        self.stop_waiting()
        if self._addresses is not None:
            self._addresses.remove(self._address, self)

    def hand_over(self) -> None:
        """Let the WebSocket that this has become keep the place until it is accepted."""
        self._is_upgraded = True
        self.stop_waiting()
        socket = self.transport.get_protocol()
        if isinstance(socket, Socket):
            socket.on_accept = self.release


class ShortHeads(h11.Connection):
    """A parser that refuses a long head even if it arrives in one piece.

    h11 itself limits only a head that is not complete yet.
    """

    def __init__(self, head_bytes: int) -> None:
        super().__init__(h11.SERVER, head_bytes)
        self._head_bytes = head_bytes

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event; raises RemoteProtocolError for a head that is too long."""
        if self.their_state is h11.IDLE:
            received, _ = self.trailing_data
            end = HEAD_END.search(received)
            if end is not None and end.end() > self._head_bytes:
                raise h11.RemoteProtocolError("The head of the request is too long.")
        return super().next_event()


class Connection(Patient, H11Protocol):
    """HTTP as h11 reads it, which is written in Python and so is everywhere."""

    def __init__(self, *, limits: Limits, **others: Any) -> None:
        super().__init__(limits=limits, **others)
        self.conn = ShortHeads(limits.head_bytes)

    def handle_events(self) -> None:
        """Read what has come; until it is a whole head, the waiting goes on."""
        super().handle_events()
        if self.conn.their_state is h11.IDLE:
            self.wait_for_head()
        else:
            self.stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a socket."""
        super().handle_websocket_upgrade(event)
        self.hand_over()


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


def connections(limits: Limits, addresses: AddressLimit | None) -> Callable[..., asyncio.Protocol]:
    """Return a factory of HTTP connections, which httptools parses if it is installed."""
    kind = FastConnection if HAS_HTTPTOOLS else Connection
    return partial(kind, limits=limits, addresses=addresses)
