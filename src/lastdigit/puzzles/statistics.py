"""Statistics about a player's games and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypedDict

from lastdigit.game.game import AnyGame, Value
from lastdigit.puzzles.generate import WEEK, date_of
from lastdigit.puzzles.practice import (
    Rating,
    current_streak,
    days_solved,
    ladder_progress,
    longest_streak,
    rate,
)
from lastdigit.puzzles.sums import FEW_MOVES, DaySums, GameSums, Share, Situation, total_of
from lastdigit.storage import Attempt

MONTH_LENGTH = len("2026-11")
"""The number of characters in the month of an ISO date."""
RECENT_WEEKS = 12
"""The number of weeks, up to the current week, for which weekly statistics are shown."""


NONE = Share(0, 0)


@dataclass(frozen=True)
class GameStatistics:
    """A player's statistics for one game, or for all games together."""

    played: int
    won: int
    alone: int
    """The number of wins without using a hint or taking a move back."""
    accuracy: Share
    """The share of right moves where a mistake was possible, except moves made with help."""
    months: tuple[tuple[str, Share], ...]
    """The months in which games ended, such as "2026-11", each with the accuracy in its games."""
    weeks: tuple[tuple[str, Share], ...]
    """The Mondays of the last twelve weeks, as dates, each with the accuracy in that week."""
    puzzles: Share
    """The share of puzzles solved on the first try."""

    @property
    def recent(self) -> Share:
        """How often the player's moves were right in the last twelve weeks."""
        return total_of([share for _, share in self.weeks])


@dataclass(frozen=True)
class Statistics:
    """All statistics for one player."""

    total: GameStatistics
    games: dict[type[AnyGame], GameStatistics]
    ratings: dict[type[AnyGame], Rating]
    """The player's puzzle rating for each game with puzzles that the player has tried."""
    current_streak: int
    """The number of days in a row, up to today or yesterday, with a solved daily puzzle."""
    longest_streak: int
    """The greatest number of days in a row with a solved daily puzzle."""


def statistics(
    kinds: Sequence[type[AnyGame]],
    days: Sequence[DaySums],
    attempts: Sequence[Attempt],
    today: int,
) -> Statistics:
    """Return a player's statistics. The days and the puzzle answers are ordered oldest first.

    `today` is the number of the current day. Day 1 is 5 January 2026.
    """
    games, ratings, mondays = {}, {}, _mondays(today)
    for kind in kinds:
        own = _sums_of(days, [kind])
        answers = [attempt for attempt in attempts if attempt.game == kind.name]
        games[kind] = _count(own, answers, mondays)
        if answers:
            ratings[kind] = rate(answers)
    names = {kind.name for kind in kinds}
    total = _count(
        _sums_of(days, kinds),
        [attempt for attempt in attempts if attempt.game in names],
        mondays,
    )
    running = current_streak(attempts, today)
    return Statistics(total, games, ratings, running, longest_streak(attempts, today))


def _mondays(today: int) -> list[str]:
    """Return the dates of the Mondays of the last 12 weeks, oldest first."""
    this = date_of(today) - timedelta(days=date_of(today).weekday())
    return [(this - timedelta(weeks=ago)).isoformat() for ago in reversed(range(RECENT_WEEKS))]


def _monday_of(day: str) -> str:
    found = date.fromisoformat(day)
    return (found - timedelta(days=found.weekday())).isoformat()


def _sums_of(days: Iterable[DaySums], kinds: Iterable[type[AnyGame]]) -> list[tuple[str, GameSums]]:
    """Return the sums of some kinds of games, each with its day."""
    names = [kind.name for kind in kinds]
    return [(day.day, day.games[name]) for day in days for name in names if name in day.games]


def _count(
    sums: Sequence[tuple[str, GameSums]], attempts: Iterable[Attempt], mondays: Sequence[str]
) -> GameStatistics:
    months: dict[str, Share] = {}
    weeks: dict[str, Share] = {}
    for day, one in sums:
        month, monday = day[:MONTH_LENGTH], _monday_of(day)
        months[month] = months.get(month, NONE) + one.accuracy
        weeks[monday] = weeks.get(monday, NONE) + one.accuracy
    first = {attempt.puzzle: attempt.right for attempt in reversed(list(attempts))}
    return GameStatistics(
        sum(one.played for _, one in sums),
        sum(one.won for _, one in sums),
        sum(one.alone for _, one in sums),
        total_of(months.values()),
        tuple((month, share) for month, share in sorted(months.items()) if share.count),
        tuple((monday, weeks.get(monday, NONE)) for monday in mondays),
        Share.of(first.values()),
    )


TREND_WEEKS = 4
"""A trend compares this many weeks at the start of a period with as many at its end."""


