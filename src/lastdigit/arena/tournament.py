"""Tournaments: the planned games, and the standings computed from the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from lastdigit.analysis.critical import Critical, balanced_starts, critical_data
from lastdigit.arena.run import (
    NO_STATS,
    Contestant,
    Entry,
    Fixture,
    Manifest,
    Plan,
    PlayerStats,
    contestant_data,
    seed_of,
    settings_data,
)
from lastdigit.errors import UsageError
from lastdigit.game.game import Seat, Value
from lastdigit.games import find, find_class
from lastdigit.match.match import arrange_from
from lastdigit.match.record import End, Player, Setup
from lastdigit.players.players import Settings
from lastdigit.solver import solver_for
from lastdigit.statistics import (
    Interval,
    Pair,
    Ratings,
    Tally,
    beyond_chance,
    consecutive,
    rate,
    rating_intervals,
    ratio_interval,
)


@dataclass(frozen=True)
class Tournament:
    """The parameters of a tournament, such as the players, the games and the seed."""

    package: str
    games: tuple[str, ...]
    players: tuple[Contestant, ...]
    starts: int
    seed: int
    settings: Settings

    def __post_init__(self) -> None:
        """Raise UsageError if the tournament has fewer than two players."""
        if len(self.players) < 2:
            raise UsageError("A tournament needs at least two players.")


def plan_tournament(tournament: Tournament) -> Plan:
    """Return the plan of a tournament: all games, and a manifest that describes the run.

    Raise UsageError if a game has no critical starting position. In a critical position some legal
    moves are mistakes and some are not.
    """
    starts = starts_of(tournament)
    games = list(tournament_fixtures(tournament, starts))
    return Plan(tournament_manifest(tournament, starts), games, tournament.settings)


def starts_of(tournament: Tournament) -> dict[str, list[Critical]]:
    """Return critical starting positions for each game in a tournament, keyed by game name.

    In a critical position some legal moves are mistakes and some are not. Raise UsageError if a
    game has none.
    """
    starts = {}
    for name in tournament.games:
        kind = find_class(name)
        starts[name] = balanced_starts(kind, tournament.starts, str(tournament.seed))
        if not starts[name]:
            raise UsageError(f"{kind.title} has no critical positions. Leave it out.")
    return starts


def tournament_fixtures(
    tournament: Tournament, starts: Mapping[str, Sequence[Critical]]
) -> Iterator[Fixture]:
    """Yield all planned games: each pair of players plays both sides of each starting position."""
    # All games from one start come before those from the next, so that even an interrupted run is
    # balanced. If there are too few starts, they are used again with other seeds.
    number = 0
    for round_number in range(tournament.starts):
        for name, game_starts in starts.items():
            start = game_starts[round_number % len(game_starts)]
            game = find(name, **dict(start.options))
            for pair in combinations(tournament.players, 2):
                for seats in (pair, pair[::-1]):
                    number += 1
                    setup = arrange_from(
                        game,
                        start.position,
                        (Player(seats[0].who, seats[0].name), Player(seats[1].who, seats[1].name)),
                        package=tournament.package,
                        # Each game has its own seed, no matter which other players take part.
                        seed=seed_of(
                            f"{tournament.seed}/{name}/{round_number}/{seats[0].name}/{seats[1].name}"
                        ),
                        terms=tournament.settings.terms(),
                    )
                    yield Fixture(number, setup)


def tournament_manifest(
    tournament: Tournament, starts: Mapping[str, Sequence[Critical]]
) -> Manifest:
    """Return the manifest of a tournament: everything that the games depend on, as JSON data."""
    return {
        "kind": "tournament",
        "lastdigit": tournament.package,
        "seed": tournament.seed,
        "starts": tournament.starts,
        "players": [
            contestant_data(player, tournament.games, tournament.settings)
            for player in tournament.players
        ],
        "settings": settings_data(tournament.settings),
        "games": [
            {
                "name": name,
                "version": find_class(name).version,
                "starts": [critical_data(start) for start in game_starts],
            }
            for name, game_starts in starts.items()
        ],
    }


DRAW_SCORE = 0.5

Place = tuple[str, str, str]
"""A starting position: the game, its options and the position, each as text."""


@dataclass(frozen=True)
class Part:
    """The result and the statistics of one player in one game."""

    game: str
    place: Place
    seat: Seat
    opponent: str
    score: float
    finished: bool
    lost: bool
    start: Value
    """The value of the starting position for this player: win, lose or draw."""
    stats: PlayerStats


@dataclass(frozen=True)
class Measure:
    """A measured number and its confidence interval, each None if it cannot be computed."""

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True)
class PlayerStanding:
    """The results of one player in some or all games of a tournament."""

    games: int
    score: Measure
    accuracy: Measure
    chance: float | None
    """The share of right moves to expect from random play in the same positions."""
    corrected: Measure
    conversion: Measure
    resistance: Measure
    unfinished: int
    stats: PlayerStats

    @property
    def wasted(self) -> float | None:
        """The average number of turns by which winning moves were slower than the fastest win.

        None if there are no winning moves, or if the solver does not know how long the wins take.
        """
        return ratio(self.stats.wasted, self.stats.winning)

    @property
    def illegal(self) -> float | None:
        """The share of the player's attempts at a move that failed for any reason.

        None if there are no attempts.
        """
        return ratio(self.stats.refused, self.stats.tries)

    @property
    def seconds(self) -> float | None:
        """The average number of seconds per move. None if there are no moves."""
        return ratio(self.stats.seconds, self.stats.moves)

    @property
    def tokens(self) -> float | None:
        """The average number of input and output tokens per move. None if there are no moves."""
        return ratio(self.stats.tokens_in + self.stats.tokens_out, self.stats.moves)


def ratio(part: float, whole: float) -> float | None:
    """Return `part / whole`, or None if `whole` is 0."""
    return part / whole if whole else None


class Standings:
    """The games of a tournament without duplicates, and the statistics computed from them."""

    def __init__(self, entries: Sequence[Entry], anchors: Mapping[str, float]) -> None:
        self.played = len(entries)
        self.entries = distinct(entries)
        self.anchors = anchors
        # One setup per start is enough to evaluate the start.
        starts = {place_of(entry): entry.record.setup for entry in self.entries}
        values = {place: value_of(setup) for place, setup in starts.items()}
        self.parts: dict[str, list[Part]] = {}
        for entry in self.entries:
            for seat in Seat:
                name = entry.record.setup.names[seat.index]
                part = part_of(entry, seat, values[place_of(entry)])
                self.parts.setdefault(name, []).append(part)
        places = sorted(values)
        self._row = {place: row for row, place in enumerate(places)}
        # The places are sorted, so that each game's places are consecutive.
        self._strata = list(consecutive(Counter(game for game, _, _ in places).values()))

    @property
    def starts(self) -> int:
        """The number of different starting positions in the tournament."""
        return len(self._row)

    def standing(
        self, name: str, is_included: Callable[[Part], bool] = lambda _: True
    ) -> PlayerStanding:
        """Return the results of a player in the games for which `is_included` returns True."""
        parts = [part for part in self.parts[name] if is_included(part)]
        stats = sum((part.stats for part in parts), NO_STATS)
        chance = ratio(stats.chance, stats.critical)
        return PlayerStanding(
            len(parts),
            self._measure(parts, score),
            self._measure(parts, accuracy),
            chance,
            # The lowest corrected accuracy is that of a player who is never right.
            self._measure(parts, corrected, beyond_chance(0.0, chance or 0.0) or 0.0),
            self._measure(parts, conversion),
            self._measure(parts, resistance),
            sum(not part.finished for part in parts),
            stats,
        )

    def against(self, name: str, opponent: str) -> Measure:
        """Return a player's average score against one opponent, from 0 to 1."""
        return self._measure([one for one in self.parts[name] if one.opponent == opponent], score)

    def _measure(
        self, parts: Sequence[Part], addend: Callable[[Part], complex], lowest: float = 0.0
    ) -> Measure:
        addends = [0j] * self.starts
        for part in parts:
            addends[self._row[part.place]] += addend(part)
        total = sum(addends, 0j)
        value = ratio(total.real, total.imag)
        return Measure(value, ratio_interval(addends, self._strata, lowest))

    @cached_property
    def ratings(self) -> Ratings | None:
        """The ratings of all players.

        None if there are too few players with known error rates to define the rating scale.
        """
        return rate({pair: Tally.of(sum(row)) for pair, row in self._pairs.items()}, self.anchors)

    def rating_intervals(self) -> dict[str, Interval]:
        """Return the confidence intervals for the ratings, keyed by player name.

        Players with known error rates are left out, because their ratings are exact.
        """
        return rating_intervals(self._pairs, self._strata, self.anchors)

    @cached_property
    def _pairs(self) -> dict[Pair, list[complex]]:
        """The scores of each pair of players, as one complex number per starting position.

        The real part is the first player's points, and the imaginary part is the number of games.
        """
        pairs: dict[Pair, list[complex]] = {}
        for name, parts in self.parts.items():
            for part in parts:
                if name < part.opponent:
                    row = pairs.setdefault((name, part.opponent), [0j] * self.starts)
                    row[self._row[part.place]] += score(part)
        return pairs


