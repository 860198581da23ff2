"""How long processors work for a command and all that it starts, for instance `make test`.

    uv run --locked -- python -m bench.processor make test

Unlike the clock, that hardly depends on what else the machine does. Unlike `time`, it counts those
that outlive their parents as well: most of a browser's work is done by such.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys

BE_A_SUBREAPER = 36
"""Linux's word (prctl) for whoever waits for the orphans among what it has started."""


def processor_seconds(command: list[str]) -> tuple[float, int]:
    """Run a command; return the seconds that it and all below it took, and its exit code."""
    if ctypes.CDLL(None).prctl(BE_A_SUBREAPER, 1, 0, 0, 0):
        raise SystemExit("only Linux lets a process wait for orphans")
    started = os.spawnvp(os.P_NOWAIT, command[0], command)
    code = 0
    while True:
        try:
            ended, status = os.wait()
        except ChildProcessError:
            break
        if ended == started:
            code = os.waitstatus_to_exitcode(status)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime, code


if __name__ == "__main__":
    SECONDS, CODE = processor_seconds(sys.argv[1:])
    print(f"{SECONDS:.0f} processor seconds; it ended with {CODE}")
    sys.exit(CODE)
