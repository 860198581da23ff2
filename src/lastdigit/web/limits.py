"""How much anybody may ask for: every limit by name, and the counters that hold people to it."""

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
"""Visitors without a cookie share this fraction of the budget of their address."""
HELD_BACK = "lastdigit.held_back"
"""In the scope of a request: its refusal is being held back."""
TOO_MUCH = "That was too much at once. Wait a moment."


@dataclass(frozen=True)
class Limits:
    """All limits, each settable by its name."""

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
    """How long a response with status 429 is held back, and with it the connection."""
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
    """How long before a day begins its puzzles are made, at most a week; 0: once somebody asks."""
    thinking_milliseconds: int = 1_200
    """How long a computer waits before it moves, so that one sees what one has done."""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names as people type them."""
        return tuple(field.name.replace("_", "-") for field in fields(cls))

    def with_setting(self, text: str) -> Limits:
        """Return the limits with one changed by NAME=NUMBER; raises UsageError."""
        name, _, value = text.partition("=")
        if name not in self.names():
            raise UsageError(
                f"There is no limit {quoted(name)}; there is {', '.join(self.names())}."
            )
        if not (value.isascii() and value.isdecimal() and len(value) <= 9):
            raise UsageError(f"{name} is a whole number from 0 to 999999999, not {quoted(value)}.")
        return replace(self, **{name.replace("-", "_"): int(value)})


class Buckets:
    """Token buckets, one per key, that fill at a rate and hold a burst.

    A key is forgotten after at most twice the time in which a bucket fills. With a `debt` a bucket
    can be overdrawn by that much.
    """

    def __init__(self, rate: float, burst: int, sentence: str = TOO_MUCH, *, debt: int = 0) -> None:
        self._rate = rate
        self._burst = burst
        self._debt = debt
        self._sentence = sentence
        self._filling_seconds = burst / rate if rate else math.inf
        self._recent: dict[Hashable, tuple[float, float]] = {}
        self._older: dict[Hashable, tuple[float, float]] = {}
        self._since = -math.inf

    def take(self, who: Hashable, now: float) -> None:
        """Count one thing; raises Refusal if it is one too many."""
        self.check(who, now)
        self.spend(who, now)

    def check(self, who: Hashable, now: float) -> None:
        """Raise Refusal if nothing is left."""
        level = self.left(who, now)
        if level < 1:
            seconds = math.ceil((1 - level) / self._rate) if self._rate else MINUTE
            raise Refusal(Reason.TOO_MANY, self._sentence, seconds)

    def spend(self, who: Hashable, now: float, count: int = 1) -> None:
        """Count things, even if they are too many; a negative count gives some back."""
        level = self.left(who, now)
        if now - self._since >= self._filling_seconds:
            self._older, self._recent, self._since = self._recent, {}, now
        self._recent[who] = max(-self._debt, level - count), now

    def left(self, who: Hashable, now: float) -> float:
        """Return how much is left; negative after more was spent than there was."""
        full = float(self._burst), now
        level, at = self._recent.get(who) or self._older.get(who) or full
        return min(self._burst, level + (now - at) * self._rate)


class Budget:
    """A rate limit for each browser and another for each address.

    A browser that is over its own limit costs its address nothing: a school is one address.
    Visitors without a cookie share a part of what their address may do.
    """

    def __init__(self, browsers: Buckets, anonymous: Buckets, addresses: Buckets) -> None:
        self._browsers = browsers
        self._anonymous = anonymous
        self._addresses = addresses

    @classmethod
    def a_second(cls, browser: int, browser_at_once: int, address: int) -> Budget:
        """Return a budget by what a browser and an address may do in a second."""
        anonymous = address // ANONYMOUS
        return cls(
            Buckets(browser, browser_at_once),
            Buckets(anonymous, anonymous),
            Buckets(address, address),
        )

    @classmethod
    def a_minute(cls, browser: int, address: int) -> Budget:
        """Return a budget by what a browser and an address may do in a minute."""
        limits = browser, address // ANONYMOUS, address
        return cls(*(Buckets(most / MINUTE, most) for most in limits))

    def take(self, browser: str, address: str, now: float) -> None:
        """Count one request; raises Refusal, and then counts nothing."""
        own = self._own(browser, address)
        own.check(browser, now)
        self._addresses.take(address, now)
        own.spend(browser, now)

    def take_for_browser(self, browser: str, now: float) -> None:
        """Count one request that only the browser's own limit applies to; raises Refusal."""
        self._browsers.take(browser, now)

    def give_back(self, browser: str, address: str, now: float) -> None:
        """Count a request of a browser no longer."""
        self._own(browser, address).spend(browser, now, -1)

    def _own(self, browser: str, address: str) -> Buckets:
        return self._anonymous if browser == address else self._browsers


class Places:
    """How many things each key may have at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[Hashable] = Counter()

    def check(self, who: Hashable) -> None:
        """Raise Refusal if there is no place left."""
        if self._taken[who] >= self._most:
            raise Refusal(Reason.TOO_MANY, TOO_MUCH, 1)

    @contextmanager
    def taken(self, who: Hashable) -> Iterator[None]:
        """Have a place for a while; raises Refusal if there is none left."""
        self.check(who)
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]
