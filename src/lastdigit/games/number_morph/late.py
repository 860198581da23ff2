"""Late starts of Number Morph: the log of a long game that could have been played."""

from __future__ import annotations

from random import Random

from lastdigit.games.number_morph.primes import Primes

MOST = 600
"""The most primes for a late start. With more, a random walk does not use most of them."""
TRIES = 200
"""The most walks to try. With the rulebook's primes one walk in four is long enough."""


def late_log(primes: Primes, number: int, random: Random) -> tuple[int, ...]:
    """Return the log of a long game that ends with `number` and leaves a legal move.

    The walk runs backwards from the number and prefers primes with the fewest unused neighbours.
    It uses five sixths of the primes. A random choice between an even and an odd length gives both
    players a chance to be the winner. If no walk is long enough, return the longest one found.
    """
    shortest = len(primes) * 5 // 6
    longest: list[int] = []
    for _ in range(TRIES):
        length = random.choice((shortest, shortest + 1))
        walk = _walk(primes, number, length, random)
        if len(walk) == length and _ways(primes, number, set(walk)):
            return tuple(reversed(walk))
        while not _ways(primes, number, set(walk)):
            walk.pop()
        longest = max(longest, walk, key=len)
    return tuple(reversed(longest))


def _walk(primes: Primes, number: int, length: int, random: Random) -> list[int]:
    """Return a random walk of at most `length` primes that starts at a number."""
    walk, used = [number], {number}
    while len(walk) < length:
        ways = {prime: _ways(primes, prime, used) for prime in _ways(primes, walk[-1], used)}
        if not ways:
            break
        fewest = min(map(len, ways.values()))
        walk.append(random.choice([one for one in ways if len(ways[one]) == fewest]))
        used.add(walk[-1])
    return walk


def _ways(primes: Primes, prime: int, used: set[int]) -> list[int]:
    return [other for other in primes.ways[prime].values() if other not in used]
