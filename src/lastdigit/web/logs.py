"""The server's log: one line for each kind of trouble in a while, and how often it came."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

SECONDS_OF_SILENCE = 60
MOST_KINDS = 100
OF_STOPPING = "Cancel %s running task"
"""uvicorn's line on whoever was not done when the server stopped: they have had their answer."""

Kind = tuple[str, str, type[BaseException] | None]
EVERYTHING_ELSE: Kind = "", "", None


@dataclass
class Told:
    """When a kind of trouble was last told, and what has not been told since."""

    at: float
    text: str
    more: int = 0


class SparingHandler(logging.Handler):
    """Writes what happens to standard error, the same kind of thing once a minute at most."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[Kind, Told] = {}
        self.setFormatter(logging.Formatter("lastdigit: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or count it."""
        if str(record.msg).startswith(OF_STOPPING):
            return
        now = self._clock()
        kind = self._room_for(_kind(record), now)
        known = self._kinds.get(kind)
        if known is not None and now - known.at < SECONDS_OF_SILENCE:
            known.more += 1
            return
        self._kinds[kind] = Told(now, record.getMessage())
        more = f" ({known.more} more of this kind before.)" if known and known.more else ""
        self._write(self.format(record) + more)

    def _room_for(self, kind: Kind, now: float) -> Kind:
        """Return the kind, or that of everything else while there are too many."""
        if kind in self._kinds or len(self._kinds) < MOST_KINDS:
            return kind
        past = [kind for kind, told in self._kinds.items() if now - told.at >= SECONDS_OF_SILENCE]
        for old in past:
            self._write_rest(self._kinds.pop(old))
        return kind if past else EVERYTHING_ELSE

    def close(self) -> None:
        """Write how often things came that were not told."""
        for told in self._kinds.values():
            self._write_rest(told)
        self._kinds.clear()
        super().close()

    def _write_rest(self, told: Told) -> None:
        if told.more:
            self._write(f"lastdigit: {told.text} ({told.more} more.)")

    def _write(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)


def _kind(record: logging.LogRecord) -> Kind:
    """Return what makes two lines the same kind of thing, whatever the numbers in them."""
    first_line = str(record.msg).partition("\n")[0]
    return record.name, first_line, record.exc_info[0] if record.exc_info else None
