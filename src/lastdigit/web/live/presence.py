"""Who is here: whoever has a page of ours open, whichever it is, or has asked just now.

Where there are several servers, whoever is at another one is here as well. People are the hashes
of their secrets, times those of a steady clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lastdigit.web.live.match import SECOND

REMEMBERED_SECONDS = 3600.0


@dataclass
class _Visit:
    """How many pages somebody has open, when they were last seen, and at which matches."""

    at: float
    pages: int = 0
    codes: set[str] = field(default_factory=set)


class Presence:
    """Everybody who has a page open, or has been seen at a match that is not over."""

    def __init__(self, booted: float) -> None:
        self._booted = booted
        self._visits: dict[bytes, _Visit] = {}
        self._elsewhere: frozenset[bytes] = frozenset()
        self._left: dict[bytes, float] = {}
        """When those who were elsewhere have left, the longest ago first."""

    def begin_again(self, now: float) -> None:
        """Count nobody's absence before now: nobody can know who was there."""
        self._booted = now

    def here(self, lately: float) -> list[bytes]:
        """Return everybody who has a page open here, or was seen since `lately`."""
        return [holder for holder, one in self._visits.items() if one.pages or one.at >= lately]

    def set_elsewhere(self, there: frozenset[bytes], now: float) -> frozenset[bytes]:
        """Take in who is at other servers now, and return those who have come or gone."""
        changed = there ^ self._elsewhere
        for holder in self._elsewhere - there:
            self._left.pop(holder, None)
            self._left[holder] = now
        while self._left and next(iter(self._left.values())) < now - REMEMBERED_SECONDS:
            del self._left[next(iter(self._left))]
        self._elsewhere = there
        return changed

    def leap(self, seconds: float) -> None:
        """Move all times along with a clock that was set."""
        self._booted += seconds
        for visit in self._visits.values():
            visit.at += seconds
        self._left = {holder: at + seconds for holder, at in self._left.items()}

    def open_page(self, holder: bytes) -> bool:
        """Count a page, and return whether it is their first."""
        visit = self._visits.setdefault(holder, _Visit(self._booted))
        visit.pages += 1
        return visit.pages == 1

    def close_page(self, holder: bytes, now: float) -> bool:
        """Count a page no more, and return whether it was their last."""
        visit = self._visits[holder]
        visit.pages -= 1
        visit.at = now
        self._tidy(holder)
        return not visit.pages

    def see(self, holder: bytes, code: str, now: float) -> None:
        """Remember that somebody was at a match just now."""
        visit = self._visits.setdefault(holder, _Visit(now))
        visit.at = now
        visit.codes.add(code)

    def forget(self, holder: bytes, code: str) -> None:
        """Forget that somebody was at a match: it is over."""
        if holder in self._visits:
            self._visits[holder].codes.discard(code)
            self._tidy(holder)

    def _tidy(self, holder: bytes) -> None:
        visit = self._visits[holder]
        if not visit.pages and not visit.codes:
            del self._visits[holder]

    def codes(self, holder: bytes) -> tuple[str, ...]:
        """Return the matches that are not over at which somebody was seen."""
        visit = self._visits.get(holder)
        return () if visit is None else tuple(visit.codes)

    def is_here(self, holder: bytes) -> bool:
        """Return whether somebody has a page of ours open."""
        visit = self._visits.get(holder)
        return holder in self._elsewhere or (visit is not None and visit.pages > 0)

    def absence(self, holder: bytes | None, since: float, now: float) -> int | None:
        """Return for how many milliseconds somebody has been away; None for one who is here.

        Time before `since` does not count, nor before the server started: it cannot know.
        """
        visit = self._visits.get(holder or b"")
        if holder in self._elsewhere or (visit is not None and visit.pages):
            return None
        left = max(self._booted, self._left.get(holder or b"", 0.0), visit.at if visit else 0.0)
        return max(0, round((now - max(left, since)) * SECOND))
