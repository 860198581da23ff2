"""Statistics as JSON data: what `stats --json` prints and the API answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from lastdigit.game.game import AnyGame
from lastdigit.puzzles.daily import WEEK, date_of
from lastdigit.puzzles.habits import habits, trend
from lastdigit.puzzles.ladder import standings
from lastdigit.puzzles.own_games import Played
from lastdigit.puzzles.progress import days_solved
from lastdigit.puzzles.statistics import Counted, Share, statistics
from lastdigit.store import Attempt


class ShareData(TypedDict):
    """How many of how many, and the 95 % interval of that; None of none."""

    right: int
    count: int
    interval: tuple[float, float] | None


class MonthData(TypedDict):
    """How often somebody was right where it mattered, in one month."""

    month: str
    accuracy: ShareData


class WeekData(TypedDict):
    """The same in one week, known by its Monday."""

    monday: str
    accuracy: ShareData


class CountedData(TypedDict):
    """What somebody has done in one game, or in all."""

    played: int
    won: int
    wonWithoutHelp: int
    accuracy: ShareData
    months: list[MonthData]
    weeks: list[WeekData]
    recent: ShareData
    puzzlesRightAtFirst: ShareData


class RatingData(TypedDict):
    """A rating, and how far its 95 % interval goes to either side."""

    mean: float
    giveOrTake: float


class RungData(TypedDict):
    """A rung of a ladder: the computer's level and name, and how far one is with it."""

    level: str
    name: str
    running: int
    beaten: bool


class DayData(TypedDict):
    """A day, and whether one has solved a puzzle of it while it lasted."""

    day: int
    date: str
    solved: bool


class StatisticsData(TypedDict):
    """What one person has done; games, ratings and ladders by the games' names.

    `recent` and `weeks` are the last twelve weeks; `trend` is a sentence or two on how they went,
    and like the `habits` it is there only where the numbers carry it.
    """

    total: CountedData
    games: dict[str, CountedData]
    ratings: dict[str, RatingData]
    ladders: dict[str, list[RungData]]
    daysRunning: int
    mostDaysRunning: int
    week: list[DayData]
    trend: list[str]
    habits: list[str]


def statistics_data(
    kinds: Sequence[type[AnyGame]],
    played: Sequence[Played],
    attempts: Sequence[Attempt],
    today: int,
) -> StatisticsData:
    """Count what somebody has done in some games, as data; all comes oldest first."""
    counted, solved = statistics(kinds, played, attempts, today), days_solved(attempts)
    return {
        "total": _counted_data(counted.total),
        "games": {kind.name: _counted_data(one) for kind, one in counted.games.items()},
        "ratings": {
            kind.name: {"mean": round(one.mean, 1), "giveOrTake": round(one.reach, 1)}
            for kind, one in counted.ratings.items()
        },
        "ladders": {
            kind.name: [
                {
                    "level": one.rung.level,
                    "name": one.rung.name,
                    "running": one.running,
                    "beaten": one.beaten,
                }
                for one in standings(kind, played)
            ]
            for kind in kinds
        },
        "daysRunning": counted.days_running,
        "mostDaysRunning": counted.most_days,
        "week": [
            {"day": day, "date": date_of(day).isoformat(), "solved": day in solved}
            for day in range(today - WEEK + 1, today + 1)
        ],
        "trend": trend([share for _, share in counted.total.weeks]),
        "habits": habits(kinds, played),
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
        "weeks": [
            {"monday": monday, "accuracy": _share_data(share)} for monday, share in counted.weeks
        ],
        "recent": _share_data(counted.recent),
        "puzzlesRightAtFirst": _share_data(counted.puzzles),
    }


def _share_data(share: Share) -> ShareData:
    low, high = share.interval
    interval = (round(low, 4), round(high, 4)) if share.count else None
    return {"right": share.right, "count": share.count, "interval": interval}
