"""The guards around uvicorn's protocols, with real requests, and what they need of uvicorn."""

from __future__ import annotations

import asyncio
import inspect
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from lastdigit.web import protocols
from lastdigit.web.limits import Limits
from lastdigit.web.protocols import (
    AddressLimit,
    GuardedH11,
    GuardedHttp,
    GuardedHttpTools,
    GuardedWebSocket,
    WriteTimeout,
    http_protocol,
    websocket_protocol,
)
from tests.conftest import PATIENCE
from tests.web.conftest import QUICK, Serve, Server, stop_without_errors

HANDSHAKE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
CONTINUATION, TEXT, BINARY, CLOSE, PING = 0, 1, 2, 8, 9


HTTP_GUARDS = (GuardedH11, GuardedHttpTools)
COMMON: dict[str, tuple[str, ...]] = {
    "connection_made": ("transport",),
    "connection_lost": ("exc",),
    "pause_writing": (),
    "resume_writing": (),
}
OVERRIDDEN: dict[type[asyncio.Protocol], dict[str, tuple[str, ...]]] = {
    GuardedH11: {**COMMON, "handle_events": (), "handle_websocket_upgrade": ("event",)},
    GuardedHttpTools: {
        **COMMON,
        "data_received": ("data",),
        "on_message_begin": (),
        "on_url": ("url",),
        "on_header": ("name", "value"),
        "on_headers_complete": (),
        "on_response_complete": (),
        "send_400_response": ("msg",),
        "handle_websocket_upgrade": (),
    },
    GuardedWebSocket: {
        "data_received": ("data",),
        "connection_lost": ("exc",),
        "pause_writing": (),
        "resume_writing": (),
        "send": ("message",),
        "keepalive_timeout": (),
    },
}
"""The methods of uvicorn that each guard overrides, with their parameters."""
ATTRIBUTES = {
    GuardedH11: {"transport", "loop", "client", "cycle", "conn"},
    GuardedHttpTools: {"transport", "loop", "client", "cycle", "pipeline"},
    GuardedWebSocket: {"transport", "loop", "conn", "queue", "handshake_initiated"}
    | {"close_sent", "close_timeout", "close_timer"},
}
CYCLE = {"more_body", "scope", "response_complete", "disconnected", "message_event"}
"""The attributes of uvicorn's protocols, and of a request in progress, that the guards use."""
CHANGED = (
    f"uvicorn {uvicorn.__version__} is not what web/protocols.py is written for: {{}}. "
    "Adapt the guards, or lower the newest version of uvicorn in pyproject.toml."
)


def uvicorn_class(guard: type[asyncio.Protocol]) -> type:
    """Return the protocol of uvicorn that a guard is a subclass of."""
    return next(one for one in guard.__mro__ if one.__module__.startswith("uvicorn."))


