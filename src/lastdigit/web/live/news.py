"""Who is looking at which match, and telling them. A slow listener is told only the newest.

Nothing here knows what a match is: news are texts, people are the hashes of their secrets.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict


class Listener:
    """Somebody who wants to hear of a match: a queue of one, in which the newest replaces."""

    def __init__(self, holder: bytes | None) -> None:
        self.holder = holder
        self._newest: str | None = None
        self._told = asyncio.Event()

    def tell(self, text: str) -> None:
        """Leave news; whatever was not heard yet is out of date."""
        self._newest = text
        self._told.set()

    async def heard(self) -> str:
        """Wait for news."""
        await self._told.wait()
        self._told.clear()
        text, self._newest = self._newest, None
        assert text is not None, "it is set before the event"
        return text


class Hub:
    """All listeners, and when everybody was last seen at a match."""

    def __init__(self, booted: float) -> None:
        self._booted = booted
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._seen: dict[tuple[str, bytes], float] = {}

    def join(self, code: str, listener: Listener) -> None:
        """Let somebody listen."""
        self._listeners[code].add(listener)

    def leave(self, code: str, listener: Listener) -> None:
        """Let somebody go."""
        self._listeners[code].discard(listener)
        if not self._listeners[code]:
            del self._listeners[code]

    def seen(self, code: str, holder: bytes, now: float) -> None:
        """Remember that somebody was there."""
        self._seen[code, holder] = now

    def forget(self, code: str, holder: bytes) -> None:
        """Forget when somebody was there: it matters no more."""
        self._seen.pop((code, holder), None)

    def listened_to(self, code: str) -> bool:
        """Return whether anybody listens to a match."""
        return code in self._listeners

    def away_since(self, code: str, holder: bytes) -> float | None:
        """Return since when somebody has been away from a match; None for one who listens.

        Nobody is away since before the server started: it cannot know.
        """
        if any(one.holder == holder for one in self._listeners.get(code, ())):
            return None
        return self._seen.get((code, holder), self._booted)

    def tell(self, code: str, text: str) -> None:
        """Tell everybody who listens to a match; takes no time, however slow they are."""
        for listener in self._listeners.get(code, ()):
            listener.tell(text)
