"""What has happened since the server started, in numbers. Whoever lets it happen counts it.

To count is to add in place: it takes no function, and so nothing from a move.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

FINENESS = 4
"""Seconds are counted by ten thousandths: so there are few different ones."""

Seconds = Counter[float]
"""How often something took so many seconds, rounded to `FINENESS`."""


@dataclass
class Tally:
    """The counters of one server."""

    moves: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    """By the name of the reason."""
    appends: Seconds = field(default_factory=Counter)
    """How long it took until an event was on the disk."""
    notify_lags: Seconds = field(default_factory=Counter)
    """How long it took until this server heard what another one had kept."""
