"""Compiled retrograde analysis of Operation Obliteration, for large limits.

A position is a number and the last operations of the mover and the opponent. Operations are counted
from 1, and 0 stands for none. The number before an operation follows from the number after it, so
the analysis needs no list of predecessors.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

ADD, SUBTRACT, MULTIPLY = 1, 2, 4
"""The operations that every variant has. All others are divisions."""


def solve(limit: int, divisors: tuple[int, ...]) -> Any:
    """Return remoteness plus 1, or 0 for a draw, by number, own last and other last operation.

    The player to move loses if the remoteness is even.
    """
    return _solve(limit, _by(divisors), _primes(limit + 1))


def results(limit: int, divisors: tuple[int, ...]) -> Any:
    """Return the result of each operation on each number, or 0 if it is not allowed."""
    return _results(limit, _by(divisors), _primes(limit + 1))


def _by(divisors: tuple[int, ...]) -> Any:
    """Return the divisor of each operation, or 0 if it is not a division."""
    by = np.zeros(len(divisors) + 4, dtype=np.int64)
    by[[3, *range(5, len(by))]] = divisors
    return by


@numba.njit(cache=True)
def _results(limit: int, by: Any, prime: Any) -> Any:
    made = np.zeros((limit + 1, len(by) - 1), dtype=np.int32)
    for number in range(1, limit + 1):
        for place in range(1, len(by)):
            made[number, place - 1] = _after(number, place, limit, by, prime)
    return made


def _primes(up_to: int) -> Any:
    """Return a flag for each number up to a bound that says whether it is prime."""
    prime = np.ones(up_to + 1, dtype=np.bool_)
    prime[:2] = False
    for number in range(2, int(up_to**0.5) + 1):
        if prime[number]:
            prime[number * number :: number] = False
    return prime


@numba.njit(cache=True)
def _after(number: int, place: int, limit: int, by: Any, prime: Any) -> int:
    """Return the result of an operation on a number, or 0 if it is not allowed."""
    made = 0
    if place in (ADD, SUBTRACT):
        if prime[number]:
            made = number + 1 if place == ADD else number - 1
    elif place == MULTIPLY:
        if number % 2:
            made = number * 3 + 1
    elif number % by[place] == 0:
        made = number // by[place]
    return made if made <= limit else 0


@numba.njit(cache=True)
def _before(number: int, place: int, limit: int, by: Any, prime: Any) -> int:
    """Return the number from which an operation leads to this one, or 0 if there is none."""
    if place == ADD:
        before = number - 1
    elif place == SUBTRACT:
        before = number + 1
    elif place == MULTIPLY:
        before = (number - 1) // 3
    else:
        before = number * by[place]
    if before < 1 or before > limit:
        return 0
    return before if _after(before, place, limit, by, prime) == number else 0


@numba.njit(cache=True)
def _solve(limit: int, by: Any, prime: Any) -> Any:
    places = len(by)
    plies = np.zeros((limit + 1, places, places), dtype=np.uint16)
    unseen = np.zeros((limit + 1, places, places), dtype=np.uint8)
    queue = np.empty(limit * places * places, dtype=np.int32)
    head, tail = 0, _ends(limit, by, prime, plies, unseen, queue)
    while head < tail:
        code = queue[head]
        head += 1
        number, own, other = code // places // places, code // places % places, code % places
        before = _before(number, other, limit, by, prime) if other else 0
        if before == 0:
            continue
        far = plies[number, own, other]
        for last in range(places):  # the opponent's operation before that one
            if last == other or plies[before, last, own]:
                continue
            unseen[before, last, own] -= 1
            if far % 2 == 1 or unseen[before, last, own] == 0:
                plies[before, last, own] = far + 1
                queue[tail] = (before * places + last) * places + own
                tail += 1
    return plies


@numba.njit(cache=True)
def _ends(limit: int, by: Any, prime: Any, plies: Any, unseen: Any, queue: Any) -> int:
    """Count the moves of every position, and queue the terminal ones. Return their number."""
    places, tail = len(by), 0
    for number in range(1, limit + 1):
        for own in range(places):
            moves = 0
            for place in range(1, places):
                if place != own and _after(number, place, limit, by, prime):
                    moves += 1
            for other in range(places):
                unseen[number, own, other] = moves
                if moves == 0:
                    plies[number, own, other] = 1
                    queue[tail] = (number * places + own) * places + other
                    tail += 1
    return tail
