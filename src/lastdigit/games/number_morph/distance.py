"""How far off the end of Number Morph is, where so few primes are in reach that it can be searched.

Primes are meant by their places.
"""

from __future__ import annotations

from lastdigit.games.number_morph.primes import Primes

SEARCHED = 2_000
"""How many positions the exact search for the distance may look at before it gives up."""
NEAR = 24
"""How many primes may still be in reach for the search to be worth a try."""


def in_reach(primes: Primes, place: int, unused: int) -> list[int] | None:
    """Return the unused primes that some play can still come to, or None where they are many."""
    ways, every, last = primes.open_ways, primes.all, len(primes) - 1
    found, met, looked = 0, [place], 0
    while looked < len(met):
        beside, _ = ways[every[met[looked]]]
        looked += 1
        new = beside & unused & ~found
        found |= new
        if found.bit_count() > NEAR:
            return None
        while new:
            bit = new.bit_length() - 1
            new ^= 1 << bit
            met.append(last - bit)
    return met[1:]


class DistanceSearch:
    """A plain exact search for the distance to the end; gives up when it grows too large."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes
        # What is unused is a set of bits, one for each prime that has come up.
        self._bits: dict[int, int] = {}
        self._ways: dict[int, tuple[tuple[int, int], ...]] = {}
        self._known: dict[tuple[int, int], tuple[bool, int]] = {}

    def plies(self, place: int, unused: int) -> int | None:
        """Return the plies to the end, or None if that takes too long to find out."""
        near = in_reach(self._primes, place, unused)
        if near is None:
            return None
        try:
            return self._solved(place, sum(map(self._bit, near)))[1]
        except OverflowError:
            return None

    def _bit(self, place: int) -> int:
        return self._bits.setdefault(place, 1 << len(self._bits))

    def _solved(self, place: int, unused: int) -> tuple[bool, int]:
        """Return whether the mover wins, and in how many plies; raises OverflowError."""
        known = self._known.get((place, unused))
        if known is not None:
            return known
        if len(self._known) > SEARCHED:
            raise OverflowError
        ways = self._ways.get(place)
        if ways is None:
            ways = tuple((other, self._bit(other)) for other in self._primes.beside[place])
            self._ways[place] = ways
        won: list[int] = []
        lost: list[int] = []
        for later, bit in ways:
            if unused & bit:
                wins, plies = self._solved(later, unused - bit)
                (lost if wins else won).append(plies + 1)
        solved = (True, min(won)) if won else (False, max(lost, default=0))
        self._known[place, unused] = solved
        return solved
