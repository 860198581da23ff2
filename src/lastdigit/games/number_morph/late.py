"""A game of Number Morph that begins late: the log of a long one, which could have been played."""

from __future__ import annotations

from random import Random

from lastdigit.games.number_morph.primes import Primes

MOST = 600
"""Of more primes no walk that is found by chance uses most."""
TRIES = 200
"""So many walks are made for one that is long enough: of the rulebook's primes one in four is."""


def late_log(primes: Primes, number: int, random: Random) -> tuple[int, ...]:
    """Return a log that ends with a number, as after a long game, and leaves it a move.

    The walk is made backwards, from the number on, by way of primes that soon could not be reached.
    Five primes in six are used, even or odd, as suits one or the other; where no walk is so long,
    it is the longest that was found.
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
    """Return a walk from a number, as long as that or until it cannot go on."""
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
