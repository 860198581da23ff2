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
import socket
import time
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from lastdigit.errors import PlayerError, RecordError, UsageError, printable
from lastdigit.match.fields import Fields
from lastdigit.match.record import LONGEST_REASON
from lastdigit.players.completion import is_stream, read_completion
from lastdigit.players.failures import ErrorTold, Trouble, failure, reason_of
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
FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0


class Endpoint:
    """Where models are asked."""

    def __init__(
        self,
        service: Service,
        sleep: Callable[[float], None] = time.sleep,
        steady: Steady = time.monotonic,
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
        wait, waited = FIRST_WAIT, 0.0
        for retries_left in reversed(range(RETRIES + 1)):
            try:
                return replace(self._ask_once(question, seconds), waited=waited)
            except NoMove as failed:
                failed.reply = replace(failed.reply, waited=waited)
                raise
            except Trouble as trouble:
                if not retries_left:
                    raise PlayerError(f"{trouble} Tried {RETRIES + 1} times.") from None
                pause = min(LONGEST_WAIT, wait if trouble.wait is None else trouble.wait)
                self._sleep(pause)
                waited += pause
                wait *= 2
        raise AssertionError("the last retry returns or raises")

    def _ask_once(self, question: bytes, seconds: float) -> Reply:
        deadline = Deadline(seconds, self._steady)
        try:
            with contextlib.closing(
                Exchange(f"{self._url}/chat/completions", deadline)
            ) as exchange:
                exchange.open()
                response = exchange.post(question, self._key)
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
        return self._failure(response.status, error, response.headers.get("retry-after", ""))

    def _failure(
        self, status: int, error: Fields | None, retry_after: str = ""
    ) -> Trouble | PlayerError | NoMove:
        reason = printable(self._redact(reason_of(error)))[:LONGEST_REASON]
        return failure(status, error, reason or "no reason given", retry_after)

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


class Exchange:
    """One request to an address and its answer, until a deadline, whoever is at the other end.

    By way of a proxy where the environment names one, as everywhere else in Python.
    """

    def __init__(self, url: str, deadline: Deadline) -> None:
        """Raise ValueError for a proxy that cannot be one."""
        parts = urlsplit(url)
        assert parts.hostname is not None, "the address was checked"
        self._deadline = deadline
        self._target = parts.path
        self._headers: dict[str, str] = {}
        kind = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        proxy = None if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme)
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
        # Every byte that comes in is read through a window that closes at the deadline.
        self._connection.response_class = self._response

    def _response(self, end: socket.socket, *rest: Any, **named: Any) -> http.client.HTTPResponse:
        window: Any = Window(end, self._deadline)
        return http.client.HTTPResponse(window, *rest, **named)

    def open(self) -> None:
        """Connect; raises OSError, ValueError, HTTPException, and Trouble if it takes too long."""
        self._connection.timeout = self._deadline.left()
        try:
            self._connection.connect()
        except TimeoutError:
            raise Trouble("The endpoint could not be reached in time.") from None

    def post(self, body: bytes, key: str) -> http.client.HTTPResponse:
        """Send a request and return what is answered; raises OSError or HTTPException."""
        headers = {
            **self._headers,
            **({"Authorization": f"Bearer {key}"} if key else {}),
            "Content-Type": "application/json",
            "Connection": "close",
        }
        self._connection.sock.settimeout(self._deadline.left())
        self._connection.request("POST", self._target, body, headers)
        response: http.client.HTTPResponse = self._connection.getresponse()
        return response

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


class Window(io.RawIOBase):
    """What a socket says, as a file, until a deadline; a drop now and then does not extend it."""

    def __init__(self, end: socket.socket, deadline: Deadline) -> None:
        self._socket = end
        self._file = end.makefile("rb", buffering=0)
        self._deadline = deadline

    def makefile(self, _: str) -> io.BufferedReader:
        """Return this as a file to read."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """Return that it is there to be read."""
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Read what has come in; raises TimeoutError at the deadline."""
        self._socket.settimeout(self._deadline.left())
        return self._file.readinto(buffer)

    def close(self) -> None:
        """Let go of the socket."""
        self._file.close()
        super().close()
