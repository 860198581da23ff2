"""Tournaments: the planned games, and the standings computed from the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path
from statistics import fmean

from lastdigit.analysis.critical import (
    Critical,
    balanced_starts,
    critical_data,
    value_balanced_starts,
)
from lastdigit.analysis.policies import BLIND_POLICIES
from lastdigit.arena.run import (
    NO_STATS,
    Contestant,
    Entry,
    Fixture,
    Manifest,
    Plan,
    PlayerStats,
    contestant_data,
    read_manifest,
    seed_of,
    settings_data,
)
from lastdigit.arena.scoring import PositionScorer, Scored, ScoredPosition, position_weights
from lastdigit.errors import RecordError, UsageError
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

KIND = "tournament"
BALANCED = "balanced"
"""The key of the manifest entry for starts in which blind policies are right only by chance."""


@dataclass(frozen=True)
class Tournament:
    """The parameters of a tournament, such as the players, the games and the seed."""

    package: str
    games: tuple[str, ...]
    players: tuple[Contestant, ...]
    starts: int
    seed: int
    settings: Settings
    balanced: bool = True
    """Whether blind policies score at chance in the starting positions.

    False for tournaments that an older version planned.
    """

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


def plan_in_folder(tournament: Tournament, folder: Path | None) -> tuple[Tournament, Plan, Path]:
    """Plan a tournament that is saved in a folder, or in its default folder if that is None.

    A run that an older version started keeps the starts of that version, so that it can continue.
    Return the tournament, its plan and its folder.
    """
    older = replace(tournament, balanced=False)
    if folder is not None:
        chosen = older if _has_older_run(folder) else tournament
        return chosen, plan_tournament(chosen), folder
    plan = plan_tournament(tournament)
    if not plan.folder.exists() and any(map(_has_older_run, Path().glob(f"{KIND}-*"))):
        older_plan = plan_tournament(older)
        if older_plan.folder.exists():
            return older, older_plan, older_plan.folder
    return tournament, plan, plan.folder


def _has_older_run(folder: Path) -> bool:
    try:
        return BALANCED not in read_manifest(folder)
    except RecordError:  # nothing has been played yet, or opening the folder reports the error
        return False


def starts_of(tournament: Tournament) -> dict[str, list[Critical]]:
    """Return critical starting positions for each game in a tournament, keyed by game name.

    In a critical position some legal moves are mistakes and some are not. Raise UsageError if a
    game has no critical starting position.
    """
    starts = {}
    find_starts = balanced_starts if tournament.balanced else value_balanced_starts
    for name in tournament.games:
        kind = find_class(name)
        starts[name] = find_starts(kind, tournament.starts, str(tournament.seed))
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
        "kind": KIND,
        "lastdigit": tournament.package,
        "seed": tournament.seed,
        "starts": tournament.starts,
        **({BALANCED: True} if tournament.balanced else {}),
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
    scored: Scored


@dataclass(frozen=True)
class Measure:
    """A measured number and its confidence interval, each None if it cannot be computed."""

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True)
class Skill:
    """How often moves are right in critical positions, weighted against blind policies."""

    accuracy: Measure
    chance: float | None
    """The accuracy of random play in the same positions, with the same weights."""
    corrected: Measure
    unweighted: float | None
    """The accuracy if all positions of a game count the same."""


@dataclass(frozen=True)
class BlindSkill:
    """How often a blind policy is right in the same positions, with the same weights."""

    accuracy: float
    corrected: float
    unweighted: float


@dataclass(frozen=True)
class PlayerStanding:
    """The results of one player in some or all games of a tournament."""

    games: int
    score: Measure
    skill: Skill
    blind: Mapping[str, BlindSkill]
    """What each blind policy would achieve in the positions that the player met."""
    lead: Measure
    """The player's accuracy minus that of the best blind policy in the same positions."""
    conversion: Measure
    resistance: Measure
    unfinished: int
    stats: PlayerStats

    @property
    def better_than_blind(self) -> bool | None:
        """Whether the interval of the player's lead over all blind policies is above 0.

        None if there are too few starts.
        """
        return self.lead.interval and self.lead.interval.low > 0

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
        scorer = PositionScorer()
        self.parts: dict[str, list[Part]] = {}
        for entry in self.entries:
            scored = scorer.score(entry.record)
            for seat in Seat:
                name = entry.record.setup.names[seat.index]
                part = part_of(entry, seat, values[place_of(entry)], scored[seat.index])
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
        weighted = _weigh(parts)
        skill, blind = self._skill(weighted), _blind_skills(weighted)
        return PlayerStanding(
            len(parts),
            self._measure(parts, score),
            skill,
            blind,
            self._lead(weighted, skill, blind),
            self._measure(parts, conversion),
            self._measure(parts, resistance),
            sum(not part.finished for part in parts),
            sum((part.stats for part in parts), NO_STATS),
        )

    def blind_skills(
        self, is_included: Callable[[Part], bool] = lambda _: True
    ) -> dict[str, BlindSkill]:
        """Return what each blind policy would achieve in all positions that any player met."""
        parts = (part for parts in self.parts.values() for part in parts if is_included(part))
        return _blind_skills(_weigh(parts))

    def against(self, name: str, opponent: str) -> Measure:
        """Return a player's average score against one opponent, from 0 to 1."""
        return self._measure([one for one in self.parts[name] if one.opponent == opponent], score)

    def _measure(self, parts: Iterable[Part], addend: Callable[[Part], complex]) -> Measure:
        return self._mean_over_games((part.place, addend(part)) for part in parts)

    def _skill(self, weighted: Sequence[WeightedPosition]) -> Skill:
        chance = _chance(weighted)
        return Skill(
            self._mean_over_games(
                (place, weight * complex(one.right, 1)) for place, one, weight in weighted
            ),
            chance,
            self._ratio(
                (
                    (place, weight * complex(one.right - one.chance, 1 - one.chance))
                    for place, one, weight in weighted
                ),
                # The lowest corrected accuracy is that of a player who is never right.
                0.0 if chance is None else _corrected(0.0, chance),
            ),
            _unweighted(weighted, lambda position: position.right),
        )

    def _lead(
        self,
        weighted: Iterable[WeightedPosition],
        skill: Skill,
        blind: Mapping[str, BlindSkill],
    ) -> Measure:
        """Return the player's accuracy minus that of the best blind policy."""
        if skill.chance is None:
            return Measure(None)
        # The weights fix the accuracy of blind policies in the sample itself: at chance, or near it
        # if the positions cannot be balanced. So only the lead over chance is uncertain.
        lead = self._mean_over_games(
            (
                (place, weight * complex(one.right - one.chance, 1))
                for place, one, weight in weighted
            ),
            lowest=-1.0,
        )
        excess = max(policy.accuracy for policy in blind.values()) - skill.chance
        ends = lead.interval and Interval(*(end - excess for end in lead.interval))
        return Measure((lead.value or 0.0) - excess, ends)

    def _mean_over_games(
        self, addends: Iterable[tuple[Place, complex]], lowest: float = 0.0
    ) -> Measure:
        """Return the mean of the ratios of all games, so that no game counts more than another.

        An addend is part of the numerator (real) and of the denominator (imaginary) of a ratio.
        """
        addends = list(addends)
        totals: dict[str, complex] = {}
        for (game, *_), addend in addends:
            totals[game] = totals.get(game, 0j) + addend
        ratios = {game: one.real / one.imag for game, one in totals.items() if one.imag}
        if not ratios:
            return Measure(None)
        mean = fmean(ratios.values())
        measure = self._ratio(
            (
                # Each game has the same denominator. The starts vary around the ratio of their own
                # game, not around the mean.
                (
                    place,
                    complex(one.real - (ratios[place[0]] - mean) * one.imag, one.imag)
                    / totals[place[0]].imag,
                )
                for place, one in addends
                if place[0] in ratios
            ),
            lowest,
        )
        return replace(measure, value=mean)  # without rounding errors

    def _ratio(self, addends: Iterable[tuple[Place, complex]], lowest: float = 0.0) -> Measure:
        """Return the ratio of the sums of the numerators (real) and denominators (imaginary)."""
        rows = [0j] * self.starts
        for place, addend in addends:
            rows[self._row[place]] += addend
        total = sum(rows, 0j)
        value = ratio(total.real, total.imag)
        return Measure(value, ratio_interval(rows, self._strata, lowest))

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


