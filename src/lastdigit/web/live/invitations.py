"""Invitations: the code that people say to each other, and how often somebody may be wrong.

A match's own code, in its link, cannot be guessed. What can be said aloud could be: so it works for
minutes only, and who types wrong ones is soon refused. Nothing of it is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass

from lastdigit.web.limits import MINUTE, Buckets, Limits
from lastdigit.web.live.keys import Keys, new_letters, read_letters
from lastdigit.web.schema.refusals import Reason, Refusal

SPOKEN_LENGTH = 6
BUDGET_SECONDS = 10 * MINUTE
MOST_ROOMS, MOST_ADDRESSES = 20, 10_000
"""So many rooms allow an address more, and for so many addresses that is remembered."""
TOO_OFTEN = "Too many wrong codes. Wait a few minutes, or ask your friend for the link."
UNKNOWN = "No game and no class has this code now. Look at it again, or ask for a new one."


@dataclass(frozen=True)
class SpokenCode:
    """Letters that people say, the match that they lead to, and until when."""

    letters: str
    match: str
    until: float


class WrongCodes:
    """How often somebody may be wrong: each browser for itself, and all of one address together.

    A class sits behind one address: every room that is used there allows it as many wrong codes
    again, up to a bound, so that nobody can open rooms in order to guess.
    """

    def __init__(self, limits: Limits) -> None:
        self._of_browser = _budget(limits.wrong_codes_a_browser)
        self._of_address = _budget(limits.wrong_codes_an_address)
        self._rooms: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()

    def check(self, browser: str | None, address: str, now: float) -> None:
        """Refuse whoever has been wrong too often; raises Refusal."""
        self._account(address, now)
        if browser is not None:
            self._of_browser.check(browser, now)

    def count(self, browser: str | None, address: str, now: float) -> None:
        """Count a wrong code; raises Refusal if it is one too many."""
        self._of_address.take(self._account(address, now), now)
        if browser is not None:
            self._of_browser.take(browser, now)

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
        """Return what the next wrong code of an address counts against; raises Refusal."""
        for room in self._rooms.get(address, ()):
            with suppress(Refusal):
                self._of_address.check((address, room), now)
                return address, room
        self._of_address.check(address, now)
        return address


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

    def match_of(self, typed: str, browser: str | None, address: str, now: float) -> str:
        """Return the match that a spoken code leads to, or a key; raises Refusal.

        Wrong ones are counted, for who typed them and for everybody at the same address.
        """
        self._forget_old(now)
        self.wrong_codes.check(browser, address, now)
        code = self._by_letters.get(read_letters(typed))
        found = self._keys.match_of(typed, now) if code is None else code.match
        if found is None:
            self.wrong_codes.count(browser, address, now)
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
    return Buckets(most / BUDGET_SECONDS, most, TOO_OFTEN)
