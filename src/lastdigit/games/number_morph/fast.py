"""The blossom algorithm compiled and on arrays, for large variants of Number Morph."""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType, SimpleNamespace
from typing import Any

import numba
import numpy as np

from lastdigit.games.number_morph import blossoms
from lastdigit.games.number_morph.blossoms import FREE, GONE
from lastdigit.games.number_morph.matching import Graph
from lastdigit.games.number_morph.primes import Primes


def _compiled() -> SimpleNamespace:
    """Return the functions of `blossoms`, each compiled on its first call."""
    names = dict(vars(blossoms))
    for step in blossoms.COMPILED:
        # A copy with `names` as its globals, so that it calls the other compiled functions.
        twin = FunctionType(step.__code__, names, step.__name__)
        twin.__qualname__ = step.__qualname__
        # They release the GIL, so that a server can serve other games at the same time.
        names[step.__name__] = numba.njit(cache=True, nogil=True)(twin)
    return SimpleNamespace(**names)


class ArrayGraph(Graph):
    """The graph of the primes as arrays, with edges between primes that differ in one digit."""

    steps = _compiled()

    def __init__(self, primes: Primes) -> None:
        self.size = len(primes)
        every = np.array(primes.all, dtype=np.int32)
        place = np.full(primes.base**primes.digits, -1, dtype=np.int32)
        place[every] = np.arange(self.size)
        # A row for each prime: the prime that each move forms, in move order, or -1.
        formed = np.empty((self.size, primes.digits * primes.base), dtype=np.int32)
        column = 0
        for worth in primes.worths:
            rest = every - every // worth % primes.base * worth
            for digit in range(primes.base):
                formed[:, column] = place[rest + digit * worth]
                column += 1
        formed[formed == np.arange(self.size, dtype=np.int32)[:, None]] = -1
        there = formed >= 0
        starts = np.zeros(self.size + 1, dtype=np.int32)
        starts[1:] = np.cumsum(there.sum(axis=1))
        self.rows = starts, formed[there]

    def mates(self, gone: Iterable[int]) -> Any:
        mates = np.full(self.size, FREE, dtype=np.int32)
        mates[list(gone)] = GONE
        return mates

    def labels(self) -> Any:
        return np.zeros(self.size, dtype=np.uint8)

    def desk(self) -> Any:
        empty = [np.zeros(self.size + more, dtype=np.int32) for more in (0, 1, 0)]
        parents, marks, queue = empty
        return parents, np.arange(self.size, dtype=np.int32), marks, queue
