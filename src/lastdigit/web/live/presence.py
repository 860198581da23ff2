"""Presence: which browsers have a page open, or have just sent a request for a match.

A browser that is connected to another server is also present. Browsers are identified by the hashes
of their secrets. Times are seconds on a steady clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lastdigit.web.live.match import SECOND

REMEMBER_SECONDS = 3600.0


@dataclass
class _Visit:
    """The open pages of a browser, when it was last seen, and its unfinished matches."""

    last_seen: float
    pages: int = 0
    codes: set[str] = field(default_factory=set)


class Presence:
    """The browsers with an open page or an unfinished match."""

    def __init__(self, started: float) -> None:
        self._started = started
        self._visits: dict[bytes, _Visit] = {}
        self._elsewhere: frozenset[bytes] = frozenset()
        self._left_elsewhere: dict[bytes, float] = {}
        """The times when browsers left other servers, earliest first."""

    def restart(self, now: float) -> None:
        """Ignore absences before now, because it is unknown who was present."""
        self._started = now

    def present(self, since: float) -> list[bytes]:
        """Return the browsers that have a page open on this server, or were seen after a time."""
        return [
            holder
            for holder, visit in self._visits.items()
            if visit.pages or visit.last_seen >= since
        ]

    def set_elsewhere(self, holders: frozenset[bytes], now: float) -> frozenset[bytes]:
        """Set which browsers are present on other servers, and return those that changed."""
        changed = holders ^ self._elsewhere
        for holder in self._elsewhere - holders:
            self._left_elsewhere.pop(holder, None)
            self._left_elsewhere[holder] = now
        left = self._left_elsewhere
        while left and next(iter(left.values())) < now - REMEMBER_SECONDS:
            del left[next(iter(left))]
        self._elsewhere = holders
        return changed

    def shift(self, seconds: float) -> None:
        """Adjust all times after the clock has been set."""
        self._started += seconds
        for visit in self._visits.values():
            visit.last_seen += seconds
        self._left_elsewhere = {holder: at + seconds for holder, at in self._left_elsewhere.items()}

    def open_page(self, holder: bytes) -> bool:
        """Count an open page, and return whether it is the browser's first."""
        visit = self._visits.setdefault(holder, _Visit(self._started))
        visit.pages += 1
        return visit.pages == 1

    def close_page(self, holder: bytes, now: float) -> bool:
        """Count a closed page, and return whether it was the browser's last."""
        visit = self._visits[holder]
        visit.pages -= 1
        visit.last_seen = now
        self._remove_if_unused(holder)
        return not visit.pages

    def touch(self, holder: bytes, code: str, now: float) -> None:
        """Record that a browser was seen in an unfinished match."""
        visit = self._visits.setdefault(holder, _Visit(now))
        visit.last_seen = now
        visit.codes.add(code)

    def leave(self, holder: bytes, code: str) -> None:
        """Remove a finished match from a browser."""
        if holder in self._visits:
            self._visits[holder].codes.discard(code)
            self._remove_if_unused(holder)

    def _remove_if_unused(self, holder: bytes) -> None:
        visit = self._visits[holder]
        if not visit.pages and not visit.codes:
            del self._visits[holder]

    def codes(self, holder: bytes) -> tuple[str, ...]:
        """Return the unfinished matches in which a browser was seen."""
        visit = self._visits.get(holder)
        return () if visit is None else tuple(visit.codes)

    def is_present(self, holder: bytes) -> bool:
        """Return whether a browser has a page open on any server."""
        visit = self._visits.get(holder)
        return holder in self._elsewhere or (visit is not None and visit.pages > 0)

    def absence(self, holder: bytes | None, since: float, now: float) -> int | None:
        """Return how long a browser has been away, in milliseconds, or None if it is present.

        Time before `since` and time before the server started do not count.
        """
        visit = self._visits.get(holder or b"")
        if holder in self._elsewhere or (visit is not None and visit.pages):
            return None
        left = self._left_elsewhere.get(holder or b"", 0.0)
        last_seen = max(self._started, left, visit.last_seen if visit else 0.0)
        return max(0, round((now - max(last_seen, since)) * SECOND))
