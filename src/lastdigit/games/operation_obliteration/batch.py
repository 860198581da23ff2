"""Operation Obliteration in batches: the rules on arrays. Comments cite rules in `rulebook.md`."""

from __future__ import annotations

from typing import Any

import numpy as np

from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.operation_obliteration import fast
from lastdigit.games.operation_obliteration.rules import OperationObliteration

OPERATIONS = 4
NUMBER, OWN, OTHER = 0, 1, 2
"""Columns of a state: the shared number, and the last operations of the mover and the opponent.

Operations are counted from 1, as in observations, and 0 stands for none.
"""


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Set the shared number, without previous operations."""
    starts, _ = tables
    state[game, NUMBER] = starts[start]
    state[game, OWN] = state[game, OTHER] = 0


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Apply an operation. The kernel ends the game if there is no legal operation (rule 8)."""
    _, made = tables
    state[game, NUMBER] = made[state[game, NUMBER], action]
    state[game, OWN], state[game, OTHER] = state[game, OTHER], action + 1
    return 0


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> int:
    """Write the state to the observation, and the legal operations to the mask.

    `fast.results` already excludes operations that would leave the range.
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
    """Return the worth of an operation from the solution of its successor."""
    _, made = tables
    plies = int(solved[made[state[game, NUMBER], action], state[game, OTHER], action + 1])
    return worth(plies > 0 and plies % 2 == 1, plies > 0 and plies % 2 == 0, plies - 1)


def kernel(game: OperationObliteration) -> Kernel:
    """Return the batch kernel of a game with its options."""
    made = fast.results(game.limit, game.divisors)
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
        solution=lambda: fast.solve(game.limit, game.divisors),
    )