def part_of(entry: Entry, seat: Seat, value: Value, scored: Scored) -> Part:
    """Return the result of the player with this seat (player 1 or 2) in a game.

    `value` is the value of the starting position for the player who moves first. `scored` has the
    critical positions in which the player moved.
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
        scored,
    )


WeightedPosition = tuple[Place, ScoredPosition, float]
"""A scored position with its start and its weight."""


def _weigh(parts: Iterable[Part]) -> list[WeightedPosition]:
    """Weigh the positions of each game such that blind policies are right only by chance."""
    by_game: dict[str, list[tuple[Place, ScoredPosition]]] = {}
    for part in parts:
        by_game.setdefault(part.game, []).extend((part.place, one) for one in part.scored)
    return [
        (place, position, weight)
        for positions in by_game.values()
        for (place, position), weight in zip(
            positions, position_weights([one for _, one in positions]), strict=True
        )
    ]


def _chance(weighted: Iterable[WeightedPosition]) -> float | None:
    """Return the accuracy of random play: the mean over the games. None if there are no games."""
    return _mean(weighted, lambda position: position.chance)


def _mean(
    weighted: Iterable[WeightedPosition], score: Callable[[ScoredPosition], float]
) -> float | None:
    # The weights of each game sum to 1.
    shares: dict[str, float] = {}
    for (game, *_), position, weight in weighted:
        shares[game] = shares.get(game, 0.0) + weight * score(position)
    return fmean(shares.values()) if shares else None


def _unweighted(
    weighted: Iterable[WeightedPosition], score: Callable[[ScoredPosition], float]
) -> float | None:
    by_game: dict[str, list[float]] = {}
    for (game, *_), position, _weight in weighted:
        by_game.setdefault(game, []).append(score(position))
    return fmean(map(fmean, by_game.values())) if by_game else None


def _blind_score(policy: int, position: ScoredPosition) -> float:
    return position.blind[policy]


def _corrected(share: float, chance: float) -> float:
    found = beyond_chance(share, chance)
    assert found is not None, "in a critical position, some moves are mistakes"
    return found


def _blind_skills(weighted: Sequence[WeightedPosition]) -> dict[str, BlindSkill]:
    """Return the skill of each blind policy, keyed by name. Return {} if there are no positions."""
    chance = _chance(weighted)
    if chance is None:
        return {}
    skills = {}
    for index, policy in enumerate(BLIND_POLICIES):
        score = partial(_blind_score, index)
        accuracy, unweighted = _mean(weighted, score), _unweighted(weighted, score)
        assert accuracy is not None, "there are positions"
        assert unweighted is not None, "there are positions"
        skills[policy.name] = BlindSkill(accuracy, _corrected(accuracy, chance), unweighted)
    return skills


# Each function below returns what a part adds to the numerator (real) and the denominator
# (imaginary) of a measure.


def score(part: Part) -> complex:
    """Return a player's points in a game as the real part, and 1 (one game) as the imaginary part.

    A win is 1 point, and a draw or an unfinished game is half a point. The average score is the sum
    of the real parts over all games, divided by the sum of the imaginary parts.
    """
    return complex(part.score, 1)


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