def distinct(entries: Iterable[Entry]) -> list[Entry]:
    """Return the games without duplicates.

    A duplicate has the same starting position, players and moves as an earlier game.
    """
    seen = set()
    unique = []
    for entry in entries:
        record = entry.record
        key = place_of(entry), record.setup.players, record.events
        if key not in seen:
            seen.add(key)
            unique.append(entry)
    return unique


def place_of(entry: Entry) -> Place:
    setup = entry.record.setup
    return setup.game, str(setup.options), setup.start


def value_of(setup: Setup) -> Value:
    """Return the value of a starting position for the player to move: win, lose or draw."""
    game = setup.build_game()
    return solver_for(game).solution(game.parse_state(setup.start)).value


def part_of(entry: Entry, seat: Seat, value: Value) -> Part:
    """Return the result of the player with this seat (player 1 or 2) in a game.

    `value` is the value of the starting position for the player who moves first.
    """
    setup, result = entry.record.setup, entry.record.result
    return Part(
        setup.game,
        place_of(entry),
        seat,
        setup.names[seat.other.index],
        DRAW_SCORE if result.winner is None else float(result.winner is seat),
        result.end is not End.UNFINISHED,
        result.winner is seat.other,
        value if seat is setup.first else value.opposite,
        entry.stats[seat.index],
    )