def habits(kinds: Sequence[type[AnyGame]], days: Sequence[DaySums]) -> list[str]:
    """Return sentences that compare how often the player's moves are right in different situations.

    For example, a sentence compares early moves with late moves of a game. Differences that are not
    statistically significant are left out.
    """
    return [
        f"{kind.title}: {habit}"
        for kind in kinds
        for habit in _habits_in([sums for _, sums in _sums_of(days, [kind])])
    ]


def _habits_in(sums: Sequence[GameSums]) -> list[str]:
    sentences = [
        _compare(
            *("early in a game", _share(sums, lambda move: not move.late)),
            *("late in a game", _share(sums, lambda move: move.late)),
        ),
        _compare(
            *("when you are winning", _share(sums, lambda move: move.before is Value.WIN)),
            *("when the position is a draw", _share(sums, lambda move: move.before is Value.DRAW)),
        ),
        _compare(
            *(f"with up to {FEW_MOVES} moves to choose from", _share(sums, lambda move: move.few)),
            *("with more moves", _share(sums, lambda move: not move.few)),
        ),
    ]
    return [sentence for sentence in sentences if sentence]


def _share(sums: Iterable[GameSums], chosen: Callable[[Situation], bool]) -> Share:
    """Return the share of right moves in the situations for which `chosen` is true."""
    return total_of(
        share for one in sums for situation, share in one.moves.items() if chosen(situation)
    )


def _compare(label: str, one: Share, other_label: str, two: Share) -> str:
    """Return a sentence that compares how often the moves of two groups are right.

    The labels describe the groups, such as "early in a game". Return "" if the difference is not
    statistically significant.
    """
    if one.interval.low > two.interval.high:
        word = "more"
    elif two.interval.low > one.interval.high:
        word = "less"
    else:
        return ""
    return (
        f"you find the right move {word} often {label} ({_ratio(one)}) "
        f"than {other_label} ({_ratio(two)})."
    )


@dataclass(frozen=True)
class PracticeSuggestion:
    """What to practise next: the player's own mistakes in one game."""

    kind: type[AnyGame]
    positions: int
    """The number of positions with a mistake that the player has not put right."""
    stage: str
    """The part of a game with most mistakes: "early in the game", "late in the game" or ""."""

    @property
    def reason(self) -> str:
        """The suggestion as a sentence."""
        if self.positions == 1:
            return f"{self.kind.title}: in one position, you missed the right move."
        most = f", mostly {self.stage}" if self.stage else ""
        return f"{self.kind.title}: in {self.positions} positions, you missed the right move{most}."


def suggest_practice(
    kinds: Sequence[type[AnyGame]], days: Sequence[DaySums], open_mistakes: Mapping[str, int]
) -> PracticeSuggestion | None:
    """Suggest the game in which the most mistakes are not put right, or None if there are none.

    `open_mistakes` is the number of positions with such a mistake, by game.
    """
    best = None
    for kind in kinds:
        positions = open_mistakes.get(kind.name, 0)
        if positions and (best is None or positions > best.positions):
            sums = [one for _, one in _sums_of(days, [kind])]
            best = PracticeSuggestion(kind, positions, _stage_of_mistakes(sums))
    return best


def _stage_of_mistakes(sums: Sequence[GameSums]) -> str:
    early, late = _share(sums, lambda move: not move.late), _share(sums, lambda move: move.late)
    if late.wrong > early.wrong:
        return "late in the game"
    return "early in the game" if late.wrong < early.wrong else ""


def trend(weeks: Sequence[Share]) -> list[str]:
    """Return sentences that say whether the player got better or worse during these weeks.

    Return [] if the difference is not statistically significant.
    """
    first, last = total_of(weeks[:TREND_WEEKS]), total_of(weeks[-TREND_WEEKS:])
    if last.interval.low > first.interval.high:
        word = "more"
    elif first.interval.low > last.interval.high:
        word = "less"
    else:
        return []
    return [
        f"You find the right move {word} often than {len(weeks)} weeks ago.",
        f"You found {_ratio(first)} key moves in the first four weeks, and {_ratio(last)} "
        "in the last four. This difference is unlikely to be due to chance.",
    ]


def _ratio(share: Share) -> str:
    return f"{share.right} of {share.count}"


class ShareData(TypedDict):
    """A proportion with its 95 % confidence interval.

    - `right`: Number of right answers or moves.
    - `count`: Total number of answers or moves.
    - `interval`: Lower and upper bound of the interval, from 0 to 1. Null if `count` is 0.
    """

    right: int
    count: int
    interval: tuple[float, float] | None


class MonthData(TypedDict):
    """A player's accuracy in one month.

    - `month`: The month, such as `2026-11`.
    - `accuracy`: Share of right moves, out of moves in positions where some moves are mistakes.
    """

    month: str
    accuracy: ShareData


