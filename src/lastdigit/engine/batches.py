"""How much is given to a worker at once, and what happens to what a worker took to its grave."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

AIM = 0.25
"""Seconds that a batch should take: to send it is nothing beside it, and to lose it is not much."""
MOST = 64
DEATHS = 3
"""So many workers die of a batch before it is split, or given up if there is one item in it."""


@dataclass(frozen=True)
class Batch(Generic[T]):
    """Items that are worked on one after another, and how many workers have died of them."""

    items: tuple[T, ...]
    deaths: int = 0


class Batches(Generic[T]):
    """All items that nobody works on yet."""

    def __init__(self, items: Iterable[T]) -> None:
        self._waiting = deque(items)
        self._again: deque[Batch[T]] = deque()
        self._pace: float | None = None
        """Seconds for an item, as measured of late."""

    def take(self, workers: int) -> Batch[T] | None:
        """Return what one of so many workers should do next, or None if nothing is left."""
        if self._again:
            return self._again.popleft()
        if not self._waiting:
            return None
        size = 1 if self._pace is None else int(AIM / max(self._pace, AIM / MOST))
        # Towards the end they get smaller, so that all are done at about the same time.
        share = math.ceil(len(self._waiting) / (2 * workers))
        size = max(1, min(size, MOST, share))
        return Batch(tuple(self._waiting.popleft() for _ in range(size)))

    def measure(self, count: int, seconds: float) -> None:
        """Learn how long so many items took."""
        pace = seconds / count
        self._pace = pace if self._pace is None else (self._pace + pace) / 2

    def lose(self, batch: Batch[T]) -> tuple[T, ...]:
        """Put back what nobody will answer for, and return what is given up."""
        deaths = batch.deaths + 1
        if deaths < DEATHS:
            self._again.append(Batch(batch.items, deaths))
        elif len(batch.items) == 1:
            return batch.items
        else:
            middle = len(batch.items) // 2
            self._again += (Batch(batch.items[:middle]), Batch(batch.items[middle:]))
        return ()
