"""What programs use: rules, environments, batches, OpenSpiel states and a solver's table.

Both sides of a line choose their moves in the same way, and are measured after a warm-up. Times are
processor time. Those of single steps are medians of the wall clock, because reading the processor
time takes as long as a third of a step.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.table import ROUNDS, Environment, Line, Lines, alternate

Rate = Callable[[], float]
"""Measure for a while, and return a rate per second or a time in seconds."""
Sides = tuple[Rate, Rate | None]
"""Ours and the peer's, or None if the peer is not installed."""

MOVES = 4_000
WARM_UPS = 25
"""Rounds that are not counted: caches of legal moves fill up in the first 100,000 moves."""
SMALL, LARGE = 1_024, 65_536
"""Numbers of games in a batch."""
CALLS = 2_000
GG_BENCH = "GG_BENCH"
"""The environment variable with the folder of a clone of github.com/vivek3141/gg-bench."""


def processor_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def rate(play: Callable[[], int]) -> float:
    """Return the moves per second of a function that returns how many moves it made."""
    began = time.process_time()
    moves = play()
    return moves / (time.process_time() - began)


def sides_of_rules(name: str) -> Sides:
    from lastdigit.games import find

    ours = partial(rate, partial(play_game, find(name), Random(0)))
    try:
        import pyspiel  # type: ignore[import-untyped,import-not-found,unused-ignore]  # a peer
    except ImportError:
        return ours, None
    return ours, partial(rate, partial(play_nim, pyspiel.load_game("nim"), Random(0)))


def play_game(game: Any, random: Random) -> int:
    """Play a game through its contract: outcome, legal moves, successor."""
    made = 0
    while made < MOVES:
        state = game.start(random)
        while game.outcome(state) is None:
            state = game.successor(state, random.choice(game.legal_moves(state)))
            made += 1
    return made


def play_nim(game: Any, random: Random) -> int:
    made = 0
    while made < MOVES:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
    return made


def sides_of_steps() -> Sides:
    """Return the times of a step in Digit Duel, ours and in plain Python."""
    import gymnasium

    import lastdigit.rl.gymnasium  # noqa: F401 - registers the environments

    gymnasium.register("bench/PlainDuel-v0", "bench.plain_duel:PlainDuel")
    ours, plain = map(gymnasium.make, ("lastdigit/DigitDuel-v0", "bench/PlainDuel-v0"))
    return partial(step_seconds, ours, Random(0)), partial(step_seconds, plain, Random(0))


def step_seconds(env: Any, random: Random) -> float:
    """Return the time of a step. Choosing the action and starting games is not counted."""
    spent, (_, info) = [], env.reset()
    for _ in range(CALLS):
        action = random.choice(info["action_mask"].nonzero()[0])
        began = time.perf_counter_ns()
        _, _, ended, cut_off, info = env.step(action)
        spent.append(time.perf_counter_ns() - began)
        if ended or cut_off:
            _, info = env.reset()
    return median(spent) / 1e9


