"""Sets of puzzles: drawn from a seed, no two alike, and none given away by a way of guessing.

Some ways of guessing are right too often in the positions of a game: in Digit Duel the last digit
wins four times in five. A set has each of them right no more often than chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from lastdigit.engine.contract import Engine
from lastdigit.errors import LastDigitError
from lastdigit.game.game import AnyGame
from lastdigit.game.puzzle_source import AnySource, Draw, Task, puzzle_sources_of
from lastdigit.games import find_class
from lastdigit.puzzles.puzzle import LONGEST_PLAY, Puzzle, certify, grade_of
from lastdigit.solver.solver import solver_for

DRAWN, LOOKED_AT = 60_000, 600
"""How many positions are drawn for one puzzle, and how many of those that fit are looked at."""
SPARE = 60
"""How many puzzles of another grade are met before the nearest grade will do."""


@dataclass
class Balance:
    """How often each way of guessing is right among the puzzles of one grade, and may be."""

    labels: tuple[object, ...]
    size: int
    """How many puzzles of the grade the set is to have."""
    chance: float = 0.0
    count: int = 0
    hits: Counter[str] = field(default_factory=Counter)

    def admits(self, puzzle: Puzzle) -> bool:
        """Return whether no way of guessing would become better than chance by a puzzle."""
        expected = self.size * (self.chance + puzzle.chance) / (self.count + 1)
        return all(
            self.hits[way] + 1 <= expected + self._rounding(way) for way in puzzle.given_away
        )

    def _rounding(self, way: str) -> float:
        """Return what is added to chance: drawn, so that many small sets come out even as well."""
        if way.startswith("always"):
            return 1.0  # one of the answers has to be right
        return Draw(*self.labels, way).random()

    def take(self, puzzle: Puzzle) -> None:
        """Count a puzzle in."""
        self.count += 1
        self.chance += puzzle.chance
        self.hits.update(puzzle.given_away)


def choose(puzzles: Sequence[Puzzle], size: int, *labels: object) -> list[Puzzle]:
    """Return so many of some puzzles of one grade that no guess gives away, or fewer.

    Where these do not suffice, others fill it up: one grade may be easier to guess than a set.
    """
    balance = Balance(labels, size)
    chosen: dict[Hashable, Puzzle] = {}
    for puzzle in puzzles:
        if len(chosen) < size and puzzle.looks not in chosen and balance.admits(puzzle):
            balance.take(puzzle)
            chosen[puzzle.looks] = puzzle
    for puzzle in puzzles:
        if len(chosen) < size:
            chosen.setdefault(puzzle.looks, puzzle)
    return list(chosen.values())


class Maker:
    """Makes the puzzles of one set, one after another; `sizes` says how many of which grade."""

    def __init__(self, source: AnySource, sizes: Counter[int], *labels: object) -> None:
        self.source = source
        self._labels = (source.kind.name, source.version, *labels)
        self._balances = {
            grade: Balance((*self._labels, "balance", grade), size) for grade, size in sizes.items()
        }
        self._looks: set[Hashable] = set()
        self._missing: set[tuple[Task, int]] = set()
        self._made = 0

    def make(
        self,
        task: Task,
        grade: int,
        level: float,
        fits: Callable[[str], bool] = lambda _: True,
    ) -> Puzzle | None:
        """Return one more puzzle of a task, of the grade or the nearest there is; None if none is.

        `fits` says of a position's text whether it may be used at all.
        """
        if (task, grade) in self._missing:
            return None
        balance = self._balances[grade]
        others: list[Puzzle] = []
        drawn = islice(self.source.positions(Draw(*self._labels, self._made), level), DRAWN)
        fitting = (place for place in drawn if fits(place[0].format_state(place[1])))
        for game, state in islice(fitting, LOOKED_AT):
            found = certify(self.source, game, state, task)
            if found is None or found.looks in self._looks or not balance.admits(found):
                continue
            if found.grade == grade:
                return self._taken(found, balance)
            others.append(found)
            if len(others) == SPARE:
                break
        nearest = min(others, key=lambda other: abs(other.grade - grade), default=None)
        if nearest is None:
            self._missing.add((task, grade))
            return None
        return self._taken(nearest, balance)

    def _taken(self, puzzle: Puzzle, balance: Balance) -> Puzzle:
        self._made += 1
        self._looks.add(puzzle.looks)
        balance.take(puzzle)
        return puzzle


def make_set(
    kind: type[AnyGame],
    count: int,
    seed: str,
    grades: Sequence[int] = (),
    tasks: Sequence[Task] = (),
) -> list[Puzzle]:
    """Return so many puzzles of a game, easy ones first; fewer where it has not so many.

    Without `grades` it has all that the game has, without `tasks` its own.
    """
    return list(islice(_drawn(kind, count, seed, grades, tasks), count))


@dataclass(frozen=True)
class Wanted:
    """A set of puzzles that somebody wants, as `make_set` takes it, fit to be sent elsewhere."""

    game: str
    count: int
    seed: str
    grades: tuple[int, ...] = ()


def make_wanted(wanted: Wanted) -> list[Puzzle]:
    """Return the puzzles of a set, by themselves: no word of theirs tells what was made before."""
    solver_for.cache_clear()
    return make_set(find_class(wanted.game), wanted.count, wanted.seed, wanted.grades)


def make_sets(engine: Engine, wanted: Sequence[Wanted]) -> list[list[Puzzle]]:
    """Return several sets, in their order, whoever makes them; raises LastDigitError."""
    made: dict[Wanted, list[Puzzle]] = {}
    for outcome in engine.carry_out(make_wanted, wanted):
        if outcome.result is None:
            raise LastDigitError(outcome.fault or "Whoever made a set died, again and again.")
        made[outcome.item] = outcome.result
    return [made[one] for one in wanted]


def _drawn(
    kind: type[AnyGame], count: int, seed: str, grades: Sequence[int], tasks: Sequence[Task]
) -> Iterator[Puzzle]:
    source = puzzle_sources_of(kind)[-1][1]
    grades, tasks = grades or source.grades, tasks or source.tasks
    order = [grades[spread(number, count, len(grades))] for number in range(count)]
    maker = Maker(source, Counter(order), "set", seed)
    for number, grade in enumerate(order):
        by_turns = [
            task
            for task in (*tasks[number % len(tasks) :], *tasks[: number % len(tasks)])
            if task is not Task.PLAY or grade <= grade_of(LONGEST_PLAY)
        ]
        made = (maker.make(task, grade, level_of(source, grade)) for task in by_turns)
        found = next(filter(None, made), None)
        if found is None:
            return
        yield found


def grades_of(kind: type[AnyGame]) -> tuple[int, ...]:
    """Return the grades that a game's puzzles have."""
    return puzzle_sources_of(kind)[-1][1].grades


def level_of(source: AnySource, grade: int) -> float:
    """Return how hard a grade is among those of a game: from 0 to 1."""
    easier = sum(other < grade for other in source.grades)
    return min(1.0, easier / max(1, len(source.grades) - 1))


def spread(number: int, count: int, kinds: int) -> int:
    """Return which of some kinds comes at a place, when all come by turns from first to last.

    >>> [spread(day, 7, 5) for day in range(7)], [spread(day, 7, 3) for day in range(7)]
    ([0, 0, 1, 2, 2, 3, 4], [0, 0, 0, 1, 1, 2, 2])
    """
    return number * kinds // count
