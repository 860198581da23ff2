"""The clocks of a match: what they show, and when somebody's time runs out.

Two kinds: so many seconds for every turn, or so many for the whole game plus some for each move.
A computer's turn costs nothing. Times are seconds of a steady clock, which others read; what is
left is milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from lastdigit.game.game import Seat
from lastdigit.match.record import ENDS_TURN, Act, Event, Terms
from lastdigit.storage import ClockTimes

SECOND = 1_000


def full_time(terms: Terms) -> ClockTimes | None:
    """Return what the clocks show before the first move, or None without clocks."""
    seconds = terms.clock.seconds if terms.clock is not None else terms.time_limit
    return None if seconds is None else (seconds * SECOND, seconds * SECOND)


@dataclass
class Clocks:
    """What each player had left when the present turn began, and when that was."""

    terms: Terms
    left: ClockTimes
    since: float

    def deadline(self, seat: Seat) -> float:
        """Return when the time of the player on a seat runs out, if it is running now."""
        return self.since + self.left[seat.index] / SECOND

    def at(self, seat: Seat, now: float) -> ClockTimes:
        """Return what the clocks show while a seat's is running; never below zero."""
        shown = list(self.left)
        spent = max(0, round((now - self.since) * SECOND))
        shown[seat.index] = max(0, shown[seat.index] - spent)
        return shown[0], shown[1]

    def after(self, event: Event, running: Seat | None, now: float) -> ClockTimes:
        """Return what the clocks will show after an event, a seat's running until then."""
        if event.act is Act.TIME:
            return self.at(event.seat, now)
        # A limit for every turn begins anew; until a turn ends, nothing is taken off.
        if running is None or self.terms.clock is None or event.act not in ENDS_TURN:
            return self.left
        shown = list(self.at(running, now))
        if event.act is Act.MOVE:  # and a move that is taken back earns nothing
            shown[running.index] += self.terms.clock.increment * SECOND
        return shown[0], shown[1]