async def respond(scope: Scope, receive: Receive, send: Send) -> None:
    """Accept a WebSocket, or send a long response."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    size = int(scope["query_string"] or b"2")
    headers = [(b"content-length", str(size).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"x" * size})


class Guarded:
    """A server in this process, with one kind of guarded connections."""

    def __init__(self, guard: type[GuardedHttp], limits: Limits) -> None:
        self.connections: list[GuardedHttp] = []
        self._writers: list[asyncio.StreamWriter] = []
        self._guard = guard
        self._limits = limits
        self._addresses = AddressLimit(limits.connections_an_address)
        socket = websocket_protocol(limits)
        self._config = uvicorn.Config(respond, log_config=None, ws=socket)  # type: ignore[arg-type]
        self._config.load()
        self._state = ServerState()

    def _connection(self) -> GuardedHttp:
        connection = self._guard(
            limits=self._limits,
            addresses=self._addresses,
            config=self._config,
            server_state=self._state,
            app_state={},
        )
        self.connections.append(connection)
        return connection

    async def __aenter__(self) -> Guarded:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._connection, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._state.tasks:
            task.cancel()
        for writer in self._writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def connect(self, sent: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(*self._server.sockets[0].getsockname())
        writer.write(sent)
        self._writers.append(writer)
        return reader, writer


async def everything(reader: asyncio.StreamReader) -> bytes:
    """Return all that the server sends until it closes the connection."""
    received = b""
    with suppress(ConnectionError):
        while piece := await asyncio.wait_for(reader.read(65_536), PATIENCE):
            received += piece
    return received


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize("guard", OVERRIDDEN)
def test_uvicorn_has_the_methods_that_the_guards_override(guard: type[asyncio.Protocol]) -> None:
    base = uvicorn_class(guard)
    for name, parameters in OVERRIDDEN[guard].items():
        method = base.__dict__.get(name)
        assert method is not None, CHANGED.format(f"{base.__name__}.{name} is gone")
        found = tuple(inspect.signature(method).parameters)[1:]
        assert found == parameters, CHANGED.format(f"{base.__name__}.{name} takes {found}")
    ours = [one for one in guard.__mro__ if one.__module__ == protocols.__name__]
    overridden = {name for one in ours for name in vars(one) if hasattr(base, name)}
    overridden -= set(vars(object)) | {"__module__", "__dict__", "__weakref__", "__annotations__"}
    assert overridden == set(OVERRIDDEN[guard]), "list every overridden method in OVERRIDDEN"
    arguments = set(inspect.signature(base).parameters)
    missing = {"config", "server_state", "app_state"} - arguments
    assert not missing, CHANGED.format(f"{base.__name__} takes no {missing}")


@pytest.mark.parametrize("guard", HTTP_GUARDS)
def test_uvicorn_has_the_attributes_that_the_guards_use(guard: type[GuardedHttp]) -> None:
    async def scenario() -> None:
        async with Guarded(guard, Limits()) as server:
            reader, _ = await server.connect(GET)
            await reader.readuntil(b"xx")
            (http,) = server.connections
            upgrade = GET[:-2] + HANDSHAKE
            reader, _ = await server.connect(upgrade)
            await reader.readuntil(b"\r\n\r\n")
            socket = server.connections[1].transport.get_protocol()
            assert isinstance(socket, GuardedWebSocket), CHANGED.format("no WebSocket is made")
            for kind, one in ((guard, http), (GuardedWebSocket, socket)):
                gone = {name for name in ATTRIBUTES[kind] if not hasattr(one, name)}
                assert not gone, CHANGED.format(f"{uvicorn_class(kind).__name__} has no {gone}")
            gone = {name for name in CYCLE if not hasattr(http.cycle, name)}
            assert not gone, CHANGED.format(f"a request has no {gone}")

    asyncio.run(scenario())


@pytest.mark.parametrize("guard", HTTP_GUARDS)
def test_unfinished_headers_time_out(guard: type[GuardedHttp]) -> None:
    async def scenario() -> None:
        async with Guarded(guard, Limits(head_seconds=1)) as server:
            silent, _ = await server.connect()
            partial, _ = await server.connect(GET[:20])
            second, _ = await server.connect(GET + GET[:20])
            assert await everything(silent) == await everything(partial) == b""
            assert (await everything(second)).endswith(b"xx")

    asyncio.run(scenario())


@pytest.mark.parametrize("guard", HTTP_GUARDS)
def test_long_headers_are_refused(guard: type[GuardedHttp]) -> None:
    async def scenario() -> None:
        async with Guarded(guard, Limits(head_bytes=2_000)) as server:
            for long in (b"x" * 3_000, b"x" * 3_000 + b"\r\n\r\n"):
                reader, _ = await server.connect(GET[:-2] + b"Cookie: " + long)
                assert (await everything(reader)).startswith(b"HTTP/1.1 400"), CHANGED.format("")

    asyncio.run(scenario())


@pytest.mark.parametrize("guard", HTTP_GUARDS)
def test_a_client_that_does_not_read_is_disconnected(guard: type[GuardedHttp]) -> None:
    async def scenario() -> None:
        async with Guarded(guard, Limits(stalled_seconds=1)) as server:
            size = 50_000_000
            reader, writer = await server.connect(GET.replace(b"/ ", f"/?{size} ".encode()))
            await reader.readuntil(b"xx")
            writer.transport.pause_reading()  # type: ignore[attr-defined] # of a socket
            (connection,) = server.connections
            async with asyncio.timeout(PATIENCE):
                while not connection.transport.is_closing():
                    await asyncio.sleep(0.05)
            writer.transport.resume_reading()  # type: ignore[attr-defined]
            assert len(await everything(reader)) < size

    asyncio.run(scenario())


@pytest.mark.parametrize("guard", HTTP_GUARDS)
def test_connections_of_one_address_are_limited_without_websockets(
    guard: type[GuardedHttp],
) -> None:
    async def scenario() -> None:
        async with Guarded(guard, Limits(connections_an_address=2)) as server:
            for _ in range(5):
                reader, _ = await server.connect(GET[:-2] + HANDSHAKE)
                assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            readers = []
            for _ in range(3):
                reader, _ = await server.connect(GET)
                await reader.readuntil(b"xx")
                readers.append(reader)
            assert await everything(readers[0]) == b"", "the idle one makes room"
            open_ones = [one for one in server.connections if not one.transport.is_closing()]
            assert len(open_ones) == 7

    asyncio.run(scenario())


@pytest.mark.parametrize("guard", HTTP_GUARDS)
def test_a_websocket_of_either_parser_takes_no_data(guard: type[GuardedHttp]) -> None:
    async def scenario() -> None:
        async with Guarded(guard, Limits()) as server:
            reader, writer = await server.connect(GET[:-2] + HANDSHAKE)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(frame(TEXT, b"hello"))
            closing = await everything(reader)
            assert (closing[0] & 0x0F, int.from_bytes(closing[2:4])) == (CLOSE, 1008)

    asyncio.run(scenario())


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    """Start a server with short time-outs."""
    limits = ("head-seconds=1", "head-bytes=2000")
    server = Server(tmp_path_factory.mktemp("data"), cache, limits)
    yield server
    stop_without_errors(server)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    """Start a server with long time-outs that allows few connections."""
    limits = (f"head-seconds={PATIENCE}", "head-bytes=2000", "connections-an-address=5")
    server = Server(tmp_path_factory.mktemp("data"), cache, limits)
    yield server
    stop_without_errors(server)


@pytest.fixture
def connect(strict: Server) -> Iterator[socket.socket]:
    """Open a connection until the end of the test."""
    with socket.create_connection(("127.0.0.1", strict.port), PATIENCE) as connection:
        yield connection


def head(server: Server, path: str = "/api/games") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()


def more(connection: socket.socket) -> bytes:
    """Receive some bytes. Raise ConnectionError if the server has closed the connection."""
    received = connection.recv(65_536)
    if not received:
        raise ConnectionError("the server has hung up")
    return received


def answer(connection: socket.socket) -> bytes:
    """Read a whole response, and return its status line. Raise ConnectionError."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += more(connection)
    top, _, body = received.partition(b"\r\n\r\n")
    (length,) = [
        int(line[15:]) for line in top.lower().split(b"\r\n") if line[:14] == b"content-length"
    ]
    while len(body) < length:
        body += more(connection)
    return top.partition(b"\r\n")[0]


