"""Invitations: codes and keys that let people in, and how often somebody may be wrong.

A match's own code, in its link, cannot be guessed. What can be said aloud could be: so it works for
minutes only, and wrong ones slow down the browser and its address. Nothing of it is kept.
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

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that are not taken for one another when read aloud or from a blackboard."""
KEY_LENGTH = 12


def new_code() -> str:
    """Return the code of a match, which is in its link: 128 bits, so that nobody guesses it."""
    return secrets.token_urlsafe(16)


def new_letters(length: int) -> str:
    """Return letters and digits that people can read to each other."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def read_letters(text: str) -> str:
    """Return such letters as somebody typed them: small ones are as good, blanks do no harm.

    >>> read_letters(" abc-2d 3")
    'ABC2D3'
    """
    return "".join(character for character in text.upper() if character.isalnum())


def new_secret() -> str:
    """Return what proves that somebody holds a seat: 256 bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> bytes:
    """Return what is kept of a secret: it is random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).digest()


class Keys:
    """The one-time keys that are out, at most one a seat; they are for minutes, and kept nowhere.

    Matches are known by their codes; times are those of a steady clock.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._keys: dict[tuple[str, Seat], tuple[bytes, float]] = {}
        self.on_change: Callable[[str, Seat, bytes, float], None] = lambda *_: None
        """Is told of every key that is issued or used up here, so that other servers know it."""

    def issue(self, match: str, seat: Seat, now: float) -> str:
        """Return a new key for a seat, instead of any older one."""
        while self._keys and next(iter(self._keys.values()))[1] <= now:  # the oldest come first
            del self._keys[next(iter(self._keys))]
        key, until = new_letters(KEY_LENGTH), now + self._seconds
        self.learn(match, seat, hashed(key), until)
        self.on_change(match, seat, hashed(key), until)
        return key

    def learn(self, match: str, seat: Seat, kept: bytes, until: float) -> None:
        """Let a key open a seat until then, instead of any older one."""
        self._keys.pop((match, seat), None)
        self._keys[match, seat] = kept, until

    def seat(self, match: str, key: str, now: float) -> Seat | None:
        """Return the seat that a key opens, if it opens one of this match."""
        given = hashed(read_letters(key))
        for seat in Seat:
            kept, until = self._keys.get((match, seat), (b"", now))
            if secrets.compare_digest(kept, given) and until > now:
                return seat
        return None

    def match_of(self, key: str, now: float) -> str | None:
        """Return the match in which a key opens a seat, if it opens one."""
        given = hashed(read_letters(key))
        for (match, _), (kept, until) in self._keys.items():
            if secrets.compare_digest(kept, given) and until > now:
                return match
        return None

    def use_up(self, match: str, seat: Seat) -> None:
        """Let the key of a seat open nothing any more."""
        self._keys.pop((match, seat), None)
        self.on_change(match, seat, b"", 0.0)


SPOKEN_LENGTH = 6
BUDGET_SECONDS = 10 * MINUTE
MOST_ROOMS, MOST_ADDRESSES = 20, 10_000
"""Rooms that raise the budget of an address, and addresses that are remembered."""
MOST_WAITING, MOST_WAITING_OF_BROWSER = 100, 3
"""Attempts that may wait for their turn: of one address, and of one browser."""
TOO_OFTEN = "Too many wrong codes. Wait a moment, or ask your friend for the link."
WRONG = (Reason.UNKNOWN_CODE, Reason.UNKNOWN_MATCH, Reason.UNKNOWN_ROOM, Reason.BAD_KEY)
"""The refusals that mean that a code was wrong."""
UNKNOWN = "No game and no class has this code now. Look at it again, or ask for a new one."


@dataclass(frozen=True)
class SpokenCode:
    """Letters that people say, the match that they lead to, and until when."""

    letters: str
    match: str
    until: float


class Attempt:
    """An attempt at a code, counted as wrong until it is refunded."""

    def __init__(self, refund: Callable[[], None]) -> None:
        self._refund = refund
        self._refunded = False

    def refund(self) -> None:
        """Stop counting it: the code is right, or something else failed."""
        if not self._refunded:
            self._refunded = True
            self._refund()


