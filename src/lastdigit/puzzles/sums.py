"""A player's finished games as sums for each day, which statistics and ladders are computed from.

A store saves the sums of each day, so only days with changed games have to be computed again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import NamedTuple, TypeVar

from lastdigit.errors import StoreError
from lastdigit.game.game import Value
from lastdigit.games import catalogue
from lastdigit.players import COMPUTERS
from lastdigit.puzzles import history
from lastdigit.puzzles.history import (
    PlayedGame,
    is_current,
    mistakes_in,
    open_mistakes,
    parse_played_games,
    played_games,
    with_analysis,
)
from lastdigit.statistics import Interval, wilson_interval
from lastdigit.storage import FinishedDay, NewSums, SavedDay, Store

VERSION = 1
"""The format version of saved sums. After a change, all sums are computed again."""
DATE_LENGTH = len("2026-11-16")
"""The number of characters in the date of an ISO time."""
FEW_MOVES = 3
"""The maximum number of legal moves in a position that counts as having few moves."""


@dataclass(frozen=True)
class Share:
    """The number of a player's right answers or moves, and the total number."""

    right: int
    count: int

    @classmethod
    def of(cls, answers: Iterable[bool]) -> Share:
        listed = list(answers)
        return cls(sum(listed), len(listed))

    def __add__(self, other: Share) -> Share:
        return Share(self.right + other.right, self.count + other.count)

    @property
    def wrong(self) -> int:
        return self.count - self.right

    @property
    def interval(self) -> Interval:
        """The 95 % confidence interval for the proportion of right answers."""
        return wilson_interval(self.right, self.count)


def total_of(shares: Iterable[Share]) -> Share:
    """Add up the right answers and the totals of several shares."""
    return reduce(add, shares, Share(0, 0))


class Situation(NamedTuple):
    """The circumstances of a move in a position where some legal moves were mistakes."""

    late: bool
    """Whether the move was in the second half of the game."""
    before: Value
    """The value of the position before the move."""
    few: bool
    """Whether the position had few legal moves."""


@dataclass(frozen=True)
class Run:
    """Consecutive games against one opponent, of which some were won."""

    games: int
    first_wins: int
    """The number of wins in a row at the start."""
    last_wins: int
    """The number of wins in a row at the end."""
    most_wins: int
    """The greatest number of wins in a row."""

    def __add__(self, later: Run) -> Run:
        return Run(
            self.games + later.games,
            self.first_wins + (later.first_wins if self.first_wins == self.games else 0),
            later.last_wins + (self.last_wins if later.last_wins == later.games else 0),
            max(self.most_wins, self.last_wins + later.first_wins, later.most_wins),
        )


NO_GAMES, WON, NOT_WON = Run(0, 0, 0, 0), Run(1, 1, 1, 1), Run(1, 0, 0, 0)


def total_run(runs: Iterable[Run | None]) -> Run:
    """Join runs, which are ordered oldest first."""
    return reduce(add, (run for run in runs if run is not None), NO_GAMES)


@dataclass(frozen=True)
class GameSums:
    """Sums of finished games of one kind, such as "digit-duel"."""

    played: int = 0
    won: int = 0
    alone: int = 0
    """The number of wins without using a hint or taking a move back."""
    moves: Mapping[Situation, Share] = field(default_factory=dict)
    """The shares of right moves where a mistake was possible, except moves made with help."""
    runs: Mapping[str, Run] = field(default_factory=dict)
    """The games that count on the ladder, by the kind of opponent, such as "easy"."""

    def __add__(self, later: GameSums) -> GameSums:
        return GameSums(
            self.played + later.played,
            self.won + later.won,
            self.alone + later.alone,
            _merge(self.moves, later.moves),
            _merge(self.runs, later.runs),
        )

    @property
    def accuracy(self) -> Share:
        return total_of(self.moves.values())


K = TypeVar("K")
V = TypeVar("V", Share, Run)


def _merge(one: Mapping[K, V], two: Mapping[K, V]) -> dict[K, V]:
    return {
        **one,
        **{key: one[key] + value if key in one else value for key, value in two.items()},
    }


class DaySums(NamedTuple):
    """The sums of a player's games that ended on one day."""

    day: str
    """The date, such as "2026-11-16"."""
    games: Mapping[str, GameSums]
    """The sums by the name of the game."""