def is_answered(connection: socket.socket, server: Server) -> bool:
    """Send a request, and return whether it succeeds."""
    try:
        connection.sendall(head(server))
        return answer(connection).endswith(b"200 OK")
    except ConnectionError:
        return False


def is_hung_up(connection: socket.socket) -> bool:
    """Wait until the server closes the connection, and return whether it sent nothing more."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def drip(connection: socket.socket, request: bytes) -> int:
    """Send a request slowly, and return after how many bytes the connection was closed."""
    connection.settimeout(0.1)
    for count, byte in enumerate(request):
        try:
            connection.send(bytes([byte]))
            if connection.recv(1) == b"":
                return count
        except TimeoutError:
            continue
        except OSError:
            return count
    return len(request)


class Unread(asyncio.Transport):
    """A transport whose client reads nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.reading, self.aborted = True, False

    def write(self, data: bytes) -> None:  # type: ignore[override] # narrower, for the test
        self.sent += data

    def get_write_buffer_size(self) -> int:
        return len(self.sent)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None:
        self.aborted = True

    def get_extra_info(self, _: str, default: object = None) -> object:
        return default


@pytest.mark.prove
def test_silent_client_is_disconnected(connect: socket.socket) -> None:
    assert is_hung_up(connect)


@pytest.mark.prove
def test_client_that_never_finishes_the_headers_is_disconnected(
    strict: Server, connect: socket.socket
) -> None:
    endless = b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200
    assert drip(connect, endless) < len(endless)
    with ExitStack() as stack:

        def another() -> socket.socket:
            where = ("127.0.0.1", strict.port)
            return stack.enter_context(socket.create_connection(where, PATIENCE))

        again = another()
        while not is_answered(again, strict):  # a busy machine may have asked too late
            again = another()
        assert drip(again, endless) < len(endless), "the second request is no better"


