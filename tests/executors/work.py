"""Work for executors, in a module that other processes import."""

from __future__ import annotations

import os
import signal
import sys
import time

from lastdigit.errors import PlayerError

KILLER, UNHAPPY = 13, 99


def double(number: int) -> int:
    """Return a number doubled. One number kills the process, and one raises an error."""
    if number == KILLER:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == UNHAPPY:
        raise PlayerError("This number cannot be doubled.")
    return number * 2


class Number:
    """A number that is equal only to itself."""

    def __init__(self, value: int) -> None:
        self.value = value


def value_of(number: Number) -> int:
    return number.value


def die(_: int) -> int:
    """Exit without a result."""
    os._exit(7)


def raise_bug(_: int) -> int:
    """Raise an error that no caller expects."""
    raise ZeroDivisionError


def sleep(seconds: int) -> int:
    time.sleep(seconds)
    return seconds


def speak(_: int) -> None:
    """Print to standard output and standard error."""
    print("out", flush=True)
    print("err", file=sys.stderr)
