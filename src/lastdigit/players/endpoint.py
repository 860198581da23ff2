"""An OpenAI-compatible endpoint: one question, one answer, bounded in time and size.

What is the endpoint's fault (too many requests, a broken answer, no connection) is tried again
after a while, and at last stops the run. What is the model's own fault is a try in the game. The
bounds hold for whatever comes in: headers and bodies, of every status. A key that comes back in an
answer goes no further than here.
"""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import os
import random
import selectors
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from lastdigit.errors import PlayerError, RecordError, UsageError, printable
from lastdigit.match.fields import Fields
from lastdigit.match.record import LONGEST_REASON
from lastdigit.players.completion import is_stream, read_completion
from lastdigit.players.failures import ErrorTold, Trouble, failure, reason_of, seconds_to_wait
from lastdigit.players.seats import Garbage, NoMove, Reply, Silence
from lastdigit.players.services import Service

Steady = Callable[[], float]
"""A clock that never leaps, in seconds."""
Message: TypeAlias = dict[str, str]
"""Something said to a model or by it: `role` and `content`."""

LARGEST_ANSWER = 1024 * 1024
LARGEST_STREAM = 32 * LARGEST_ANSWER
"""The same in events: a few hundred bytes for each token."""
LARGEST_REASON = 64 * 1024
"""Bytes of an error's body that are read; of them a sentence is shown."""
SHORTEST_KEY = 8
"""A shorter key is no secret, but a word for a server that asks for none."""
LONGEST_START = LARGEST_ANSWER // 16
"""Characters that are kept of an answer that is too long to be read."""
RETRIES = 5
RETRIES_IF_BUSY = 10
"""The same for an endpoint that is busy, which passes: about four minutes."""
FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
MOST_KEPT = 8
"""Connections that a thread keeps open."""


