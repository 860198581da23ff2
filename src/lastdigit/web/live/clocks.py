"""The clocks of a match, from the times of its turns; nothing here reads the time itself.

Two kinds: so many seconds for every turn, or so many for the whole game plus some for each move.
A computer's turn costs nothing. Times are seconds, what is left is milliseconds.
"""

from __future__ import annotations

from lastdigit.core.values import Seat
from lastdigit.match.record import Terms
from lastdigit.store import Left

SECOND = 1_000


def wound_up(terms: Terms) -> Left | None:
    """Return what the clocks show before the first move, or None without clocks."""
    seconds = terms.clock.seconds if terms.clock is not None else terms.time_limit
    return None if seconds is None else (seconds * SECOND, seconds * SECOND)


def running(left: Left, seat: Seat, elapsed: float) -> Left:
    """Return what the clocks show when a turn has taken so long; never below zero."""
    shown = list(left)
    shown[seat.index] = max(0, left[seat.index] - max(0, round(elapsed * SECOND)))
    return shown[0], shown[1]


def after_turn(terms: Terms, left: Left, seat: Seat, elapsed: float) -> Left:
    """Return what the clocks show when a turn is over."""
    left = after_undo(terms, left, seat, elapsed)
    if terms.clock is None:
        return left
    shown = list(left)
    shown[seat.index] += terms.clock.increment * SECOND
    return shown[0], shown[1]


def after_undo(terms: Terms, left: Left, seat: Seat, elapsed: float) -> Left:
    """Return what the clocks show when a turn is given up: time is spent, and nothing added."""
    # A limit for every turn begins anew.
    return left if terms.clock is None else running(left, seat, elapsed)
