"""Endpoints by name, from a file of whoever asks them: `llm:MODEL@NAME`.

The file is `endpoints.toml` in the folder of preferences. A key never stands in it, only the name
of the variable that has it.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from lastdigit.errors import UsageError, guess, quoted
from lastdigit.players.names import LLM, form_and_detail, model_and_service
from lastdigit.system import config_folder

FILE = "endpoints.toml"
KEY, URL = "OPENAI_API_KEY", "OPENAI_BASE_URL"
OPENAIS_OWN = "https://api.openai.com/v1"
ANSWER_LIMIT = "max_completion_tokens"
"""What an endpoint calls the longest answer; some know `max_tokens` alone."""
OURS = ("model", "messages")
"""What no extra body may say otherwise."""
EFFORT = "reasoning_effort"


class Price(NamedTuple):
    """What a million tokens cost, of questions and of answers; so a token costs so many millionths.

    The currency is that of whoever wrote it down.
    """

    question: float
    answer: float

    def of(self, tokens_in: int, tokens_out: int) -> int:
        """Return what so many tokens cost, in millionths, rounded up."""
        return math.ceil(tokens_in * self.question + tokens_out * self.answer)


@dataclass(frozen=True)
class Service:
    """Where a model is asked, and how."""

    url: str
    key: str | None = KEY
    """The variable that has the key; None where nobody asks for one."""
    max_tokens: int | None = None
    max_tokens_as: str = ANSWER_LIMIT
    body: Mapping[str, Any] = field(default_factory=dict)
    """What else each question says, by the endpoint's own names."""
    price: Price | None = None

    def data(self) -> dict[str, object]:
        """Return what answers depend on as JSON data: all but the price and the key."""
        return {
            "maxTokens": self.max_tokens,
            "maxTokensAs": self.max_tokens_as,
            "body": dict(self.body),
        }


def service_of(detail: str, base_url: str | None) -> Service:
    """Return where the model of `llm:MODEL@NAME` is asked; raises UsageError.

    Without a name it is what was given, or the environment says, or OpenAI's own.
    """
    name = model_and_service(detail)[1]
    if name:
        return named(name)
    url = checked_url(base_url)
    return Service(url, key_at(url))


def price_of(who: str) -> Price | None:
    """Return what the user has written down as the price of a player; None if nothing."""
    form, detail = form_and_detail(who)
    if form != LLM:
        return None
    name = model_and_service(detail)[1]
    try:
        return named(name).price if name else None
    except UsageError:  # a report can be made where the endpoint is no longer known
        return None


def key_at(url: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the variable that has the key, or None: a server on this machine asks for none.

    >>> key_at("http://127.0.0.1:8000/v1", {}), key_at("http://127.0.0.1:8000/v1", {KEY: "1"})
    (None, 'OPENAI_API_KEY')
    """
    from urllib.parse import urlsplit

    host = urlsplit(url).hostname or ""
    here = host in ("localhost", "::1") or host.startswith("127.")
    return None if here and KEY not in environment else KEY


def path() -> Path:
    """Return where the endpoints stand; raises UsageError where there is no home."""
    folder = config_folder()
    if folder is None:
        raise UsageError("There is no home folder for endpoints; set XDG_CONFIG_HOME.")
    return folder / FILE


def named(name: str) -> Service:
    """Return an endpoint of the file; raises UsageError that says what is wrong in it."""
    import tomllib

    file = path()
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(
            f"There is no endpoint {quoted(name)}: {file} does not exist (docs/models.md). "
            f"A model whose own name has an @ in it is written with one more at its end."
        ) from None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is no TOML: {error}.") from None
    if name not in found:
        meant = guess(name, found)
        there = f"did you mean {meant}?" if meant else f"there is {', '.join(found) or 'none'}."
        raise UsageError(f"{file} has no endpoint {quoted(name)}; {there}")
    try:
        return read_service(found[name])
    except UsageError as error:
        raise UsageError(f"{file}, [{name}]: {error}") from None


def read_service(table: object) -> Service:
    """Return the endpoint that a table of the file means; raises UsageError.

    >>> read_service({"base-url": "http://127.0.0.1:11434/v1", "max-tokens": 512}).max_tokens
    512
    """
    if not isinstance(table, dict):
        raise UsageError("an endpoint is a table, such as [local].")
    for word in table:
        if word not in WORDS:
            meant = guess(word, WORDS)
            there = f"did you mean {meant}?" if meant else f"there is {', '.join(WORDS)}."
            raise UsageError(f"there is no {quoted(word)}; {there}")
    for word, value in table.items():
        right, wanted = WORDS[word]
        if isinstance(value, bool) or not right(value):
            raise UsageError(f"{word} must be {wanted}.")
    if "base-url" not in table:
        raise UsageError("base-url is missing: where it is, such as http://127.0.0.1:11434/v1")
    prices = [table.get(word) for word in ("price-in", "price-out")]
    if prices.count(None) == 1:
        raise UsageError("price-in and price-out go together.")
    body = dict(table.get("extra", {}))
    if "reasoning-effort" in table:
        body[EFFORT] = table["reasoning-effort"]
    return Service(
        checked_url(table["base-url"]),
        table.get("key"),
        table.get("max-tokens"),
        table.get("max-tokens-as", ANSWER_LIMIT),
        body,
        None if None in prices else Price(*(float(price) for price in prices if price is not None)),
    )


def _is_word(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", value) is not None


def _is_price(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value < 1_000_000


def _is_body(value: object) -> bool:
    if not isinstance(value, dict) or any(word in value for word in OURS):
        return False
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


WORDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "base-url": (lambda value: isinstance(value, str), "an address"),
    "key": (_is_word, "the name of the variable that has the key, not the key"),
    "max-tokens": (lambda value: isinstance(value, int) and 0 < value < 2**53, "a number above 0"),
    "max-tokens-as": (_is_word, "a name such as max_tokens"),
    "reasoning-effort": (_is_word, "a word such as low"),
    "extra": (_is_body, f"a table that JSON can hold, without {' and '.join(OURS)}"),
    "price-in": (_is_price, "what a million tokens of questions cost"),
    "price-out": (_is_price, "what a million tokens of answers cost"),
}
"""What can be said of an endpoint: when it is right, and what that is in words."""


def checked_url(base_url: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """Return where models are asked: what is given, or the environment says, or OpenAI's own.

    Raises UsageError if it is no such address. One that could hold a secret is not shown.

    >>> checked_url(None, {URL: "http://127.0.0.1:8000/v1/"})
    'http://127.0.0.1:8000/v1'
    """
    from urllib.parse import urlsplit

    url = base_url or environment.get(URL) or OPENAIS_OWN
    if set(url) & set("@?#"):
        raise UsageError(
            "An endpoint's address has no name, password or query in it (--base-url); the key is "
            "taken from the environment."
        )
    try:
        parts = urlsplit(url)
        right = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        right = False
    if not right or not url.isascii() or not url.isprintable() or " " in url:
        raise UsageError(
            f"{quoted(url)} is no endpoint: one looks like http://127.0.0.1:8000/v1 (--base-url)."
        )
    return url.rstrip("/")
