"""A Number Morph query compared with networkx's matching, on positions from mid-game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

from bench.measuring import ROUNDS, Row, duration
from lastdigit.games.number_morph.rules import State
from lastdigit.games.number_morph.solver import NumberMorphSolver
from lastdigit.games.number_morph.variants import NumberMorph

GAME = NumberMorph()
POSITIONS = 15
"""The number of positions in a round; the printed time is for one of them."""


class Query(NamedTuple):
    """A position, and its unused primes as networkx graphs with and without the current one."""

    state: State
    with_current: Any
    without: Any


def matching_rows() -> Iterator[Row]:
    """Yield our query from a cold start, in play and for all moves, compared with two matchings."""
    import networkx  # type: ignore[import-untyped,import-not-found,unused-ignore]  # a peer

    ways = {prime: GAME.primes.neighbours[prime].values() for prime in GAME.primes.all}
    whole = networkx.Graph((prime, other) for prime in ways for other in ways[prime])
    asked = []
    for state in (mid_game(Random(seed)) for seed in range(POSITIONS)):
        left = set(GAME.primes.all).difference(state.log)
        graphs = whole.subgraph(left | {state.number}).copy(), whole.subgraph(left).copy()
        asked.append(Query(state, *graphs))
    size = partial(networkx.max_weight_matching, maxcardinality=True)
    for one in asked:
        if wins(one, size) != bool(NumberMorphSolver(GAME).winning(one.state)):
            raise AssertionError(f"networkx differs about {GAME.format_state(one.state)}")
    rounds = [measure_round(asked, size) for _ in range(ROUNDS)]
    cold, warm, judged, theirs = zip(*rounds, strict=True)
    beside = f"networkx {networkx.__version__}, two matchings"
    yield Row("Number Morph, query during play", warm, beside, theirs)
    yield Row("Number Morph, all moves with distances", judged, beside, theirs)
    yield Row("Number Morph, first query", cold, beside, theirs)


def wins(one: Query, matching: Any) -> bool:
    """Return whether the player to move wins: every maximum matching needs the current prime."""
    return len(matching(one.with_current)) > len(matching(one.without))


def measure_round(asked: list[Query], matching: Any) -> tuple[float, float, float, float]:
    """Return the mean time of each kind of query, with the positions in turn."""
    cold = warm = judged = theirs = 0.0
    for one in asked:
        state = one.state
        cold += duration(partial(NumberMorphSolver(GAME).winning, state))
        theirs += duration(partial(wins, one, matching))
        warm += duration(partial(warm_solver(state).winning, state))
        judged += duration(partial(warm_solver(state).branches, state))
    count = len(asked)
    return cold / count, warm / count, judged / count, theirs / count


def warm_solver(state: State) -> NumberMorphSolver:
    """Return a solver as it is in play: it has solved the previous position."""
    solver = NumberMorphSolver(GAME)
    solver.matching(GAME.position(state.mover.other, state.log[-2], state.log[:-1]))
    return solver


def mid_game(random: Random) -> State:
    """Return the position in the middle of a random game."""
    states = [GAME.start(random)]
    while moves := GAME.legal_moves(states[-1]):
        states.append(GAME.successor(states[-1], random.choice(moves)))
    return states[len(states) // 2]
