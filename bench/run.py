"""The speed of random play, compared with PettingZoo and OpenSpiel, and of the arena.

Run `python bench/run.py`, or with `playing`, `perfect` or `arena` for one table. Peers are
installed into `bench/.peers` in the first run. All candidates take turns, round by round. A ratio
is computed in every round, and its median is printed with the minimum and the maximum.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

# Remove this folder: it contains a coverage.py, and numba checks whether coverage is installed.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import peers
from bench.playing import environments, games, nim, opponents, tictactoe
from bench.rates import HEADING, Contender, race
from bench.tournaments import HEADING as ARENA_HEADING
from bench.tournaments import measure_scaling
from lastdigit.games import catalogue


def available(*sources: Callable[[], Iterator[Contender]]) -> list[Contender]:
    """Return the contenders that can be run, and print those that cannot."""
    found: list[Contender] = []
    for source in sources:
        try:
            found += source()
        except ImportError as error:
            print(f"Not run, {source.__name__}: {error}.", flush=True)
    return found


def main() -> None:
    """Print both tables, below the names of peers that cannot be run."""
    peers.enter(*peers.SOLVERS, "numba")
    began = time.perf_counter()
    busy = os.getloadavg()[0]
    wanted = sys.argv[1:] or ["playing", "perfect", "arena"]
    if "playing" in wanted:
        contenders = available(tictactoe, nim, games, environments)
        print(HEADING, flush=True)
        for line in race(contenders):
            print(line, flush=True)
    if "perfect" in wanted:
        print(f"\n{HEADING}", flush=True)
        for name in catalogue():
            for line in race(list(opponents(name))):
                print(line, flush=True)
    if "arena" in wanted:
        print(f"\n{ARENA_HEADING}", flush=True)
        for scaling in measure_scaling():
            print(scaling, flush=True)
    print(f"\nLoad average before: {busy:.1f}, on {os.cpu_count()} cores.")
    print(f"Took {time.perf_counter() - began:.0f} s.", file=sys.stderr)


if __name__ == "__main__":
    main()
