"""Work for engines to do, in a module that other processes import."""

from __future__ import annotations

import os
import signal

from lastdigit.errors import PlayerError

KILLER, UNHAPPY = 13, 99


def doubled(number: int) -> int:
    """Return a number doubled; one of them kills whoever works on it, and one is refused."""
    if number == KILLER:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == UNHAPPY:
        raise PlayerError("This number cannot be doubled.")
    return number * 2


def dies(_: int) -> int:
    """Do nothing but die."""
    os._exit(7)
