"""Batches compared with Pgx, EnvPool, a loop in C and our single environment, on one core.

    python bench/batch.py [threads]

The first run installs numba, Pgx (with JAX) and EnvPool into `bench/.peers`. All candidates take
turns in one run. Times are processor time, so that a busy machine matters less. Times with two
threads are wall-clock time and can be measured alone.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

# Remove this folder: it contains a coverage.py, and numba checks whether coverage is installed.
sys.path.pop(0)
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.peers import enter

CORE = 0
ROUNDS = 7
SIZES = (1_024, 65_536)
STEPS = {1_024: 300, 65_536: 8}
"""The number of steps per round, by the number of games."""
GAMES = (
    "digit-duel",
    "digit-poison",
    "digit-dilemma",
    "operation-obliteration",
    "number-morph",
)
PGX = ("tic_tac_toe", "connect_four")
ENVPOOL = "CartPole-v1"

Advance = Callable[[], float]
"""Make a step in all games, and return the seconds of the step alone."""


class Candidate(NamedTuple):
    """A candidate that steps many games: its name, and what it writes for each."""

    what: str
    games: int
    advance: Advance
    written: int = 0


def processor_time(work: Callable[[], object]) -> float:
    """Return the processor time of a function in all threads, in seconds."""
    began = time.process_time_ns()
    work()
    return (time.process_time_ns() - began) / 1e9


def our_batch(name: str, games: int, **options: Any) -> Candidate:
    """Return one of our batches with random moves; choosing them is not counted."""
    from lastdigit.batch import Batch

    batch = Batch(name, games, **options)
    batch.reset(1)
    chosen = _RandomActions(batch.mask)
    written = sum(one.nbytes for one in (batch.observation, batch.mask, batch.reward, batch.done))
    batch.step(chosen.next())
    asked = f" against {options['opponent']}" if "opponent" in options else ""
    return Candidate(
        f"{name}{asked}",
        games,
        lambda: _step(batch.step, chosen.next()),
        written // games,
    )


def _step(step: Callable[..., object], actions: Any) -> float:
    return processor_time(lambda: step(actions))


class _RandomActions:
    """Random legal actions from a changing mask."""

    def __init__(self, mask: Any) -> None:
        import numpy as np

        self._mask, self._chance = mask, np.random.default_rng(1)
        self._kind = np.uint8

    def next(self) -> Any:
        drawn = self._chance.random(self._mask.shape, dtype="float32")
        return (drawn * self._mask).argmax(axis=1).astype(self._kind)


def c_loop(games: int) -> Candidate:
    """Return the loop in C for Digit Duel."""
    import numpy as np

    folder = Path(tempfile.mkdtemp())
    library = folder / "duel.so"
    source = Path(__file__).with_name("duel_loop.c")
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, "-o", str(library), str(source)], check=True)
    loop = ctypes.CDLL(str(library))
    state = np.zeros(games * loop.state_size(), np.int8)
    seen, final = np.zeros((games, 7), np.int8), np.zeros((games, 7), np.int8)
    mask = np.zeros((games, 3), np.int8)
    reward, done = np.zeros(games, np.int8), np.zeros(games, np.int8)
    arrays = (state, seen, mask, reward, done, final)
    at = [ctypes.c_void_p(one.ctypes.data) for one in arrays]
    count = ctypes.c_int64(games)
    loop.reset(count, *at[:3])
    chosen = _RandomActions(mask)

    def advance() -> float:
        assert arrays, "they live as long as this function"
        actions = chosen.next()
        where = ctypes.c_void_p(actions.ctypes.data)
        return processor_time(lambda: loop.step(count, where, *at))

    return Candidate("digit-duel, a loop in C", games, advance, 12)


def pgx_environment(name: str, games: int) -> Candidate:
    """Return a Pgx environment, jitted and with its own auto-reset."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    keys = jax.random.split(jax.random.PRNGKey(1), games)
    state = jax.jit(jax.vmap(env.init))(keys)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(
        lambda key, mask: jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)
    )
    held = [state, jax.random.PRNGKey(2)]

    def advance() -> float:
        held[1], drawn, reset = jax.random.split(held[1], 3)
        actions = jax.block_until_ready(choose(drawn, held[0].legal_action_mask))
        keys = jax.block_until_ready(jax.random.split(reset, games))

        def work() -> None:
            held[0] = jax.block_until_ready(step(held[0], actions, keys))

        return processor_time(work)

    advance()
    return Candidate(f"Pgx {pgx.__version__} {name}", games, advance)


