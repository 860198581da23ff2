"""Compiled retrograde analysis of the variants of Digit Poison that parity does not decide.

A code is 0 for a draw, else 2 x (remoteness + 1), plus 1 for a win.
"""

from __future__ import annotations

from math import lcm
from typing import Any

import numba
import numpy as np

ENDED = 3
"""The code of a number that is divisible or has the maximum length: the mover has won."""
STUCK = 2


def poison(divisors: tuple[int, ...]) -> Any:
    """Return for each remainder whether numbers with it are divisible."""
    remainders = np.arange(lcm(*divisors))
    return np.any([remainders % divisor == 0 for divisor in divisors], axis=0)


def solve(base: int, uses: int | None, divisors: tuple[int, ...], longest: int | None) -> Any:
    """Return an array of codes, indexed by row and remainder.

    A row is the digits used (`with_uses`) or the length, or 0 if there is no maximum length.
    """
    if uses is not None:
        return with_uses(base, uses, divisors, longest)
    return with_every_digit(base, divisors, longest)


def with_uses(base: int, uses: int, divisors: tuple[int, ...], longest: int | None) -> Any:
    """Return codes by digits used and remainder.

    The digits used are one number in base `uses + 1`, with the count of digit d at place d.
    """
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
            # One ply more than the successor, and the opposite value.
            best = nearest_win + 3 if nearest_win < 255 else furthest_loss + 2
            codes[used, remainder] = best
    return codes


def with_every_digit(base: int, divisors: tuple[int, ...], longest: int | None) -> Any:
    """Return codes by length and remainder, with one row if there is no maximum length."""
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
    """Return the codes for a game that only poison ends, by retrograde analysis."""
    codes = np.where(poisoned, ENDED, 0).astype(np.uint32)
    # The empty number has remainder 0, which otherwise is terminal, so it is solved separately.
    beginning = np.uint32(0)
    while True:
        found = np.where((codes == 0) & ~poisoned, _before(codes[after]), codes)
        beginning = beginning or _before(codes[after[:1]])[0]
        if (found == codes).all():
            break
        codes = found
    codes[0] = beginning  # terminal positions are never looked up, so 0 is the empty number
    return codes


def _before(after: Any) -> Any:
    """Return the codes of positions from the codes of their successors, one row for each."""
    wins = np.where((after > 0) & (after & 1 == 0), after, np.iinfo(np.uint32).max - 3).min(axis=1)
    won = wins < np.iinfo(np.uint32).max - 3
    lost = (after & 1 == 1).all(axis=1)
    losses = after.max(axis=1) - 1 + 2
    return np.where(won, wins + 3, np.where(lost, losses, 0)).astype(np.uint32)
