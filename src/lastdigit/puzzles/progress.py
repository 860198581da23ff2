"""How somebody has done in the puzzles of the days: tries, days running, and what can be shared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from lastdigit.puzzles.daily import day_number
from lastdigit.puzzles.puzzle import MOST_TRIES
from lastdigit.store import Attempt

RIGHT, WRONG, OPEN = "✓", "✕", "·"


class Solvable(Protocol):
    """A puzzle, or what a front end knows of one."""

    @property
    def name(self) -> str:
        """What it is known by."""

    @property
    def title(self) -> str:
        """Its game's title."""

    @property
    def tries(self) -> int:
        """How often one may answer."""


P = TypeVar("P", bound=Solvable)


@dataclass(frozen=True)
class Progress(Generic[P]):
    """One puzzle, and somebody's tries at it."""

    puzzle: P
    tries: tuple[Attempt, ...]

    @property
    def solved(self) -> bool:
        """Whether it was answered rightly."""
        return any(attempt.right for attempt in self.tries)

    @property
    def left(self) -> int:
        """How many tries are left."""
        return 0 if self.solved else max(0, self.puzzle.tries - len(self.tries))

    @property
    def over(self) -> bool:
        """Whether there is nothing more to answer."""
        return self.solved or not self.left

    @property
    def marks(self) -> str:
        """The tries as signs, which give nothing away."""
        return "".join(RIGHT if attempt.right else WRONG for attempt in self.tries) or OPEN


def progress_of(day: int, puzzles: Sequence[P], attempts: Iterable[Attempt]) -> list[Progress[P]]:
    """Return how far somebody is with the puzzles of a day."""
    tries = [attempt for attempt in attempts if attempt.day == day]
    return [
        Progress(puzzle, tuple(attempt for attempt in tries if attempt.puzzle == puzzle.name))
        for puzzle in puzzles
    ]


def present_tries(puzzle: P, attempts: Iterable[Attempt]) -> Progress[P]:
    """Return somebody's tries at a puzzle of no day, which begins again once it is over."""
    progress = Progress(puzzle, ())
    for attempt in attempts:
        if attempt.day is None and attempt.puzzle == puzzle.name:
            before = () if progress.over else progress.tries
            progress = Progress(puzzle, (*before, attempt))
    return Progress(puzzle, ()) if progress.over else progress


def solved_so_far(attempts: Iterable[Attempt], today: int) -> list[int]:
    """Return how many puzzles of days were solved at the first try, the second, and so on.

    The last number are those that were tried and not solved; what is of today may still be.
    """
    tries: dict[tuple[int, str], list[bool]] = {}
    for attempt in attempts:
        if attempt.day is not None:
            tries.setdefault((attempt.day, attempt.puzzle), []).append(attempt.right)
    counted = [0] * (MOST_TRIES + 1)
    for (day, _), rights in tries.items():
        if True in rights:
            counted[min(rights.index(True), MOST_TRIES - 1)] += 1
        elif day != today:
            counted[-1] += 1
    return counted


def days_running(attempts: Iterable[Attempt], today: int) -> int:
    """Return on how many days in a row, up to today or yesterday, a puzzle of the day was solved.

    What a clock that was set wrong has put into the future does not count until it is past.
    """
    solved = days_solved(attempts)
    last = today if today in solved else today - 1
    day = last
    while day in solved:
        day -= 1
    return last - day


def most_days_running(attempts: Iterable[Attempt], today: int) -> int:
    """Return the most days in a row, up to today, on which a puzzle of the day was solved."""
    longest = running = last = 0
    for day in sorted(day for day in days_solved(attempts) if day <= today):
        running = running + 1 if day == last + 1 else 1
        last, longest = day, max(longest, running)
    return longest


def days_solved(attempts: Iterable[Attempt]) -> set[int]:
    """Return the days of which a puzzle was solved while the day lasted."""
    return {
        attempt.day
        for attempt in attempts
        if attempt.right and attempt.day is not None and attempt.day == _day_of(attempt.at)
    }


def _day_of(at: str) -> int:
    return day_number(datetime.fromisoformat(at).timestamp())


def share_text(day: int, progress: Sequence[Progress[P]], running: int) -> str:
    """Return a result that can be shown to anybody: it gives nothing away."""
    lines = [f"{one.puzzle.title.split()[-1]} {one.marks}" for one in progress]
    days = "1 day running" if running == 1 else f"{running} days running"
    return "\n".join((f"Last Digit {day}", *lines, *([days] if running else [])))