# Each function below returns what a part adds to the numerator (real) and the denominator
# (imaginary) of a measure.


def score(part: Part) -> complex:
    """Return a player's points in a game as the real part, and 1 (one game) as the imaginary part.

    A win is 1 point, and a draw or an unfinished game is half a point. The average score is the sum
    of the real parts over all games, divided by the sum of the imaginary parts.
    """
    return complex(part.score, 1)


def accuracy(part: Part) -> complex:
    """Return right moves as the real part, and critical positions as the imaginary part.

    Both numbers are counts for one game. The accuracy is the sum of the real parts over all games,
    divided by the sum of the imaginary parts. In a critical position some legal moves are mistakes
    and some are not.
    """
    return complex(part.stats.right, part.stats.critical)


def corrected(part: Part) -> complex:
    """Return right moves beyond chance as the real part, and their maximum as the imaginary part.

    Both numbers are for one game. The accuracy corrected for chance is the sum of the real parts
    over all games, divided by the sum of the imaginary parts.
    """
    stats = part.stats
    return complex(stats.right - stats.chance, stats.critical - stats.chance)


def conversion(part: Part) -> complex:
    """Return 1+1j if a winning position at the start was won, and 1j if it was not won.

    Return 0 if the starting position is not winning for the player. The conversion rate is the sum
    of the real parts over all games, divided by the sum of the imaginary parts.
    """
    winning = part.start is Value.WIN
    return complex(winning and part.score == 1, winning)


def resistance(part: Part) -> complex:
    """Return 1+1j if a losing position at the start was not lost, and 1j if it was lost.

    Return 0 if the starting position is not losing for the player. The resistance is the sum of the
    real parts over all games, divided by the sum of the imaginary parts.
    """
    losing = part.start is Value.LOSE
    return complex(losing and not part.lost, losing)
