"""The log of a server: one line for each kind of message, and a count."""

from __future__ import annotations

import logging
import signal
import socket
from itertools import repeat

import pytest

from lastdigit.web.logs import MAX_KINDS, QUIET_SECONDS, RateLimitedHandler
from tests.sizes import sampled
from tests.web.conftest import Serve, Server

BAD = 300


class Time:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def handler(time: Time) -> RateLimitedHandler:
    return RateLimitedHandler(time)


@pytest.fixture
def log(handler: RateLimitedHandler) -> logging.Logger:
    """Return a log of its own, which writes only through the handler."""
    log = logging.Logger("test")
    log.addHandler(handler)
    return log


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def test_repeated_messages_are_counted(
    log: logging.Logger, time: Time, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(2_000):
        log.warning("The disk is full, try %d.", number)
    assert lines(capsys) == ["lastdigit: The disk is full, try 0."]
    time.now += QUIET_SECONDS
    log.warning("The disk is full, try %d.", 2_000)
    assert lines(capsys) == [
        "lastdigit: The disk is full, try 2000. (1999 more since the last one.)"
    ]
    time.now += QUIET_SECONDS
    log.warning("The disk is full, try %d.", 2_001)
    assert lines(capsys) == ["lastdigit: The disk is full, try 2001."]


def test_messages_of_another_kind_are_written_at_once(
    log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    log.warning("The disk is full.")
    log.warning("The disk is gone.")
    for error in (KeyError(), ValueError(), KeyError()):
        log.error("Unhandled error in a request", exc_info=error)
    told = lines(capsys)
    assert [line for line in told if line.startswith("lastdigit: ")] == [
        "lastdigit: The disk is full.",
        "lastdigit: The disk is gone.",
        "lastdigit: Unhandled error in a request",
        "lastdigit: Unhandled error in a request",
    ]
    assert (told[3], told[-1]) == ("KeyError", "ValueError")


def test_counts_are_written_at_the_end(
    log: logging.Logger, handler: RateLimitedHandler, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ("once", "twice", "twice"):
        log.warning(text)
    handler.close()
    assert lines(capsys) == ["lastdigit: once", "lastdigit: twice", "lastdigit: twice (1 more.)"]


def test_number_of_kinds_is_limited(
    log: logging.Logger, time: Time, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(3 * MAX_KINDS):
        log.warning(str(number))
    assert len(lines(capsys)) == MAX_KINDS + 1
    time.now += QUIET_SECONDS
    log.warning("news")
    assert lines(capsys) == [
        f"lastdigit: {MAX_KINDS} ({2 * MAX_KINDS - 1} more.)",
        "lastdigit: news",
    ]


def ask(server: Server, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
        connection.sendall(request)
        return connection.recv(100)


def log_of(server: Server, number: int = signal.SIGTERM) -> list[str]:
    """Stop a server, and return its output without the greeting."""
    return [
        line for line in server.stop(number).splitlines() if not line.startswith("Press Ctrl-C")
    ]


def test_a_flood_of_bad_requests_is_a_line_and_a_count(serve: Serve) -> None:
    server = serve()
    for request in repeat(b"nonsense\r\n\r\n", BAD):
        assert b"400" in ask(server, request)
    written = log_of(server)
    assert written == [
        "lastdigit: Invalid HTTP request received.",
        f"lastdigit: Invalid HTTP request received. ({BAD - 1} more.)",
    ]


@pytest.mark.prove
@pytest.mark.parametrize("number", sampled([signal.SIGTERM, signal.SIGINT], signal.SIGTERM))
def test_a_server_stops_quietly_with_half_a_body_in_flight(serve: Serve, number: int) -> None:
    server = serve()
    head = (
        f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Content-Type: application/json\r\nContent-Length: 100\r\n"
        "Expect: 100-continue\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 100"), "it waits for the body now"
        connection.sendall(b'{"game":')
        written = log_of(server, number)
        answer = connection.recv(4_096)
    assert written == []
    assert server.process.returncode == 0
    assert answer.startswith(b"HTTP/1.1 503")
    assert b'"error":"stopping"' in answer
