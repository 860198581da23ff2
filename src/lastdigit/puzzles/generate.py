"""Puzzle generation: sets of puzzles from a seed, and daily puzzles."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar

from lastdigit.errors import LastDigitError, UsageError
from lastdigit.executors.base import Executor
from lastdigit.game.game import AnyGame
from lastdigit.game.puzzle_source import (
    DIFFICULTIES,
    AnySource,
    Draw,
    Task,
    puzzle_sources_of,
)
from lastdigit.game.text import join_or, plural
from lastdigit.games import find_class
from lastdigit.match.record import option_values
from lastdigit.puzzles.puzzle import MAX_PLAY_PLIES, Puzzle, certify, grade_of
from lastdigit.solver.solver import solver_for
from lastdigit.solver.tables import cached_table, is_cached

MAX_DRAWN, MAX_CERTIFIED = 60_000, 600
"""Limits for one puzzle: the number of positions to draw, and of suitable positions to solve."""
MAX_OTHER_GRADES = 60
"""After this many puzzles of other grades (difficulties), use the one with the nearest grade."""


@dataclass
class Balance:
    """Decides which puzzles to add to a set, so that guessing does not solve too many of them."""

    labels: tuple[object, ...]
    size: int
    """The number of puzzles that the set should have."""
    chance: float = 0.0
    count: int = 0
    hits: Counter[str] = field(default_factory=Counter)

    def admits(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle can be added without making the set too easy to guess."""
        expected = self.size * (self.chance + puzzle.chance) / (self.count + 1)
        return all(
            self.hits[strategy] + 1 <= expected + self._rounding(strategy)
            for strategy in puzzle.solved_by
        )

    def _rounding(self, strategy: str) -> float:
        # Random, so that the differences from chance cancel out over many small sets.
        if strategy.startswith("always"):
            return 1.0  # one of the fixed answers must be right
        return Draw(*self.labels, strategy).random()

    def take(self, puzzle: Puzzle) -> None:
        self.count += 1
        self.chance += puzzle.chance
        self.hits.update(puzzle.solved_by)


def choose(puzzles: Sequence[Puzzle], size: int, *labels: object) -> list[Puzzle]:
    """Choose up to `size` of these puzzles so that guessing does not solve too many of them.

    The `labels` act as a seed for random choices.
    """
    balance = Balance(labels, size)
    chosen: dict[Hashable, Puzzle] = {}
    for puzzle in puzzles:
        if len(chosen) < size and puzzle.appearance not in chosen and balance.admits(puzzle):
            balance.take(puzzle)
            chosen[puzzle.appearance] = puzzle
    for puzzle in puzzles:  # fill up with others if the choice was too small
        if len(chosen) < size:
            chosen.setdefault(puzzle.appearance, puzzle)
    return list(chosen.values())


class PuzzleGenerator:
    """Generates the puzzles of one set.

    `sizes` maps each grade (difficulty) to the number of puzzles of this grade.
    """

    def __init__(self, source: AnySource, sizes: Counter[int], *labels: object) -> None:
        self.source = source
        self._labels = (source.kind.name, source.version, *labels)
        self._balances = {
            grade: Balance((*self._labels, "balance", grade), size) for grade, size in sizes.items()
        }
        self._appearances: set[Hashable] = set()
        self._missing: set[tuple[Task, int]] = set()
        self._made = 0

    def make(
        self,
        task: Task,
        grade: int,
        level: float,
        fits: Callable[[str], bool] = lambda _: True,
    ) -> Puzzle | None:
        """Return a new puzzle with this task and grade (difficulty), or None if none is found.

        If the grade is too rare, use the nearest grade. `level` is the difficulty of the positions
        to try, from 0 to 1. Use only positions for which `fits` returns True for the position's
        text.
        """
        if (task, grade) in self._missing:
            return None
        balance = self._balances[grade]
        others: list[Puzzle] = []
        drawn = islice(self.source.positions(Draw(*self._labels, self._made), level), MAX_DRAWN)
        fitting = (
            candidate for candidate in drawn if fits(candidate[0].format_state(candidate[1]))
        )
        for game, state in islice(fitting, MAX_CERTIFIED):
            found = certify(self.source, game, state, task)
            if found is None or found.appearance in self._appearances or not balance.admits(found):
                continue
            if found.grade == grade:
                return self._accept(found, balance)
            others.append(found)
            if len(others) == MAX_OTHER_GRADES:
                break
        nearest = min(others, key=lambda other: abs(other.grade - grade), default=None)
        if nearest is None:
            self._missing.add((task, grade))
            return None
        return self._accept(nearest, balance)

    def _accept(self, puzzle: Puzzle, balance: Balance) -> Puzzle:
        self._made += 1
        self._appearances.add(puzzle.appearance)
        balance.take(puzzle)
        return puzzle