def pgx_scan(name: str, games: int, steps: int = 20) -> Candidate:
    """Return Pgx at its best: many steps in one compiled scan, which also draws the actions."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), games))
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried: Any, _: Any) -> Any:
        now, key = carried
        key, drawn, reset = jax.random.split(key, 3)
        logits = jnp.log(now.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(drawn, logits, axis=-1)
        return (step(now, actions, jax.random.split(reset, games)), key), None

    many = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=steps)[0])
    held = [(state, jax.random.PRNGKey(2))]

    def advance() -> float:
        def work() -> None:
            held[0] = jax.block_until_ready(many(held[0]))

        return processor_time(work) / steps

    advance()
    return Candidate(
        f"Pgx {name}, {steps} steps per scan, including the choice of actions", games, advance
    )


def envpool_environment(games: int) -> Candidate:
    import envpool
    import numpy as np

    env = envpool.make_gymnasium(ENVPOOL, num_envs=games, num_threads=1)
    env.reset()
    chance = np.random.default_rng(1)

    def advance() -> float:
        actions = chance.integers(2, size=games)
        return processor_time(lambda: env.step(actions))

    advance()
    return Candidate(f"EnvPool {envpool.__version__} {ENVPOOL}", games, advance)


def single_environment(games: int) -> Candidate:
    """Return our single environment of Digit Duel, stepped game by game."""
    import lastdigit.rl.gymnasium as ours_alone

    env = ours_alone.GameEnv("digit-duel")
    held = env.reset(seed=1)[1]

    def advance() -> float:
        nonlocal held
        spent = 0.0
        for _ in range(games):
            action = int(held["action_mask"].argmax())
            began = time.process_time_ns()
            *_, terminated, truncated, held = env.step(action)
            spent += (time.process_time_ns() - began) / 1e9
            if terminated or truncated:
                held = env.reset()[1]
        return spent

    return Candidate("digit-duel, our single environment against random", games, advance)


def contestants(games: int) -> Iterator[Candidate]:
    """Yield all candidates with this number of games; print those that are missing."""
    yield c_loop(games)
    for name in GAMES:
        yield our_batch(name, games)
    for name in GAMES:
        for opponent in ("random", "perfect"):
            yield our_batch(name, games, opponent=opponent)
    peers: list[Callable[[], Candidate]] = [
        *(lambda name=name: pgx_environment(name, games) for name in PGX),
        *(lambda name=name: pgx_scan(name, games) for name in PGX),
        lambda: envpool_environment(games),
    ]
    for peer in peers:
        try:
            yield peer()
        except ImportError as error:
            print(f"not measured: {error}", file=sys.stderr)


def rates(all_of_them: list[Candidate]) -> dict[str, list[float]]:
    """Return the steps per second of each candidate in each round."""
    found: dict[str, list[float]] = {one.what: [] for one in all_of_them}
    for _ in range(ROUNDS):
        for one in all_of_them:
            steps = STEPS.get(one.games, 1)
            spent = median(one.advance() for _ in range(steps))
            found[one.what].append(one.games / spent)
    return found


def table(games: int) -> None:
    measured = list(contestants(games))
    alone = single_environment(300)
    found = rates([*measured, alone])
    duel = next(one for one in measured if one.what == "digit-duel")
    print(
        f"\n| {games:,} games | Million steps per second | Relative to Digit Duel | MB per second |"
    )
    print("| --- | --: | --: | --: |")
    for one in (*measured, alone):
        speed = median(found[one.what])
        ratios = [mine / its for mine, its in zip(found[one.what], found[duel.what], strict=True)]
        ratio = f"{median(ratios):.3g} ({min(ratios):.3g} to {max(ratios):.3g})"
        size = f"{speed * one.written / 1e6:,.0f}" if one.written else ""
        print(f"| {one.what} | {speed / 1e6:.3g} | {ratio} | {size} |", flush=True)


def threads(games: int) -> None:
    """Print the wall-clock speed-up with two threads."""
    from lastdigit.batch import Batch

    load = os.getloadavg()[0]
    print(f"\nThe load is {load:.1f} on {os.cpu_count()} cores. Other work slows the threads down.")
    print(f"\n| {games:,} games | Two threads / one, fastest of 100 steps each |")
    print("| --- | --: |")
    for name in GAMES:
        spent: dict[int, list[float]] = {1: [], 2: []}
        batches = {count: Batch(name, games, threads=count) for count in spent}
        for batch in batches.values():
            batch.reset(1)
        drawn = {count: _RandomActions(batch.mask) for count, batch in batches.items()}
        for _ in range(100):
            for count, batch in batches.items():
                actions = drawn[count].next()
                began = time.perf_counter()
                batch.step(actions)
                spent[count].append(time.perf_counter() - began)
        print(f"| {name} | {min(spent[1]) / min(spent[2]):.2f} |", flush=True)


def main() -> None:
    enter("numba", "gymnasium", "pgx", "envpool")
    if sys.argv[1:] != ["threads"]:
        every = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {CORE})
        for games in SIZES:
            table(games)
        os.sched_setaffinity(0, every)
    threads(max(SIZES))


if __name__ == "__main__":
    main()
