"""How far a run has come: a bar on a terminal, elsewhere now and then a line."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

BAR = 24
OFTEN, SELDOM = 0.1, 10.0
"""Seconds between two pictures of the bar, and between two lines where there is no terminal."""


class Progress:
    """Shows how far a run has come: a bar on a terminal, else now and then a line."""

    def __init__(self, output: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._output = output
        self._live = output.isatty()
        self._clock = clock
        self._began = clock()
        self._before: int | None = None
        self._shown_at: float | None = None
        self._drawn = False
        self.has_begun = False
        """Whether anything is done."""

    def __call__(self, done: int, whole: int, workers: int = 1) -> None:
        """Hear how many games are done, how many there are, and how many workers are alive."""
        now = self._clock()
        self.has_begun = done > 0
        if self._before is None:
            self._before = done
        if not self._due(now, done == whole):
            return
        self._shown_at = now
        text = self._text(done, whole, now - self._began)
        text += f", {workers} workers" if workers > 1 else ""
        self._output.write(f"\r{bar(done, whole)} {text}\x1b[K" if self._live else f"{text}\n")
        self._output.flush()
        self._drawn = self._live

    def _due(self, now: float, last: bool) -> bool:
        """Return whether it is time to show it; off a terminal a short run shows nothing."""
        if self._shown_at is None:
            return self._live or now - self._began >= SELDOM
        return last or now - self._shown_at >= (OFTEN if self._live else SELDOM)

    def end(self) -> None:
        """Leave the line that the bar stands on."""
        if self._drawn:
            self._output.write("\n")
            self._output.flush()
            self._drawn = False

    def _text(self, done: int, whole: int, seconds: float) -> str:
        made = done - (self._before or 0)
        if not made or not seconds:
            return f"{done} of {whole}"
        rate = made / seconds
        return f"{done} of {whole}, {rate:.3g} a second, {duration((whole - done) / rate)} left"


def bar(done: int, whole: int) -> str:
    """Return a bar.

    >>> bar(1, 3)
    '[########................]'
    """
    filled = BAR * done // whole if whole else BAR
    return f"[{'#' * filled}{'.' * (BAR - filled)}]"


def duration(seconds: float) -> str:
    """Return a time as people say it.

    >>> duration(7.2), duration(90), duration(7_300)
    ('8 s', '1 min 30 s', '2 h 1 min')
    """
    whole = -int(-seconds // 1)
    if whole < 60:
        return f"{whole} s"
    if whole < 3_600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3_600} h {whole % 3_600 // 60} min"