class WrongCodes:
    """Rate limits for wrong codes: for each browser, and for all browsers at one address.

    A class shares one address: every room that is used there allows it as many wrong codes again,
    up to a limit, so that opening rooms is no way to guess faster. Attempts beyond the budget wait
    for their turn: a right code is delayed, not refused, unless a hundred others are waiting.
    """

    def __init__(self, limits: Limits) -> None:
        self._of_browser = _budget(limits.wrong_codes_a_browser, debt=10)
        self._of_address = _budget(limits.wrong_codes_an_address, debt=1)
        self._rooms: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()
        self._a_second = limits.wrong_codes_a_second
        self._queues: dict[str, Queue] = {}

    @asynccontextmanager
    async def attempt(self, browser: str, address: str, now: float) -> AsyncIterator[Attempt]:
        """Try a code inside; raises Refusal if too many attempts of the address are waiting.

        The attempt counts as wrong until it is known to be right: otherwise many of them could be
        made at the same time.
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
        within = self._of_address.left(self._account(address, now), now) >= 1
        # Visitors without a cookie are many people: only their address has a budget.
        if within and (browser == address or self._of_browser.left(browser, now) >= 1):
            return
        if not self._a_second:
            raise _too_often()

        def wrong(other: str) -> float:
            return -self._of_browser.left(other, now)

        if len(self._queues) >= MOST_ADDRESSES:
            self._queues = {one: queue for one, queue in self._queues.items() if not queue.is_idle}
        queue = self._queues.setdefault(address, Queue(self._a_second))
        await queue.wait(browser, wrong)

    def allow(self, address: str, room: str) -> None:
        """Allow an address more, because a room is used there."""
        rooms = self._rooms.setdefault(address, OrderedDict())
        rooms[room] = None
        self._rooms.move_to_end(address)
        if len(rooms) > MOST_ROOMS:
            rooms.popitem(last=False)
        if len(self._rooms) > MOST_ADDRESSES:
            self._rooms.popitem(last=False)

    def _account(self, address: str, now: float) -> Hashable:
        """Return what the next wrong code of an address counts against."""
        for room in self._rooms.get(address, ()):
            if self._of_address.left((address, room), now) >= 1:
                return address, room
        return address


Wrong = Callable[[str], float]
"""Grows with the number of wrong codes of a browser."""


class Queue:
    """Attempts of one address that wait for their turn, a fixed number each second.

    Browsers with the fewest wrong codes come first, so that a client that guesses does not hold up
    others; it also has few places to wait. Cookies are free, so a client can come as many browsers
    without wrong codes: among equals chance decides, not who came first.
    """

    def __init__(self, a_second: float) -> None:
        self._seconds = 1 / a_second
        self._next = -math.inf
        self._waiters: list[tuple[str, asyncio.Future[None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is waiting and the next attempt need not wait either."""
        now = asyncio.get_running_loop().time()
        return not self._waiters and self._timer is None and self._next <= now

    async def wait(self, browser: str, wrong: Wrong) -> None:
        """Return when it is this attempt's turn; raises Refusal if there is no place to wait."""
        if sum(one == browser for one, _ in self._waiters) >= MOST_WAITING_OF_BROWSER:
            raise _too_often()
        turn = asyncio.get_running_loop().create_future()
        self._waiters.append((browser, turn))
        if len(self._waiters) > MOST_WAITING:
            most = max(wrong(one) for one, _ in self._waiters)
            self._take(most, wrong).set_exception(_too_often())
        self._schedule(wrong)
        try:
            await turn
        finally:
            self._waiters = [one for one in self._waiters if one[1] is not turn]

    def _take(self, worst: float, wrong: Wrong) -> asyncio.Future[None]:
        """Remove one of the waiters with this many wrong codes."""
        chosen = random.choice([one for one in self._waiters if wrong(one[0]) == worst])
        self._waiters.remove(chosen)
        return chosen[1]

    def _schedule(self, wrong: Wrong) -> None:
        if self._timer is None and self._waiters:
            loop = asyncio.get_running_loop()
            at = max(self._next, loop.time())
            self._timer = loop.call_at(at, self._let_in, wrong)

    def _let_in(self, wrong: Wrong) -> None:
        self._timer = None
        self._waiters = [one for one in self._waiters if not one[1].done()]
        if self._waiters:
            fewest = min(wrong(one) for one, _ in self._waiters)
            self._take(fewest, wrong).set_result(None)
            self._next = asyncio.get_running_loop().time() + self._seconds
        self._schedule(wrong)


def _too_often() -> Refusal:
    return Refusal(Reason.TOO_MANY, TOO_OFTEN, 1)


class Invitations:
    """The spoken codes that work, at most one a match; times are those of a steady clock."""

    def __init__(self, limits: Limits, keys: Keys) -> None:
        self._keys = keys
        self._seconds = limits.spoken_seconds
        self._by_match: dict[str, SpokenCode] = {}
        self._by_letters: dict[str, SpokenCode] = {}
        self.wrong_codes = WrongCodes(limits)
        self.on_issue: Callable[[SpokenCode], None] = lambda _: None
        """Is told of every code that is issued here, so that other servers know it."""

    def issue(self, match: str, now: float) -> SpokenCode:
        """Return a new spoken code for a match; an older one of its works no more."""
        self._forget_old(now)
        letters = new_letters(SPOKEN_LENGTH)
        while letters in self._by_letters:
            letters = new_letters(SPOKEN_LENGTH)
        code = SpokenCode(letters, match, now + self._seconds)
        self.learn(code)
        self.on_issue(code)
        return code

    def learn(self, code: SpokenCode) -> None:
        """Let a code work, instead of an older one of its match."""
        older = self._by_match.pop(code.match, None)
        if older is not None:
            self._by_letters.pop(older.letters, None)
        self._by_match[code.match] = self._by_letters[code.letters] = code

    def current(self, match: str, now: float) -> SpokenCode | None:
        """Return the spoken code of a match, if there is one that works."""
        self._forget_old(now)
        return self._by_match.get(match)

    def match_of(self, typed: str, now: float) -> str:
        """Return the match that a spoken code leads to, or a key; raises Refusal."""
        self._forget_old(now)
        code = self._by_letters.get(read_letters(typed))
        found = self._keys.match_of(typed, now) if code is None else code.match
        if found is None:
            raise Refusal(Reason.UNKNOWN_CODE, UNKNOWN)
        return found

    def _forget_old(self, now: float) -> None:
        while self._by_match:
            oldest = next(iter(self._by_match.values()))  # all work for as long, so in order
            if oldest.until > now:
                return
            del self._by_match[oldest.match]
            self._by_letters.pop(oldest.letters, None)


def _budget(most: int, *, debt: int) -> Buckets:
    """Return a budget of wrong codes that is whole again ten minutes after it was spent.

    More can be spent than there is, up to `debt` times the budget.
    """
    return Buckets(most / BUDGET_SECONDS, most, debt=debt * most)
