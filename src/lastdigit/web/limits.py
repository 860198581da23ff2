"""How much anybody may ask for: every limit by name, and the counters that hold people to it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace

from lastdigit.errors import UsageError, quoted
from lastdigit.web.schema.refusals import Reason, Refusal

MINUTE = 60
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
    """So many things a second for everybody, and a few more at once.

    Nobody is remembered for longer than twice the time in which a bucket fills: whose is full
    again is as good as new.
    """

    def __init__(self, rate: float, burst: int, sentence: str = TOO_MUCH) -> None:
        self._rate = rate
        self._burst = burst
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
        self._recent[who] = level - count, now

    def left(self, who: Hashable, now: float) -> float:
        """Return how much is left; negative after more was spent than there was."""
        full = float(self._burst), now
        level, at = self._recent.get(who) or self._older.get(who) or full
        return min(self._burst, level + (now - at) * self._rate)


def a_minute(most: int) -> Buckets:
    """Return buckets of this size that take a minute to fill."""
    return Buckets(most / MINUTE, most)


class Budget:
    """A rate limit for each browser and another for each address.

    A browser that is over its own limit costs its address nothing: a school is one address.
    """

    def __init__(self, browsers: Buckets, addresses: Buckets) -> None:
        self._browsers = browsers
        self._addresses = addresses

    def take(self, browser: str, address: str, now: float) -> None:
        """Count one request; raises Refusal, and then counts nothing."""
        self._browsers.check(browser, now)
        self._addresses.take(address, now)
        self._browsers.spend(browser, now)

    def take_for_browser(self, browser: str, now: float) -> None:
        """Count one request that only the browser's own limit applies to; raises Refusal."""
        self._browsers.take(browser, now)


class Places:
    """So many things at the same time for everybody."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[Hashable] = Counter()

    @contextmanager
    def taken(self, who: Hashable) -> Iterator[None]:
        """Have a place for a while; raises Refusal if there is none left."""
        if self._taken[who] >= self._most:
            raise Refusal(Reason.TOO_MANY, TOO_MUCH, 1)
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]
