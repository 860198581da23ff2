"""The rules of Digit Poison as functions on arrays, to play thousands of games at once.

Each row of an array is one game. Comments cite the numbered rules in `rulebook.md`.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.digit_poison.rules import TEN, State
from lastdigit.games.digit_poison.solver import build_table
from lastdigit.games.digit_poison.variants import DigitPoison

BASE = TEN
USES = 0
"""How many times each digit may be appended in a game, or 0 if there is no limit."""
DIVISORS = 0
"""The number of divisors if there are several, else 0."""
OBSERVES_LENGTH = 1
"""1 if the observation contains the number's length, 0 if only whether the number is empty."""
BY_PARITY = 1
"""1 if parity decides the game, so that all safe digits are equally good, else 0."""
REMAINDER, LENGTH, COUNTS = 0, 1, 2
"""Columns of a state: the remainder, the length, and from COUNTS on how often each digit occurs."""


def is_poison(tables: Any, remainder: int) -> bool:
    """Return whether a number is divisible by at least one of the game's divisors.

    `remainder` is the number modulo the least common multiple of the divisors.
    """
    _, _, divisors = tables
    if DIVISORS == 0:
        return remainder == 0
    for place in range(DIVISORS):
        if remainder % divisors[place] == 0:
            return True
    return False


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Start a new game: write a shared number without digits to row `game` of `state`.

    `start` is not used, because every game starts the same way.
    """
    state[game, REMAINDER] = state[game, LENGTH] = 0
    if USES:
        for digit in range(BASE):
            state[game, COUNTS + digit] = 0


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Append the digit `action` to the shared number, and update row `game` of `state`.

    Return 1 if the player who appends the digit wins, -1 if that player loses, and 0 if the game
    continues.
    """
    modulus, longest, _ = tables
    remainder = (int(state[game, REMAINDER]) * BASE + action) % modulus
    length = state[game, LENGTH] + 1
    state[game, REMAINDER], state[game, LENGTH] = remainder, length
    if USES:
        state[game, COUNTS + action] += 1
    if is_poison(tables, remainder) or length == longest:  # rules 5 and 6
        return -1
    return 1 if USES and length == USES * BASE else 0


def rate(tables: Any, solved: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Return a score for the move `action` in row `game` of `state`. Better moves score higher.

    The score assumes perfect play after the move. `solved` has the solutions of all positions.
    """
    # `solved` is the array that `solution` returns.
    modulus, longest, _ = tables
    remainder = (int(state[game, REMAINDER]) * BASE + action) % modulus
    length = state[game, LENGTH] + 1
    if is_poison(tables, remainder) or length == longest:
        return worth(False, True, 0)
    if USES and length == USES * BASE:
        return worth(True, False, 0)
    if BY_PARITY:
        # A safe digit always exists, so the player who reaches the maximum length loses.
        left = longest - length
        return worth(left % 2 == 1, left % 2 == 0, left) if longest else 0
    row = length if longest else 0
    if USES:
        row = (USES + 1) ** action
        for digit in range(BASE):
            row += state[game, COUNTS + digit] * (USES + 1) ** digit
    code = int(solved[row, remainder])
    return worth(code > 0 and code % 2 == 0, code % 2 == 1, code // 2 - 1)


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> int:
    """Fill row `game` of `observation` and of `mask` for the player to move.

    The position is written to `observation` as numbers. In `mask`, legal moves are set to 1 and all
    others to 0. `seat` is the player to move, 1 or 2. Return the number of legal moves.
    """
    modulus, longest, divisors = tables
    remainder, length = state[game, REMAINDER], state[game, LENGTH]
    observation[game, 0] = seat
    observation[game, 1] = remainder
    observation[game, 2] = length if OBSERVES_LENGTH else min(length, 1)
    observation[game, 3] = modulus
    observation[game, 4] = longest
    for place in range(DIVISORS):
        observation[game, 5 + place] = remainder % divisors[place]
    column = 5 + DIVISORS
    if BASE != TEN:
        observation[game, column] = BASE
        column += 1
    if USES:
        observation[game, column] = USES
        column += 1
    legal = BASE
    for digit in range(BASE):
        mask[game, digit] = 1
        if USES:
            count = state[game, COUNTS + digit]
            observation[game, column + digit] = count
            mask[game, digit] = count < USES
            legal -= count == USES
    return legal


def kernel(game: DigitPoison) -> Kernel:
    """Return the functions of this module as a `Kernel` with the rule options of `game`."""
    return Kernel(
        *(begin, play, show),
        helpers=(is_poison,),
        width=COUNTS + (game.base if game.uses else 0),
        tables=(game.modulus, game.max_length or 0, np.array(game.divisors, dtype=np.int64)),
        constants={
            "BASE": game.base,
            "USES": game.uses or 0,
            "DIVISORS": len(game.divisors),
            "OBSERVES_LENGTH": int(not game.divisors or game.max_length is not None),
            "BY_PARITY": int(not game.size),
        },
        numbers=partial(numbers, game),
        rate=rate,
        solution=lambda: solution(game),
    )


def numbers(game: DigitPoison, position: State) -> tuple[int, ...]:
    """Convert a position to the integers in one row of the kernel's state array."""
    counts = game.counts(position) if game.uses else ()
    return position.remainder, len(position.digits), *counts


def solution(game: DigitPoison) -> Any:
    """Return the solutions of all positions as a two-dimensional array.

    The second index is the remainder of the number modulo `game.modulus`. If each digit may be used
    only a limited number of times, the first index stands for how often each digit occurs in the
    number. In all other games, the first index is the length of the number, or 0 if there is no
    maximum length.

    Return an array with a single 0 if the game can be solved without a table.
    """
    if not game.size:
        return np.zeros((1, 1), dtype=np.uint8)
    return np.asarray(build_table(game)).reshape(-1, game.modulus)
