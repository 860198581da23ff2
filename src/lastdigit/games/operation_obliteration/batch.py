"""Operation Obliteration in batches: the rules on rows of numbers, numbered as in `rulebook.md`."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.core.kernel import Kernel, worth
from lastdigit.games.operation_obliteration import fast
from lastdigit.games.operation_obliteration.rules import OperationObliteration

OPERATIONS = 4
NUMBER, OWN, OTHER = 0, 1, 2
"""Where a state has the shared number, and the last operation of the mover and of the other.

An operation is its place counted from 1, as it is observed; 0 is none.
"""


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Put the shared number there; nobody has done anything."""
    starts, _ = tables
    state[game, NUMBER] = starts[start]
    state[game, OWN] = state[game, OTHER] = 0


def is_open(tables: Any, state: Any, game: int, action: int) -> bool:
    """Return whether an operation suits the number, stays within range and was not one's last."""
    _, made = tables
    return bool(made[state[game, NUMBER], action]) and bool(
        state[game, OWN] != action + 1
    )  # rule 4


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Do something to the number: whoever leaves the other without an operation wins."""
    _, made = tables
    state[game, NUMBER] = made[state[game, NUMBER], action]
    state[game, OWN], state[game, OTHER] = state[game, OTHER], action + 1
    for reply in range(OPERATIONS):
        if is_open(tables, state, game, reply):
            return 0
    return 1  # rule 8


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> None:
    """Write the number and what both did last, and which operations are open."""
    observation[game, 0] = seat
    for place in range(3):
        observation[game, 1 + place] = state[game, place]
    for action in range(OPERATIONS):
        mask[game, action] = is_open(tables, state, game, action)


def rate(tables: Any, solved: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Return what an operation is worth by the solution of where it leads."""
    _, made = tables
    plies = int(solved[made[state[game, NUMBER], action], state[game, OTHER], action + 1])
    return worth(plies > 0 and plies % 2 == 1, plies > 0 and plies % 2 == 0, plies - 1)


def kernel(game: OperationObliteration) -> Kernel:
    """Return the game as it is played in batches, with its options."""
    made = fast.results(game.limit, game.divisors)
    playable = np.flatnonzero(made.any(axis=1))
    starts = np.array(game.named_starts or playable, dtype=np.int32)
    return Kernel(
        *(begin, play, show),
        helpers=(is_open,),
        width=3,
        tables=(starts, made),
        constants={"OPERATIONS": len(game.operations)},
        starts=len(starts),
        rate=rate,
        solution=lambda: fast.solve(game.limit, game.divisors),
    )
