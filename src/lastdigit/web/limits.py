"""The server's limits by name, and the rate limiters that enforce them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace

from lastdigit.errors import UsageError, quoted
from lastdigit.web.schemas.errors import Reason, Refusal

MINUTE = 60
ANONYMOUS = 5
"""Visitors without a cookie share this fraction (1/N) of their address's limit."""
HELD_BACK = "lastdigit.held_back"
"""The key in the scope of a request whose refusal is being delayed."""
TOO_MUCH = "Too many requests. Wait a moment and try again."


@dataclass(frozen=True)
class Limits:
    """All limits. `serve --limit NAME=NUMBER` changes a limit."""

    connections_an_address: int = 1_000
    head_bytes: int = 16 * 1024
    head_seconds: int = 10
    socket_frames_a_second: int = 20
    socket_bytes_a_second: int = 4 * 1024
    socket_unsent_bytes: int = 256 * 1024
    body_bytes: int = 16 * 1024
    body_seconds: int = 10
    stalled_seconds: int = 30
    drain_seconds: int = 0
    pipelined_requests: int = 16
    commands_a_second: int = 10
    commands_at_once: int = 20
    commands_an_address: int = 1_000
    reads_a_second: int = 50
    reads_at_once: int = 300
    reads_an_address: int = 1_000
    games_a_browser: int = 60
    games_an_address: int = 300
    jobs_a_browser: int = 300
    jobs_an_address: int = 1_500
    jobs_at_once: int = 8
    jobs_waiting: int = 100
    refusal_milliseconds: int = 1_000
    """The delay before a 429 response. The connection is blocked during the delay."""
    sockets_a_browser: int = 16
    sockets_an_address: int = 2_000
    grace_seconds: int = 40
    key_seconds: int = 300
    spoken_seconds: int = 600
    wrong_codes_a_browser: int = 5
    wrong_codes_an_address: int = 120
    wrong_codes_a_second: int = 5
    store_seconds: int = 2
    pupils_a_room: int = 60
    matches_in_memory: int = 5_000
    invitation_hours: int = 24
    unfinished_days: int = 0
    room_days: int = 365
    store_megabytes: int = 0
    puzzles_ahead_seconds: int = 60
    """How early a day's puzzles are generated: at most a week ahead. 0 means on request."""
    thinking_milliseconds: int = 1_200
    """The delay before a computer moves, so that players see their own move first."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names as users type them."""
        return tuple(field.name.replace("_", "-") for field in fields(cls))

    def with_setting(self, text: str) -> Limits:
        """Return the limits, with one changed by NAME=NUMBER. May raise UsageError."""
        name, _, value = text.partition("=")
        if name not in self.names():
            raise UsageError(
                f"There is no limit called {quoted(name)}. Choose one of: "
                f"{', '.join(self.names())}."
            )
        if not (value.isascii() and value.isdecimal() and len(value) <= 9):
            raise UsageError(
                f"{name} must be a whole number from 0 to 999999999, not {quoted(value)}."
            )
        return replace(self, **{name.replace("-", "_"): int(value)})


class Buckets:
    """Token buckets, one per key, with a rate and a burst size.

    A key is dropped after at most twice the time that a bucket takes to fill. A bucket can be
    overdrawn by at most `debt` tokens.
    """

    def __init__(self, rate: float, burst: int, message: str = TOO_MUCH, *, debt: int = 0) -> None:
        self._rate = rate
        self._burst = burst
        self._debt = debt
        self._message = message
        self._fill_seconds = burst / rate if rate else math.inf
        self._recent: dict[Hashable, tuple[float, float]] = {}
        self._older: dict[Hashable, tuple[float, float]] = {}
        self._since = -math.inf

    def take(self, key: Hashable, now: float) -> None:
        """Spend one token. Raise Refusal if there is no token."""
        self.check(key, now)
        self.spend(key, now)

    def check(self, key: Hashable, now: float) -> None:
        """Raise Refusal if there is no token."""
        level = self.left(key, now)
        if level < 1:
            seconds = math.ceil((1 - level) / self._rate) if self._rate else MINUTE
            raise Refusal(Reason.TOO_MANY, self._message, seconds)

    def spend(self, key: Hashable, now: float, count: int = 1) -> None:
        """Spend tokens, even if there are not enough. A negative count refunds tokens."""
        level = self.left(key, now)
        if now - self._since >= self._fill_seconds:
            self._older, self._recent, self._since = self._recent, {}, now
        self._recent[key] = max(-self._debt, level - count), now

    def left(self, key: Hashable, now: float) -> float:
        """Return the number of tokens left, which is negative if the bucket is overdrawn."""
        full = float(self._burst), now
        level, at = self._recent.get(key) or self._older.get(key) or full
        return min(self._burst, level + (now - at) * self._rate)


class RateLimit:
    """A rate limit for each browser and another for each address.

    Requests above a browser's own limit do not count against its address, which a school may share.
    Visitors without a cookie share a fraction of their address's limit.
    """

    def __init__(self, browsers: Buckets, anonymous: Buckets, addresses: Buckets) -> None:
        self._browsers = browsers
        self._anonymous = anonymous
        self._addresses = addresses

    @classmethod
    def per_second(cls, browser: int, browser_burst: int, address: int) -> RateLimit:
        anonymous = address // ANONYMOUS
        return cls(
            Buckets(browser, browser_burst),
            Buckets(anonymous, anonymous),
            Buckets(address, address),
        )

    @classmethod
    def per_minute(cls, browser: int, address: int) -> RateLimit:
        limits = browser, address // ANONYMOUS, address
        return cls(*(Buckets(most / MINUTE, most) for most in limits))

    def take(self, browser: str, address: str, now: float) -> None:
        """Count one request. If the request exceeds a limit, count nothing and raise Refusal."""
        own = self._own(browser, address)
        own.check(browser, now)
        self._addresses.take(address, now)
        own.spend(browser, now)

    def take_for_browser(self, browser: str, now: float) -> None:
        """Count one request against the browser's limit only. May raise Refusal."""
        self._browsers.take(browser, now)

    def refund(self, browser: str, address: str, now: float) -> None:
        """Refund one request by a browser."""
        self._own(browser, address).spend(browser, now, -1)

    def _own(self, browser: str, address: str) -> Buckets:
        return self._anonymous if browser == address else self._browsers


class ConcurrencyLimit:
    """A limit on the number of simultaneous operations per key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[Hashable] = Counter()

    def check(self, key: Hashable) -> None:
        """Raise Refusal if the limit is reached."""
        if self._held[key] >= self._most:
            raise Refusal(Reason.TOO_MANY, TOO_MUCH, 1)

    @contextmanager
    def hold(self, key: Hashable) -> Iterator[None]:
        """Count an operation during the `with` block. Raise Refusal if the limit is reached."""
        self.check(key)
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
