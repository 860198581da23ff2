"""Language models as players, through endpoints with OpenAI's chat completions API.

In this order: the player, the configuration of endpoints, the client with its retries, parsing
completions, classifying errors, and HTTP connections with deadlines.
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
from dataclasses import dataclass, field, replace
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
"""Characters of a refused reply to repeat to the model."""


class LanguageModel:
    """A language model as a player.

    After a refusal it is asked again in the same conversation, with its reply and the reason. Each
    turn starts a new conversation.
    """

    def __init__(
        self,
        detail: str,
        settings: Settings,
        budget: Budget,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Find the endpoint of `MODEL@NAME`. Raise UsageError."""
        self._model = parse_model(detail)[0]
        self._settings = settings
        self._budget = budget
        self._endpoint = find_endpoint(detail, settings.base_url)
        if budget.money is not None and self._endpoint.price is None:
            raise UsageError(
                f"A budget in money needs the price of {quoted(detail)}: price-in and price-out "
                f"of its endpoint, in {ENDPOINTS_FILE} (docs/models.md)."
            )
        self._client = Client(self._endpoint, sleep)
        self._instructions = ""
        self._moves: list[str] = []
        self._refused: list[Message] = []

    def begin(self, setup: Setup, seat: Seat) -> None:
        """Start a game: set the system prompt with the rules, for the player on this seat."""
        self._instructions = prompt.instructions(setup, seat)
        self._refused = []

    def choose(self, match: Match, seconds: float) -> Reply:
        """Return the move in the model's reply."""
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
        """Return the answer to a text item in the `move` field of the reply. Raise NoMove."""
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
                "The endpoint tells no token counts, so that no budget can be kept unless the "
                "longest answer is known (--answer-tokens)."
            )
        return reply

    @property
    def _max_tokens(self) -> int | None:
        """The maximum number of tokens in an answer, if known."""
        chosen = self._settings.answer_tokens
        return self._endpoint.max_tokens if chosen is None else chosen

    def _sampling(self) -> dict[str, object]:
        """Return the sampling parameters by the endpoint's names. Unset ones are left out."""
        parameters = {
            "temperature": self._settings.temperature,
            self._endpoint.max_tokens_as: self._max_tokens,
        }
        known = {name: value for name, value in parameters.items() if value is not None}
        return {**self._endpoint.body, **known}

    def on_refusal(self, raw: str, reason: str) -> None:
        """Repeat the refused reply to the model with the reason. Do nothing if it was empty."""
        if not raw:
            return
        self._refused += [
            {"role": "assistant", "content": raw[:MAX_ECHO]},
            {"role": "user", "content": prompt.refusal(reason)},
        ]

    def on_result(self, result: Result) -> None:
        """Do nothing."""


ENDPOINTS_FILE = "endpoints.toml"
KEY_VARIABLE, URL_VARIABLE = "OPENAI_API_KEY", "OPENAI_BASE_URL"
OPENAI_URL = "https://api.openai.com/v1"
DEFAULT_LIMIT_FIELD = "max_completion_tokens"
"""Name of the field for the maximum answer length. Some endpoints only know `max_tokens`."""
RESERVED_FIELDS = ("model", "messages")
"""Fields that the extra body must not override."""
EFFORT_FIELD = "reasoning_effort"


@dataclass(frozen=True)
class Endpoint:
    """The address and the settings of an endpoint, without the API key itself."""

    url: str
    key: str | None = KEY_VARIABLE
    """Environment variable with the API key. None if the endpoint needs no key."""
    max_tokens: int | None = None
    max_tokens_as: str = DEFAULT_LIMIT_FIELD
    body: Mapping[str, Any] = field(default_factory=dict)
    """Additional fields for each request, by the endpoint's names."""
    price: Price | None = None

    def data(self) -> dict[str, object]:
        """Return the settings that affect answers as JSON data, without the price and the key."""
        return {
            "maxTokens": self.max_tokens,
            "maxTokensAs": self.max_tokens_as,
            "body": dict(self.body),
        }


