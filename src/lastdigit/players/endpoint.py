"""An OpenAI-compatible endpoint: one question, one answer, bounded in time and size.

What is the endpoint's fault (too many requests, a broken answer, no connection) is tried again
after a while, and at last stops the run. What is the model's own fault is a try in the game.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias
from urllib.parse import urlsplit

import httpx2
import openai
from openai.types.chat import ChatCompletionMessageParam

from lastdigit.errors import PlayerError, RecordError, UsageError, printable, quoted
from lastdigit.match.fields import Fields
from lastdigit.match.record import LONGEST_REASON
from lastdigit.players.seats import Garbage, Reply, Silence

Message: TypeAlias = ChatCompletionMessageParam

KEY, URL = "OPENAI_API_KEY", "OPENAI_BASE_URL"
OPENAIS_OWN = "https://api.openai.com/v1"
LARGEST_ANSWER = 1024 * 1024
RETRIES = 5
FIRST_WAIT = 1.0
LONGEST_WAIT = 60.0
TOO_MANY_REQUESTS = 429


class Trouble(Exception):  # noqa: N818 - it is tried again
    """The endpoint failed in a way that may pass; `wait` is what it asks for, if it does."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class Endpoint:
    """Where a model is asked. Always `close` it."""

    def __init__(self, base_url: str | None, sleep: Callable[[float], None] = time.sleep) -> None:
        """Open the endpoint; raises UsageError if it is none, or there is no key for it."""
        key = os.environ.get(KEY)
        if not key:
            raise UsageError(
                f"Language models need a key: set {KEY} in the environment (to anything, "
                "where --base-url is a server that asks for none)."
            )
        url = check_url(base_url or os.environ.get(URL) or OPENAIS_OWN)
        self._client = openai.OpenAI(api_key=key, base_url=url, max_retries=0)
        self._sleep = sleep

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def answer(
        self, model: str, messages: Sequence[Message], temperature: float | None, seconds: float
    ) -> Reply:
        """Return what a model says; the seconds are those of one request, waits not counted.

        Raises Silence, Garbage, or PlayerError when the endpoint cannot be asked.
        """
        wait = FIRST_WAIT
        for retries_left in reversed(range(RETRIES + 1)):
            try:
                return self._ask_once(model, messages, temperature, seconds)
            except Trouble as trouble:
                if not retries_left:
                    raise PlayerError(f"{trouble} Tried {RETRIES + 1} times.") from None
                self._sleep(min(LONGEST_WAIT, wait if trouble.wait is None else trouble.wait))
                wait *= 2
        raise AssertionError("the last retry returns or raises")

    def _ask_once(
        self, model: str, messages: Sequence[Message], temperature: float | None, seconds: float
    ) -> Reply:
        deadline = time.monotonic() + seconds
        try:
            with self._client.chat.completions.with_streaming_response.create(
                model=model,
                messages=list(messages),
                temperature=openai.omit if temperature is None else temperature,
                timeout=seconds,
            ) as response:
                body = b""
                for piece in response.iter_bytes():
                    body += piece
                    if len(body) > LARGEST_ANSWER:
                        raise too_large(body)
                    if time.monotonic() > deadline:
                        raise Silence(seconds)
        except (openai.APITimeoutError, httpx2.TimeoutException) as error:
            if isinstance(error.__cause__ or error, httpx2.ConnectTimeout):
                raise Trouble("The endpoint could not be reached in time.") from None
            raise Silence(seconds) from None
        except openai.APIStatusError as error:
            raise status_failure(error) from None
        except (openai.APIConnectionError, httpx2.HTTPError) as error:
            reason = type(error.__cause__ or error).__name__
            raise Trouble(f"The endpoint could not be reached ({reason}).") from None
        return read_completion(body)


def check_url(url: str) -> str:
    """Return an endpoint's address if it can be one; raises UsageError."""
    try:
        parts = urlsplit(url)
        right = parts.scheme in ("http", "https") and bool(parts.hostname) and url.isprintable()
    except ValueError:
        right = False
    if not right:
        raise UsageError(
            f"{quoted(url)} is no endpoint: one looks like http://127.0.0.1:8000/v1 (--base-url)."
        )
    return url


def too_large(body: bytes) -> Garbage:
    """Return the failure of an answer without end; of it, the beginning is kept."""
    reply = Reply(body[: LARGEST_ANSWER // 16].decode(errors="replace"), "")
    return Garbage(f"An answer of more than {LARGEST_ANSWER} bytes.", reply)


def status_failure(error: openai.APIStatusError) -> Trouble | PlayerError:
    """Return what an error status means: to be tried again, or not."""
    body = error.body if isinstance(error.body, dict) else {}
    reason = printable(str(body.get("message", "")))[:LONGEST_REASON] or "no reason given"
    text = f"The endpoint answered with status {error.status_code}: {reason}."
    if error.status_code != TOO_MANY_REQUESTS and error.status_code < 500:
        return PlayerError(text)
    after = error.response.headers.get("retry-after", "")
    return Trouble(text, float(after) if after.isascii() and after.isdecimal() else None)


def read_completion(body: bytes) -> Reply:
    """Return the text and token counts of a chat completion.

    Raises Trouble if it is none, and Garbage if the model gave no text.
    """
    try:
        fields = Fields.of(body.decode(errors="replace"))
        choices = list(fields.inners("choices"))
        if not choices:
            raise RecordError('"choices" is empty.')
        message = choices[0].inner("message")
        usage = fields.inner_or_null("usage")
        tokens_in = usage.natural("prompt_tokens") if usage else None
        tokens_out = usage.natural("completion_tokens") if usage else None
    except RecordError as error:
        raise Trouble(f"The endpoint's answer cannot be read: {error}") from None
    try:
        # Half a character can be spelt in JSON, but not be written anywhere.
        text = message.text("content").encode(errors="replace").decode()
        return Reply(text, "", tokens_in, tokens_out)
    except RecordError:
        raise Garbage("The model gave no text.", Reply("", "", tokens_in, tokens_out)) from None
