"""The time and memory of Number Morph's solver at every size.

Run `python -m bench.repairs`. Every size runs in processes of its own, first without a cache, so
that code is compiled, then with it. The first answer is measured from the start of Python. The
later ones, about the positions of a random game, repair its matching. Times are processor time,
which depends less on other processes.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from random import Random
from statistics import median

from lastdigit.game.options import OptionValue
from lastdigit.games import find
from lastdigit.solver import solver_for

NAME = "number-morph"
SIZES: tuple[dict[str, OptionValue], ...] = (
    {},
    {"digits": 4},
    {"digits": 5},
    {"digits": 5, "base": 16},
    {"digits": 6},
)
TURNS = 40
CACHED_RUNS = 3


def measure(options: dict[str, OptionValue]) -> dict[str, float]:
    """Return the seconds of the first and of later answers, and the memory of this process."""
    game = find(NAME, **options)
    solver, random = solver_for(game), Random(1)
    state = game.start(random)
    solver.branches(state)
    first, later = time.process_time(), list[float]()
    for _ in range(TURNS):
        moves = game.legal_moves(state)
        if not moves:
            state = game.start(random)
            continue
        state = game.successor(state, random.choice(moves))
        before = time.process_time()
        solver.branches(state)
        later.append(time.process_time() - before)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"first": first, "later": median(later), "latest": max(later), "memory": memory}


def run(options: dict[str, OptionValue], cache: str) -> dict[str, float]:
    """Measure in a new process."""
    words = [sys.executable, "-m", "bench.repairs", json.dumps(options)]
    ran = subprocess.run(
        words,
        # Keep Python's own compiled files, as in a normal installation of numba.
        env=os.environ | {"XDG_CACHE_HOME": cache, "PYTHONDONTWRITEBYTECODE": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    found: dict[str, float] = json.loads(ran.stdout)
    return found


def main() -> None:
    print(
        "| Options | First answer, empty cache, s | First answer, s | Later answers, ms "
        "| Slowest later answer, ms | Memory, MB |"
    )
    print("| --- | --: | --: | --: | --: | --: |")
    for options in SIZES:
        with tempfile.TemporaryDirectory() as cache:
            new = run(options, cache)
            kept = [run(options, cache) for _ in range(CACHED_RUNS)]
        first, later, latest, memory = (
            median(one[what] for one in kept) for what in ("first", "later", "latest", "memory")
        )
        said = " ".join(f"{key} {value}" for key, value in options.items()) or "rulebook"
        print(
            f"| {said} | {new['first']:.2f} | {first:.2f} | {later * 1000:.2f} | "
            f"{latest * 1000:.2f} | {max(memory, new['memory']):.0f} |",
            flush=True,
        )
    print(f"\nLoad average: {os.getloadavg()[0]:.1f}, on {os.cpu_count()} cores.")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(json.loads(sys.argv[1]))))
    else:
        main()
