"""Who is listening to which match, and telling them. A slow listener hears only the newest.

Nothing here knows what a match is: news are texts.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable


class Listener:
    """Somebody who wants to hear of a match: a queue of one, in which the newest replaces."""

    def __init__(self, holder: bytes | None = None) -> None:
        """Let somebody listen; `holder` says who, as far as that is known."""
        self.holder = holder
        self._newest: str | None = None
        self._left = asyncio.Event()

    def tell(self, text: str) -> None:
        """Leave news; whatever was not heard yet is out of date."""
        self._newest = text
        self._left.set()

    async def hear(self) -> str:
        """Wait for news."""
        await self._left.wait()
        self._left.clear()
        text, self._newest = self._newest, None
        assert text is not None, "it is set before the event"
        return text


class Hub:
    """All listeners, by the code of the match that they listen to."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)

    def join(self, code: str, listener: Listener) -> None:
        """Let somebody listen."""
        self._listeners[code].add(listener)

    def leave(self, code: str, listener: Listener) -> None:
        """Let somebody go."""
        self._listeners[code].discard(listener)
        if not self._listeners[code]:
            del self._listeners[code]

    def codes(self) -> tuple[str, ...]:
        """Return the matches that anybody listens to."""
        return tuple(self._listeners)

    def listened_to(self, code: str) -> bool:
        """Return whether anybody listens to a match."""
        return code in self._listeners

    def tell(self, code: str, text_for: Callable[[bytes | None], str]) -> None:
        """Tell everybody who listens to a match; takes no time, however slow they are."""
        for listener in self._listeners.get(code, ()):
            listener.tell(text_for(listener.holder))
