"""Executor and worker interfaces, in-process versions of both, and batches with crash retries.

An executor runs the same function on many items and yields one outcome for each. A worker stays
ready and runs the function on one item at a time.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from lastdigit.errors import LastDigitError

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Outcome(Generic[T, R]):
    """The outcome of processing one item: a result, or the reason why there is none."""

    item: T
    result: R | None = None
    fault: str = ""
    """The message of the LastDigitError that was raised, if any.

    A retry would fail in the same way.
    """
    lost: bool = False
    """Whether a worker crashed on every attempt to process this item."""


class Executor(Protocol):
    """Runs a function on many items. All executors give the same outcomes.

    If an executor uses other processes, they import the function by name and receive pickled items.
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


class Worker(Protocol):
    """Runs a function on single items. All workers give the same outcomes.

    One thread at a time may call `run`. Any thread may call `kill` and `close`.
    """

    def run(self, item: Any) -> Outcome[Any, Any]:
        """Run the function on an item, and return the outcome.

        If the worker crashes or is killed, this item is lost, and the next item gets a new worker.
        After `close`, every item is lost. In all other cases, the outcome is the same as from
        `Executor.run`. Raise LastDigitError if no worker can be started.
        """

    def kill(self) -> None:
        """Stop the current item, if any. It is lost."""

    def close(self) -> None:
        """Stop the current item, if any, and accept no more items."""


def run_one(work: Callable[[T], R], item: T) -> Outcome[T, R]:
    """Run a function on one item, and return the outcome.

    If the function raises a LastDigitError, the outcome has the error message instead of a result.
    """
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


class SerialWorker:
    """Runs items in this process. An item cannot be killed while it is running."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work
        self._closed = False

    def run(self, item: Any) -> Outcome[Any, Any]:
        """Run the function on an item. See `Worker.run`."""
        return Outcome(item, lost=True) if self._closed else run_one(self._work, item)

    def kill(self) -> None:
        """Do nothing: no item is running when this method is called."""

    def close(self) -> None:
        """Accept no more items."""
        self._closed = True


TARGET_SECONDS = 0.25
"""The target duration of a batch in seconds, which limits the work that a crash can lose."""
MAX_BATCH_SIZE = 64
"""The maximum number of items in a batch."""
MAX_CRASHES = 3
"""The number of crashes after which a batch is split.

A batch of one item cannot be split, so it is given up.
"""


@dataclass(frozen=True)
class Batch(Generic[T]):
    """Items for one worker, and the number of workers that have crashed on them."""

    items: tuple[T, ...]
    crashes: int = 0


class Batches(Generic[T]):
    """The queue of items that have not been assigned to a worker yet."""

    def __init__(self, items: Iterable[T]) -> None:
        self._waiting = deque(items)
        self._retries: deque[Batch[T]] = deque()
        self._average: float | None = None
        """A moving average of the seconds per item."""

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
        """Update the average duration of an item. `count` items took `seconds` in total."""
        each = seconds / count
        self._average = each if self._average is None else (self._average + each) / 2

    def retry(self, batch: Batch[T]) -> tuple[T, ...]:
        """Put a batch back in the queue after its worker crashed.

        If too many workers have crashed on a batch of one item, return the item. In all other
        cases, return an empty tuple.
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
