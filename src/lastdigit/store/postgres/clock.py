"""The database's clock, read through this machine's steady one: no question for every look."""

from __future__ import annotations

import logging
import time
from collections import deque

from psycopg import Connection

from lastdigit.system import Clock

SAMPLES = 16
LEAP_SECONDS = 1.0
log = logging.getLogger("lastdigit")


class DatabaseClock:
    """What the database's clock shows now, by the fastest of the last round trips.

    Where it was set by more than a second meanwhile, that is a leap: it is told once, so that
    whatever is running can be moved along with it.
    """

    def __init__(self) -> None:
        self._samples: deque[tuple[float, float]] = deque(maxlen=SAMPLES)
        self._offset = time.time() - time.monotonic()
        self._leapt = 0.0

    @property
    def clock(self) -> Clock:
        """The clock, for those who read it: steady, and the same on every server."""
        return Clock(self.now, self.now)

    def now(self) -> float:
        """Return the seconds since 1970, as the database counts them."""
        return time.monotonic() + self._offset

    def measure(self, connection: Connection) -> None:
        """Ask several times, and believe the fastest answer."""
        for _ in range(SAMPLES // 2):
            asked = time.monotonic()
            row = connection.execute(
                "SELECT extract(epoch FROM clock_timestamp())::double precision"
            ).fetchone()
            assert row is not None, "it always has one"
            self.learn(asked, float(row[0]), time.monotonic())

    def learn(self, asked: float, shown: float, answered: float) -> None:
        """Take in one round trip: when it was asked and answered here, and what the clock showed.

        The truth lies between; a slow answer says little.
        """
        trip, offset = answered - asked, shown - (asked + answered) / 2
        fastest = min(self._samples, default=None)
        if fastest is not None and abs(offset - fastest[1]) > LEAP_SECONDS + trip + fastest[0]:
            leap = offset - fastest[1]
            log.warning("The database's clock was set by %.1f s; no running turn is touched.", leap)
            self._samples.clear()
            self._leapt += leap
        self._samples.append((trip, offset))
        self._offset = min(self._samples)[1]

    def leaps(self) -> float:
        """Return by how much it has leapt since this was last asked."""
        leapt, self._leapt = self._leapt, 0.0
        return leapt
