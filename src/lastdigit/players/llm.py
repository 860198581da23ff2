"""Language models as players, through endpoints with OpenAI's chat completions API.

This module contains, in this order: the player, the configuration of endpoints, the client with its
retries, the parser for replies, the classification of errors, and HTTP connections with deadlines.
"""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import math
import os
import random
import re
import selectors
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from lastdigit.errors import PlayerError, RecordError, UsageError, guess, printable, quoted
from lastdigit.game.game import Seat
from lastdigit.match.match import Match
from lastdigit.match.record import LONGEST_REASON, Fields, Result, Setup
from lastdigit.players import prompt
from lastdigit.players.budget import Budget, Price
from lastdigit.players.players import (
    LLM,
    Filtered,
    NoMove,
    Rejected,
    Reply,
    ReplyTimeout,
    Settings,
    UnreadableReply,
    form_and_detail,
    parse_model,
)
from lastdigit.system import config_folder

Message: TypeAlias = dict[str, str]
"""A chat message with `role` and `content`."""
MAX_ECHO = 2_000
"""The maximum number of characters of a refused reply to repeat to the model."""


class LanguageModel:
    """A player that is a language model.

    If a reply is refused, the model is asked again in the same conversation, with its reply and the
    reason for the refusal. Each turn starts a new conversation.
    """

    def __init__(
        self,
        detail: str,
        settings: Settings,
        budget: Budget,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Create a player from `detail`, the "MODEL@NAME" part of a player specification.

        NAME is the name of an endpoint. Raise UsageError if the endpoint is unknown or invalid, or
        if its API key is missing.
        """
        self._model = parse_model(detail)[0]
        self._settings = settings
        self._budget = budget
        self._endpoint = find_endpoint(detail, settings.base_url)
        if budget.money is not None and self._endpoint.price is None:
            raise UsageError(
                f"--budget-money needs the prices of {quoted(detail)}. Set 'price-in' and "
                f"'price-out' for its endpoint in {ENDPOINTS_FILE} (docs/models.md)."
            )
        self._client = Client(self._endpoint, sleep)
        self._instructions = ""
        self._moves: list[str] = []
        self._refused: list[Message] = []

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Start a game as player 1 or 2, with a system prompt that contains the rules."""
        self._instructions = prompt.instructions(setup, seat)
        self._refused = []

    def choose(self, match: Match, seconds: float) -> Reply:
        """Ask the model for a move, and return its reply.

        Raise NoMove if there is no valid reply.
        """
        if self._moves != match.moves:
            self._moves, self._refused = list(match.moves), []
        turn = prompt.turn(match, show_legal=self._settings.show_legal)
        messages: list[Message] = [
            {"role": "system", "content": self._instructions},
            {"role": "user", "content": turn},
            *self._refused,
        ]
        return prompt.parse_answer(self._reply(messages, seconds))

    def ask(self, instructions: str, question: str, seconds: float) -> Reply:
        """Ask the model a question, and return its reply.

        The reply's field `answer` has the answer. Raise NoMove if there is no valid reply.
        """
        messages: list[Message] = [
            {"role": "system", "content": instructions},
            {"role": "user", "content": question},
        ]
        return prompt.parse_answer(self._reply(messages, seconds), prompt.ANSWER_MARK)

    def _reply(self, messages: list[Message], seconds: float) -> Reply:
        max_tokens = self._max_tokens
        size = sum(len(message["content"].encode()) for message in messages)
        with self._budget.reserve(max_tokens, size, self._endpoint.price) as reservation:
            try:
                reply = self._client.complete(self._model, messages, self._sampling(), seconds)
            except NoMove as failure:
                reservation.tokens_in = failure.reply.tokens_in
                reservation.tokens_out = failure.reply.tokens_out
                raise
            reservation.tokens_in, reservation.tokens_out = reply.tokens_in, reply.tokens_out
        if reply.tokens_in is None and max_tokens is None and self._budget.limited:
            raise PlayerError(
                "The endpoint reports no token counts. To use a budget, limit the length of "
                "answers (--answer-tokens)."
            )
        return reply

    @property
    def _max_tokens(self) -> int | None:
        """The maximum number of tokens in a reply, or None if it is unknown."""
        chosen = self._settings.answer_tokens
        return self._endpoint.max_tokens if chosen is None else chosen

    def _sampling(self) -> dict[str, object]:
        """Return the optional fields of a request that have a value, such as the temperature."""
        parameters = {
            "temperature": self._settings.temperature,
            self._endpoint.max_tokens_as: self._max_tokens,
        }
        known = {name: value for name, value in parameters.items() if value is not None}
        return {**self._endpoint.body, **known}

    def on_refusal(self, raw: str, reason: str) -> None:
        """Add a refused reply and the reason to the conversation.

        Do nothing if the reply is empty.
        """
        if not raw:
            return
        self._refused += [
            {"role": "assistant", "content": raw[:MAX_ECHO]},
            {"role": "user", "content": prompt.refusal(reason)},
        ]

    def on_result(self, result: Result) -> None:
        """Do nothing, because a language model does not use the result."""


ENDPOINTS_FILE = "endpoints.toml"
KEY_VARIABLE, URL_VARIABLE = "OPENAI_API_KEY", "OPENAI_BASE_URL"
OPENAI_URL = "https://api.openai.com/v1"
DEFAULT_LIMIT_FIELD = "max_completion_tokens"
"""The default name of the request field that limits the number of tokens in a reply."""
RESERVED_FIELDS = ("model", "messages")
"""Request fields that the user's additional fields must not override."""
EFFORT_FIELD = "reasoning_effort"


@dataclass(frozen=True)
class Endpoint:
    """The address and settings of an API for language models, without the API key itself."""

    url: str
    key: str | None = KEY_VARIABLE
    """The environment variable that contains the API key, or None if no key is needed."""
    max_tokens: int | None = None
    max_tokens_as: str = DEFAULT_LIMIT_FIELD
    body: Mapping[str, Any] = field(default_factory=dict)
    """Additional fields to send with each request."""
    price: Price | None = None

    def data(self) -> dict[str, object]:
        """Return the settings that affect a model's replies, as JSON data."""
        return {
            "maxTokens": self.max_tokens,
            "maxTokensAs": self.max_tokens_as,
            "body": dict(self.body),
        }


def find_endpoint(detail: str, base_url: str | None) -> Endpoint:
    """Return the endpoint for the player specification "llm:MODEL@NAME".

    `detail` is the part after the colon. If `detail` contains no name, the address of the endpoint
    is `base_url`, else the environment variable OPENAI_BASE_URL, else OpenAI's address. Raise
    UsageError if the endpoint is unknown or invalid.
    """
    name = parse_model(detail)[1]
    if name:
        return load_endpoint(name)
    url = check_url(base_url)
    return Endpoint(url, key_variable_for(url))


def key_variable_for(url: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the name of the environment variable that contains the API key of an endpoint.

    Return None if the endpoint is on this machine and the variable is not set.

    >>> local = "http://127.0.0.1:8000/v1"
    >>> key_variable_for(local, {}), key_variable_for(local, {KEY_VARIABLE: "1"})
    (None, 'OPENAI_API_KEY')
    """
    host = urlsplit(url).hostname or ""
    is_local = host in ("localhost", "::1") or host.startswith("127.")
    return None if is_local and KEY_VARIABLE not in environment else KEY_VARIABLE


def find_price(who: str) -> Price | None:
    """Return the price that the user configured for a language model, or None if there is none.

    `who` is a player specification, such as "llm:MODEL@NAME".
    """
    form, detail = form_and_detail(who)
    if form != LLM:
        return None
    name = parse_model(detail)[1]
    try:
        return load_endpoint(name).price if name else None
    except UsageError:  # a report may outlive the endpoint's configuration
        return None


def load_endpoint(name: str) -> Endpoint:
    """Load the endpoint with this name from the user's endpoints file.

    Raise UsageError if there is no such endpoint, or if the file or the endpoint is invalid.
    """
    import tomllib

    file = endpoints_path()
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(
            f"There is no endpoint {quoted(name)}: {file} does not exist (docs/models.md). "
            f"If the name of the model itself contains an @, add another @ at the end."
        ) from None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is not valid TOML: {error}.") from None
    if name not in tables:
        similar = guess(name, tables)
        all_names = ", ".join(tables) or "none"
        hint = f"Did you mean {similar}?" if similar else f"There is {all_names}."
        raise UsageError(f"{file} has no endpoint {quoted(name)}. {hint}")
    try:
        return parse_endpoint(tables[name])
    except UsageError as error:
        raise UsageError(f"{file}, [{name}]: {error}") from None


def endpoints_path() -> Path:
    """Return the path of the endpoints file. Raise UsageError if there is no home folder."""
    folder = config_folder()
    if folder is None:
        raise UsageError("No home folder was found for the endpoints file. Set XDG_CONFIG_HOME.")
    return folder / ENDPOINTS_FILE


def parse_endpoint(table: object) -> Endpoint:
    """Parse one endpoint from the user's endpoints file.

    Raise UsageError if the endpoint is invalid.

    >>> parse_endpoint({"base-url": "http://127.0.0.1:11434/v1", "max-tokens": 512}).max_tokens
    512
    """
    if not isinstance(table, dict):
        raise UsageError("An endpoint must be a table, such as [local].")
    for name in table:
        if name not in ENDPOINT_FIELDS:
            similar = guess(name, ENDPOINT_FIELDS)
            all_names = ", ".join(ENDPOINT_FIELDS)
            hint = f"Did you mean {similar}?" if similar else f"There is {all_names}."
            raise UsageError(f"there is no {quoted(name)}. {hint}")
    for name, value in table.items():
        is_valid, description = ENDPOINT_FIELDS[name]
        if isinstance(value, bool) or not is_valid(value):
            raise UsageError(f"{name} must be {description}.")
    if "base-url" not in table:
        raise UsageError("'base-url' is missing: add an address such as http://127.0.0.1:11434/v1.")
    price_in, price_out = table.get("price-in"), table.get("price-out")
    if (price_in is None) is not (price_out is None):
        raise UsageError("'price-in' and 'price-out' must be set together.")
    body = dict(table.get("extra", {}))
    if "reasoning-effort" in table:
        body[EFFORT_FIELD] = table["reasoning-effort"]
    return Endpoint(
        check_url(table["base-url"]),
        table.get("key"),
        table.get("max-tokens"),
        table.get("max-tokens-as", DEFAULT_LIMIT_FIELD),
        body,
        None if price_in is None or price_out is None else Price(float(price_in), float(price_out)),
    )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", value) is not None


def _is_price(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value < 1_000_000


def _is_body(value: object) -> bool:
    if not isinstance(value, dict) or any(name in value for name in RESERVED_FIELDS):
        return False
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


ENDPOINT_FIELDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "base-url": (lambda value: isinstance(value, str), "an address"),
    "key": (_is_name, "the name of the variable with the key, not the key itself"),
    "max-tokens": (lambda value: isinstance(value, int) and 0 < value < 2**53, "a number above 0"),
    "max-tokens-as": (_is_name, "a name such as max_tokens"),
    "reasoning-effort": (_is_name, "a word such as low"),
    "extra": (
        _is_body,
        f"a table that can be written as JSON, without {' and '.join(RESERVED_FIELDS)}",
    ),
    "price-in": (_is_price, "the price of a million input tokens"),
    "price-out": (_is_price, "the price of a million output tokens"),
}
"""The settings of an endpoint, each with a validator and a description of its valid values."""


def check_url(base_url: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return the address of an endpoint, without a trailing slash.

    The address is `base_url`, else the environment variable OPENAI_BASE_URL, else OpenAI's address.
    Raise UsageError if it is invalid. The error message does not show an address that may contain a
    secret.

    >>> check_url(None, {URL_VARIABLE: "http://127.0.0.1:8000/v1/"})
    'http://127.0.0.1:8000/v1'
    """
    url = base_url or environment.get(URL_VARIABLE) or OPENAI_URL
    if set(url) & set("@?#"):
        raise UsageError(
            "The address of an endpoint cannot contain a user name, password or query "
            "(--base-url). The key is read from the environment."
        )
    try:
        parts = urlsplit(url)
        is_valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_valid = False
    if not is_valid or not url.isascii() or not url.isprintable() or " " in url:
        raise UsageError(
            f"{quoted(url)} is not an address such as http://127.0.0.1:8000/v1 (--base-url)."
        )
    return url.rstrip("/")


MAX_ANSWER_BYTES = 1024 * 1024
MAX_STREAM_BYTES = 32 * MAX_ANSWER_BYTES
"""The maximum size of a streamed reply, which needs a few hundred bytes per token."""
MAX_ERROR_BYTES = 64 * 1024
"""The maximum number of bytes to read from an error response."""
MIN_KEY_LENGTH = 8
"""The minimum length of a real API key. A shorter key is a placeholder and need not be hidden."""
MAX_EXCERPT = MAX_ANSWER_BYTES // 16
"""The number of characters to save from a reply that is too long."""
RETRIES = 5
RETRIES_IF_BUSY = 10
"""The maximum number of retries if the endpoint is busy.

All retries together take about four minutes.
"""
FIRST_WAIT = 1.0
MAX_WAIT = 60.0


class Client:
    """A client for one endpoint. The client repeats requests that fail with a temporary error."""

    def __init__(
        self,
        endpoint: Endpoint,
        sleep: Callable[[float], None] = time.sleep,
        steady: MonotonicClock = time.monotonic,
        wall: Callable[[], float] = time.time,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Read the API key from the environment. Raise UsageError if the key is not valid."""
        self._key = "" if endpoint.key is None else os.environ.get(endpoint.key, "")
        is_valid = self._key.strip() and self._key.isascii() and self._key.isprintable()
        if endpoint.key is not None and not is_valid:
            raise UsageError(
                f"Language models need an API key. Set {endpoint.key} in the environment (to any "
                "value if the server at --base-url does not check it)."
            )
        self._url = endpoint.url
        self._sleep = sleep
        self._steady = steady
        self._wall = wall
        self._chance = chance

    def complete(
        self,
        model: str,
        messages: Sequence[Message],
        sampling: Mapping[str, object],
        seconds: float,
    ) -> Reply:
        """Send a conversation to a model, and return its reply.

        `seconds` is the time limit of a single attempt. Raise ReplyTimeout, UnreadableReply,
        Filtered or Rejected if there is no reply to this request, and PlayerError if the endpoint
        cannot be used.
        """
        body = json.dumps({"model": model, "messages": messages, **sampling}).encode()
        waited = 0.0
        for attempt in count(1):
            try:
                return self._request(body, seconds)._replace(waited=waited)
            except NoMove as failure:
                failure.reply = failure.reply._replace(waited=waited)
                raise
            except TemporaryError as error:
                if attempt > (RETRIES_IF_BUSY if error.busy else RETRIES):
                    raise PlayerError(f"{error} Tried {attempt} times.") from None
                pause = self._pause(attempt, error.wait)
                self._sleep(pause)
                waited += pause
        raise AssertionError("the last retry returns or raises")

    def _pause(self, attempt: int, requested: float | None) -> float:
        """Return how many seconds to wait before a retry, including a random part.

        `requested` is how long the endpoint asked to wait, if it did. The random part makes threads
        retry at different times.
        """
        if requested is not None:
            return min(MAX_WAIT, requested) * (1 + self._chance() / 4)
        backoff: float = FIRST_WAIT * 2 ** (attempt - 1)
        return min(MAX_WAIT, backoff) * (1 + self._chance()) / 2

    def _request(self, request_body: bytes, seconds: float) -> Reply:
        deadline = Deadline(seconds, self._steady)
        try:
            with CONNECTIONS.connection_to(f"{self._url}/chat/completions") as connection:
                response = connection.post(request_body, self._key, deadline)
                if not http.client.OK <= response.status < http.client.MULTIPLE_CHOICES:
                    raise self._status_error(response)
                body = _read_body(response)
        except TimeoutError:
            raise ReplyTimeout(seconds) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            # Only the type: the message may contain untrusted text.
            name = type(error).__name__
            address = urlsplit(self._url).netloc
            raise TemporaryError(
                f"The endpoint at {address} could not be reached ({name})."
            ) from None
        return self._read_completion(body)

    def _status_error(
        self, response: http.client.HTTPResponse
    ) -> TemporaryError | PlayerError | NoMove:
        error = None
        with contextlib.suppress(OSError, http.client.HTTPException, RecordError):
            fields = Fields.of(response.read(MAX_ERROR_BYTES).decode(errors="replace"))
            error = fields.inner("error") if fields.is_object("error") else fields
        wait = parse_retry_after(response.headers.get("retry-after", ""), self._wall())
        return self._classify(response.status, error, wait)

    def _classify(
        self, status: int, error: Fields | None, wait: float | None = None
    ) -> TemporaryError | PlayerError | NoMove:
        reason = printable(self._redact(error_message(error)))[:LONGEST_REASON]
        return classify_error(status, error, reason or "no reason given", wait)

    def _read_completion(self, body: bytes) -> Reply:
        """Parse the body of a response as a model's reply, and remove the API key from the reply.

        Raise TemporaryError if the body cannot be parsed.
        """
        text = body.decode(errors="replace")
        try:
            if len(body) > (MAX_STREAM_BYTES if is_stream(text) else MAX_ANSWER_BYTES):
                raise self._too_long(text)
            reply = self._redact_reply(parse_completion(text))
            if len(reply.raw) + len(reply.reasoning) > MAX_ANSWER_BYTES:
                raise self._too_long(reply.raw or reply.reasoning)
            return reply
        except NoMove as failure:
            failure.reply = self._redact_reply(failure.reply)
            raise
        except EmbeddedError as embedded:
            raise self._classify(embedded.status, embedded.error) from None
        except RecordError as error:
            reason = self._redact(str(error))
            raise TemporaryError(f"The endpoint's answer cannot be read: {reason}") from None

    def _too_long(self, text: str) -> UnreadableReply:
        excerpt = self._redact(text)[:MAX_EXCERPT]
        return UnreadableReply(
            f"An answer of more than {MAX_ANSWER_BYTES} bytes.", Reply(excerpt, "")
        )

    def _redact_reply(self, reply: Reply) -> Reply:
        return reply._replace(
            raw=self._redact(reply.raw),
            reasoning=self._redact(reply.reasoning),
            finish=self._redact(reply.finish),
        )

    def _redact(self, text: str) -> str:
        """Remove the API key from text sent by the endpoint."""
        return text.replace(self._key, "[key]") if len(self._key) >= MIN_KEY_LENGTH else text


def _read_body(response: http.client.HTTPResponse) -> bytes:
    """Read the body of a response, up to one byte more than the maximum size."""
    body = response.read(MAX_ANSWER_BYTES + 1)
    if len(body) > MAX_ANSWER_BYTES and is_stream(body[:MAX_ERROR_BYTES].decode(errors="replace")):
        body += response.read(MAX_STREAM_BYTES + 1 - len(body))
    return body


EVENT_PREFIX = "data:"
"""The prefix of every event in a streamed response."""
LAST_EVENT = "[DONE]"
STREAM_START = re.compile(rf"(?:\s|:[^\n]*\n)*{EVENT_PREFIX}")
"""A pattern for the start of a streamed response: optional comments and the prefix of an event."""
THINK_BLOCK = re.compile(r"\A\s*<think>(.*?)(?:</think>|\Z)", re.DOTALL)
THINK_END = "</think>"
"""The tag that ends a model's reasoning. The tag that starts the reasoning may be missing."""
REASONING_FIELDS = ("reasoning_content", "reasoning")
"""Fields that may contain a model's reasoning. The first field that is present is used."""


def parse_completion(body: str) -> Reply:
    """Parse the body of a response as a model's reply. Raise RecordError if the body is invalid.

    Raise UnreadableReply if the reply has no text, Filtered if the model refused to answer, and
    EmbeddedError if the body contains an error instead of a reply.
    """
    if is_stream(body):
        choices, usage = join_stream(body)
    else:
        fields = reject_error(Fields.of(body))
        choices, usage = list(fields.inners("choices")), fields.inner_or_null("usage")
    counts = token_count(usage, "prompt_tokens"), token_count(usage, "completion_tokens")
    if not choices:
        raise UnreadableReply(
            "The endpoint gave no answer: its list of choices is empty.", Reply("", "", *counts)
        )
    choice = reject_error(choices[0])
    message = choice.inner("message")
    text, reasoning = split_message(message)
    finish = choice.text("finish_reason") if choice.is_text("finish_reason") else ""
    reply = Reply(text, "", *counts, reasoning=reasoning, finish=finish)
    if message.is_text("refusal") and not text:
        refusal = replace_surrogates(message.text("refusal"))
        raise Filtered("The model refused to answer.", Reply(refusal, "", *counts, finish=finish))
    if not text:
        raise UnreadableReply("The model gave no text.", reply)
    return reply


def is_stream(body: str) -> bool:
    """Return whether the body of a response is a stream of events."""
    return STREAM_START.match(body) is not None


def join_stream(body: str) -> tuple[list[Fields], Fields | None]:
    """Join the events of a streamed response, and return its choices and its token usage.

    The list of choices has one element, or none if the stream contains no reply. Raise RecordError
    if an event is invalid, and EmbeddedError if an event contains an error.
    """
    texts: dict[str, list[str]] = {"content": [], **{name: [] for name in REASONING_FIELDS}}
    usage: Fields | None = None
    finish, started = "", False
    for event in map(reject_error, stream_events(body)):
        usage = event.inner_or_null("usage") or usage
        for choice in event.inners("choices"):
            started = True
            delta = choice.inner("delta")
            for name, pieces in texts.items():
                if delta.is_text(name):
                    pieces.append(delta.text(name))
            if choice.is_text("finish_reason"):
                finish = choice.text("finish_reason")
    message = {name: "".join(pieces) for name, pieces in texts.items() if pieces}
    return [Fields({"message": message, "finish_reason": finish})] if started else [], usage


def stream_events(body: str) -> Iterable[Fields]:
    """Yield the events of a streamed response, without comments."""
    for line in body.splitlines():
        data = line.removeprefix(EVENT_PREFIX).strip()
        if line.startswith(EVENT_PREFIX) and data != LAST_EVENT:
            yield Fields.of(data)


class EmbeddedError(Exception):
    """An endpoint reported an error in a response whose HTTP status means success."""

    def __init__(self, error: Fields) -> None:
        super().__init__("The response contains an error.")
        self.error = error

    @property
    def status(self) -> int:
        """The HTTP status that the error contains, or 500 if it contains none."""
        code = self.error.integer("code") if self.error.is_integer("code") else SERVER_ERROR
        return code if code >= min(REFUSED_STATUSES) else SERVER_ERROR


def reject_error(fields: Fields) -> Fields:
    """Return the fields of a response, or raise EmbeddedError if they contain an error."""
    if fields.is_object("error"):
        raise EmbeddedError(fields.inner("error"))
    return fields


def split_message(message: Fields) -> tuple[str, str]:
    """Return the text and the reasoning of a model's message.

    If the message has tool calls but no text, return the tool calls as JSON text.
    """
    texts, thoughts = list[str](), list[str]()
    if message.is_text("content"):
        texts.append(message.text("content"))
    elif message.is_list("content"):
        for part in message.inners("content"):
            kind = part.text("type") if part.is_text("type") else ""
            if part.is_text("text"):
                (texts if kind in ("text", "output_text") else thoughts).append(part.text("text"))
            elif part.is_text("thinking"):
                thoughts.append(part.text("thinking"))
    thoughts += [message.text(name) for name in REASONING_FIELDS if message.is_text(name)][:1]
    text, inline = split_reasoning("".join(texts))
    if not text and message.is_list("tool_calls") and (calls := message.anything("tool_calls")):
        text = _to_json(calls)
    return replace_surrogates(text), replace_surrogates(
        "\n".join(filter(None, (*thoughts, inline)))
    )


def split_reasoning(text: str) -> tuple[str, str]:
    """Split text into the answer and the reasoning in the `<think>` block before it.

    If the block has no end, all of the text is reasoning.

    >>> split_reasoning("<think>7 or 8?</think>MOVE: 7"), split_reasoning("<think>7 or")
    (('MOVE: 7', '7 or 8?'), ('', '7 or'))
    """
    block = THINK_BLOCK.match(text)
    if block:
        return text[block.end() :].lstrip("\n"), block[1]
    thought, end, answer = text.partition(THINK_END)
    return (answer.lstrip("\n"), thought) if end else (text, "")


def _to_json(data: object) -> str:
    """Serialize data as JSON. Raise RecordError if the data is nested too deeply."""
    try:
        return json.dumps(data)
    except RecursionError:
        raise RecordError("The tool call is nested too deeply.") from None


def token_count(usage: Fields | None, name: str) -> int | None:
    """Return the token count with this name, rounded up, or None if it was not reported.

    `usage` contains the token counts of a response. Raise RecordError if the count is invalid.
    """
    if usage is None or usage.is_null(name):
        return None
    value = usage.number(name)
    if not 0 <= value < 2**53:
        raise RecordError(f'"{name}" is not a count.')
    return math.ceil(value)


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates in text, because UTF-8 cannot encode them."""
    return text.encode(errors="replace").decode()


LEGAL_REASONS = 451
"""HTTP status "unavailable for legal reasons", which always means filtered content."""
BUSY_STATUSES = (429, 503, 529)
"""HTTP statuses of an overloaded endpoint. Anthropic uses status 529."""
TEMPORARY_STATUSES = (408, 409, 425, 429)
"""HTTP statuses after which a request is sent again, in addition to server errors."""
REFUSED_STATUSES = (400, 403, 413, 422)
"""HTTP statuses that may concern only one request and not the whole endpoint."""
SERVER_ERROR = 500
"""The lowest HTTP status of a server error."""
FORBIDDEN = 403
"""HTTP status "forbidden".

This status concerns all requests, unless the error is about the content.
"""
CONTENT_CODES = {
    "content_filter",
    "content_filter_error",
    "content_policy_violation",
    "data_inspection_failed",
    "invalid_prompt",
    "moderation",
    "moderation_blocked",
    "refusal",
    "responsibleaipolicyviolation",
}
"""Error codes and types with which OpenAI, Azure, OpenRouter and others report filtered content."""
CONTENT_SENTENCE = re.compile(
    r"content exists risk|content filter|content management policy|"
    r"flagged as potentially violating|(usage|content) polic(y|ies)",
    re.IGNORECASE,
)
"""A pattern for messages of DeepSeek and Anthropic that report filtered content without a code."""
MODERATION_KEYS = ("reasons", "flagged_input")
"""Keys in the metadata of the errors with which OpenRouter reports filtered content."""
PROMPT_PARAMETERS = ("", "messages", "prompt", "input")
"""Request parameters that depend on the prompt, and "" for errors that name no parameter."""


class TemporaryError(Exception):
    """The endpoint failed in a way that may be temporary.

    `wait` is how many seconds the endpoint asked to wait, if it did. `busy` is True if the endpoint
    is overloaded, which can last minutes.
    """

    def __init__(self, reason: str, wait: float | None = None, *, busy: bool = False) -> None:
        super().__init__(reason)
        self.wait = wait
        self.busy = busy


def classify_error(
    status: int, error: Fields | None, reason: str, wait: float | None = None
) -> TemporaryError | PlayerError | NoMove:
    """Return the exception to raise for an error response.

    `error` is the error in the response, or None if it cannot be read. `reason` is the message to
    show to the user. `wait` is how many seconds the endpoint asked to wait, if it did.
    """
    message = f"The endpoint answered with status {status}: {reason}."
    no_reply = Reply("", "", 0, 0)
    about_content = error is not None and is_about_content(error)
    if status == LEGAL_REASONS or (status in REFUSED_STATUSES and about_content):
        return Filtered(message, no_reply)
    if (
        status in REFUSED_STATUSES
        and status != FORBIDDEN
        and _parameter(error) in PROMPT_PARAMETERS
    ):
        return Rejected(message, no_reply)
    if status not in TEMPORARY_STATUSES and status < SERVER_ERROR:
        return PlayerError(message)
    return TemporaryError(message, wait, busy=status in BUSY_STATUSES)


def is_about_content(error: Fields) -> bool:
    """Return whether an endpoint refused a request because of the request's content.

    >>> is_about_content(Fields({"code": "content_filter", "param": "prompt"}))
    True
    >>> is_about_content(Fields({"message": "max_tokens is too large", "param": None}))
    False
    """
    inner = error.inner_or_null("innererror") if error.is_object("innererror") else None
    codes = [
        fields.text(name).casefold()
        for fields in (error, inner)
        if fields is not None
        for name in ("code", "type")
        if fields.is_text(name)
    ]
    if CONTENT_CODES.intersection(codes):
        return True
    if error.is_object("metadata") and any(
        name in error.inner("metadata") for name in MODERATION_KEYS
    ):
        return True
    return CONTENT_SENTENCE.search(error_message(error)) is not None


def _parameter(error: Fields | None) -> str:
    """Return the name of the request parameter that an error is about, or "" if none is named."""
    if error is None:
        return ""
    if error.is_text("param"):
        return error.text("param").partition("[")[0]
    if error.is_list("detail"):
        for detail in error.anything("detail"):
            location = detail.get("loc") if isinstance(detail, dict) else None
            if isinstance(location, list):
                return str(location[1]) if len(location) > 1 else ""
    return ""


def error_message(error: Fields | None) -> str:
    """Return the message in an error, or "" if there is none."""
    names = ("message", "detail", "error")
    return next((error.text(name) for name in names if error and error.is_text(name)), "")


SECONDS_PATTERN = re.compile(r"[0-9]+(\.[0-9]+)?")


def parse_retry_after(retry_after: str, now: float) -> float | None:
    """Return the number of seconds to wait according to a `Retry-After` header.

    The header contains a number of seconds or a date. Return None if the header is invalid. `now`
    is the current Unix time.

    >>> parse_retry_after("1.5", 0), parse_retry_after("Thu, 01 Jan 1970 00:00:09 GMT", 2)
    (1.5, 7.0)
    """
    from email.utils import parsedate_to_datetime  # rarely needed, and slow to import

    text = retry_after.strip()
    if SECONDS_PATTERN.fullmatch(text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
        return max(0.0, date.replace(tzinfo=date.tzinfo or UTC).timestamp() - now)
    except (TypeError, ValueError, OverflowError):
        return None


MAX_IDLE_CONNECTIONS = 8
"""The maximum number of idle connections per thread."""
MonotonicClock = Callable[[], float]
"""A function that returns the time in seconds and never goes backwards."""
ConnectionKey: TypeAlias = tuple[int, str, str | None]
"""The process ID, the URL and the proxy of a connection."""


class ConnectionPool(threading.local):
    """The idle connections of a thread, least recently used first."""

    def __init__(self) -> None:
        self._idle: dict[ConnectionKey, Connection] = {}

    @contextlib.contextmanager
    def connection_to(self, url: str) -> Iterator[Connection]:
        """Lend a connection to a URL for the `with` block, and keep it for reuse if possible.

        Raise ValueError if the address of the proxy is invalid.
        """
        parts = urlsplit(url)
        proxy = None if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme)
        key = (os.getpid(), url, proxy)
        connection = self._idle.pop(key, None) or Connection(url, proxy)
        try:
            yield connection
        finally:
            if connection.is_reusable():
                self._idle[key] = connection
                if len(self._idle) > MAX_IDLE_CONNECTIONS:
                    self._idle.pop(next(iter(self._idle))).close()
            else:
                connection.close()


class Connection:
    """A keep-alive connection to the host of a URL, directly or through a proxy."""

    def __init__(self, url: str, proxy: str | None) -> None:
        """Prepare the connection, but do not open it. Raise ValueError if the proxy is invalid."""
        parts = urlsplit(url)
        assert parts.hostname is not None, "the address was checked"
        self._target = parts.path
        self._headers: dict[str, str] = {}
        self._response: http.client.HTTPResponse | None = None
        self._reader: DeadlineReader | None = None
        classes = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        self._connection: Any  # so that its response class can be a function
        if proxy is None:
            self._connection = classes[parts.scheme](parts.hostname, parts.port)
        else:
            proxy_parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
            authorization = {}
            if proxy_parts.username is not None:
                credentials = (
                    f"{unquote(proxy_parts.username)}:{unquote(proxy_parts.password or '')}"
                )
                authorization["Proxy-Authorization"] = (
                    f"Basic {b64encode(credentials.encode()).decode()}"
                )
            self._connection = classes[parts.scheme](proxy_parts.hostname or "", proxy_parts.port)
            if parts.scheme == "https":
                self._connection.set_tunnel(parts.hostname, parts.port, authorization)
            else:
                self._target, self._headers = url, authorization

    def post(self, body: bytes, key: str, deadline: Deadline) -> http.client.HTTPResponse:
        """Send a POST request and return the response. `key` is the API key.

        The server may close an idle connection at any time. If the server closes this connection
        before it sends a response, the request is sent again on a new connection. Raise OSError,
        ValueError or HTTPException if the request fails, and TemporaryError if connecting takes too
        long.
        """
        # All incoming bytes, including those from a proxy, are read through a reader that enforces
        # the deadline.
        self._connection.response_class = partial(self._make_response, deadline)
        if self._is_usable():
            try:
                return self._post(body, key, deadline)
            except TimeoutError:
                raise
            except (OSError, http.client.HTTPException):
                if self._reader is not None and self._reader.received:
                    raise
        self._open(deadline)
        return self._post(body, key, deadline)

    def _make_response(
        self, deadline: Deadline, sock: socket.socket, *arguments: Any, **options: Any
    ) -> http.client.HTTPResponse:
        reader: Any = DeadlineReader(sock, deadline)  # instead of a socket
        self._reader = reader
        return http.client.HTTPResponse(reader, *arguments, **options)

    def _is_usable(self) -> bool:
        """Return whether the connection is open and no unexpected data has arrived."""
        sock = self._connection.sock
        if sock is None:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(sock, selectors.EVENT_READ)
            return not selector.select(0)

    def _open(self, deadline: Deadline) -> None:
        self.close()
        self._connection.timeout = deadline.left()
        try:
            self._connection.connect()
        except TimeoutError:
            raise TemporaryError("The endpoint could not be reached in time.") from None

    def _post(self, body: bytes, key: str, deadline: Deadline) -> http.client.HTTPResponse:
        headers = {
            **self._headers,
            **({"Authorization": f"Bearer {key}"} if key else {}),
            "Content-Type": "application/json",
        }
        self._response = self._reader = None
        self._connection.sock.settimeout(deadline.left())
        self._connection.request("POST", self._target, body, headers)
        response: http.client.HTTPResponse = self._connection.getresponse()
        self._response = response
        return response

    def is_reusable(self) -> bool:
        """Return whether the response was read completely and the connection is still open."""
        response = self._response
        return response is not None and response.isclosed() and self._connection.sock is not None

    def close(self) -> None:
        self._connection.close()

    def __del__(self) -> None:
        # The thread whose pool held it has ended.
        if hasattr(self, "_connection"):
            self.close()


class Deadline:
    """A point in time by which an operation must end."""

    def __init__(self, seconds: float, steady: MonotonicClock) -> None:
        self._steady = steady
        self._end = steady() + seconds

    def left(self) -> float:
        """Return the seconds until the deadline, or raise TimeoutError if it has passed."""
        left = self._end - self._steady()
        if left <= 0:
            raise TimeoutError
        return left


class DeadlineReader(io.RawIOBase):
    """A reader for the data that a socket receives, with one deadline for all reads.

    With a timeout for each read instead, a slow sender could continue forever.
    """

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._socket = sock
        self._file = sock.makefile("rb", buffering=0)
        self._deadline = deadline
        self.received = False

    def makefile(self, _: str) -> io.BufferedReader:
        """Return a buffered reader for the same data. The argument is ignored."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Wait for data, read it into `buffer`, and return the number of bytes.

        Raise TimeoutError at the deadline.
        """
        self._socket.settimeout(self._deadline.left())
        count = self._file.readinto(buffer)
        self.received = self.received or bool(count)
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


CONNECTIONS = ConnectionPool()
"""The pool of idle connections. Each thread sees only its own connections."""
