"""The time and memory to solve variants beyond the rulebook.

Run `python -m bench.variants [GAME]`. Each solution is computed in a new process, with a cache
folder that is empty at first: the first one compiles and builds the table, the second builds it
with compiled code, and the third reads the cached table. Memory is the peak of the process,
including mapped pages of the file.
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
SCRIPT = """
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
    "| Variant | Compile, s | Build, s | Read from cache, s | Memory to build, MB "
    "| Memory to read, MB | On disk, MB |\n| --- | --: | --: | --: | --: | --: | --: |"
)


class Measurement(NamedTuple):
    """The time and memory of one solution."""

    seconds: float
    megabytes: float


def measure(name: str, options: dict[str, object], cache: Path) -> Measurement:
    """Solve the start of a variant in a new process."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, name, json.dumps(options)],
        env=os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        check=True,
    )
    seconds, kilobytes = json.loads(done.stdout)
    return Measurement(seconds, kilobytes / 1_000)


def cached_tables(cache: Path) -> list[Path]:
    """Return the cached tables, without compiled code."""
    return [path for path in (cache / "lastdigit").iterdir() if path.is_file()]


def row(name: str, options: dict[str, object]) -> str:
    """Return the row of a variant."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        first = measure(name, options, cache)
        for path in cached_tables(cache):
            path.unlink()
        built = measure(name, options, cache)
        size = sum(path.stat().st_size for path in cached_tables(cache)) / 1_000_000
        kept = measure(name, options, cache)
        shutil.rmtree(cache / "lastdigit")
    member = " ".join([name, *(f"--{option} {value}" for option, value in options.items())])
    return (
        f"| `{member}` | {max(0.0, first.seconds - built.seconds):.1f} | {built.seconds:.1f} "
        f"| {kept.seconds:.3f} | {built.megabytes:,.0f} | {kept.megabytes:,.0f} | {size:,.0f} |"
    )


def main(names: list[str]) -> None:
    print(HEADING)
    for name in names or MEMBERS:
        for options in MEMBERS[name]:
            print(row(name, options), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
