"""Digit Poison in batches: the rules on arrays. Comments cite the rules in `rulebook.md`."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from lastdigit.game.kernel import Kernel, worth
from lastdigit.games.digit_poison import fast
from lastdigit.games.digit_poison.rules import TEN, DigitPoison, State

BASE = TEN
USES = 0
"""How often each digit may be added, or 0 if that is unlimited."""
DIVISORS = 0
"""The number of divisors if there are several, else 0."""
TOLD = 1
"""1 if the observation contains the full length of the number, else 0."""
ARGUED = 1
"""1 if parity decides, so that all safe digits are worth the same."""
REMAINDER, LENGTH, COUNTS = 0, 1, 2
"""Columns of a state: the remainder, the length, and from COUNTS on the uses of each digit."""


def is_poison(tables: Any, remainder: int) -> bool:
    """Return whether a number with this remainder is divisible."""
    _, _, divisors = tables
    if DIVISORS == 0:
        return remainder == 0
    for place in range(DIVISORS):
        if remainder % divisors[place] == 0:
            return True
    return False


def begin(tables: Any, state: Any, observation: Any, game: int, start: int) -> None:
    """Start with the empty number."""
    state[game, REMAINDER] = state[game, LENGTH] = 0
    if USES:
        for digit in range(BASE):
            state[game, COUNTS + digit] = 0


def play(tables: Any, state: Any, observation: Any, game: int, action: int) -> int:
    """Add a digit. Making the number divisible or reaching the maximum length loses."""
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
    """Return the worth of a digit: poison is worst, the rest follows from the solution."""
    modulus, longest, _ = tables
    remainder = (int(state[game, REMAINDER]) * BASE + action) % modulus
    length = state[game, LENGTH] + 1
    if is_poison(tables, remainder) or length == longest:
        return worth(False, True, 0)
    if USES and length == USES * BASE:
        return worth(True, False, 0)
    if ARGUED:
        return 0
    row = length if longest else 0
    if USES:
        row = (USES + 1) ** action
        for digit in range(BASE):
            row += state[game, COUNTS + digit] * (USES + 1) ** digit
    code = int(solved[row, remainder])
    return worth(code > 0 and code % 2 == 0, code % 2 == 1, code // 2 - 1)


def show(tables: Any, state: Any, observation: Any, mask: Any, game: int, seat: int) -> int:
    """Write the observation, and the digits that are not used up to the mask."""
    modulus, longest, divisors = tables
    remainder, length = state[game, REMAINDER], state[game, LENGTH]
    observation[game, 0] = seat
    observation[game, 1] = remainder
    observation[game, 2] = length if TOLD else min(length, 1)
    observation[game, 3] = modulus
    observation[game, 4] = longest
    for place in range(DIVISORS):
        observation[game, 5 + place] = remainder % divisors[place]
    seen = 5 + DIVISORS
    if BASE != TEN:
        observation[game, seen] = BASE
        seen += 1
    if USES:
        observation[game, seen] = USES
        seen += 1
    addable = BASE
    for digit in range(BASE):
        mask[game, digit] = 1
        if USES:
            count = state[game, COUNTS + digit]
            observation[game, seen + digit] = count
            mask[game, digit] = count < USES
            addable -= count == USES
    return addable


def kernel(game: DigitPoison) -> Kernel:
    """Return the batch kernel of a game with its options."""
    return Kernel(
        *(begin, play, show),
        helpers=(is_poison,),
        width=COUNTS + (game.base if game.uses else 0),
        tables=(game.modulus, game.max_length or 0, np.array(game.divisors, dtype=np.int64)),
        constants={
            "BASE": game.base,
            "USES": game.uses or 0,
            "DIVISORS": len(game.divisors),
            "TOLD": int(not game.divisors or game.max_length is not None),
            "ARGUED": int(not game.size),
        },
        numbers=partial(numbers, game),
        rate=rate,
        solution=lambda: solution(game),
    )


def numbers(game: DigitPoison, position: State) -> tuple[int, ...]:
    """Return the row of state numbers for a position."""
    counts = game.counts(position) if game.uses else ()
    return position.remainder, len(position.digits), *counts


def solution(game: DigitPoison) -> Any:
    """Return the codes of all positions, or a placeholder if parity decides."""
    if not game.size:
        return np.zeros((1, 1), dtype=np.uint8)
    return fast.solve(game.base, game.uses, game.poisons, game.max_length)
