"""What an engine does, whatever it runs on; `tests/engine/test_engines.py` tests it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from lastdigit.errors import LastDigitError

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Outcome(Generic[T, R]):
    """What became of one item: a result, or why there is none."""

    item: T
    result: R | None = None
    fault: str = ""
    """An error of ours, as a sentence: it is nobody's bad luck, and would come again."""
    lost: bool = False
    """Whoever worked on it died, and so did whoever tried again."""


class Engine(Protocol):
    """Does work that can be sent elsewhere: a function of a module, and items that pickle."""

    @property
    def workers(self) -> int:
        """How many there are just now who work at the same time."""

    def carry_out(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[Outcome[T, R]]:
        """Yield what becomes of every item, once, in whatever order it is done.

        Starts nothing where there is nothing to do. Raises LastDigitError where nothing can be
        done at all.
        """


def done(work: Callable[[T], R], item: T) -> Outcome[T, R]:
    """Return what becomes of an item; an error of ours is a value, which any machine can send."""
    try:
        return Outcome(item, work(item))
    except LastDigitError as error:
        return Outcome(item, fault=str(error))