@pytest.mark.parametrize("reads", [True, False])
def test_write_timeout_closes_only_stalled_connections(reads: bool) -> None:
    assert issubclass(GuardedH11, WriteTimeout)
    assert issubclass(GuardedHttpTools, WriteTimeout)
    assert issubclass(GuardedWebSocket, WriteTimeout)

    async def scenario() -> Exception | None:
        loop = asyncio.get_running_loop()
        lost: asyncio.Future[Exception | None] = loop.create_future()

        class Talker(WriteTimeout):
            """Sends more than all buffers hold, and closes the connection."""

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                self.loop = loop
                self.transport = transport  # type: ignore[assignment] # it is one
                self.transport.write(b"x" * 50_000_000)
                self.transport.close()

            def connection_lost(self, exc: Exception | None) -> None:
                super().connection_lost(exc)
                lost.set_result(exc)

        seconds = PATIENCE if reads else 0.05
        server = await loop.create_server(
            lambda: Talker(stalled_seconds=seconds), "127.0.0.1", 0, start_serving=True
        )
        async with server:
            where = server.sockets[0].getsockname()
            reader, writer = await asyncio.open_connection(*where)
            if reads:
                assert len(await reader.read()) == 50_000_000
            await asyncio.wait_for(lost, PATIENCE)
            if not reads:
                with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                    await reader.readexactly(50_000_000)
            writer.close()
            return lost.result()

    assert asyncio.run(scenario()) is None


@pytest.mark.prove
def test_client_that_sends_requests_in_time_stays_connected(patient: Server) -> None:
    request = head(patient)
    with socket.create_connection(("127.0.0.1", patient.port), PATIENCE) as connection:
        for part in (request[:10], request[10:], request, request):
            connection.sendall(part)
            if part != request[:10]:
                assert answer(connection).endswith(b"200 OK")


def test_endless_headers_are_refused(patient: Server) -> None:
    with socket.create_connection(("127.0.0.1", patient.port), PATIENCE) as connection:
        connection.sendall(head(patient)[:-2] + b"Cookie: " + b"x" * 3_000)
        assert b"400" in connection.recv(100)


@pytest.mark.parametrize(
    "long",
    [
        b"GET /api/games?" + b"x" * 64_000 + b" HTTP/1.1\r\n",
        b"GET /api/games HTTP/1.1\r\nCookie: " + b"x" * 64_000 + b"\r\n",
        b"GET /api/games HTTP/1.1\r\n" + b"a:\r\n" * 16_000,
        b"GET /api/games HTTP/1.1\n" + b"X: y\n" * 10_000,
    ],
    ids=["address", "one header", "empty headers", "bare line feeds"],
)
@pytest.mark.parametrize("kind", [GuardedH11, GuardedHttpTools])
def test_long_headers_that_arrive_in_one_piece_are_refused(
    kind: type[GuardedH11 | GuardedHttpTools], long: bytes
) -> None:
    async def scenario() -> bytes:
        async def app(_: Scope, __: Receive, ___: Send) -> None:
            raise AssertionError("the request was accepted")

        config = uvicorn.Config(app, log_config=None)
        config.load()
        transport = Unread()
        connection = kind(
            limits=Limits(), addresses=None, config=config, server_state=ServerState(), app_state={}
        )
        connection.connection_made(transport)
        connection.data_received(long + b"Host: localhost\r\n\r\n")
        connection.connection_lost(None)
        return transport.sent

    assert asyncio.run(scenario()).startswith(b"HTTP/1.1 400 ")


@pytest.mark.prove
def test_an_idle_connection_stays_open_for_as_long_as_documented(patient: Server) -> None:
    with socket.create_connection(("127.0.0.1", patient.port), PATIENCE) as connection:
        assert is_answered(connection, patient)
        time.sleep(6)  # uvicorn's own limit is 5 seconds, head-seconds is much longer here
        assert is_answered(connection, patient)


