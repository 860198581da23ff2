"""Digit Poison solved where no argument decides: by digits used, by length, or without any end.

A number of a table is 0 for a draw, else 2 x (remoteness + 1), plus 1 for a win.
"""

from __future__ import annotations

from math import lcm
from typing import Any

import numba
import numpy as np

ENDED = 3
"""A number that is divisible: whoever is to move has won, at once."""
STUCK = 2


def poison(divisors: tuple[int, ...]) -> Any:
    """Return for every remainder whether numbers with it are divisible."""
    remainders = np.arange(lcm(*divisors))
    return np.any([remainders % divisor == 0 for divisor in divisors], axis=0)


def solve(base: int, uses: int | None, divisors: tuple[int, ...], longest: int | None) -> Any:
    """Return [digits used, or length, or 0 where there is no maximum length; remainder]."""
    if uses is not None:
        return with_uses(base, uses, divisors, longest)
    return with_every_digit(base, divisors, longest)


def with_uses(base: int, uses: int, divisors: tuple[int, ...], longest: int | None) -> Any:
    """Return [digits used, remainder]: a digit counts (uses + 1) to its power, so often."""
    return _with_uses(base, uses, poison(divisors), longest or base * uses + 1)


@numba.njit(cache=True)
def _with_uses(base: int, uses: int, poisoned: Any, longest: int) -> Any:
    modulus = len(poisoned)
    codes = np.zeros(((uses + 1) ** base, modulus), dtype=np.uint8)
    for used in range(len(codes) - 1, -1, -1):
        length, rest = 0, used
        while rest:
            length += rest % (uses + 1)
            rest //= uses + 1
        if length > longest:
            continue
        for remainder in range(modulus):
            if length and (poisoned[remainder] or length == longest):
                codes[used, remainder] = ENDED
                continue
            nearest_win, furthest_loss, weight = 255, STUCK - 2, 1
            for digit in range(base):
                if used // weight % (uses + 1) < uses:
                    after = codes[used + weight, (remainder * base + digit) % modulus]
                    if after & 1:
                        furthest_loss = max(furthest_loss, after - 1)
                    else:
                        nearest_win = min(nearest_win, after)
                weight *= uses + 1
            # One ply more than the position it leads to, and the other way round.
            best = nearest_win + 3 if nearest_win < 255 else furthest_loss + 2
            codes[used, remainder] = best
    return codes


def with_every_digit(base: int, divisors: tuple[int, ...], longest: int | None) -> Any:
    """Return [length, remainder], or [0, remainder] where there is no maximum length."""
    poisoned = poison(divisors)
    after = (np.arange(len(poisoned))[:, None] * base + np.arange(base)) % len(poisoned)
    if longest is None:
        return _endless(after, poisoned)[None]
    codes = np.full((longest + 1, len(poisoned)), ENDED, dtype=np.uint32)
    for length in range(longest - 1, -1, -1):
        codes[length] = _before(codes[length + 1][after])
        if length:
            codes[length][poisoned] = ENDED
    return codes


def _endless(after: Any, poisoned: Any) -> Any:
    """Return the numbers where nothing but poison ends a game, found nearest first."""
    codes = np.where(poisoned, ENDED, 0).astype(np.uint32)
    # A game begins at remainder 0, which ends it everywhere else: one more place stands for that.
    beginning = np.uint32(0)
    while True:
        found = np.where((codes == 0) & ~poisoned, _before(codes[after]), codes)
        beginning = beginning or _before(codes[after[:1]])[0]
        if (found == codes).all():
            break
        codes = found
    codes[0] = beginning  # the empty number: a divisible one is over before anybody asks
    return codes


def _before(after: Any) -> Any:
    """Return the numbers of positions by those that their moves lead to, one row each."""
    wins = np.where((after > 0) & (after & 1 == 0), after, np.iinfo(np.uint32).max - 3).min(axis=1)
    won = wins < np.iinfo(np.uint32).max - 3
    lost = (after & 1 == 1).all(axis=1)
    losses = after.max(axis=1) - 1 + 2
    return np.where(won, wins + 3, np.where(lost, losses, 0)).astype(np.uint32)
