"""What somebody has done, counted: games, wins, and how often they were right where it mattered.

Everything is counted from kept games and answers, whenever it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from lastdigit.arena.intervals import Interval, wilson
from lastdigit.game.game import AnyGame
from lastdigit.puzzles.daily import date_of
from lastdigit.puzzles.own_games import Played
from lastdigit.puzzles.progress import days_running, most_days_running
from lastdigit.puzzles.rating import Rating, rate
from lastdigit.store import Attempt

MONTH, DATE = len("2026-11"), len("2026-11-16")
"""So much of a time says in which month it was, or on which day."""
WEEKS = 12
"""So many weeks, up to this one, are counted by themselves."""


@dataclass(frozen=True)
class Share:
    """How many of how many."""

    right: int
    count: int

    @classmethod
    def of(cls, answers: Iterable[bool]) -> Share:
        """Count the right ones."""
        listed = list(answers)
        return cls(sum(listed), len(listed))

    @property
    def interval(self) -> Interval:
        """Its 95 % interval."""
        return wilson(self.right, self.count)


@dataclass(frozen=True)
class Counted:
    """What somebody has done in one game, or in all."""

    played: int
    won: int
    alone: int
    """Wins without a hint or a move taken back."""
    accuracy: Share
    """Right moves of one's own at critical positions, but for those made with help."""
    months: tuple[tuple[str, Share], ...]
    """The same by the month in which the game ended."""
    weeks: tuple[tuple[str, Share], ...]
    """The same by the last weeks, known by their Mondays; some may have nothing."""
    puzzles: Share
    """Puzzles that were right at the first try."""

    @property
    def recent(self) -> Share:
        """How often one was right in the last weeks together."""
        return total_of([share for _, share in self.weeks])


@dataclass(frozen=True)
class Statistics:
    """All of it, for one person."""

    total: Counted
    games: dict[type[AnyGame], Counted]
    ratings: dict[type[AnyGame], Rating]
    """Of the games whose puzzles were tried."""
    days_running: int
    most_days: int
    """The longest that days have ever been running."""


def total_of(shares: Iterable[Share]) -> Share:
    """Return several shares as one."""
    listed = list(shares)
    return Share(sum(one.right for one in listed), sum(one.count for one in listed))


def statistics(
    kinds: Sequence[type[AnyGame]],
    played: Sequence[Played],
    attempts: Sequence[Attempt],
    today: int,
) -> Statistics:
    """Count what somebody has done in some games; both games and answers come oldest first."""
    games, ratings, mondays = {}, {}, _mondays(today)
    for kind in kinds:
        own = [one for one in played if one.game == kind.name]
        answers = [attempt for attempt in attempts if attempt.game == kind.name]
        games[kind] = _counted(own, answers, mondays)
        if answers:
            ratings[kind] = rate(answers)
    names = {kind.name for kind in kinds}
    total = _counted(
        [one for one in played if one.game in names],
        [attempt for attempt in attempts if attempt.game in names],
        mondays,
    )
    running = days_running(attempts, today)
    return Statistics(total, games, ratings, running, most_days_running(attempts, today))


def _mondays(today: int) -> list[str]:
    """Return the Mondays of the last weeks, the oldest first."""
    this = date_of(today) - timedelta(days=date_of(today).weekday())
    return [(this - timedelta(weeks=ago)).isoformat() for ago in reversed(range(WEEKS))]


def _monday_of(ended: str) -> str:
    day = date.fromisoformat(ended[:DATE])
    return (day - timedelta(days=day.weekday())).isoformat()


def _counted(
    played: Sequence[Played], attempts: Iterable[Attempt], mondays: Sequence[str]
) -> Counted:
    months: dict[str, list[bool]] = {}
    weeks: dict[str, list[bool]] = {monday: [] for monday in mondays}
    for one in played:
        right = [decision.right for decision in one.decisions]
        months.setdefault(one.ended[:MONTH], []).extend(right)
        weeks.setdefault(_monday_of(one.ended), []).extend(right)
    first = {attempt.puzzle: attempt.right for attempt in reversed(list(attempts))}
    return Counted(
        len(played),
        sum(one.won for one in played),
        sum(one.won and not one.helped for one in played),
        Share.of(right for decided in months.values() for right in decided),
        tuple((month, Share.of(decided)) for month, decided in sorted(months.items()) if decided),
        tuple((monday, Share.of(weeks[monday])) for monday in mondays),
        Share.of(first.values()),
    )