def test_a_body_with_a_length_and_in_chunks_is_refused_and_the_connection_closed(
    patient: Server,
) -> None:
    """If a proxy uses the length, the rest would be a request of another client."""
    smuggled = (
        f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{patient.port}\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
        "2\r\n{}\r\n0\r\n\r\n"
    ).encode() + head(patient)
    with socket.create_connection(("127.0.0.1", patient.port), PATIENCE) as connection:
        connection.sendall(smuggled)
        received = b""
        try:
            while more_of_it := connection.recv(65_536):
                received += more_of_it
        except ConnectionResetError:
            pass
    assert received.startswith(b"HTTP/1.1 400")
    assert received.count(b"HTTP/1.1") == 1


def test_new_connection_replaces_the_one_idle_for_longest(patient: Server) -> None:
    with ExitStack() as stack:

        def another() -> socket.socket:
            where = ("127.0.0.1", patient.port)
            return stack.enter_context(socket.create_connection(where, PATIENCE))

        idle = [another() for _ in range(5)]
        assert all(is_answered(connection, patient) for connection in reversed(idle))
        assert is_answered(another(), patient)
        assert is_hung_up(idle[-1])
        assert is_answered(idle[0], patient)


def test_connection_in_use_is_not_replaced() -> None:
    limit = AddressLimit(2)

    def connection(*, is_idle: bool) -> Mock:
        return Mock(spec=GuardedHttp, is_idle=is_idle)

    busy, idle, newcomer = (connection(is_idle=one) for one in (False, True, False))
    assert all(limit.add("home", one) for one in (busy, idle, newcomer))
    assert (busy.abort.called, idle.abort.called) == (False, True)
    assert not limit.add("home", connection(is_idle=False))
    limit.remove("home", busy)
    assert limit.add("home", connection(is_idle=False))


def test_number_of_pipelined_requests_is_limited(patient: Server) -> None:
    with socket.create_connection(("127.0.0.1", patient.port), PATIENCE) as connection:
        with suppress(ConnectionError):
            connection.sendall(head(patient, "/api/players") * 8_000)
        received = b""
        with suppress(ConnectionError):
            while piece := connection.recv(65_536):
                received += piece
    assert received.count(b"HTTP/1.1 200") <= Limits().pipelined_requests + 1


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    """Start a server that refuses every request after a day."""
    limits = ("connections-an-address=5", "reads-an-address=0", f"refusal-milliseconds={10**8}")
    server = Server(tmp_path_factory.mktemp("data"), cache, (*QUICK, *limits))
    yield server
    stop_without_errors(server)


def test_connection_with_a_delayed_refusal_can_be_replaced(refusing: Server) -> None:
    where = ("127.0.0.1", refusing.port)
    with ExitStack() as stack:
        for _ in range(20):
            refused = stack.enter_context(socket.create_connection(where, PATIENCE))
            refused.sendall(head(refusing))
        newcomer = stack.enter_context(socket.create_connection(where, PATIENCE))
        newcomer.sendall(head(refusing, "/healthz"))
        assert answer(newcomer).endswith(b"200 OK")


def test_websocket_counts_as_a_connection_until_it_is_accepted(refusing: Server) -> None:
    where = ("127.0.0.1", refusing.port)
    upgrade = head(refusing, "/api/presence")[:-2] + HANDSHAKE
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.create_connection(where, 30)) for _ in range(20)]
        for one in sockets:
            one.sendall(upgrade)
        assert sum(is_hung_up(one) for one in sockets[:15]) == 15


def test_client_that_disconnects_before_responses_is_no_error(serve: Serve) -> None:
    server = serve("reads-an-address=0", "refusal-milliseconds=50")
    where = ("127.0.0.1", server.port)
    for requests in (5, 8_000):
        with socket.create_connection(where, PATIENCE) as connection, suppress(ConnectionError):
            connection.sendall(head(server) * requests)
            more(connection)


def test_a_few_pipelined_requests_get_responses(patient: Server) -> None:
    with socket.create_connection(("127.0.0.1", patient.port), PATIENCE) as connection:
        connection.sendall(head(patient, "/healthz") * 10)
        received = b""
        while received.count(b"HTTP/1.1 200") < 10:
            received += more(connection)


def test_httptools_is_used_if_it_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert http_protocol(Limits(), None).func is GuardedHttpTools  # type: ignore[attr-defined]
    monkeypatch.setattr(protocols, "HAS_HTTPTOOLS", False)
    assert http_protocol(Limits(), None).func is GuardedH11  # type: ignore[attr-defined]