def make_set(
    kind: type[AnyGame],
    count: int,
    seed: str,
    grades: Sequence[int] = (),
    tasks: Sequence[Task] = (),
) -> list[Puzzle]:
    """Return up to `count` puzzles for a game, sorted by grade (difficulty).

    The same arguments always give the same puzzles. By default, the set contains all grades and
    tasks that the game has.
    """
    return list(islice(_generate(kind, count, seed, grades, tasks), count))


@dataclass(frozen=True)
class SetRequest:
    """The arguments of `make_set`, in a form that can be sent to a worker process."""

    game: str
    count: int
    seed: str
    grades: tuple[int, ...] = ()


def make_requested_set(request: SetRequest) -> list[Puzzle]:
    """Generate the set of puzzles that a request describes."""
    # With a filled cache, puzzle texts could depend on the sets generated earlier.
    solver_for.cache_clear()
    return make_set(find_class(request.game), request.count, request.seed, request.grades)


def make_sets(executor: Executor, requests: Sequence[SetRequest]) -> list[list[Puzzle]]:
    """Generate several sets of puzzles with an executor, in the order of the requests.

    Raise LastDigitError if a set cannot be generated.
    """
    made: dict[SetRequest, list[Puzzle]] = {}
    for outcome in executor.run(make_requested_set, requests):
        if outcome.result is None:
            crash = "The worker process that generates puzzles crashed repeatedly."
            raise LastDigitError(outcome.fault or crash)
        made[outcome.item] = outcome.result
    return [made[request] for request in requests]


def _generate(
    kind: type[AnyGame], count: int, seed: str, grades: Sequence[int], tasks: Sequence[Task]
) -> Iterator[Puzzle]:
    source = puzzle_sources_of(kind)[-1][1]
    grades, tasks = grades or source.grades, tasks or source.tasks
    order = [grades[spread(number, count, len(grades))] for number in range(count)]
    maker = PuzzleGenerator(source, Counter(order), "set", seed)
    for number, grade in enumerate(order):
        by_turns = [
            task
            for task in (*tasks[number % len(tasks) :], *tasks[: number % len(tasks)])
            if task is not Task.PLAY or grade <= grade_of(MAX_PLAY_PLIES)
        ]
        made = (maker.make(task, grade, level_of(source, grade)) for task in by_turns)
        found = next(filter(None, made), None)
        if found is None:
            return
        yield found


def grades_of(kind: type[AnyGame]) -> tuple[int, ...]:
    return puzzle_sources_of(kind)[-1][1].grades


def check_grade(kind: type[AnyGame], grade: int | None) -> None:
    """Raise UsageError if a game has no puzzles of this grade."""
    grades = grades_of(kind)
    if grade is not None and grade not in grades:
        listed = join_or(tuple(DIFFICULTIES[one - 1] for one in grades))
        raise UsageError(f"{kind.title} has no {DIFFICULTIES[grade - 1]} puzzles. Choose {listed}.")


def level_of(source: AnySource, grade: int) -> float:
    """Return the difficulty of a puzzle grade, from 0 (the game's easiest) to 1 (its hardest)."""
    easier = sum(other < grade for other in source.grades)
    return min(1.0, easier / max(1, len(source.grades) - 1))


def spread(number: int, count: int, kinds: int) -> int:
    """Divide `count` items evenly into `kinds` groups, and return the group of item `number`.

    Items and groups are numbered from 0. For example, seven days are divided into three groups:

    >>> [spread(day, 7, 3) for day in range(7)]
    [0, 0, 0, 1, 1, 2, 2]
    """
    return number * kinds // count