class WeekData(TypedDict):
    """A player's accuracy in one week.

    - `monday`: Date of the week's Monday, such as `2026-11-16`.
    - `accuracy`: Share of right moves, out of moves in positions where some moves are mistakes.
    """

    monday: str
    accuracy: ShareData


class CountedData(TypedDict):
    """A player's statistics for one game, or for all games together.

    - `played`: Number of finished games.
    - `won`: Number of games won.
    - `wonWithoutHelp`: Number of games won without hints and without taking back moves.
    - `accuracy`: Share of right moves, out of moves in positions where some moves are mistakes.
      Moves made with help are left out.
    - `months`: Accuracy in each month, oldest first.
    - `weeks`: Accuracy in each of the last twelve weeks, oldest first.
    - `recent`: Accuracy in the last twelve weeks together.
    - `puzzlesRightAtFirst`: Share of puzzles that were solved with the first answer.
    """

    played: int
    won: int
    wonWithoutHelp: int
    accuracy: ShareData
    months: list[MonthData]
    weeks: list[WeekData]
    recent: ShareData
    puzzlesRightAtFirst: ShareData


class RatingData(TypedDict):
    """A player's puzzle rating (Glicko-2).

    - `mean`: The rating.
    - `giveOrTake`: Half the width of its 95 % confidence interval.
    """

    mean: float
    giveOrTake: float


class RungData(TypedDict):
    """A computer opponent on the ladder, and the player's progress against it.

    - `level`: Level of play, such as `easy`.
    - `name`: Name of the opponent.
    - `running`: Current number of wins in a row.
    - `beaten`: Whether the player has won three games in a row against this opponent.
    """

    level: str
    name: str
    running: int
    beaten: bool


class DayData(TypedDict):
    """A day in a player's history of daily puzzles.

    - `day`: Number of the day. Day 1 is 5 January 2026.
    - `date`: Date of the day (UTC), such as `2026-01-05`.
    - `solved`: Whether the player solved one of the day's puzzles on that day.
    """

    day: int
    date: str
    solved: bool


class StatisticsData(TypedDict):
    """A player's statistics as JSON data."""

    total: CountedData
    games: dict[str, CountedData]
    ratings: dict[str, RatingData]
    ladders: dict[str, list[RungData]]
    daysRunning: int
    mostDaysRunning: int
    week: list[DayData]
    trend: list[str]
    habits: list[str]
    practiceGame: str | None
    practiceReason: str


def statistics_data(
    kinds: Sequence[type[AnyGame]],
    days: Sequence[DaySums],
    attempts: Sequence[Attempt],
    open_mistakes: Mapping[str, int],
    today: int,
) -> StatisticsData:
    """Return a player's statistics as JSON data. Days and puzzle answers are ordered oldest first.

    `open_mistakes` is the number of positions with a mistake that the player has not put right, by
    game. `today` is the number of the current day. Day 1 is 5 January 2026.
    """
    result, solved = statistics(kinds, days, attempts, today), days_solved(attempts)
    suggestion = suggest_practice(kinds, days, open_mistakes)
    return {
        "total": _game_statistics_data(result.total),
        "games": {kind.name: _game_statistics_data(one) for kind, one in result.games.items()},
        "ratings": {
            kind.name: {"mean": round(one.mean, 1), "giveOrTake": round(one.reach, 1)}
            for kind, one in result.ratings.items()
        },
        "ladders": {
            kind.name: [
                {
                    "level": one.rung.level,
                    "name": one.rung.name,
                    "running": one.wins_in_a_row,
                    "beaten": one.beaten,
                }
                for one in ladder_progress(kind, days)
            ]
            for kind in kinds
        },
        "daysRunning": result.current_streak,
        "mostDaysRunning": result.longest_streak,
        "week": [
            {"day": day, "date": date_of(day).isoformat(), "solved": day in solved}
            for day in range(today - WEEK + 1, today + 1)
        ],
        "trend": trend([share for _, share in result.total.weeks]),
        "habits": habits(kinds, days),
        "practiceGame": suggestion.kind.name if suggestion else None,
        "practiceReason": suggestion.reason if suggestion else "",
    }


def _game_statistics_data(counts: GameStatistics) -> CountedData:
    return {
        "played": counts.played,
        "won": counts.won,
        "wonWithoutHelp": counts.alone,
        "accuracy": _share_data(counts.accuracy),
        "months": [
            {"month": month, "accuracy": _share_data(share)} for month, share in counts.months
        ],
        "weeks": [
            {"monday": monday, "accuracy": _share_data(share)} for monday, share in counts.weeks
        ],
        "recent": _share_data(counts.recent),
        "puzzlesRightAtFirst": _share_data(counts.puzzles),
    }


def _share_data(share: Share) -> ShareData:
    low, high = share.interval
    interval = (round(low, 4), round(high, 4)) if share.count else None
    return {"right": share.right, "count": share.count, "interval": interval}
