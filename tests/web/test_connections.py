"""Connections: who asks nothing is hung up on, and nobody takes all of them."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from lastdigit.web.connections import Connection, Reading, Socket, connections
from lastdigit.web.fast_connections import FastConnection
from lastdigit.web.limits import Limits
from tests.conftest import PATIENCE
from tests.web.conftest import Server, stop_in_peace, wait_for


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    """Start a server that soon loses its patience."""
    limits = ("head-seconds=1", "head-bytes=2000")
    server = Server(tmp_path_factory.mktemp("data"), cache, limits)
    yield server
    stop_in_peace(server)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Server]:
    """Start a server that has time, but not for everybody at once."""
    limits = (f"head-seconds={PATIENCE}", "head-bytes=2000", "connections-an-address=5")
    server = Server(tmp_path_factory.mktemp("data"), cache, limits)
    yield server
    stop_in_peace(server)


@pytest.fixture
def connect(strict: Server) -> Iterator[socket.socket]:
    """Return a connection; the test ends it at the latest."""
    with socket.create_connection(("127.0.0.1", strict.port), PATIENCE) as connection:
        yield connection


def head(server: Server, path: str = "/api/games") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()


def more(connection: socket.socket) -> bytes:
    """Return what comes next; raises ConnectionError when the server has hung up."""
    received = connection.recv(65_536)
    if not received:
        raise ConnectionError("the server has hung up")
    return received


def answer(connection: socket.socket) -> bytes:
    """Return the status line of an answer, having read all of it; raises ConnectionError."""
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
    """Ask for something, and return whether it is had."""
    try:
        connection.sendall(head(server))
        return answer(connection).endswith(b"200 OK")
    except ConnectionError:
        return False


def is_hung_up(connection: socket.socket) -> bool:
    """Wait until the server hangs up, and return whether it said nothing more."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def drip(connection: socket.socket, request: bytes) -> int:
    """Send a request byte by byte, slowly, and return how many it took to be hung up on."""
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


@pytest.mark.prove
def test_who_says_nothing_is_hung_up_on(connect: socket.socket) -> None:
    assert is_hung_up(connect)


@pytest.mark.prove
def test_who_never_finishes_the_head_of_a_request_is_hung_up_on(
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
def test_who_does_not_read_what_is_sent_is_hung_up_on(reads: bool) -> None:
    assert issubclass(Connection, Reading)
    assert issubclass(FastConnection, Reading)
    assert issubclass(Socket, Reading)

    async def story() -> Exception | None:
        loop = asyncio.get_running_loop()
        lost: asyncio.Future[Exception | None] = loop.create_future()

        class Talker(Reading):
            """Says more than all buffers hold, and then goodbye."""

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

    assert asyncio.run(story()) is None


@pytest.mark.prove
def test_who_asks_in_time_keeps_the_connection(patient: Server) -> None:
    request = head(patient)
    with socket.create_connection(("127.0.0.1", patient.port), PATIENCE) as connection:
        for part in (request[:10], request[10:], request, request):
            connection.sendall(part)
            if part != request[:10]:
                assert answer(connection).endswith(b"200 OK")


def test_an_endless_head_is_refused(patient: Server) -> None:
    with socket.create_connection(("127.0.0.1", patient.port), PATIENCE) as connection:
        connection.sendall(head(patient)[:-2] + b"Cookie: " + b"x" * 3_000)
        assert b"400" in connection.recv(100)


def test_a_body_with_a_length_and_in_chunks_is_refused_and_the_connection_closed(
    patient: Server,
) -> None:
    """Where a proxy believes the length, what follows would be somebody else's request."""
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


def test_an_address_has_only_so_many_connections(patient: Server) -> None:
    with ExitStack() as stack:

        def another() -> socket.socket:
            where = ("127.0.0.1", patient.port)
            return stack.enter_context(socket.create_connection(where, PATIENCE))

        kept = [another() for _ in range(5)]
        assert all(is_answered(connection, patient) for connection in kept)
        assert is_hung_up(another())
        kept[0].close()
        wait_for(lambda: is_answered(another(), patient))


def test_httptools_reads_where_it_is_installed_and_h11_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert connections(Limits(), None).func is FastConnection  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lastdigit.web.fast_connections", None)
    assert connections(Limits(), None).func is Connection  # type: ignore[attr-defined]
