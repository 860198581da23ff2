"""What a server writes to its log: a line for each kind of trouble, however much there is of it."""

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
    """A clock that tests turn."""

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


def test_the_same_trouble_is_told_once_in_a_while_and_then_how_often_it_came(
    log: logging.Logger, time: Time, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(2_000):
        log.warning("The disk is full, try %d.", number)
    assert lines(capsys) == ["lastdigit: The disk is full, try 0."]
    time.now += QUIET_SECONDS
    log.warning("The disk is full, try %d.", 2_000)
    assert lines(capsys) == [
        "lastdigit: The disk is full, try 2000. (1999 more of this kind before.)"
    ]
    time.now += QUIET_SECONDS
    log.warning("The disk is full, try %d.", 2_001)
    assert lines(capsys) == ["lastdigit: The disk is full, try 2001."]


def test_other_trouble_is_told_at_once(
    log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    log.warning("The disk is full.")
    log.warning("The disk is gone.")
    for error in (KeyError(), ValueError(), KeyError()):
        log.error("a request failed", exc_info=error)
    told = lines(capsys)
    assert [line for line in told if line.startswith("lastdigit: ")] == [
        "lastdigit: The disk is full.",
        "lastdigit: The disk is gone.",
        "lastdigit: a request failed",
        "lastdigit: a request failed",
    ]
    assert (told[3], told[-1]) == ("KeyError", "ValueError")


def test_what_was_left_out_is_told_at_the_end(
    log: logging.Logger, handler: RateLimitedHandler, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ("once", "twice", "twice"):
        log.warning(text)
    handler.close()
    assert lines(capsys) == ["lastdigit: once", "lastdigit: twice", "lastdigit: twice (1 more.)"]


def test_endless_kinds_of_trouble_are_one_kind_in_the_end(
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
    """Stop a server, and return what it had written besides how to stop it."""
    return [line for line in server.stop(number).splitlines() if not line.startswith("Ctrl-C")]


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
