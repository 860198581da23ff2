"""Invitations: short codes to read aloud, one-time seat keys, and the budget for wrong guesses.

The code in a match's link has 128 bits and cannot be guessed. Short codes can be guessed, so they
expire after a few minutes, and wrong guesses are rate-limited per browser and per address. This
module stores nothing. Times are seconds on a steady clock.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import random
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from lastdigit.game.game import Seat
from lastdigit.web.limits import MINUTE, Buckets, Limits
from lastdigit.web.schemas.errors import Reason, Refusal

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # no 0/O or 1/I/L: easily misread from a blackboard
KEY_LENGTH, SHORT_CODE_LENGTH = 12, 6
BUDGET_SECONDS = 10 * MINUTE
MAX_CLASSROOMS, MAX_ADDRESSES = 20, 10_000
"""The maximum number of classrooms that add to an address's budget, and of tracked addresses."""
MAX_WAITING, MAX_WAITING_OF_BROWSER = 100, 3
"""The maximum number of waiting attempts, per address and per browser."""
TOO_OFTEN = "Too many wrong codes. Wait a moment, or ask your friend for the link."
WRONG = (Reason.UNKNOWN_CODE, Reason.UNKNOWN_MATCH, Reason.UNKNOWN_ROOM, Reason.BAD_KEY)
"""The reasons for a refusal that count as a wrong code."""
UNKNOWN = "This code is wrong or has expired. Check it for typos, or ask for a new one."


def new_match_code() -> str:
    """Return a random code for the link of a match.

    The code has 128 bits, so it cannot be guessed.
    """
    return secrets.token_urlsafe(16)


def new_letters(length: int) -> str:
    """Return a random code that is short enough to read aloud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def normalize_letters(text: str) -> str:
    """Return a typed code in upper case, without spaces and hyphens.

    >>> normalize_letters(" abc-2d 3")
    'ABC2D3'
    """
    return "".join(character for character in text.upper() if character.isalnum())


def new_secret() -> str:
    """Return a new secret for a browser. It has 256 bits."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> bytes:
    """Return the hash of a secret. Secrets are random, so the hash needs no salt."""
    return hashlib.sha256(secret.encode()).digest()


class SeatKeys:
    """One-time keys that let a player take a seat on another device, at most one per seat."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._keys: dict[tuple[str, Seat], tuple[bytes, float]] = {}
        self.on_change: Callable[[str, Seat, bytes, float], None] = lambda *_: None
        """Callback for every key that is issued or revoked here, to notify other servers."""

    def issue(self, match: str, seat: Seat, now: float) -> str:
        """Return a new key for a seat. Revoke the seat's previous key."""
        while self._keys and next(iter(self._keys.values()))[1] <= now:  # the oldest come first
            del self._keys[next(iter(self._keys))]
        key, expires = new_letters(KEY_LENGTH), now + self._seconds
        self.add(match, seat, hash_secret(key), expires)
        self.on_change(match, seat, hash_secret(key), expires)
        return key

    def add(self, match: str, seat: Seat, hashed: bytes, expires: float) -> None:
        """Add the hash of a key, which replaces the seat's previous key."""
        self._keys.pop((match, seat), None)
        self._keys[match, seat] = hashed, expires

    def find_seat(self, match: str, key: str, now: float) -> Seat | None:
        """Return the seat in a match that a key is valid for, if any."""
        given = hash_secret(normalize_letters(key))
        for seat in Seat:
            hashed, expires = self._keys.get((match, seat), (b"", now))
            if secrets.compare_digest(hashed, given) and expires > now:
                return seat
        return None

    def find_match(self, key: str, now: float) -> str | None:
        """Return the code of the match that a key is valid for, if any."""
        given = hash_secret(normalize_letters(key))
        for (match, _), (hashed, expires) in self._keys.items():
            if secrets.compare_digest(hashed, given) and expires > now:
                return match
        return None

    def revoke(self, match: str, seat: Seat) -> None:
        """Revoke the key of a seat."""
        self._keys.pop((match, seat), None)
        self.on_change(match, seat, b"", 0.0)


