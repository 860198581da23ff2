"""Statistics about a player's games and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypedDict

from lastdigit.game.game import AnyGame, Value
from lastdigit.puzzles.generate import WEEK, date_of
from lastdigit.puzzles.history import Decision, PlayedGame, mistakes_in
from lastdigit.puzzles.practice import (
    Rating,
    current_streak,
    days_solved,
    ladder_progress,
    longest_streak,
    open_mistakes,
    rate,
)
from lastdigit.statistics import Interval, wilson_interval
from lastdigit.storage import Attempt

MONTH_LENGTH, DATE_LENGTH = len("2026-11"), len("2026-11-16")
"""The number of characters in the month and in the date of an ISO time."""
RECENT_WEEKS = 12
"""The number of weeks, up to the current week, for which weekly statistics are shown."""


@dataclass(frozen=True)
class Share:
    """The number of a player's right answers or moves, and the total number."""

    right: int
    count: int

    @classmethod
    def of(cls, answers: Iterable[bool]) -> Share:
        listed = list(answers)
        return cls(sum(listed), len(listed))

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval for the proportion of right answers."""
        return wilson_interval(self.right, self.count)


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


def total_of(shares: Iterable[Share]) -> Share:
    """Add up the right answers and the totals of several shares."""
    listed = list(shares)
    return Share(sum(one.right for one in listed), sum(one.count for one in listed))


def statistics(
    kinds: Sequence[type[AnyGame]],
    played: Sequence[PlayedGame],
    attempts: Sequence[Attempt],
    today: int,
) -> Statistics:
    """Return a player's statistics. The games and the puzzle answers are ordered oldest first.

    `today` is the number of the current day. Day 1 is 5 January 2026.
    """
    games, ratings, mondays = {}, {}, _mondays(today)
    for kind in kinds:
        own = [one for one in played if one.game == kind.name]
        answers = [attempt for attempt in attempts if attempt.game == kind.name]
        games[kind] = _count(own, answers, mondays)
        if answers:
            ratings[kind] = rate(answers)
    names = {kind.name for kind in kinds}
    total = _count(
        [one for one in played if one.game in names],
        [attempt for attempt in attempts if attempt.game in names],
        mondays,
    )
    running = current_streak(attempts, today)
    return Statistics(total, games, ratings, running, longest_streak(attempts, today))


def _mondays(today: int) -> list[str]:
    """Return the dates of the Mondays of the last 12 weeks, oldest first."""
    this = date_of(today) - timedelta(days=date_of(today).weekday())
    return [(this - timedelta(weeks=ago)).isoformat() for ago in reversed(range(RECENT_WEEKS))]


def _monday_of(ended: str) -> str:
    day = date.fromisoformat(ended[:DATE_LENGTH])
    return (day - timedelta(days=day.weekday())).isoformat()


def _count(
    played: Sequence[PlayedGame], attempts: Iterable[Attempt], mondays: Sequence[str]
) -> GameStatistics:
    months: dict[str, list[bool]] = {}
    weeks: dict[str, list[bool]] = {monday: [] for monday in mondays}
    for one in played:
        right = [decision.right for decision in one.decisions]
        months.setdefault(one.ended[:MONTH_LENGTH], []).extend(right)
        weeks.setdefault(_monday_of(one.ended), []).extend(right)
    first = {attempt.puzzle: attempt.right for attempt in reversed(list(attempts))}
    return GameStatistics(
        len(played),
        sum(one.won for one in played),
        sum(one.won and not one.helped for one in played),
        Share.of(right for decided in months.values() for right in decided),
        tuple((month, Share.of(decided)) for month, decided in sorted(months.items()) if decided),
        tuple((monday, Share.of(weeks[monday])) for monday in mondays),
        Share.of(first.values()),
    )


FEW_MOVES = 3
"""The maximum number of legal moves in a position that counts as having few moves."""


TREND_WEEKS = 4
"""A trend compares this many weeks at the start of a period with as many at its end."""


def habits(kinds: Sequence[type[AnyGame]], played: Sequence[PlayedGame]) -> list[str]:
    """Return sentences that compare how often the player's moves are right in different situations.

    For example, a sentence compares early moves with late moves of a game. Differences that are not
    statistically significant are left out.
    """
    sentences = []
    for kind in kinds:
        games = [game for game in played if game.game == kind.name]
        sentences += [f"{kind.title}: {habit}" for habit in _habits_in(games)]
    return sentences


def _habits_in(played: Sequence[PlayedGame]) -> list[str]:
    decided = [
        (move, 2 * move.turn > one.analysis.turns) for one in played for move in one.decisions
    ]
    moves = [move for move, _ in decided]
    pairs = [
        (
            "early in a game",
            [move for move, late in decided if not late],
            "late in a game",
            [move for move, late in decided if late],
        ),
        (
            "when you are winning",
            [move for move in moves if move.before is Value.WIN],
            "when the position is a draw",
            [move for move in moves if move.before is Value.DRAW],
        ),
        (
            f"with up to {FEW_MOVES} moves to choose from",
            [move for move in moves if move.choices <= FEW_MOVES],
            "with more moves",
            [move for move in moves if move.choices > FEW_MOVES],
        ),
    ]
    sentences = [_compare(*pair) for pair in pairs]
    return [sentence for sentence in sentences if sentence]


def _compare(
    label: str, moves: Sequence[Decision], other_label: str, other_moves: Sequence[Decision]
) -> str:
    """Return a sentence that compares how often the moves of two groups are right.

    The labels describe the groups, such as "early in a game". Return "" if the difference is not
    statistically significant.
    """
    one, two = (Share.of(move.right for move in group) for group in (moves, other_moves))
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
    """When most of the mistakes happened: "early in the game", "late in the game" or ""."""

    @property
    def reason(self) -> str:
        """The suggestion as a sentence."""
        if self.positions == 1:
            return f"{self.kind.title}: in one position, you missed the right move."
        most = f", mostly {self.stage}" if self.stage else ""
        return f"{self.kind.title}: in {self.positions} positions, you missed the right move{most}."


def suggest_practice(
    kinds: Sequence[type[AnyGame]], played: Sequence[PlayedGame], attempts: Sequence[Attempt]
) -> PracticeSuggestion | None:
    """Suggest the game in which the most mistakes are not put right, or None if there are none."""
    best = None
    for kind in kinds:
        games = [game for game in played if game.game == kind.name]
        positions = len(open_mistakes(attempts, mistakes_in(games)))
        if positions and (best is None or positions > best.positions):
            best = PracticeSuggestion(kind, positions, _stage_of_mistakes(games))
    return best


def _stage_of_mistakes(played: Sequence[PlayedGame]) -> str:
    late = [
        2 * move.turn > one.analysis.turns
        for one in played
        for move in one.decisions
        if not move.right
    ]
    if 2 * sum(late) > len(late):
        return "late in the game"
    return "early in the game" if 2 * sum(late) < len(late) else ""


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
        f"You found it in {_ratio(first)} key moves in the first four weeks, and in {_ratio(last)} "
        "in the last four. This difference is unlikely to be chance.",
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
    played: Sequence[PlayedGame],
    attempts: Sequence[Attempt],
    today: int,
) -> StatisticsData:
    """Return a player's statistics as JSON data. Games and puzzle answers are ordered oldest first.

    `today` is the number of the current day. Day 1 is 5 January 2026.
    """
    result, solved = statistics(kinds, played, attempts, today), days_solved(attempts)
    suggestion = suggest_practice(kinds, played, attempts)
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
                for one in ladder_progress(kind, played)
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
        "habits": habits(kinds, played),
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