class Endpoint:
    """Where models are asked."""

    def __init__(
        self,
        service: Service,
        sleep: Callable[[float], None] = time.sleep,
        steady: Steady = time.monotonic,
        wall: Callable[[], float] = time.time,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Find the key; raises UsageError if there is none."""
        self._key = "" if service.key is None else os.environ.get(service.key, "")
        right = self._key.strip() and self._key.isascii() and self._key.isprintable()
        if service.key is not None and not right:
            raise UsageError(
                f"Language models need a key: set {service.key} in the environment (to anything, "
                "where --base-url is a server that asks for none)."
            )
        self._url = service.url
        self._sleep = sleep
        self._steady = steady
        self._wall = wall
        self._chance = chance

    def answer(
        self,
        model: str,
        messages: Sequence[Message],
        sampling: Mapping[str, object],
        seconds: float,
    ) -> Reply:
        """Return what a model answers; the seconds are those of one request, waits not counted.

        Raises Silence, Garbage, Filtered, or PlayerError when the endpoint cannot be asked.
        """
        question = json.dumps({"model": model, "messages": messages, **sampling}).encode()
        waited = 0.0
        for tried in count(1):
            try:
                return replace(self._ask_once(question, seconds), waited=waited)
            except NoMove as failed:
                failed.reply = replace(failed.reply, waited=waited)
                raise
            except Trouble as trouble:
                if tried > (RETRIES_IF_BUSY if trouble.busy else RETRIES):
                    raise PlayerError(f"{trouble} Tried {tried} times.") from None
                pause = self._pause(tried, trouble.wait)
                self._sleep(pause)
                waited += pause
        raise AssertionError("the last retry returns or raises")

    def _pause(self, tried: int, asked_for: float | None) -> float:
        """Return how long to wait, with jitter so that threads do not come back together.

        What the endpoint asks for is waited for in full, our own guess at least by half.
        """
        if asked_for is not None:
            return min(LONGEST_WAIT, asked_for) * (1 + self._chance() / 4)
        longest: float = FIRST_WAIT * 2 ** (tried - 1)
        return min(LONGEST_WAIT, longest) * (1 + self._chance()) / 2

    def _ask_once(self, question: bytes, seconds: float) -> Reply:
        deadline = Deadline(seconds, self._steady)
        try:
            with CONNECTIONS.connection_to(f"{self._url}/chat/completions") as connection:
                response = connection.post(question, self._key, deadline)
                if not http.client.OK <= response.status < http.client.MULTIPLE_CHOICES:
                    raise self._status_failure(response)
                body = _whole_body(response)
        except TimeoutError:
            raise Silence(seconds) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            # By its kind alone: its words may be anybody's.
            kind = type(error).__name__
            raise Trouble(f"The endpoint could not be reached ({kind}).") from None
        return self._read_completion(body)

    def _status_failure(self, response: http.client.HTTPResponse) -> Trouble | PlayerError | NoMove:
        """Return what an error status means."""
        error = None
        with contextlib.suppress(OSError, http.client.HTTPException, RecordError):
            fields = Fields.of(response.read(LARGEST_REASON).decode(errors="replace"))
            error = fields.inner("error") if fields.is_object("error") else fields
        wait = seconds_to_wait(response.headers.get("retry-after", ""), self._wall())
        return self._failure(response.status, error, wait)

    def _failure(
        self, status: int, error: Fields | None, wait: float | None = None
    ) -> Trouble | PlayerError | NoMove:
        reason = printable(self._redact(reason_of(error)))[:LONGEST_REASON]
        return failure(status, error, reason or "no reason given", wait)

    def _read_completion(self, body: bytes) -> Reply:
        """Return what a model said, without the key; raises Trouble where it is no completion."""
        text = body.decode(errors="replace")
        try:
            if len(body) > (LARGEST_STREAM if is_stream(text) else LARGEST_ANSWER):
                raise self._too_long(text)
            reply = self._clean(read_completion(text))
            if len(reply.raw) + len(reply.reasoning) > LARGEST_ANSWER:
                raise self._too_long(reply.raw or reply.reasoning)
            return reply
        except NoMove as failed:
            failed.reply = self._clean(failed.reply)
            raise
        except ErrorTold as told:
            raise self._failure(told.status, told.error) from None
        except RecordError as error:
            words = self._redact(str(error))
            raise Trouble(f"The endpoint's answer cannot be read: {words}") from None

    def _too_long(self, text: str) -> Garbage:
        start = self._redact(text)[:LONGEST_START]
        return Garbage(f"An answer of more than {LARGEST_ANSWER} bytes.", Reply(start, ""))

    def _clean(self, reply: Reply) -> Reply:
        return replace(
            reply,
            raw=self._redact(reply.raw),
            reasoning=self._redact(reply.reasoning),
            finish=self._redact(reply.finish),
        )

    def _redact(self, text: str) -> str:
        """Return a text from outside without the key."""
        return text.replace(self._key, "[key]") if len(self._key) >= SHORTEST_KEY else text


def _whole_body(response: http.client.HTTPResponse) -> bytes:
    """Return a body, or as much of it as shows that it is too long."""
    body = response.read(LARGEST_ANSWER + 1)
    if len(body) > LARGEST_ANSWER and is_stream(body[:LARGEST_REASON].decode(errors="replace")):
        body += response.read(LARGEST_STREAM + 1 - len(body))
    return body


class Deadline:
    """A time until which everything must have happened."""

    def __init__(self, seconds: float, steady: Steady) -> None:
        self._steady = steady
        self._end = steady() + seconds

    def left(self) -> float:
        """Return the seconds that are left; raises TimeoutError if there are none."""
        left = self._end - self._steady()
        if left <= 0:
            raise TimeoutError
        return left


class Connection:
    """A connection to the host of an address, for one request after another.

    It goes through a proxy if the environment names one, as everywhere else in Python.
    """

    def __init__(self, url: str, proxy: str | None) -> None:
        """Raise ValueError for a proxy that cannot be one."""
        parts = urlsplit(url)
        assert parts.hostname is not None, "the address was checked"
        self._target = parts.path
        self._headers: dict[str, str] = {}
        self._response: http.client.HTTPResponse | None = None
        self._window: Window | None = None
        kind = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        self._connection: Any  # so that its response class can be a function
        if proxy is None:
            self._connection = kind[parts.scheme](parts.hostname, parts.port)
        else:
            way = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
            allowed = {}
            if way.username is not None:
                word = f"{unquote(way.username)}:{unquote(way.password or '')}"
                allowed["Proxy-Authorization"] = f"Basic {b64encode(word.encode()).decode()}"
            self._connection = kind[parts.scheme](way.hostname or "", way.port)
            if parts.scheme == "https":
                self._connection.set_tunnel(parts.hostname, parts.port, allowed)
            else:
                self._target, self._headers = url, allowed

    def post(self, body: bytes, key: str, deadline: Deadline) -> http.client.HTTPResponse:
        """Send a request and return the response.

        The server may close a kept connection at any time. If it has answered nothing, the request
        is sent once more, on a new connection. Raises OSError, ValueError, HTTPException, and
        Trouble if connecting takes too long.
        """
        # Every byte that comes in, also from a proxy, is read through a window that closes at the
        # deadline.
        self._connection.response_class = partial(self._through_window, deadline)
        if self._is_usable():
            try:
                return self._post(body, key, deadline)
            except TimeoutError:
                raise
            except (OSError, http.client.HTTPException):
                if self._window is not None and self._window.received:
                    raise
        self._open(deadline)
        return self._post(body, key, deadline)

    def _through_window(
        self, deadline: Deadline, end: socket.socket, *rest: Any, **named: Any
    ) -> http.client.HTTPResponse:
        window: Any = Window(end, deadline)
        self._window = window
        return http.client.HTTPResponse(window, *rest, **named)

    def _is_usable(self) -> bool:
        """Return whether the connection is open and silent: a stray byte belongs to no request."""
        end = self._connection.sock
        if end is None:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(end, selectors.EVENT_READ)
            return not selector.select(0)

    def _open(self, deadline: Deadline) -> None:
        self.close()
        self._connection.timeout = deadline.left()
        try:
            self._connection.connect()
        except TimeoutError:
            raise Trouble("The endpoint could not be reached in time.") from None

    def _post(self, body: bytes, key: str, deadline: Deadline) -> http.client.HTTPResponse:
        headers = {
            **self._headers,
            **({"Authorization": f"Bearer {key}"} if key else {}),
            "Content-Type": "application/json",
        }
        self._response = self._window = None
        self._connection.sock.settimeout(deadline.left())
        self._connection.request("POST", self._target, body, headers)
        response: http.client.HTTPResponse = self._connection.getresponse()
        self._response = response
        return response

    def is_reusable(self) -> bool:
        """Return whether the response was read to its end, and the server keeps the connection."""
        response = self._response
        return response is not None and response.isclosed() and self._connection.sock is not None

    def close(self) -> None:
        """Hang up."""
        self._connection.close()

    def __del__(self) -> None:
        # The thread that kept it has ended.
        if hasattr(self, "_connection"):
            self.close()


Place: TypeAlias = tuple[int, str, str | None]
"""What a kept connection is found by: the process, the address and the proxy."""


class Connections(threading.local):
    """The connections that a thread keeps open, the least recently used first."""

    def __init__(self) -> None:
        self._kept: dict[Place, Connection] = {}

    @contextlib.contextmanager
    def connection_to(self, url: str) -> Iterator[Connection]:
        """Lend a connection, a kept one if there is one, and keep it if it can be used again.

        Raises ValueError for a proxy that cannot be one.
        """
        parts = urlsplit(url)
        proxy = None if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme)
        place = (os.getpid(), url, proxy)
        connection = self._kept.pop(place, None) or Connection(url, proxy)
        try:
            yield connection
        finally:
            if connection.is_reusable():
                self._kept[place] = connection
                if len(self._kept) > MOST_KEPT:
                    self._kept.pop(next(iter(self._kept))).close()
            else:
                connection.close()


CONNECTIONS = Connections()


class Window(io.RawIOBase):
    """What a socket says, as a file, until a deadline; a drop now and then does not extend it."""

    def __init__(self, end: socket.socket, deadline: Deadline) -> None:
        self._socket = end
        self._file = end.makefile("rb", buffering=0)
        self._deadline = deadline
        self.received = False

    def makefile(self, _: str) -> io.BufferedReader:
        """Return this as a file to read."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """Return that it is there to be read."""
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Read what has come in; raises TimeoutError at the deadline."""
        self._socket.settimeout(self._deadline.left())
        count = self._file.readinto(buffer)
        self.received = self.received or bool(count)
        return count

    def close(self) -> None:
        """Let go of the socket."""
        self._file.close()
        super().close()