class Attempt:
    """An attempt to enter a code, which counts as wrong until it is refunded."""

    def __init__(self, refund: Callable[[], None]) -> None:
        self._refund = refund
        self._refunded = False

    def refund(self) -> None:
        """Do not count the attempt, because the code is right or something else went wrong."""
        if not self._refunded:
            self._refunded = True
            self._refund()


class WrongGuessBudget:
    """Rate limits for wrong codes, per browser and per address.

    A class shares one address, so every classroom used at an address adds to its budget: otherwise
    one pupil's typos would slow down the class. Only MAX_CLASSROOMS classrooms count: otherwise
    opening classrooms would be a way to guess faster. Attempts beyond the budget wait for their
    turn: a right code is delayed, and refused only if MAX_WAITING others are waiting.
    """

    def __init__(self, limits: Limits) -> None:
        self._of_browser = _budget(limits.wrong_codes_a_browser, debt=10)
        self._of_address = _budget(limits.wrong_codes_an_address, debt=1)
        self._classrooms: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        self._per_second = limits.wrong_codes_a_second
        self._queues: dict[str, AttemptQueue] = {}

    @asynccontextmanager
    async def attempt(self, browser: str, address: str, now: float) -> AsyncIterator[Attempt]:
        """Count the `with` block as an attempt. Raise Refusal if too many attempts are waiting.

        The attempt counts as wrong until the code turns out to be right. Without this rule, a
        client could make many attempts at the same time.
        """
        await self._wait_for_turn(browser, address, now)
        account = self._account(address, now)

        def count(attempts: int) -> None:
            self._of_address.spend(account, now, attempts)
            self._of_browser.spend(browser, now, attempts)

        count(1)
        attempt = Attempt(partial(count, -1))
        try:
            yield attempt
        except Refusal as refusal:
            if refusal.reason not in WRONG:
                attempt.refund()
            raise
        except BaseException:
            attempt.refund()
            raise
        attempt.refund()

    async def _wait_for_turn(self, browser: str, address: str, now: float) -> None:
        is_within = self._of_address.left(self._account(address, now), now) >= 1
        # Visitors without a cookie may be many people, so only their address has a budget.
        if is_within and (browser == address or self._of_browser.left(browser, now) >= 1):
            return
        if not self._per_second:
            raise _too_often()

        def wrong(other: str) -> float:
            return -self._of_browser.left(other, now)

        if len(self._queues) >= MAX_ADDRESSES:
            self._queues = {one: queue for one, queue in self._queues.items() if not queue.is_idle}
        queue = self._queues.setdefault(address, AttemptQueue(self._per_second))
        await queue.wait(browser, wrong)

    def add_classroom(self, address: str, classroom: str) -> None:
        """Increase the budget of an address where a classroom is used."""
        classrooms = self._classrooms.setdefault(address, OrderedDict())
        classrooms[classroom] = None
        self._classrooms.move_to_end(address)
        if len(classrooms) > MAX_CLASSROOMS:
            classrooms.popitem(last=False)
        if len(self._classrooms) > MAX_ADDRESSES:
            self._classrooms.popitem(last=False)

    def _account(self, address: str, now: float) -> Hashable:
        """Return the budget that the next wrong code from an address is charged to."""
        for classroom in self._classrooms.get(address, ()):
            if self._of_address.left((address, classroom), now) >= 1:
                return address, classroom
        return address


def _budget(most: int, *, debt: int) -> Buckets:
    """Return a budget that is full again ten minutes after it was spent.

    The budget can be overdrawn by up to `debt` times its size.
    """
    return Buckets(most / BUDGET_SECONDS, most, debt=debt * most)


Wrong = Callable[[str], float]
"""A function that returns a number for a browser that increases with each wrong code."""


