"""The daily five: one puzzle of each game, the same for everybody, from the date alone.

A day once past never changes: every source of puzzles has a first day, and nothing is drawn but
by SHA-256.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any

from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame
from lastdigit.game.puzzle_source import AnySource, Task, puzzle_sources_of
from lastdigit.match.record import option_values
from lastdigit.puzzles.puzzle import Puzzle, certify
from lastdigit.puzzles.sets import Maker, choose, spread
from lastdigit.solver.tables import cached_table, is_cached

FIRST_DAY = date(2026, 1, 5)
"""Day 1: a Monday, for every week goes from easy to hard."""
WEEK = 7
SEASON = 60
"""For so many weeks no position comes again."""
YEAR = 366
"""A game with fewer puzzles has none again before all have come."""
Season = list[list[tuple[dict[str, Any], str, str]]]
"""Of each weekday the puzzles, each as options, task and position."""


def day_number(seconds: float) -> int:
    """Return the number of the day at a moment, by UTC; 0 and below are before the first.

    >>> day_number(1_767_571_200.0), day_number(1_767_571_199.0)
    (1, 0)
    """
    return (datetime.fromtimestamp(seconds, UTC).date() - FIRST_DAY).days + 1


def date_of(day: int) -> date:
    """Return the date of a day."""
    return FIRST_DAY + timedelta(days=day - 1)


def seconds_left(seconds: float) -> int:
    """Return how long it is from a moment until the next day."""
    return 86_400 - int(seconds) % 86_400


def check_day(day: int, today: int) -> int:
    """Return a day that can be played; raises UsageError."""
    if today < 1:
        raise UsageError(
            f"The daily puzzles start on {FIRST_DAY}, and this computer's clock says "
            f"{date_of(today)}. Set the clock."
        )
    if not 1 <= day <= today:
        raise UsageError(
            f"There is no day {day} yet: the days go from 1 to {today}, which is today."
        )
    return day


@lru_cache(maxsize=256)
def daily_puzzle(kind: type[AnyGame], day: int) -> Puzzle | None:
    """Return a game's puzzle of a day; None if it makes no puzzles at all."""
    source = next(source for first, source in reversed(puzzle_sources_of(kind)) if first <= day)
    week, weekday = divmod(day - 1, WEEK)
    season, place = divmod(week, SEASON)
    if dealt := _season(source, season):
        options, task, position = dealt[weekday][place % len(dealt[weekday])]
        game = kind.of(options)
        return certify(source, game, game.parse_state(position), Task(task))
    if pool := _pool(source):
        return _dealt(pool, week, weekday, source.version)
    return _week(source, week).puzzle(weekday)


class Week:
    """A week's puzzles of a game, drawn as one set; each is made when it is first asked for."""

    def __init__(self, source: AnySource, week: int) -> None:
        grades = _grades(source)
        self._maker = Maker(source, Counter(grades), "week", week)
        self._waiting = list(enumerate(grades))
        self._made: list[Puzzle | None] = []
        self._source = source
        self._week = week

    def puzzle(self, weekday: int) -> Puzzle | None:
        """Return a weekday's puzzle; those before it are made first."""
        while len(self._made) <= weekday:
            day, grade = self._waiting.pop(0)
            level = day / (WEEK - 1)
            made = self._maker.make(self._source.tasks[0], grade, level, self._fits)
            self._made.append(made or (self._made[-1] if self._made else None))
        return self._made[weekday]

    def _fits(self, position: str) -> bool:
        """Return whether a position belongs to this week of a season, and so to no other."""
        kind = int.from_bytes(hashlib.sha256(position.encode()).digest()[:4], "big")
        return not self._source.repeats or kind % SEASON == self._week % SEASON


@lru_cache(maxsize=64)
def _week(source: AnySource, week: int) -> Week:
    return Week(source, week)


def _grades(source: AnySource) -> list[int]:
    """Return the grades of a week, Monday to Sunday."""
    return [source.grades[spread(day, WEEK, len(source.grades))] for day in range(WEEK)]


@lru_cache(maxsize=16)
def _season(source: AnySource, season: int) -> Season:
    """Return the puzzles of a season's weekdays, if they are chosen from a large pool.

    They are kept: to look at the whole pool takes a second, and in a browser several.
    """
    name = f"{source.kind.name}-season-{source.version}-{season}"
    if not is_cached(name) and len(_pool(source)) <= YEAR:
        return []
    return cached_table(name, lambda: json.dumps(_chosen(source, season)).encode(), json.loads)


def _chosen(source: AnySource, season: int) -> Season:
    grades = _grades(source)
    days: Season = []
    for weekday, grade in enumerate(grades):
        same = grades.count(grade)
        label = (source.kind.name, source.version, season, grade)
        alike = (puzzle for puzzle in _pool(source) if puzzle.grade == grade)
        order = sorted(alike, key=lambda puzzle: _shuffled(puzzle, *label))
        chosen = choose(order, SEASON * same, *label)[weekday % same :: same]
        days.append([(dict(option_values(one.game)), one.task, one.position) for one in chosen])
    return days


@lru_cache(maxsize=16)
def _pool(source: AnySource) -> tuple[Puzzle, ...]:
    """Return every puzzle of a game that has few, the easiest first."""
    found = []
    for game, state in source.every():
        made = (certify(source, game, state, task) for task in source.tasks)
        puzzle = next(filter(None, made), None)  # one a position: two would tell of each other
        if puzzle is not None:
            found.append(puzzle)
    return tuple(sorted(found, key=lambda puzzle: (puzzle.depth, _shuffled(puzzle))))


def _shuffled(puzzle: Puzzle, *labels: object) -> bytes:
    """Return by what puzzles are sorted so that their order means nothing."""
    label = "/".join(map(str, (puzzle.game.name, puzzle.task, puzzle.position, *labels)))
    return hashlib.sha256(label.encode()).digest()


def _dealt(pool: tuple[Puzzle, ...], week: int, weekday: int, version: int) -> Puzzle:
    """Return a day's puzzle of a small pool: each weekday has its share, shuffled anew each time.

    The shares of the first weekdays are the larger ones, so that all have come before one comes
    again.
    """
    turn, place = divmod(week, -(-len(pool) // WEEK))
    sizes = [(len(pool) + WEEK - 1 - one) // WEEK for one in range(WEEK)]
    begin = sum(sizes[:weekday])
    share = pool[begin : begin + sizes[weekday]]
    order = sorted(share, key=lambda puzzle: _shuffled(puzzle, version, turn))
    return order[place % len(order)]


def daily_five(day: int, kinds: tuple[type[AnyGame], ...]) -> list[Puzzle]:
    """Return the puzzles of a day, one of each of some games."""
    return [puzzle for kind in kinds if (puzzle := daily_puzzle(kind, day)) is not None]