def find_endpoint(detail: str, base_url: str | None) -> Endpoint:
    """Return the endpoint for `llm:MODEL@NAME`. Raise UsageError.

    Without a name it is the given address, else the environment's, else OpenAI's.
    """
    name = parse_model(detail)[1]
    if name:
        return load_endpoint(name)
    url = check_url(base_url)
    return Endpoint(url, key_variable_for(url))


def key_variable_for(url: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the variable with the API key. None for a local server if the variable is not set.

    >>> local = "http://127.0.0.1:8000/v1"
    >>> key_variable_for(local, {}), key_variable_for(local, {KEY_VARIABLE: "1"})
    (None, 'OPENAI_API_KEY')
    """
    host = urlsplit(url).hostname or ""
    is_local = host in ("localhost", "::1") or host.startswith("127.")
    return None if is_local and KEY_VARIABLE not in environment else KEY_VARIABLE


def find_price(who: str) -> Price | None:
    """Return the price that the user configured for a player, or None."""
    form, detail = form_and_detail(who)
    if form != LLM:
        return None
    name = parse_model(detail)[1]
    try:
        return load_endpoint(name).price if name else None
    except UsageError:  # a report may outlive the endpoint's configuration
        return None


def load_endpoint(name: str) -> Endpoint:
    """Load an endpoint from the endpoints file. Raise UsageError."""
    import tomllib

    file = endpoints_path()
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(
            f"There is no endpoint {quoted(name)}: {file} does not exist (docs/models.md). "
            f"A model whose own name has an @ in it is written with one more at its end."
        ) from None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is no TOML: {error}.") from None
    if name not in tables:
        similar = guess(name, tables)
        all_names = ", ".join(tables) or "none"
        hint = f"did you mean {similar}?" if similar else f"there is {all_names}."
        raise UsageError(f"{file} has no endpoint {quoted(name)}; {hint}")
    try:
        return parse_endpoint(tables[name])
    except UsageError as error:
        raise UsageError(f"{file}, [{name}]: {error}") from None


def endpoints_path() -> Path:
    """Return the path of the endpoints file. Raise UsageError if there is no home folder."""
    folder = config_folder()
    if folder is None:
        raise UsageError("There is no home folder for endpoints; set XDG_CONFIG_HOME.")
    return folder / ENDPOINTS_FILE


def parse_endpoint(table: object) -> Endpoint:
    """Parse one endpoint of the endpoints file. Raise UsageError.

    >>> parse_endpoint({"base-url": "http://127.0.0.1:11434/v1", "max-tokens": 512}).max_tokens
    512
    """
    if not isinstance(table, dict):
        raise UsageError("an endpoint is a table, such as [local].")
    for name in table:
        if name not in ENDPOINT_FIELDS:
            similar = guess(name, ENDPOINT_FIELDS)
            all_names = ", ".join(ENDPOINT_FIELDS)
            hint = f"did you mean {similar}?" if similar else f"there is {all_names}."
            raise UsageError(f"there is no {quoted(name)}; {hint}")
    for name, value in table.items():
        is_valid, description = ENDPOINT_FIELDS[name]
        if isinstance(value, bool) or not is_valid(value):
            raise UsageError(f"{name} must be {description}.")
    if "base-url" not in table:
        raise UsageError("base-url is missing: where it is, such as http://127.0.0.1:11434/v1")
    price_in, price_out = table.get("price-in"), table.get("price-out")
    if (price_in is None) is not (price_out is None):
        raise UsageError("price-in and price-out go together.")
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
    "key": (_is_name, "the name of the variable that has the key, not the key"),
    "max-tokens": (lambda value: isinstance(value, int) and 0 < value < 2**53, "a number above 0"),
    "max-tokens-as": (_is_name, "a name such as max_tokens"),
    "reasoning-effort": (_is_name, "a word such as low"),
    "extra": (_is_body, f"a table that JSON can hold, without {' and '.join(RESERVED_FIELDS)}"),
    "price-in": (_is_price, "what a million tokens of questions cost"),
    "price-out": (_is_price, "what a million tokens of answers cost"),
}
"""Settings of an endpoint: a validator for each, and a description of valid values."""


def check_url(base_url: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return the given address, else the environment's, else OpenAI's, without a trailing slash.

    Raise UsageError if it is not a valid endpoint address. An address that may contain a secret is
    not shown.

    >>> check_url(None, {URL_VARIABLE: "http://127.0.0.1:8000/v1/"})
    'http://127.0.0.1:8000/v1'
    """
    url = base_url or environment.get(URL_VARIABLE) or OPENAI_URL
    if set(url) & set("@?#"):
        raise UsageError(
            "An endpoint's address has no name, password or query in it (--base-url); the key is "
            "taken from the environment."
        )
    try:
        parts = urlsplit(url)
        is_valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_valid = False
    if not is_valid or not url.isascii() or not url.isprintable() or " " in url:
        raise UsageError(
            f"{quoted(url)} is no endpoint: one looks like http://127.0.0.1:8000/v1 (--base-url)."
        )
    return url.rstrip("/")


MAX_ANSWER_BYTES = 1024 * 1024
MAX_STREAM_BYTES = 32 * MAX_ANSWER_BYTES
"""The limit for streams, which take a few hundred bytes per token."""
MAX_ERROR_BYTES = 64 * 1024
"""Bytes of an error response to read."""
MIN_KEY_LENGTH = 8
"""A shorter key is a placeholder for a server without keys, not a secret to redact."""
MAX_EXCERPT = MAX_ANSWER_BYTES // 16
"""Characters to save of an answer that is too long."""
RETRIES = 5
RETRIES_IF_BUSY = 10
"""Retries for a busy endpoint, which take about four minutes."""
FIRST_WAIT = 1.0
MAX_WAIT = 60.0


class Client:
    """Sends requests to an endpoint, and retries after temporary errors."""

    def __init__(
        self,
        endpoint: Endpoint,
        sleep: Callable[[float], None] = time.sleep,
        steady: MonotonicClock = time.monotonic,
        wall: Callable[[], float] = time.time,
        chance: Callable[[], float] = random.random,
    ) -> None:
        """Read the API key. Raise UsageError if it is missing."""
        self._key = "" if endpoint.key is None else os.environ.get(endpoint.key, "")
        is_valid = self._key.strip() and self._key.isascii() and self._key.isprintable()
        if endpoint.key is not None and not is_valid:
            raise UsageError(
                f"Language models need a key: set {endpoint.key} in the environment (to anything, "
                "where --base-url is a server that asks for none)."
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
        """Return a model's reply to a chat. `seconds` is the time limit of a single attempt.

        Raise ReplyTimeout, UnreadableReply, Filtered or Rejected, or PlayerError if the endpoint
        cannot be used.
        """
        body = json.dumps({"model": model, "messages": messages, **sampling}).encode()
        waited = 0.0
        for attempt in count(1):
            try:
                return replace(self._request(body, seconds), waited=waited)
            except NoMove as failure:
                failure.reply = replace(failure.reply, waited=waited)
                raise
            except TemporaryError as error:
                if attempt > (RETRIES_IF_BUSY if error.busy else RETRIES):
                    raise PlayerError(f"{error} Tried {attempt} times.") from None
                pause = self._pause(attempt, error.wait)
                self._sleep(pause)
                waited += pause
        raise AssertionError("the last retry returns or raises")

    def _pause(self, attempt: int, requested: float | None) -> float:
        """Return the seconds to wait before a retry, with jitter so that threads spread out.

        A wait requested by the endpoint is a minimum. Our own backoff is shortened by up to half.
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
            raise TemporaryError(f"The endpoint could not be reached ({name}).") from None
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
        """Parse a completion and redact the key. Raise TemporaryError if it cannot be parsed."""
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
        return replace(
            reply,
            raw=self._redact(reply.raw),
            reasoning=self._redact(reply.reasoning),
            finish=self._redact(reply.finish),
        )

    def _redact(self, text: str) -> str:
        """Remove the API key from text sent by the endpoint."""
        return text.replace(self._key, "[key]") if len(self._key) >= MIN_KEY_LENGTH else text


def _read_body(response: http.client.HTTPResponse) -> bytes:
    """Return the body of a response, cut off one byte after the size limit."""
    body = response.read(MAX_ANSWER_BYTES + 1)
    if len(body) > MAX_ANSWER_BYTES and is_stream(body[:MAX_ERROR_BYTES].decode(errors="replace")):
        body += response.read(MAX_STREAM_BYTES + 1 - len(body))
    return body


EVENT_PREFIX = "data:"
"""Prefix of every event in a stream."""
LAST_EVENT = "[DONE]"
STREAM_START = re.compile(rf"(?:\s|:[^\n]*\n)*{EVENT_PREFIX}")
"""Comments, which some endpoints send as a keep-alive, followed by an event."""
THINK_BLOCK = re.compile(r"\A\s*<think>(.*?)(?:</think>|\Z)", re.DOTALL)
THINK_END = "</think>"
"""Some chat templates open the think block themselves, so the answer only has its end."""
REASONING_FIELDS = ("reasoning_content", "reasoning")
"""Fields for a model's reasoning. The first one present is used."""


def parse_completion(body: str) -> Reply:
    """Parse a completion. Raise RecordError if the body is not one.

    Raise UnreadableReply if the model gave no text, Filtered if it refused, and EmbeddedError if
    the body contains an error.
    """
    if is_stream(body):
        choices, usage = join_stream(body)
    else:
        fields = reject_error(Fields.of(body))
        choices, usage = list(fields.inners("choices")), fields.inner_or_null("usage")
    counts = token_count(usage, "prompt_tokens"), token_count(usage, "completion_tokens")
    if not choices:
        raise UnreadableReply(
            "The endpoint gave no answer: its choices are empty.", Reply("", "", *counts)
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
    """Return whether a body is an event stream."""
    return STREAM_START.match(body) is not None


def join_stream(body: str) -> tuple[list[Fields], Fields | None]:
    """Join the events of a stream into choices and usage. Raise RecordError."""
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
    """Yield the events of a stream, without comments."""
    for line in body.splitlines():
        data = line.removeprefix(EVENT_PREFIX).strip()
        if line.startswith(EVENT_PREFIX) and data != LAST_EVENT:
            yield Fields.of(data)


class EmbeddedError(Exception):
    """A response with a success status contains an error."""

    def __init__(self, error: Fields) -> None:
        super().__init__("The response contains an error.")
        self.error = error

    @property
    def status(self) -> int:
        """The status in the error, or 500 if it has none."""
        code = self.error.integer("code") if self.error.is_integer("code") else SERVER_ERROR
        return code if code >= min(REFUSED_STATUSES) else SERVER_ERROR


def reject_error(fields: Fields) -> Fields:
    """Return the fields unchanged. Raise EmbeddedError if they contain an error."""
    if fields.is_object("error"):
        raise EmbeddedError(fields.inner("error"))
    return fields


def split_message(message: Fields) -> tuple[str, str]:
    """Return the text and the reasoning of a message. A tool call counts as text, in JSON."""
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
    """Split a text into the answer and the think block that precedes it.

    An unterminated think block is all reasoning.

    >>> split_reasoning("<think>7 or 8?</think>MOVE: 7"), split_reasoning("<think>7 or")
    (('MOVE: 7', '7 or 8?'), ('', '7 or'))
    """
    block = THINK_BLOCK.match(text)
    if block:
        return text[block.end() :].lstrip("\n"), block[1]
    thought, end, answer = text.partition(THINK_END)
    return (answer.lstrip("\n"), thought) if end else (text, "")


def _to_json(data: object) -> str:
    """Serialize data as JSON. Raise RecordError if they are nested too deeply."""
    try:
        return json.dumps(data)
    except RecursionError:
        raise RecordError("A tool's call is nested too deeply.") from None


def token_count(usage: Fields | None, name: str) -> int | None:
    """Return a token count, rounded up, or None if it is not reported."""
    if usage is None or usage.is_null(name):
        return None
    value = usage.number(name)
    if not 0 <= value < 2**53:
        raise RecordError(f'"{name}" is no count.')
    return math.ceil(value)


def replace_surrogates(text: str) -> str:
    """Replace lone surrogates, which JSON can contain but UTF-8 cannot encode."""
    return text.encode(errors="replace").decode()


LEGAL_REASONS = 451
"""HTTP status for "unavailable for legal reasons". It always means filtered content."""
BUSY_STATUSES = (429, 503, 529)
"""Statuses of an overloaded service: two from HTTP, and Anthropic's own."""
TEMPORARY_STATUSES = (408, 409, 425, 429)
"""Statuses to retry, besides server errors."""
REFUSED_STATUSES = (400, 403, 413, 422)
"""Statuses that may concern a single request."""
SERVER_ERROR = 500
"""The lowest status of a server error."""
FORBIDDEN = 403
"""A 403 concerns all requests, unless the error says that it is about the content."""
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
"""Error codes and types that mean filtered content, from OpenAI, Azure, OpenRouter and others."""
CONTENT_SENTENCE = re.compile(
    r"content exists risk|content filter|content management policy|"
    r"flagged as potentially violating|(usage|content) polic(y|ies)",
    re.IGNORECASE,
)
"""Error messages that mean filtered content if there is no code (DeepSeek, Anthropic)."""
MODERATION_KEYS = ("reasons", "flagged_input")
"""Keys in the metadata of OpenRouter's moderation errors."""
PROMPT_PARAMETERS = ("", "messages", "prompt", "input")
"""Parameters that differ between requests."""


class TemporaryError(Exception):
    """The endpoint failed in a way that may be temporary.

    `wait` is the number of seconds that it asks to wait, if any. `busy` means that it is
    overloaded, which can last minutes.
    """

    def __init__(self, reason: str, wait: float | None = None, *, busy: bool = False) -> None:
        super().__init__(reason)
        self.wait = wait
        self.busy = busy


def classify_error(
    status: int, error: Fields | None, reason: str, wait: float | None = None
) -> TemporaryError | PlayerError | NoMove:
    """Return the exception for an error response. `reason` must be safe to show."""
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
    """Return whether an error is about the content of the request.

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
    """Return the parameter that an error names, in OpenAI's or FastAPI's format."""
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
    """Return the message in an error, or an empty string."""
    names = ("message", "detail", "error")
    return next((error.text(name) for name in names if error and error.is_text(name)), "")


SECONDS_PATTERN = re.compile(r"[0-9]+(\.[0-9]+)?")


def parse_retry_after(retry_after: str, now: float) -> float | None:
    """Return the seconds to wait by a `Retry-After` header (seconds or a date), or None.

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
"""Idle connections per thread."""
MonotonicClock = Callable[[], float]
"""A clock that never goes backwards, in seconds."""
ConnectionKey: TypeAlias = tuple[int, str, str | None]
"""The process, URL and proxy of an idle connection."""


class ConnectionPool(threading.local):
    """The idle connections of a thread, least recently used first."""

    def __init__(self) -> None:
        self._idle: dict[ConnectionKey, Connection] = {}

    @contextlib.contextmanager
    def connection_to(self, url: str) -> Iterator[Connection]:
        """Lend an idle or new connection, and put it back if it can be reused.

        Raise ValueError for an invalid proxy.
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
    """A keep-alive connection to the host of a URL, through the environment's proxy if any."""

    def __init__(self, url: str, proxy: str | None) -> None:
        """Raise ValueError for an invalid proxy."""
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
        """Send a request and return the response.

        The server may close an idle connection at any time. If it has sent nothing, the request is
        sent again on a new connection. Raise OSError, ValueError, HTTPException, and
        TemporaryError if connecting takes too long.
        """
        # All incoming bytes, also from a proxy, are read through a reader that enforces the
        # deadline.
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
        """Return whether the connection is open and has no stray bytes to read."""
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
        """Return the seconds left. Raise TimeoutError if there are none."""
        left = self._end - self._steady()
        if left <= 0:
            raise TimeoutError
        return left


class DeadlineReader(io.RawIOBase):
    """Reads a socket for `HTTPResponse`, with one deadline for all reads.

    A timeout per read would let a slow sender go on for ever.
    """

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._socket = sock
        self._file = sock.makefile("rb", buffering=0)
        self._deadline = deadline
        self.received = False

    def makefile(self, _: str) -> io.BufferedReader:
        """Return a buffered reader, as `socket.makefile` does."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Read what has arrived. Raise TimeoutError at the deadline."""
        self._socket.settimeout(self._deadline.left())
        count = self._file.readinto(buffer)
        self.received = self.received or bool(count)
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


CONNECTIONS = ConnectionPool()
"""The idle connections of all threads, each of which sees only its own."""