class AttemptQueue:
    """The queue of attempts from one address. A fixed number per second may proceed.

    Browsers with the fewest wrong codes come first, so that a client that guesses codes does not
    delay others. A browser can have only a few attempts in the queue. A client can get many cookies
    and pretend to be many browsers, so attempts of equal rank are chosen at random, not in order of
    arrival.
    """

    def __init__(self, per_second: float) -> None:
        self._interval = 1 / per_second
        self._next = -math.inf
        self._waiters: list[tuple[str, asyncio.Future[None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether the queue is empty and the next attempt would not have to wait."""
        now = asyncio.get_running_loop().time()
        return not self._waiters and self._timer is None and self._next <= now

    async def wait(self, browser: str, wrong: Wrong) -> None:
        """Wait until this attempt may proceed. Raise Refusal if the queue is full."""
        if sum(one == browser for one, _ in self._waiters) >= MAX_WAITING_OF_BROWSER:
            raise _too_often()
        turn = asyncio.get_running_loop().create_future()
        self._waiters.append((browser, turn))
        if len(self._waiters) > MAX_WAITING:
            most = max(wrong(one) for one, _ in self._waiters)
            self._remove_one(most, wrong).set_exception(_too_often())
        self._schedule(wrong)
        try:
            await turn
        finally:
            self._waiters = [one for one in self._waiters if one[1] is not turn]

    def _remove_one(self, count: float, wrong: Wrong) -> asyncio.Future[None]:
        """Remove a random attempt by a browser with this many wrong codes."""
        chosen = random.choice([one for one in self._waiters if wrong(one[0]) == count])
        self._waiters.remove(chosen)
        return chosen[1]

    def _schedule(self, wrong: Wrong) -> None:
        if self._timer is None and self._waiters:
            loop = asyncio.get_running_loop()
            at = max(self._next, loop.time())
            self._timer = loop.call_at(at, self._release_one, wrong)

    def _release_one(self, wrong: Wrong) -> None:
        self._timer = None
        self._waiters = [one for one in self._waiters if not one[1].done()]
        if self._waiters:
            fewest = min(wrong(one) for one, _ in self._waiters)
            self._remove_one(fewest, wrong).set_result(None)
            self._next = asyncio.get_running_loop().time() + self._interval
        self._schedule(wrong)


def _too_often() -> Refusal:
    return Refusal(Reason.TOO_MANY, TOO_OFTEN, 1)


@dataclass(frozen=True)
class ShortCode:
    """A code to read aloud, and the match that it belongs to."""

    code: str
    match: str
    expires: float


class Invitations:
    """Active short codes, at most one per match."""

    def __init__(self, limits: Limits, keys: SeatKeys) -> None:
        self._keys = keys
        self._seconds = limits.spoken_seconds
        self._by_match: dict[str, ShortCode] = {}
        self._by_code: dict[str, ShortCode] = {}
        self.wrong_guesses = WrongGuessBudget(limits)
        self.on_issue: Callable[[ShortCode], None] = lambda _: None
        """Callback for every code that is issued here, to notify other servers."""

    def issue(self, match: str, now: float) -> ShortCode:
        """Return a new code for a match, which replaces the match's previous code."""
        self._drop_expired(now)
        letters = new_letters(SHORT_CODE_LENGTH)
        while letters in self._by_code:
            letters = new_letters(SHORT_CODE_LENGTH)
        code = ShortCode(letters, match, now + self._seconds)
        self.add(code)
        self.on_issue(code)
        return code

    def add(self, code: ShortCode) -> None:
        """Add a code, which replaces the match's previous code."""
        older = self._by_match.pop(code.match, None)
        if older is not None:
            self._by_code.pop(older.code, None)
        self._by_match[code.match] = self._by_code[code.code] = code

    def current(self, match: str, now: float) -> ShortCode | None:
        """Return a match's active code, if any."""
        self._drop_expired(now)
        return self._by_match.get(match)

    def resolve(self, typed: str, now: float) -> str:
        """Return the match for a short code or a seat key.

        Raise Refusal if there is no such match.
        """
        self._drop_expired(now)
        code = self._by_code.get(normalize_letters(typed))
        found = self._keys.find_match(typed, now) if code is None else code.match
        if found is None:
            raise Refusal(Reason.UNKNOWN_CODE, UNKNOWN)
        return found

    def _drop_expired(self, now: float) -> None:
        # All codes have the same lifetime, so the oldest is always first.
        while self._by_match:
            oldest = next(iter(self._by_match.values()))
            if oldest.expires > now:
                return
            del self._by_match[oldest.match]
            self._by_code.pop(oldest.code, None)
