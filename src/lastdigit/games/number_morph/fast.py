"""Large sizes of Number Morph: the steps of `blossoms` compiled, on arrays."""

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
    """Return the steps, each compiled at its first use; they call each other, compiled too."""
    names = dict(vars(blossoms))
    for step in blossoms.COMPILED:
        # The same code, which finds the other steps by name among those that are compiled.
        twin = FunctionType(step.__code__, names, step.__name__)
        twin.__qualname__ = step.__qualname__
        # A server plays on meanwhile: none of them holds up Python's other threads.
        names[step.__name__] = numba.njit(cache=True, nogil=True)(twin)
    return SimpleNamespace(**names)


class ArrayGraph(Graph):
    """The primes of a size, each beside those that one change forms, in arrays."""

    steps = _compiled()

    def __init__(self, primes: Primes) -> None:
        self.size = len(primes)
        every = np.array(primes.all, dtype=np.int32)
        place = np.full(primes.base**primes.digits, -1, dtype=np.int32)
        place[every] = np.arange(self.size)
        # A row for each prime: what each change forms, in the order of moves, -1 for no prime.
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
