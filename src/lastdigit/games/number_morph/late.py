"""Random lists of primes that count as used when a game of Number Morph begins.

Such a list leaves few primes unused, so that the game is short.
"""

from __future__ import annotations

from random import Random

from lastdigit.games.number_morph.primes import Primes

MAX_PRIMES = 600
"""The maximum number of primes for a late start.

With more primes, random walks get stuck too early.
"""
MAX_WALKS = 200
"""The maximum number of random walks to try. With three digits, one walk in four is long enough."""


def late_log(primes: Primes, number: int, random: Random) -> tuple[int, ...]:
    """Return a random list of primes that count as used when a game begins with `number`.

    The list has most of the primes, and ends with `number`. At least one legal move is left.
    """
    # The log has five sixths of all primes, or one more: a random choice, so that either player can
    # have a winning position. If every walk gets stuck earlier, return the longest one.
    shortest = len(primes) * 5 // 6
    longest: list[int] = []
    for _ in range(MAX_WALKS):
        length = random.choice((shortest, shortest + 1))
        walk = _walk(primes, number, length, random)
        if len(walk) == length and _unused_neighbours(primes, number, set(walk)):
            return tuple(reversed(walk))
        while not _unused_neighbours(primes, number, set(walk)):
            walk.pop()
        longest = max(longest, walk, key=len)
    return tuple(reversed(longest))


def _walk(primes: Primes, number: int, length: int, random: Random) -> list[int]:
    """Return a random walk over at most `length` distinct primes that starts at `number`.

    Each step changes one digit.
    """
    # Walks are longer if they visit the primes with the fewest unused neighbours first.
    walk, used = [number], {number}
    while len(walk) < length:
        counts = {
            prime: len(_unused_neighbours(primes, prime, used))
            for prime in _unused_neighbours(primes, walk[-1], used)
        }
        if not counts:
            break
        fewest = min(counts.values())
        walk.append(random.choice([prime for prime, count in counts.items() if count == fewest]))
        used.add(walk[-1])
    return walk


def _unused_neighbours(primes: Primes, prime: int, used: set[int]) -> list[int]:
    return [other for other in primes.neighbours[prime].values() if other not in used]