def sides_of_perfect() -> Sides:
    import gymnasium

    import lastdigit.rl.gymnasium  # noqa: F401 - registers the environments

    ours = gymnasium.make("lastdigit/NumberMorph-v0", opponent="perfect")
    lake = gymnasium.make("FrozenLake-v1")
    return (
        partial(rate, partial(play_against_opponent, ours, Random(0), MOVES // 10)),
        partial(rate, partial(play_frozen_lake, lake, Random(0))),
    )


def play_against_opponent(env: Any, random: Random, moves: int) -> int:
    made = 0
    while made < moves:
        (_, info), over = env.reset(), False
        while not over:
            action = random.choice(info["action_mask"].nonzero()[0])
            _, _, ended, cut_off, info = env.step(action)
            over = ended or cut_off
            made += 1
    return made


def play_frozen_lake(env: Any, random: Random) -> int:
    made = 0
    while made < MOVES:
        env.reset()
        over = False
        while not over:
            _, _, ended, cut_off, _ = env.step(random.randrange(4))
            over = ended or cut_off
            made += 1
    return made


def sides_of_clone() -> Sides:
    try:
        import open_spiel.python.games  # type: ignore[import-untyped,import-not-found,unused-ignore]  # noqa: F401 - registers it
        import pyspiel
    except ImportError:
        sys.exit("OpenSpiel is not installed: pip install 'lastdigit[openspiel]'.")
    import lastdigit.rl.openspiel  # noqa: F401 - registers the games

    ours, theirs = (
        after_moves(pyspiel.load_game(name), 3)
        for name in ("lastdigit_digit_duel", "python_tic_tac_toe")
    )
    return partial(rate, partial(clone, ours)), partial(rate, partial(clone, theirs))


def after_moves(game: Any, moves: int) -> Any:
    state = game.new_initial_state()
    for _ in range(moves):
        state.apply_action(state.legal_actions()[0])
    return state


def clone(state: Any) -> int:
    for _ in range(CALLS):
        state.clone()
    return CALLS


def sides_of_table() -> Sides:
    """Return the times to solve all pairs of Digit Duel, compiled with numba and in C."""
    import numba  # noqa: F401 - then it is used
    import numpy as np

    from lastdigit.games.digit_duel.solver import build_table

    ours = partial(processor_seconds, partial(build_table, 10, 3))
    compiler = shutil.which("cc")
    if compiler is None:
        return ours, None
    library = Path(tempfile.mkdtemp()) / "duel_table.so"
    source = Path(__file__).with_name("duel_table.c")
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", str(library), str(source)], check=True)
    solve, codes = ctypes.CDLL(str(library)).solve, np.zeros(1_000_000, np.uint16)
    solve(ctypes.c_void_p(codes.ctypes.data))
    assert codes.tobytes() == build_table(10, 3).tobytes(), "both solve the same game"
    return ours, partial(processor_seconds, lambda: solve(ctypes.c_void_p(codes.ctypes.data)))


def sides_of_fixed_cost() -> Sides:
    """Return the times of a step with one game and with 1,024."""
    return partial(batch_seconds, started(1)), partial(batch_seconds, started(SMALL))


def started(games: int, name: str = "digit-duel") -> Any:
    from lastdigit.batch import Batch

    batch = Batch(name, games)
    batch.reset(1)
    return batch


def batch_seconds(batch: Any) -> float:
    """Return the time of a step with random legal actions."""
    return choosing_and_stepping(batch, CALLS)[1]


def choosing_and_stepping(batch: Any, calls: int) -> tuple[float, float]:
    """Return the times to choose random actions and to make a step, per call."""
    choosing, stepping = [], []
    for _ in range(calls):
        began = time.perf_counter_ns()
        actions = batch.random_actions()
        chosen = time.perf_counter_ns()
        batch.step(actions)
        choosing.append(chosen - began)
        stepping.append(time.perf_counter_ns() - chosen)
    return median(choosing) / 1e9, median(stepping) / 1e9


def sides_of_random_play(name: str) -> Sides:
    """Return the steps per second with the choice of actions and without it."""
    batch, times = started(LARGE, name), [0.0, 0.0]

    def ours() -> float:
        times[:] = choosing_and_stepping(batch, 20)
        return LARGE / sum(times)

    return ours, lambda: LARGE / times[1]


def sides_of_gg_bench(name: str, folder: str = "") -> Sides:
    """Return the moves per second with an observation and legal actions after every move."""
    from lastdigit.rl import pettingzoo

    module = getattr(pettingzoo, pettingzoo.module_name(name))
    ours = partial(rate, partial(play_alternately, module.raw_env(), Random(0)))
    if not folder:
        return ours, None
    from bench.gg_bench import ENVIRONMENTS, environment

    theirs = environment(Path(folder), ENVIRONMENTS[name])
    return ours, partial(rate, partial(play_gg_bench, theirs, Random(0)))


def play_alternately(env: Any, random: Random) -> int:
    made = 0
    while made < MOVES // 4:
        env.reset()
        while True:
            observation, _, ended, cut_off, _ = env.last()
            if ended or cut_off:
                break
            env.step(random.choice(observation["action_mask"].nonzero()[0]))
            made += 1
    return made


def play_gg_bench(env: Any, random: Random) -> int:
    made = 0
    while made < MOVES // 4:
        env.reset()
        over = False
        while not over:
            actions = env.valid_moves()
            if not actions:
                break
            _, _, ended, cut_off, _ = env.step(random.choice(actions))
            over = ended or cut_off
            made += 1
    return made


SIDES: dict[str, Callable[..., Sides]] = {
    "rules": sides_of_rules,
    "steps": sides_of_steps,
    "perfect": sides_of_perfect,
    "clone": sides_of_clone,
    "table": sides_of_table,
    "fixed": sides_of_fixed_cost,
    "random": sides_of_random_play,
    "gg-bench": sides_of_gg_bench,
}


def main(what: str, *arguments: str) -> None:
    """Measure both sides in alternation, and print the results as JSON."""
    ours, theirs = SIDES[what](*arguments)
    for _ in range(WARM_UPS):
        ours()
    if theirs is None:
        print(json.dumps((median(ours() for _ in range(ROUNDS)), None, None)))
    else:
        print(json.dumps(alternate(ours, theirs)))


def line(
    what: str,
    *arguments: str,
    name: str,
    peer: str,
    limit: float,
    bound_by: str,
    unit: str,
    scale: float,
    at_least: bool = True,
) -> Callable[[Environment], Line]:
    def measure(environment: Environment) -> Line:
        ours, theirs, ratio = environment.run("bench.programs", what, *arguments)
        return Line(
            name=name,
            ours=ours * scale,
            peer=peer,
            theirs=None if theirs is None else theirs * scale,
            ratio=ratio,
            limit=limit,
            at_least=at_least,
            bound_by=bound_by,
            unit=unit,
        )

    return measure


RATES: dict[str, Any] = {"unit": "thousand/s", "scale": 1e-3}
LIMITS_OF_RULES = {
    "number-morph": (0.6, "successor (half): a new state, and a log that grows"),
    "digit-dilemma": (0.7, "three calls per move: legal moves, a new state, outcome"),
    "digit-poison": (0.8, "short games of three moves, with a reason for each result"),
}
BATCHED = (
    "digit-duel",
    "digit-poison",
    "digit-dilemma",
    "operation-obliteration",
    "number-morph",
)

LINES: Lines = {
    "gym-duel": line(
        "steps",
        name="Gymnasium, Digit Duel against `random`, a step",
        peer="the same in plain Python",
        limit=1.5,
        at_least=False,
        bound_by="new states instead of changed ones",
        unit="µs",
        scale=1e6,
    ),
    "gym-morph": line(
        "perfect",
        name="Gymnasium, Number Morph against `perfect`, steps",
        peer="FrozenLake",
        limit=0.3,
        bound_by="three maximum matchings per turn, of 11 µs each",
        **RATES,
    ),
    **{
        f"rules-{name}": line(
            "rules",
            name,
            name=f"rules of {name}, moves",
            peer="OpenSpiel's nim, `apply_action`",
            limit=limit,
            bound_by=bound_by,
            **RATES,
        )
        for name, (limit, bound_by) in LIMITS_OF_RULES.items()
    },
    "clone": line(
        "clone",
        name="OpenSpiel, `clone()` of Digit Duel",
        peer="python_tic_tac_toe",
        limit=0.4,
        bound_by="OpenSpiel, which copies attributes one by one",
        **RATES,
    ),
    "duel-table": line(
        "table",
        name="Digit Duel's table with `fast`",
        peer="a loop in C",
        limit=3,
        at_least=False,
        bound_by="slices of arrays in numba",
        unit="ms",
        scale=1e3,
    ),
    "batch-fixed": line(
        "fixed",
        name="batch, a step of one game",
        peer="a step of 1,024",
        limit=0.2,
        at_least=False,
        bound_by="numba, which unpacks every array",
        unit="µs",
        scale=1e6,
    ),
    **{
        f"random-{name}": line(
            "random",
            name,
            name=f"batch of {name}, random actions and steps",
            peer="the steps alone",
            limit=0.5,
            bound_by="counting the legal actions",
            unit="million/s",
            scale=1e-6,
        )
        for name in BATCHED
    },
    **{
        f"gg-bench-{name}": line(
            *("gg-bench", name, os.environ.get(GG_BENCH, "")),
            name=f"PettingZoo's {name}, moves",
            peer="gg-bench's environment",
            limit=1,
            bound_by="observation and mask as arrays",
            **RATES,
        )
        for name in BATCHED
    },
}
"""Set GG_BENCH to the folder of a clone of gg-bench to compare its environments."""


if __name__ == "__main__":
    main(*sys.argv[1:])
