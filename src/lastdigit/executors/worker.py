"""The worker process for local executors, started as `python -m lastdigit.executors.worker SOCKET`.

SOCKET is the file descriptor of a socket. The worker receives the module search path, the function
and then batches of items, and sends one outcome per item. The worker ends when the parent closes
the socket or dies.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any, NoReturn

from lastdigit.executors.base import run_one


def main(connection: Connection) -> None:
    # The parent handles Ctrl-C, and terminates its workers. It has blocked the signal until now.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _exit)
    messages = _receive(connection)
    sys.path[:] = next(messages, sys.path)  # first, because it may lead to the function's module
    work: Any = next(messages, None)
    for batch in messages:
        for item in batch:
            outcome = run_one(work, item)
            try:
                connection.send(outcome)
            except OSError:  # the parent has closed the socket
                return


def _receive(connection: Connection) -> Iterator[Any]:
    while True:
        try:
            yield connection.recv()
        except (EOFError, OSError):
            return


def _exit(*_: object) -> NoReturn:
    """Exit by raising an exception, so that `finally` blocks run and stop the players."""
    raise SystemExit(1)


if __name__ == "__main__":
    descriptor = int(sys.argv[1])
    # Otherwise a program that outlives this process would keep the socket open.
    os.set_inheritable(descriptor, False)
    main(Connection(descriptor))
