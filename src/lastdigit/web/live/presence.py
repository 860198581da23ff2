"""Who is here: whoever has a page of ours open, whichever it is, or has asked just now.

People are the hashes of their secrets, times those of a steady clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lastdigit.web.live.clocks import SECOND


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
        return visit is not None and visit.pages > 0

    def absence(self, holder: bytes | None, since: float, now: float) -> int | None:
        """Return for how many milliseconds somebody has been away; None for one who is here.

        Time before `since` does not count, nor before the server started: it cannot know.
        """
        visit = self._visits.get(holder or b"")
        if visit is not None and visit.pages:
            return None
        left = self._booted if visit is None else visit.at
        return max(0, round((now - max(left, since)) * SECOND))
