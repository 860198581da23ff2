"""Connections: who asks nothing is hung up on, and nobody takes all of them."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

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


def test_who_says_nothing_is_hung_up_on(connect: socket.socket) -> None:
    assert is_hung_up(connect)


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
