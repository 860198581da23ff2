"""Invitations: the code that people say to each other, and how often somebody may be wrong.

A match's own code, in its link, cannot be guessed. What can be said aloud could be: so it works for
minutes only, and wrong ones slow down the browser and its address. Nothing of it is kept.
"""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from lastdigit.web.limits import MINUTE, Buckets, Limits
from lastdigit.web.live.keys import Keys, new_letters, read_letters
from lastdigit.web.schema.refusals import Reason, Refusal

SPOKEN_LENGTH = 6
BUDGET_SECONDS = 10 * MINUTE
MOST_ROOMS, MOST_ADDRESSES = 20, 10_000
"""So many rooms allow an address more, and so many addresses are remembered."""
MOST_WAITING, MOST_WAITING_OF_BROWSER = 100, 3
"""So many attempts of one address, and of one browser, wait for their turn."""
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
    """An attempt at a code, counted as wrong until it is forgiven."""

    def __init__(self, give_back: Callable[[], None]) -> None:
        self._give_back = give_back
        self._forgiven = False

    def forgive(self) -> None:
        """Count it no longer: the code is right, or something else failed."""
        if not self._forgiven:
            self._forgiven = True
            self._give_back()


class WrongCodes:
    """How often a code may be wrong: for each browser, and for all browsers at one address.

    A class shares one address: every room that is used there allows it as many wrong codes again,
    up to a limit, so that opening rooms is no way to guess faster. Attempts beyond the budget wait
    for their turn: a right code is delayed, never refused.
    """

    def __init__(self, limits: Limits) -> None:
        self._of_browser = _budget(limits.wrong_codes_a_browser)
        self._of_address = _budget(limits.wrong_codes_an_address)
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
                attempt.forgive()
            raise
        except BaseException:
            attempt.forgive()
            raise
        attempt.forgive()

    async def _wait_for_turn(self, browser: str, address: str, now: float) -> None:
        within = self._of_address.left(self._account(address, now), now) >= 1
        if within and self._of_browser.left(browser, now) >= 1:
            return

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


class Queue:
    """Attempts of one address that wait for their turn, a fixed number each second.

    Browsers with the fewest wrong codes come first, so a client that guesses cannot hold up
    others. It also has few places: its further attempts are refused.
    """

    def __init__(self, a_second: float) -> None:
        self._seconds = 1 / a_second if a_second else math.inf
        self._next = -math.inf if a_second else math.inf
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is waiting and the next attempt need not wait either."""
        now = asyncio.get_running_loop().time()
        return not self._waiting and self._timer is None and self._next <= now

    async def wait(self, browser: str, wrong: Callable[[str], float]) -> None:
        """Return when it is this attempt's turn; raises Refusal if there is no place to wait.

        `wrong` grows with the number of wrong codes of a browser.
        """
        turn = asyncio.get_running_loop().create_future()
        if sum(one == browser for one, _ in self._waiting) >= MOST_WAITING_OF_BROWSER:
            raise _too_often()
        if len(self._waiting) >= MOST_WAITING:
            worst = max(self._waiting, key=lambda one: wrong(one[0]))
            if wrong(worst[0]) <= wrong(browser):
                raise _too_often()
            self._waiting.remove(worst)
            worst[1].set_exception(_too_often())
        self._waiting.append((browser, turn))
        self._schedule(wrong)
        try:
            await turn
        except asyncio.CancelledError:
            self._waiting = [one for one in self._waiting if one[1] is not turn]
            raise

    def _schedule(self, wrong: Callable[[str], float]) -> None:
        if self._timer is None and self._waiting:
            loop = asyncio.get_running_loop()
            at = max(self._next, loop.time())
            if at < math.inf:
                self._timer = loop.call_at(at, self._let_in, wrong)

    def _let_in(self, wrong: Callable[[str], float]) -> None:
        self._timer = None
        if self._waiting:
            first = min(self._waiting, key=lambda one: wrong(one[0]))  # of equals the oldest
            self._waiting.remove(first)
            first[1].set_result(None)
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


def _budget(most: int) -> Buckets:
    """Return a budget of so many wrong codes, which is whole again after ten minutes."""
    return Buckets(most / BUDGET_SECONDS, most)
