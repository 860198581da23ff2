"""The rules of Operation Obliteration as functions on arrays, to play thousands of games at once.

Each row of an array is one game. Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

from math import isqrt
from typing import Any

import numpy as np

from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.operation_obliteration.rules import LOW, Operation, result, suits
from lastdigit.games.operation_obliteration.solver import build_compiled, build_interpreted
from lastdigit.games.operation_obliteration.variants import OperationObliteration

IN_PYTHON = 1_000
"""Up to this limit, plain Python solves all positions.

Above this limit, compiled code solves the positions.
"""
LARGE = f"Operation Obliteration with a limit above {IN_PYTHON:,}"
OPERATIONS = 4
NUMBER, OWN, OTHER = 0, 1, 2
"""Columns of a state: the shared number, and the last operations of the mover and the opponent.

Operations are counted from 1, as in observations, and 0 stands for none.
"""


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Start a new game: write the starting number to row `game` of `state`.

    `start` selects the starting number.
    """
    # `start` is an index in `starts`.
    starts, _ = tables
    state[game, NUMBER] = starts[start]
    state[game, OWN] = state[game, OTHER] = 0


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Apply the operation `action` to the shared number, and update row `game` of `state`.

    Always return 0. The caller checks whether the next player has a legal move.
    """
    # `action` is the index of the operation. The caller checks for the end because of
    # `Kernel.stuck_loses`.
    _, made = tables
    state[game, NUMBER] = made[state[game, NUMBER], action]
    state[game, OWN], state[game, OTHER] = state[game, OTHER], action + 1
    return 0


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> int:
    """Fill row `game` of `observation` and of `mask` for the player to move.

    The position is written to `observation` as numbers. In `mask`, legal moves are set to 1 and all
    others to 0. `seat` is the player to move, 1 or 2. Return the number of legal moves.
    """
    _, made = tables
    number, own = state[game, NUMBER], state[game, OWN]
    observation[game, 0] = seat
    for place in range(3):
        observation[game, 1 + place] = state[game, place]
    legal = 0
    for action in range(OPERATIONS):
        is_open = (made[number, action] != 0) & (own != action + 1)  # rule 4
        mask[game, action] = is_open
        legal += is_open
    return legal


def rate(tables: Any, solved: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Return a score for the move `action` in row `game` of `state`. Better moves score higher.

    The score assumes perfect play after the move. `solved` has the solutions of all positions.
    """
    # `solved` is the array that `solution` returns.
    _, made = tables
    plies = int(solved[made[state[game, NUMBER], action], state[game, OTHER], action + 1])
    return worth(plies > 0 and plies % 2 == 1, plies > 0 and plies % 2 == 0, plies - 1)


def results(game: OperationObliteration) -> Any:
    """Return an array with the result of every operation on every number, or 0 if not allowed."""
    numbers: Any = np.arange(game.limit + 1)
    made = np.zeros((len(numbers), len(game.operations)), dtype=np.int32)
    prime = primes(game.limit)
    for action, operation in enumerate(game.operations):
        is_for_primes = operation in (Operation.ADD, Operation.SUBTRACT)
        fits = prime if is_for_primes else suits(numbers, operation)  # rule 3
        after = result(numbers, operation)
        fits = fits & (after >= LOW) & (after <= game.limit)  # rule 5
        made[:, action] = np.where(fits, after, 0)
    return made


def primes(limit: int) -> Any:
    """Return a boolean array for the numbers from 0 to `limit`: true for primes."""
    prime = np.ones(limit + 1, dtype=np.bool_)
    prime[:2] = False
    for number in range(2, isqrt(limit) + 1):
        if prime[number]:
            prime[number * number :: number] = False
    return prime


def solution(game: OperationObliteration) -> Any:
    """Return the solutions of all positions as a three-dimensional array.

    The indices are the shared number, the mover's previous operation and the opponent's previous
    operation.
    """
    # `solve_positions` explains the entries.
    limit, divisors, places = game.limit, game.divisors, len(game.operations) + 1
    if limit <= IN_PYTHON:
        solved: Any = np.frombuffer(build_interpreted(limit, divisors), dtype=np.uint16)
    else:
        solved = build_compiled(limit, divisors, LARGE)
    return solved.reshape(limit + 1, places, places)


def kernel(game: OperationObliteration) -> Kernel:
    """Return the functions of this module as a `Kernel` with the rule options of `game`."""
    made = results(game)
    playable = np.flatnonzero(made.any(axis=1))
    starts = np.array(game.named_starts or playable, dtype=np.int32)
    return Kernel(
        *(begin, play, show),
        stuck_loses=True,
        width=3,
        tables=(starts, made),
        constants={"OPERATIONS": len(game.operations)},
        starts=len(starts),
        numbers=lambda position: game.observation(position)[1:],
        rate=rate,
        solution=lambda: solution(game),
    )
