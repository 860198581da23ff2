"""What somebody has done, counted: games, wins, and how often they were right where it mattered.

Everything is counted from kept games and answers, whenever it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from lastdigit.analysis.review import ReviewedMove
from lastdigit.arena.intervals import Interval, wilson
from lastdigit.core.game import AnyGame
from lastdigit.puzzles.mistakes import Played
from lastdigit.puzzles.progress import days_running
from lastdigit.puzzles.rating import Rating, rate
from lastdigit.store import Attempt

MONTH = len("2026-11")
"""So much of a time says in which month it was."""


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
    puzzles: Share
    """Puzzles that were right at the first try."""


@dataclass(frozen=True)
class Statistics:
    """All of it, for whoever sits at this machine."""

    total: Counted
    games: dict[type[AnyGame], Counted]
    ratings: dict[type[AnyGame], Rating]
    """Of the games whose puzzles were tried."""
    days_running: int


def own_decisions(played: Played) -> list[ReviewedMove]:
    """Return the person's own moves at critical positions, but for those made with help."""
    helped = played.game.helped_turns
    return [
        move
        for move in played.review.moves
        if move.critical and move.seat is played.game.own and move.turn not in helped
    ]


def statistics(
    kinds: Sequence[type[AnyGame]],
    played: Sequence[Played],
    attempts: Sequence[Attempt],
    today: int,
) -> Statistics:
    """Count what somebody has done in some games; both games and answers come oldest first."""
    games, ratings = {}, {}
    for kind in kinds:
        own = [one for one in played if one.review.match.game.name == kind.name]
        answers = [attempt for attempt in attempts if attempt.game == kind.name]
        games[kind] = _counted(own, answers)
        if answers:
            ratings[kind] = rate(answers)
    names = {kind.name for kind in kinds}
    total = _counted(
        [one for one in played if one.review.match.game.name in names],
        [attempt for attempt in attempts if attempt.game in names],
    )
    return Statistics(total, games, ratings, days_running(attempts, today))


def _counted(played: Sequence[Played], attempts: Iterable[Attempt]) -> Counted:
    months: dict[str, list[bool]] = {}
    for one in played:
        decided = months.setdefault(one.game.ended[:MONTH], [])
        decided += [move.right for move in own_decisions(one)]
    first = {attempt.puzzle: attempt.right for attempt in reversed(list(attempts))}
    return Counted(
        len(played),
        sum(one.game.won for one in played),
        sum(one.game.won and not one.game.helped for one in played),
        Share.of(right for decided in months.values() for right in decided),
        tuple((month, Share.of(decided)) for month, decided in sorted(months.items()) if decided),
        Share.of(first.values()),
    )


class ShareData(TypedDict):
    """How many of how many, and the 95 % interval of that; None of none."""

    right: int
    count: int
    interval: tuple[float, float] | None


class MonthData(TypedDict):
    """How often somebody was right where it mattered, in one month."""

    month: str
    accuracy: ShareData


class CountedData(TypedDict):
    """What somebody has done in one game, or in all."""

    played: int
    won: int
    wonWithoutHelp: int
    accuracy: ShareData
    months: list[MonthData]
    puzzlesRightAtFirst: ShareData


class RatingData(TypedDict):
    """A rating, and how far its 95 % interval goes to either side."""

    mean: float
    giveOrTake: float


class StatisticsData(TypedDict):
    """Statistics as data; games and ratings by name."""

    total: CountedData
    games: dict[str, CountedData]
    ratings: dict[str, RatingData]
    daysRunning: int
    habits: list[str]


def statistics_data(counted: Statistics, habits: Sequence[str]) -> StatisticsData:
    """Return statistics as JSON data."""
    return {
        "total": _counted_data(counted.total),
        "games": {kind.name: _counted_data(one) for kind, one in counted.games.items()},
        "ratings": {
            kind.name: {"mean": round(one.mean, 1), "giveOrTake": round(one.reach, 1)}
            for kind, one in counted.ratings.items()
        },
        "daysRunning": counted.days_running,
        "habits": list(habits),
    }


def _counted_data(counted: Counted) -> CountedData:
    return {
        "played": counted.played,
        "won": counted.won,
        "wonWithoutHelp": counted.alone,
        "accuracy": _share_data(counted.accuracy),
        "months": [
            {"month": month, "accuracy": _share_data(share)} for month, share in counted.months
        ],
        "puzzlesRightAtFirst": _share_data(counted.puzzles),
    }


def _share_data(share: Share) -> ShareData:
    low, high = share.interval
    interval = (round(low, 4), round(high, 4)) if share.count else None
    return {"right": share.right, "count": share.count, "interval": interval}
