"""How long members beyond the rulebook take to solve, and how much memory.

Run `python -m bench.families [GAME]`. Every answer is asked of a process of its own, in a cache
folder that is empty at first: the first answer compiles and builds, the second builds with what is
compiled, the third reads what is kept. Memory is the process's largest, the file's pages included.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
MEMBERS: dict[str, list[dict[str, object]]] = {
    "digit-duel": [
        {"digits": 3, "base": 16},
        {"digits": 4},
        {"digits": 4, "base": 16},
        {"digits": 5},
    ],
}
ASKED = """
import json, resource, sys, time
from random import Random
from lastdigit.games import find
from lastdigit.solver import solver_for
game = find(sys.argv[1], **json.loads(sys.argv[2]))
began = time.perf_counter()
solver_for(game).solution(game.start(Random(0)))
taken = time.perf_counter() - began
print(json.dumps([taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))
"""
HEADING = (
    "| member | compiling, s | building, s | kept, s | memory, building, MB | memory, kept, MB "
    "| on disk, MB |\n| --- | --: | --: | --: | --: | --: | --: |"
)


class Asked(NamedTuple):
    """How one answer was had."""

    seconds: float
    megabytes: float


def ask(name: str, options: dict[str, object], cache: Path) -> Asked:
    """Return how long the start of a member takes a new process, and how much memory."""
    done = subprocess.run(
        [sys.executable, "-c", ASKED, name, json.dumps(options)],
        env=os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        check=True,
    )
    seconds, kilobytes = json.loads(done.stdout)
    return Asked(seconds, kilobytes / 1_000)


def kept_in(cache: Path) -> list[Path]:
    """Return the tables that are kept, and not what is compiled."""
    return [path for path in (cache / "lastdigit").iterdir() if path.is_file()]


def row(name: str, options: dict[str, object]) -> str:
    """Return a member's line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        first = ask(name, options, cache)
        for path in kept_in(cache):
            path.unlink()
        built = ask(name, options, cache)
        size = sum(path.stat().st_size for path in kept_in(cache)) / 1_000_000
        kept = ask(name, options, cache)
        shutil.rmtree(cache / "lastdigit")
    member = " ".join([name, *(f"--{option} {value}" for option, value in options.items())])
    return (
        f"| `{member}` | {max(0.0, first.seconds - built.seconds):.1f} | {built.seconds:.1f} "
        f"| {kept.seconds:.3f} | {built.megabytes:,.0f} | {kept.megabytes:,.0f} | {size:,.0f} |"
    )


def main(names: list[str]) -> None:
    """Print the table of these games, or of all."""
    print(HEADING)
    for name in names or MEMBERS:
        for options in MEMBERS[name]:
            print(row(name, options), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