FIRST_DAY = date(2026, 1, 5)
"""The date of the first daily puzzles (day 1).

The difficulty of the daily puzzles rises from Monday to Sunday.
"""
WEEK = 7
SEASON_WEEKS = 60
"""The number of weeks before a position may be used again in a daily puzzle."""
SMALL_POOL = 366
"""If a game has at most this many puzzles, all are used as daily puzzles before one repeats."""
Season = list[list[tuple[dict[str, Any], str, str]]]
"""One list of puzzles per weekday. A puzzle is given as the game's options, task and position."""


def day_number(seconds: float) -> int:
    """Convert a Unix time in seconds to the number of the UTC day.

    Day 1 is 5 January 2026, when the daily puzzles start. Earlier days are 0 or negative.

    >>> day_number(1_767_571_200.0), day_number(1_767_571_199.0)
    (1, 0)
    """
    return (datetime.fromtimestamp(seconds, UTC).date() - FIRST_DAY).days + 1


def date_of(day: int) -> date:
    return FIRST_DAY + timedelta(days=day - 1)


def seconds_left(seconds: float) -> int:
    """Return the number of seconds from a Unix time until the next UTC day begins."""
    return 86_400 - int(seconds) % 86_400


def check_day(day: int, today: int) -> int:
    """Return `day` unchanged. Raise UsageError unless `day` is a number from 1 to `today`."""
    if today < 1:
        raise UsageError(
            f"The daily puzzles start on {FIRST_DAY}, and this computer's clock says "
            f"{date_of(today)}. Set the clock."
        )
    if not 1 <= day <= today:
        raise UsageError(f"There is no day {day} yet. Choose a day from 1 to {today} (today).")
    return day


@lru_cache(maxsize=256)
def daily_puzzle(kind: type[AnyGame], day: int) -> Puzzle | None:
    """Return a game's daily puzzle for a day, or None if the game has no puzzles."""
    source = next(source for first, source in reversed(puzzle_sources_of(kind)) if first <= day)
    week, weekday = divmod(day - 1, WEEK)
    season, place = divmod(week, SEASON_WEEKS)
    if weekdays := _season_puzzles(source, season):
        options, task, position = weekdays[weekday][place % len(weekdays[weekday])]
        game = kind.of(options)
        return certify(source, game, game.parse_state(position), Task(task))
    if pool := _pool(source):
        return _puzzle_from_pool(pool, week, weekday, source.version)
    return _cached_week(source, week).puzzle(weekday)


class Week:
    """A game's daily puzzles for one week."""

    def __init__(self, source: AnySource, week: int) -> None:
        grades = _week_grades(source)
        self._maker = PuzzleGenerator(source, Counter(grades), "week", week)
        self._waiting = list(enumerate(grades))
        self._made: list[Puzzle | None] = []
        self._source = source
        self._week = week

    def puzzle(self, weekday: int) -> Puzzle | None:
        """Return the puzzle for a weekday (0 is Monday), or None if no puzzle is found."""
        while len(self._made) <= weekday:
            day, grade = self._waiting.pop(0)
            level = day / (WEEK - 1)
            made = self._maker.make(self._source.tasks[0], grade, level, self._fits)
            self._made.append(made or (self._made[-1] if self._made else None))
        return self._made[weekday]

    def _fits(self, position: str) -> bool:
        """Return whether a position is available this week, and not reserved for another week."""
        # If positions are likely to repeat, each belongs to only one week of the season.
        number = int.from_bytes(hashlib.sha256(position.encode()).digest()[:4], "big")
        return not self._source.repeats or number % SEASON_WEEKS == self._week % SEASON_WEEKS


@lru_cache(maxsize=64)
def _cached_week(source: AnySource, week: int) -> Week:
    return Week(source, week)


def _week_grades(source: AnySource) -> list[int]:
    """Return the grades (difficulties) of the daily puzzles from Monday to Sunday."""
    return [source.grades[spread(day, WEEK, len(source.grades))] for day in range(WEEK)]


@lru_cache(maxsize=16)
def _season_puzzles(source: AnySource, season: int) -> Season:
    """Return a game's daily puzzles for a season of 60 weeks, as one list per weekday.

    Return [] if the game has too few puzzles for a season, or too many to list.
    """
    name = f"{source.kind.name}-season-{source.version}-{season}"
    if not is_cached(name) and len(_pool(source)) <= SMALL_POOL:
        return []
    # Computing the table takes a second, or several seconds in a browser.
    return cached_table(
        name, lambda: json.dumps(_choose_season(source, season)).encode(), json.loads
    )


