"""The rules of Digit Duel as functions on arrays, to play thousands of games at once.

Each row of an array is one game. Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.digit_duel.solver import Distances, pairs_of
from lastdigit.games.digit_duel.variants import DigitDuel

DIGITS = 3
OWN, OTHER = 0, 1
"""Columns of a state: the mover's number and the opponent's."""


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Start a new game: write the two starting numbers to row `game` of `state`.

    The starting numbers are the same in every game, so `start` is not used.
    """
    numbers, _, _ = tables
    state[game, OWN], state[game, OTHER] = numbers[0], numbers[1]


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Make the move `action`: subtract a digit of the mover's number from the opponent's number.

    Update row `game` of `state`. Return 1 if the mover wins, -1 if the mover loses, and 0 if the
    game continues.
    """
    # `action` is the place of the digit, counted from 0 at the left.
    _, units, _ = tables
    own = state[game, OWN]
    other = state[game, OTHER] - observation[game, 1 + action]  # rule 4
    if other > 0:
        own -= units[action]  # rule 6
    else:
        other = 0
    state[game, OWN], state[game, OTHER] = other, own
    if other == 0:
        return 1
    return -1 if own == 0 else 0


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> int:
    """Fill row `game` of `observation` and of `mask` for the player to move.

    The position is written to `observation` as numbers. In `mask`, legal moves are set to 1 and all
    others to 0. `seat` is the player to move, 1 or 2. Return the number of legal moves.
    """
    _, _, digits = tables
    own, other = state[game, OWN], state[game, OTHER]
    observation[game, 0] = seat
    usable = 0
    for place in range(DIGITS):
        observation[game, 1 + place] = digits[own, place]
        observation[game, 1 + DIGITS + place] = digits[other, place]
        mask[game, place] = digits[own, place] != 0
        usable += mask[game, place]
    return usable


def rate(tables: Any, solved: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Return a score for the move `action` in row `game` of `state`. Better moves score higher.

    The score assumes perfect play after the move. `solved` has the solutions of all positions.
    """
    # `solved` is the result of `solution_array`.
    _, units, _ = tables
    other = state[game, OTHER] - observation[game, 1 + action]
    if other <= 0:
        return worth(True, False, 0)
    code = int(solved[other, state[game, OWN] - units[action]])
    return worth(code % 2 == 0, code % 2 == 1, code // 2)


def kernel(game: DigitDuel) -> Kernel:
    """Return the functions of this module as a `Kernel` with the rule options of `game`."""
    units = np.array(list(game.units.values()), dtype=np.int32)
    every = np.arange(game.numbers, dtype=np.int32)
    pairs = pairs_of(game)
    return Kernel(
        *(begin, play, show),
        width=2,
        tables=(
            np.array((game.number_1, game.number_2), dtype=np.int32),
            units,
            (every[:, None] // units % game.base).astype(np.int8),
        ),
        constants={"DIGITS": game.digits},
        numbers=lambda position: (position.own, position.opposing),
        rate=rate,
        solution=partial(solution_array, pairs) if isinstance(pairs, Distances) else None,
    )


def solution_array(solutions: Distances) -> Any:
    """Return the solutions of all positions, encoded as integers, as a two-dimensional array.

    The first index is the mover's number. The second index is the opponent's number.
    """
    side = solutions.side
    return np.frombuffer(solutions.codes, dtype=np.uint16).reshape(side, side)
