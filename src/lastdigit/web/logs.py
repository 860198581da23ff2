"""The server's log. Repeated messages are written once a minute and otherwise only counted."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

QUIET_SECONDS = 60
MAX_KINDS = 100
SHUTDOWN_MESSAGE = "Cancel %s running task"
"""Uvicorn's message about open requests at shutdown.

The message is not logged, because these requests get a response.
"""

Kind = tuple[str, str, type[BaseException] | None]
OTHER: Kind = "", "", None


@dataclass
class LastMessage:
    """The last message of a kind that was written, and the number of messages since."""

    at: float
    text: str
    more: int = 0


class RateLimitedHandler(logging.Handler):
    """Writes messages to standard error, each kind at most once a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[Kind, LastMessage] = {}
        self.setFormatter(logging.Formatter("lastdigit: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        if str(record.msg).startswith(SHUTDOWN_MESSAGE):
            return
        now = self._clock()
        kind = self._tracked_kind(_kind(record), now)
        known = self._kinds.get(kind)
        if known is not None and now - known.at < QUIET_SECONDS:
            known.more += 1
            return
        self._kinds[kind] = LastMessage(now, record.getMessage())
        more = f" ({known.more} more since the last one.)" if known and known.more else ""
        self._write(self.format(record) + more)

    def _tracked_kind(self, kind: Kind, now: float) -> Kind:
        """Return the kind, or OTHER if there are too many kinds."""
        if kind in self._kinds or len(self._kinds) < MAX_KINDS:
            return kind
        expired = [kind for kind, last in self._kinds.items() if now - last.at >= QUIET_SECONDS]
        for old in expired:
            self._write_count(self._kinds.pop(old))
        return kind if expired else OTHER

    def close(self) -> None:
        """Write how many messages were counted but not written."""
        for last in self._kinds.values():
            self._write_count(last)
        self._kinds.clear()
        super().close()

    def _write_count(self, last: LastMessage) -> None:
        if last.more:
            self._write(f"lastdigit: {last.text} ({last.more} more.)")

    def _write(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)


def _kind(record: logging.LogRecord) -> Kind:
    """Return the kind of a message, which does not depend on the values in it."""
    first_line = str(record.msg).partition("\n")[0]
    return record.name, first_line, record.exc_info[0] if record.exc_info else None