def frame(
    opcode: int, payload: bytes = b"", *, fin: bool = True, length: int | None = None
) -> bytes:
    """Return a client's frame, masked with zeros. `length` may be more than there is."""
    size = len(payload) if length is None else length
    return bytes([(0x80 if fin else 0) | opcode, 0x80 | size]) + bytes(4) + payload


@pytest.fixture
def raw_socket(server: Server) -> Iterator[socket.socket]:
    """Open a WebSocket for presence, and return its connection."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        connection.sendall(head(server, "/api/presence")[:-2] + HANDSHAKE)
        received = b""
        while not received.endswith(b"\r\n\r\n"):
            received += more(connection)
        assert b" 101 " in received
        yield connection


def closing_code(connection: socket.socket) -> int:
    """Read until the server closes a WebSocket, and return the close code."""
    received = b""
    while piece := connection.recv(65_536):
        received += piece
    while received[0] & 0x0F != CLOSE:
        received = received[2 + received[1] :]
    return int.from_bytes(received[2:4])


@pytest.mark.parametrize(
    "sent",
    [
        frame(TEXT, b"hello"),
        frame(BINARY, b"\xff"),
        frame(TEXT, b"a first fragment", fin=False),
        frame(CONTINUATION),
        frame(TEXT, b"not all of it", length=100),
        frame(TEXT)[:1],
        frame(PING) + frame(TEXT, b"after a ping"),
    ],
    ids=["text", "binary", "fragment", "continuation", "incomplete", "first byte", "after a ping"],
)
def test_the_first_data_frame_closes_a_socket(raw_socket: socket.socket, sent: bytes) -> None:
    raw_socket.sendall(sent)
    assert closing_code(raw_socket) == 1008


def test_text_that_is_not_utf_8_closes_a_socket_with_its_own_code(
    raw_socket: socket.socket,
) -> None:
    raw_socket.sendall(frame(TEXT, b"caf\xe9!"))
    assert closing_code(raw_socket) == 1007


async def opened(limits: Limits) -> tuple[GuardedWebSocket, Unread]:
    """Open a WebSocket without a server, and return both of its ends."""

    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        await asyncio.sleep(PATIENCE)

    transport = Unread()
    socket = GuardedWebSocket(
        limits=limits, config=uvicorn.Config(app), server_state=ServerState(), app_state={}
    )
    socket.connection_made(transport)
    socket.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + HANDSHAKE)
    while not transport.sent:
        await asyncio.sleep(0)
    return socket, transport


PONG, GOODBYE = bytes([0x80 | 10]), (1008).to_bytes(2) + b"Too many frames."
UNLIMITED = {"socket_frames_a_second": 10**6, "socket_bytes_a_second": 10**9}


@pytest.mark.parametrize(
    ("limit", "rate", "size"),
    [("socket_frames_a_second", 50, 2), ("socket_bytes_a_second", 1_310, 125)],
    ids=["frames", "bytes"],
)
def test_websocket_answers_pings_but_not_a_flood(limit: str, rate: int, size: int) -> None:
    async def scenario() -> None:
        socket, transport = await opened(Limits(**{**UNLIMITED, limit: rate}))
        ping = frame(PING, b"x" * size)
        for _ in range(10):
            socket.data_received(ping)
        handshake, *pongs = transport.sent.split(PONG)
        assert (b" 101 " in handshake, len(pongs)) == (True, 10)
        for _ in range(10_000):
            socket.data_received(ping)
            if GOODBYE in transport.sent[-20:]:
                break
        assert transport.sent.endswith(GOODBYE)
        socket.connection_lost(None)

    asyncio.run(scenario())


def test_a_socket_stops_reading_while_its_client_reads_nothing() -> None:
    async def scenario() -> None:
        limits = Limits(**UNLIMITED)
        socket, transport = await opened(limits)
        socket.pause_writing()
        assert not transport.reading
        socket.resume_writing()
        assert transport.reading
        flood = frame(PING, b"x" * 125) * 100
        for _ in range(limits.socket_unsent_bytes // len(flood) + 2):
            socket.data_received(flood)
        assert transport.aborted
        socket.connection_lost(None)

    asyncio.run(scenario())
