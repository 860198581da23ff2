"""The processor time of a command and all its descendants, for instance `make test`.

    uv run --locked -- python -m bench.processor make test

Unlike wall-clock time, it hardly depends on the load of the machine. Unlike `time`, it includes
processes that outlive their parents, as most processes of a browser do.
"""

from __future__ import annotations

import ctypes
import os
import resource
import sys

PR_SET_CHILD_SUBREAPER = 36
"""The prctl option PR_SET_CHILD_SUBREAPER: orphaned descendants become children of this process."""


def processor_seconds(command: list[str]) -> tuple[float, int]:
    """Run a command; return the processor seconds of all its processes, and its exit code."""
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
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
