"""What a tournament tells of its players: scores, exact measures, ratings, and how sure they are.

A number's interval comes from leaving out each start in turn, game by game: games from one start
hang together, games from different starts do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lastdigit.arena.fixtures import NO_DEEDS, Deeds, Entry
from lastdigit.arena.intervals import Interval, beyond_chance, consecutive, ratio_interval
from lastdigit.arena.ratings import Pair, Ratings, Tally, rate, rating_intervals
from lastdigit.game.game import Seat, Value
from lastdigit.match.record import End, Setup
from lastdigit.solver import solver_for

HALF = 0.5

Place = tuple[str, str, str]
"""A start: the game, its options and the position, as text."""


@dataclass(frozen=True)
class Part:
    """One player's part in one game."""

    game: str
    place: Place
    seat: Seat
    opponent: str
    score: float
    finished: bool
    lost: bool
    start: Value
    """What the start was worth to this player."""
    deeds: Deeds


@dataclass(frozen=True)
class Measure:
    """A number and how sure it is; None where there is none, or where nobody can say."""

    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True)
class Standing:
    """What is known of one player in some of its games."""

    games: int
    score: Measure
    accuracy: Measure
    chance: float | None
    """What random play would have scored at the same critical positions."""
    corrected: Measure
    conversion: Measure
    resistance: Measure
    unfinished: int
    deeds: Deeds

    @property
    def wasted(self) -> float | None:
        """Plies by which a winning move was slower than the quickest, on average."""
        return ratio(self.deeds.wasted, self.deeds.winning)

    @property
    def illegal(self) -> float | None:
        """The share of all tries that was refused, readable or not."""
        return ratio(self.deeds.refused, self.deeds.tries)

    @property
    def seconds(self) -> float | None:
        """Time a move."""
        return ratio(self.deeds.seconds, self.deeds.moves)

    @property
    def tokens(self) -> float | None:
        """Tokens a move, in and out."""
        return ratio(self.deeds.tokens_in + self.deeds.tokens_out, self.deeds.moves)


def ratio(part: float, whole: float) -> float | None:
    """Return a share, or None of nothing."""
    return part / whole if whole else None


class Standings:
    """A tournament's games, each counted once, and every number that is drawn from them."""

    def __init__(self, entries: Sequence[Entry], anchors: Mapping[str, float]) -> None:
        self.played = len(entries)
        self.entries = distinct(entries)
        self.anchors = anchors
        # One game of each start will do to find out what the start is worth.
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
        # The places are in order, so that those of a game stand together.
        self._strata = list(consecutive(Counter(game for game, _, _ in places).values()))

    @property
    def starts(self) -> int:
        """How many different starts there were."""
        return len(self._row)

    def standing(self, name: str, wanted: Callable[[Part], bool] = lambda _: True) -> Standing:
        """Return what is known of a player in the games that are wanted."""
        parts = [part for part in self.parts[name] if wanted(part)]
        done = sum((part.deeds for part in parts), NO_DEEDS)
        chance = ratio(done.chance, done.critical)
        return Standing(
            len(parts),
            self._measure(parts, score),
            self._measure(parts, accuracy),
            chance,
            # Never right is as far below 0 as chance is above it.
            self._measure(parts, corrected, beyond_chance(0.0, chance or 0.0) or 0.0),
            self._measure(parts, conversion),
            self._measure(parts, resistance),
            sum(not part.finished for part in parts),
            done,
        )

    def against(self, name: str, opponent: str) -> Measure:
        """Return what a player scored against another."""
        return self._measure([one for one in self.parts[name] if one.opponent == opponent], score)

    def _measure(
        self, parts: Sequence[Part], addend: Callable[[Part], complex], lowest: float = 0.0
    ) -> Measure:
        addends = [0j] * self.starts
        for part in parts:
            addends[self._row[part.place]] += addend(part)
        whole = sum(addends, 0j)
        value = ratio(whole.real, whole.imag)
        return Measure(value, ratio_interval(addends, self._strata, lowest))

    @cached_property
    def ratings(self) -> Ratings | None:
        """Everybody's rating, where there is a scale."""
        return rate({pair: Tally.of(sum(row)) for pair, row in self._pairs.items()}, self.anchors)

    def rating_intervals(self) -> dict[str, Interval]:
        """Return how sure the ratings are; those of anchors are what they are by definition."""
        return rating_intervals(self._pairs, self._strata, self.anchors)

    @cached_property
    def _pairs(self) -> dict[Pair, list[complex]]:
        """What each pair scored from each start, and in how many games."""
        found: dict[Pair, list[complex]] = {}
        for name, parts in self.parts.items():
            for part in parts:
                if name < part.opponent:
                    row = found.setdefault((name, part.opponent), [0j] * self.starts)
                    row[self._row[part.place]] += score(part)
        return found


def distinct(entries: Iterable[Entry]) -> list[Entry]:
    """Return the games without those that are the same, move by move, as one before."""
    seen = set()
    kept = []
    for entry in entries:
        record = entry.record
        same = place_of(entry), record.setup.players, record.events
        if same not in seen:
            seen.add(same)
            kept.append(entry)
    return kept


def place_of(entry: Entry) -> Place:
    """Return where a game began."""
    setup = entry.record.setup
    return setup.game, str(setup.options), setup.start


def value_of(setup: Setup) -> Value:
    """Return what a start is worth to whoever moves there."""
    game = setup.build_game()
    return solver_for(game).solution(game.parse_state(setup.start)).value


def part_of(entry: Entry, seat: Seat, value: Value) -> Part:
    """Return one player's part in a game whose start had this value to whoever moved there."""
    setup, result = entry.record.setup, entry.record.result
    return Part(
        setup.game,
        place_of(entry),
        seat,
        setup.names[seat.other.index],
        HALF if result.winner is None else float(result.winner is seat),
        result.end is not End.UNFINISHED,
        result.winner is seat.other,
        value if seat is setup.first else value.opposite,
        entry.deeds[seat.index],
    )


# What follows says of a part what it adds to a number: to the sum above the line, and below it.


def score(part: Part) -> complex:
    """Points by games; a draw and an unfinished game are half a point."""
    return complex(part.score, 1)


def accuracy(part: Part) -> complex:
    """Right moves by critical positions."""
    return complex(part.deeds.right, part.deeds.critical)


def corrected(part: Part) -> complex:
    """Accuracy beyond chance: what was right beyond chance by what could have been."""
    done = part.deeds
    return complex(done.right - done.chance, done.critical - done.chance)


def conversion(part: Part) -> complex:
    """Won starts that were won."""
    won = part.start is Value.WIN
    return complex(won and part.score == 1, won)


def resistance(part: Part) -> complex:
    """Lost starts that were not lost."""
    lost = part.start is Value.LOSE
    return complex(lost and not part.lost, lost)
