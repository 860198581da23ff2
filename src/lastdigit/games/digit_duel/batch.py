"""Digit Duel in batches: the rules on arrays. Comments cite the rules in `rulebook.md`."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.digit_duel.pairs import Distances, pairs_of
from lastdigit.games.digit_duel.rules import DigitDuel

DIGITS = 3
OWN, OTHER = 0, 1
"""Columns of a state: the mover's number and the opponent's."""


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Give both players their numbers."""
    numbers, _, _ = tables
    state[game, OWN], state[game, OTHER] = numbers[0], numbers[1]


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Strike the opponent's number with a digit of the mover's."""
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
    """Write the digits of both numbers to the observation, and the usable digits to the mask."""
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
    """Return the worth of a digit from the solution of the pair after the move."""
    _, units, _ = tables
    other = state[game, OTHER] - observation[game, 1 + action]
    if other <= 0:
        return worth(True, False, 0)
    code = int(solved[other, state[game, OWN] - units[action]])
    return worth(code % 2 == 0, code % 2 == 1, code // 2)


def kernel(game: DigitDuel) -> Kernel:
    """Return the batch kernel of a game with its options."""
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
        solution=partial(solved_pairs, pairs) if isinstance(pairs, Distances) else None,
    )


def solved_pairs(pairs: Distances) -> Any:
    """Return the codes of all pairs as an array, indexed by own and opposing number."""
    return np.frombuffer(pairs.codes, dtype=np.uint16).reshape(pairs.side, pairs.side)