def sums_by_day(played: Iterable[PlayedGame]) -> list[DaySums]:
    """Return the sums of games, which are ordered oldest first, for each day."""
    days: dict[str, dict[str, GameSums]] = {}
    for one in played:
        games = days.setdefault(one.ended[:DATE_LENGTH], {})
        games[one.game] = games.get(one.game, GameSums()) + _sums_of(one)
    return [DaySums(day, games) for day, games in days.items()]


def _sums_of(one: PlayedGame) -> GameSums:
    moves: dict[Situation, Share] = {}
    for move in one.decisions:
        late = 2 * move.turn > one.analysis.turns
        situation = Situation(late, move.before, move.choices <= FEW_MOVES)
        moves[situation] = moves.get(situation, Share(0, 0)) + Share(move.right, 1)
    opponent = one.analysis.players[one.seat.other.index]
    # On the ladder, a win with help does not count, and neither does a game that the player could
    # not win from the start.
    counts = one.analysis.ahead is one.seat and not (one.won and one.helped)
    run = WON if one.won else NOT_WON
    return GameSums(
        1,
        int(one.won),
        int(one.won and not one.helped),
        moves,
        {opponent: run} if counts and opponent in COMPUTERS else {},
    )


def has_current_sums(saved: SavedDay) -> bool:
    """Return whether the saved sums of a day include all changes and have the current format."""
    return saved.sums is not None and not saved.changes and saved.sums.startswith(_prefix())


def _prefix() -> str:
    return f"[{VERSION},{history.VERSION},"


def parse_sums(day: str, text: str) -> DaySums:
    """Parse the saved sums of a day."""
    return DaySums(
        day, {game: _parse_game_sums(*data) for game, data in json.loads(text)[2].items()}
    )


def _parse_game_sums(
    played: int,
    won: int,
    alone: int,
    moves: list[tuple[bool, str, bool, int, int]],
    runs: dict[str, tuple[int, int, int, int]],
) -> GameSums:
    return GameSums(
        played,
        won,
        alone,
        {
            Situation(late, Value(before), few): Share(right, count)
            for late, before, few, right, count in moves
        },
        {opponent: Run(*run) for opponent, run in runs.items()},
    )


def serialize_sums(sums: DaySums) -> str:
    """Return the sums of a day as text."""
    games = {
        game: [
            one.played,
            one.won,
            one.alone,
            [[*situation, share.right, share.count] for situation, share in one.moves.items()],
            {
                opponent: [run.games, run.first_wins, run.last_wins, run.most_wins]
                for opponent, run in one.runs.items()
            },
        ]
        for game, one in sums.games.items()
    }
    return _prefix() + json.dumps(games, separators=(",", ":")) + "]"


def new_sums(found: FinishedDay) -> NewSums:
    """Return new sums for a day. Games without an analysis are left out."""
    played = list(parse_played_games(found.games))
    return NewSums(
        found.saved,
        "".join(map(serialize_sums, sums_by_day(played))),
        {(one.game, slip.puzzle) for one in played for slip in one.slips},
        found.is_complete and all(is_current(game.analysis) for game in found.games),
    )


class SavedSums(NamedTuple):
    """The sums of the user's finished games, oldest day first, and the mistakes in these games."""

    days: list[DaySums]
    open_mistakes: Mapping[str, int]
    """The number of positions with a mistake that the user has not put right, by game."""


def saved_sums(store: Store) -> SavedSums:
    """Return the sums of the user's finished games.

    Missing analyses and sums are computed and saved.
    """
    texts: dict[str, str] = {}
    new = []
    for saved in store.saved_days(""):
        if has_current_sums(saved):
            texts[saved.day] = saved.sums or ""
        else:
            new.append(new_sums(_analysed_day(store, saved.day)))
            texts[saved.day] = new[-1].sums
    try:
        if new:
            store.save_sums("", new)
        mistakes = store.open_mistakes("")
    except StoreError:  # the store is busy or read-only
        mistakes = _count_open_mistakes(store)
    return SavedSums([parse_sums(day, text) for day, text in texts.items() if text], mistakes)


def _analysed_day(store: Store, day: str) -> FinishedDay:
    """Return the user's games that ended on a day. Missing analyses are computed and saved."""
    found = store.finished_on("", day)
    return found._replace(games=[with_analysis(store, game) for game in found.games])


def _count_open_mistakes(store: Store) -> dict[str, int]:
    attempts, played = store.attempts(""), list(played_games(store, catalogue().values()))
    return {
        name: len(open_mistakes(attempts, mistakes_in(one for one in played if one.game == name)))
        for name in catalogue()
    }
