"""The speed of the solvers, compared with networkx, OpenSpiel and a bare start of Python.

Run `python bench/solvers.py`. Peers are installed into `bench/.peers` in the first run. Both sides
of a comparison are measured in alternation in the same run. A ratio is computed in every round, and
its median is printed with the minimum and the maximum.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import peers
from bench.iteration import solver_rows
from bench.matching import matching_rows
from bench.measuring import HEADING, ROUNDS, Row, alternate, duration
from lastdigit.analysis.position import analyse_position
from lastdigit.games import catalogue
from lastdigit.solver import solver_for


def start_rows() -> Iterator[Row]:
    """Yield the first answer after a cold start of the command, compared with a bare Python."""
    for name in catalogue():
        with tempfile.TemporaryDirectory() as folder:
            warm = partial(command, name, Path(folder) / "kept")
            warm()
            times = alternate(partial(command_without_cache, name, folder), warm, start_python)
        yield Row(f"{name}, command, empty cache", times[0], "python -c pass", times[2])
        yield Row(f"{name}, command, cached table", times[1], "python -c pass", times[2])


def command_without_cache(name: str, folder: str) -> None:
    """Run the command with an empty cache."""
    command(name, Path(tempfile.mkdtemp(dir=folder)))


def command(name: str, cache: Path) -> None:
    """Run the command for a game's first exact answer."""
    words = [sys.executable, "-m", "lastdigit", "analyse", name, "--json"]
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
    subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=True)


def start_python() -> None:
    """Start Python and exit."""
    subprocess.run([sys.executable, "-c", "pass"], check=True)


def later_rows() -> Iterator[Row]:
    """Yield a later answer in one process compared with the first, which reads the cached table."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for name, rules in catalogue().items():
            game = rules()
            analyse_position(game, game.start(Random(0)))  # caches the table
            first, later = [], []
            for seed in range(ROUNDS):
                solver_for.cache_clear()
                state = position_after_turns(game, Random(seed))
                first.append(duration(partial(analyse_position, game, game.start(Random(0)))))
                later.append(duration(partial(analyse_position, game, state)))
            yield Row(f"{name}, later answer", later, "first answer, from the cached table", first)


def position_after_turns(game: Any, random: Random) -> Any:
    """Return a position of a random game, a few turns from its start."""
    state = game.start(random)
    for _ in range(3):
        after = game.successor(state, random.choice(game.legal_moves(state)))
        if game.outcome(after) is None:
            state = after
    return state


def main() -> None:
    """Print the table, above the names of peers that cannot be run."""
    peers.enter(*peers.SOLVERS)
    began = time.perf_counter()
    print(HEADING, flush=True)
    missing = []
    for rows in (matching_rows, solver_rows, start_rows, later_rows):
        try:
            for row in rows():
                print(row, flush=True)
        except ImportError as error:
            missing.append(f"Not run, {rows.__name__}: {error}.")
    print("\n".join(["", *missing]) if missing else "")
    print(f"Took {time.perf_counter() - began:.0f} s.", file=sys.stderr)


if __name__ == "__main__":
    main()
