"""Invitations: the code that people say to each other, and how often somebody may be wrong.

A match's own code, in its link, cannot be guessed. What can be said aloud could be: so it works for
minutes only, and who types wrong ones is soon refused. Nothing of it is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.web.limits import MINUTE, Buckets, Limits
from lastdigit.web.live.keys import Keys, new_letters, read_letters
from lastdigit.web.schema.refusals import Reason, Refusal

SPOKEN_LENGTH = 6
BUDGET_SECONDS = 10 * MINUTE
TOO_OFTEN = "Too many wrong codes. Wait a few minutes, or ask your friend for the link."
UNKNOWN = "No game has this code now. Look at the letters again, or ask your friend for a new code."


@dataclass(frozen=True)
class SpokenCode:
    """Letters that people say, the match that they lead to, and until when."""

    letters: str
    match: str
    until: float


class Invitations:
    """The spoken codes that work, at most one a match; times are those of a steady clock."""

    def __init__(self, limits: Limits, keys: Keys) -> None:
        self._keys = keys
        self._seconds = limits.spoken_seconds
        self._by_match: dict[str, SpokenCode] = {}
        self._by_letters: dict[str, SpokenCode] = {}
        self._wrong_of_browser = _budget(limits.wrong_codes_a_browser)
        self._wrong_of_address = _budget(limits.wrong_codes_an_address)

    def issue(self, match: str, now: float) -> SpokenCode:
        """Return a new spoken code for a match; an older one of its works no more."""
        self._forget_old(now)
        older = self._by_match.pop(match, None)
        if older is not None:
            del self._by_letters[older.letters]
        letters = new_letters(SPOKEN_LENGTH)
        while letters in self._by_letters:
            letters = new_letters(SPOKEN_LENGTH)
        code = SpokenCode(letters, match, now + self._seconds)
        self._by_match[match] = self._by_letters[letters] = code
        return code

    def current(self, match: str, now: float) -> SpokenCode | None:
        """Return the spoken code of a match, if there is one that works."""
        self._forget_old(now)
        return self._by_match.get(match)

    def match_of(self, typed: str, browser: str | None, address: str, now: float) -> str:
        """Return the match that a spoken code leads to, or a key; raises Refusal.

        Wrong ones are counted, for who typed them and for everybody at the same address.
        """
        self._forget_old(now)
        budgets = [(self._wrong_of_address, address)]
        if browser is not None:
            budgets.append((self._wrong_of_browser, browser))
        for wrong, who in budgets:
            wrong.check(who, now)
        code = self._by_letters.get(read_letters(typed))
        found = self._keys.match_of(typed, now) if code is None else code.match
        if found is not None:
            return found
        for wrong, who in budgets:
            wrong.take(who, now)
        raise Refusal(Reason.UNKNOWN_CODE, UNKNOWN)

    def _forget_old(self, now: float) -> None:
        while self._by_match:
            oldest = next(iter(self._by_match.values()))  # all work for as long, so in order
            if oldest.until > now:
                return
            del self._by_match[oldest.match], self._by_letters[oldest.letters]


def _budget(most: int) -> Buckets:
    """Return a budget of so many wrong codes, which is whole again after ten minutes."""
    return Buckets(most / BUDGET_SECONDS, most, TOO_OFTEN)
