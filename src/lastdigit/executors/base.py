"""The executor interface, the in-process executor, and batches with retries after crashes.

An executor runs the same function on many items and yields one outcome for each.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from lastdigit.errors import LastDigitError

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Outcome(Generic[T, R]):
    """The outcome of one item: a result, or the reason why there is none."""

    item: T
    result: R | None = None
    fault: str = ""
    """The message of a LastDigitError. A retry would raise it again."""
    lost: bool = False
    """Whether the workers crashed on this item in every attempt."""


class Executor(Protocol):
    """Runs a function on many items. All executors give the same outcomes.

    Other processes import the function by name and receive pickled items.
    """

    @property
    def workers(self) -> int:
        """The current number of parallel workers."""

    def run(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """Yield exactly one outcome per item, in order of completion.

        If `work` raises a LastDigitError, the outcome has its message instead of a result. Any
        other exception is a bug: in this process it is raised, and in a worker process it counts as
        a crash. Start no workers if there are no items. Raise LastDigitError if workers cannot be
        started or keep crashing.
        """


def run_one(work: Callable[[T], R], item: T) -> Outcome[T, R]:
    """Run the function on one item. If it raises a LastDigitError, the outcome has the message."""
    try:
        return Outcome(item, work(item))
    except LastDigitError as error:  # its message can always be pickled
        return Outcome(item, fault=str(error))


class SerialExecutor:
    """Runs one item after another in this process. No other process is started."""

    workers = 1

    def run(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """Yield one outcome per item, in the order of the items. See `Executor.run`."""
        for item in items:
            yield run_one(work, item)


TARGET_SECONDS = 0.25
"""The target duration of a batch in seconds: long beside sending it, short enough to lose."""
MAX_BATCH_SIZE = 64
"""The most items in a batch."""
MAX_CRASHES = 3
"""The number of crashes after which a batch is split, or abandoned if it has one item."""


@dataclass(frozen=True)
class Batch(Generic[T]):
    """Items for one worker, and the number of workers that have crashed on them."""

    items: tuple[T, ...]
    crashes: int = 0


class Batches(Generic[T]):
    """The queue of items that are not assigned to a worker."""

    def __init__(self, items: Iterable[T]) -> None:
        self._waiting = deque(items)
        self._retries: deque[Batch[T]] = deque()
        self._average: float | None = None
        """The moving average of the seconds per item."""

    def take(self, workers: int) -> Batch[T] | None:
        """Return the next batch for a worker, or None if the queue is empty.

        `workers` is the number of workers that share the queue.
        """
        if self._retries:
            return self._retries.popleft()
        if not self._waiting:
            return None
        size = 1
        if self._average is not None:
            size = int(TARGET_SECONDS / max(self._average, TARGET_SECONDS / MAX_BATCH_SIZE))
        # Batches get smaller towards the end, so that all workers finish at about the same time.
        share = math.ceil(len(self._waiting) / (2 * workers))
        size = max(1, min(size, MAX_BATCH_SIZE, share))
        return Batch(tuple(self._waiting.popleft() for _ in range(size)))

    def measure(self, count: int, seconds: float) -> None:
        """Update the average duration of an item."""
        each = seconds / count
        self._average = each if self._average is None else (self._average + each) / 2

    def retry(self, batch: Batch[T]) -> tuple[T, ...]:
        """Queue a batch of a crashed worker again.

        Return the items that are given up instead, because too many workers crashed on them.
        """
        crashes = batch.crashes + 1
        if crashes < MAX_CRASHES:
            self._retries.append(Batch(batch.items, crashes))
        elif len(batch.items) == 1:
            return batch.items
        else:
            middle = len(batch.items) // 2
            self._retries += (Batch(batch.items[:middle]), Batch(batch.items[middle:]))
        return ()
