"""The remoteness of positions in Number Morph, by search if only a few primes are reachable.

Primes are given by their indices.
"""

from __future__ import annotations

from lastdigit.games.number_morph.primes import Primes

SEARCHED = 2_000
"""The most positions that the search visits before it gives up."""
NEAR = 24
"""The most reachable primes for which the search is tried."""


def in_reach(primes: Primes, place: int, unused: int) -> list[int] | None:
    """Return the unused primes that are still reachable, or None if there are more than NEAR."""
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
    """An exhaustive memoised search for the remoteness, which gives up if it grows too large."""

    def __init__(self, primes: Primes) -> None:
        self._primes = primes
        # The set of unused primes is a bit mask. Each prime gets the next bit when it first occurs.
        self._bits: dict[int, int] = {}
        self._ways: dict[int, tuple[tuple[int, int], ...]] = {}
        self._known: dict[tuple[int, int], tuple[bool, int]] = {}

    def plies(self, place: int, unused: int) -> int | None:
        """Return the plies to the end, or None if the search is too large."""
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
        """Return whether the mover wins, and the remoteness.

        Raise OverflowError after SEARCHED positions.
        """
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