def _choose_season(source: AnySource, season: int) -> Season:
    grades = _week_grades(source)
    days: Season = []
    for weekday, grade in enumerate(grades):
        same = grades.count(grade)
        label = (source.kind.name, source.version, season, grade)
        candidates = (puzzle for puzzle in _pool(source) if puzzle.grade == grade)
        order = sorted(candidates, key=lambda puzzle: _shuffle_key(puzzle, *label))
        chosen = choose(order, SEASON_WEEKS * same, *label)[weekday % same :: same]
        days.append([(dict(option_values(one.game)), one.task, one.position) for one in chosen])
    return days


@lru_cache(maxsize=16)
def _pool(source: AnySource) -> tuple[Puzzle, ...]:
    """Return all puzzles for a game, easiest first, or () if there are too many to list."""
    found = []
    for game, state in source.every():
        made = (certify(source, game, state, task) for task in source.tasks)
        puzzle = next(filter(None, made), None)  # one per position: one can reveal another
        if puzzle is not None:
            found.append(puzzle)
    return tuple(sorted(found, key=lambda puzzle: (puzzle.depth, _shuffle_key(puzzle))))


def _shuffle_key(puzzle: Puzzle, *labels: object) -> bytes:
    """Return a sort key that puts puzzles in a pseudorandom order. The labels act as a seed."""
    label = "/".join(map(str, (puzzle.game.name, puzzle.task, puzzle.position, *labels)))
    return hashlib.sha256(label.encode()).digest()


def _puzzle_from_pool(pool: tuple[Puzzle, ...], week: int, weekday: int, version: int) -> Puzzle:
    """Return the daily puzzle for a game that has only a few puzzles.

    No puzzle is repeated before all have been used.
    """
    # Each weekday has a seventh of the pool, and reuses it in a new order. Earlier weekdays have
    # one more puzzle if the pool cannot be divided evenly.
    round_number, place = divmod(week, -(-len(pool) // WEEK))
    sizes = [(len(pool) + WEEK - 1 - weekday_number) // WEEK for weekday_number in range(WEEK)]
    start = sum(sizes[:weekday])
    share = pool[start : start + sizes[weekday]]
    order = sorted(share, key=lambda puzzle: _shuffle_key(puzzle, version, round_number))
    return order[place % len(order)]


def daily_puzzles(day: int, kinds: tuple[type[AnyGame], ...]) -> list[Puzzle]:
    """Return a day's puzzles, one for each game that has puzzles."""
    return [puzzle for kind in kinds if (puzzle := daily_puzzle(kind, day)) is not None]


T = TypeVar("T", int, str)


def survey_text(kind: type[AnyGame], puzzles: Sequence[Puzzle]) -> str:
    """Return statistics about a set of puzzles as text, such as the number of puzzles by task."""
    grades = sorted(Counter(puzzle.grade for puzzle in puzzles).items())
    difficulties = ", ".join(DIFFICULTIES[grade - 1] for grade in grades_of(kind))
    chance = sum(puzzle.chance for puzzle in puzzles)
    guesses = Counter(strategy for puzzle in puzzles for strategy in puzzle.solved_by)
    places = Counter(
        1 + puzzle.choices.index(answer)
        for puzzle in puzzles
        for answer in puzzle.right
        if answer in puzzle.choices
    )
    lines = [
        f"{kind.title}: {plural(len(puzzles), 'puzzle')}. Difficulties: {difficulties}.",
        "difficulty: " + ", ".join(f"{DIFFICULTIES[one - 1]} ({n})" for one, n in grades),
        _format_counts("task", Counter(str(puzzle.task) for puzzle in puzzles)),
        _format_counts("place of the answer", places),
        f"right by chance: {chance:.1f}",
        *(f"right by {strategy}: {count}" for strategy, count in sorted(guesses.items())),
    ]
    return "\n".join(lines) + "\n"


def _format_counts(what: str, counts: Counter[T]) -> str:
    return f"{what}: " + ", ".join(f"{name} ({counts[name]})" for name in sorted(counts))
