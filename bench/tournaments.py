"""Games per second in the arena, `perfect` against `perfect`, with one worker and with two."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.rates import spread
from lastdigit import __version__
from lastdigit.arena.run import Plan, parse_contestants, run
from lastdigit.arena.tournament import Tournament, plan_tournament
from lastdigit.executors.base import SerialExecutor
from lastdigit.executors.local import LocalExecutor
from lastdigit.games import catalogue
from lastdigit.players.players import DEFAULT_SETTINGS

ROUNDS = 3
SECONDS = 8.0
"""How long one worker plays, so that the start of the second one hardly counts."""
HEADING = (
    "| `perfect` against `perfect` | Games | Games per second, 1 worker | 2 workers | "
    "2 workers / 1 |\n| --- | --: | --: | --: | --: |"
)


class Scaling(NamedTuple):
    """The games per second of wall-clock time by round."""

    title: str
    games: int
    one: list[float]
    two: list[float]

    def __str__(self) -> str:
        ratios = [two / one for one, two in zip(self.one, self.two, strict=True)]
        cells = (self.title, str(self.games), spread(self.one), spread(self.two), spread(ratios))
        return f"| {' | '.join(cells)} |"


def measure_scaling() -> Iterator[Scaling]:
    """Yield the results of every game; one and two workers play the same games in alternation."""
    for name, rules in catalogue().items():
        pilot = tournament(name, 4)
        play(pilot, 1)  # builds the tables
        rate = play(pilot, 1)
        plan = tournament(name, max(4, round(SECONDS * rate / 2)))
        pairs = [(play(plan, 1), play(plan, 2)) for _ in range(ROUNDS)]
        ones, twos = zip(*pairs, strict=True)
        yield Scaling(rules.title, len(plan.fixtures), list(ones), list(twos))


def tournament(name: str, starts: int) -> Plan:
    """Return the plan of a tournament in which every start is played from both seats."""
    players = parse_contestants("perfect,perfect")
    return plan_tournament(Tournament(__version__, (name,), players, starts, 1, DEFAULT_SETTINGS))


def play(plan: Plan, workers: int) -> float:
    """Play a tournament, saving everything as the arena does; return games per second."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        executor = SerialExecutor() if workers == 1 else LocalExecutor(workers)
        run(plan, Path(folder) / "arena", executor, lambda *_: None)
        return len(plan.fixtures) / (time.perf_counter() - began)
