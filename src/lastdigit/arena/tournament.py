"""A tournament: every pair, both seats, the same starts; planned whole before it begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from lastdigit.arena.contestants import Contestant, contestant_data, settings_data
from lastdigit.arena.fixtures import Fixture, seed_of
from lastdigit.arena.positions import Critical, balanced_starts, critical_data
from lastdigit.arena.run import Manifest, Plan
from lastdigit.errors import UsageError
from lastdigit.games import find, find_class
from lastdigit.match.record import Player
from lastdigit.match.setup import arrange_from
from lastdigit.players.settings import Settings


@dataclass(frozen=True)
class Tournament:
    """What was asked for."""

    package: str
    games: tuple[str, ...]
    players: tuple[Contestant, ...]
    starts: int
    seed: int
    settings: Settings

    def __post_init__(self) -> None:
        """Raise UsageError if nobody would meet anybody."""
        if len(self.players) < 2:
            raise UsageError("A tournament needs two players or more.")


def plan_tournament(tournament: Tournament) -> Plan:
    """Return the plan of a tournament; raises UsageError for a game without anything to decide."""
    starts = starts_of(tournament)
    games = list(tournament_fixtures(tournament, starts))
    return Plan(tournament_manifest(tournament, starts), games, tournament.settings)


def starts_of(tournament: Tournament) -> dict[str, list[Critical]]:
    """Return the starts of each game; raises UsageError for a game that has none."""
    found = {}
    for name in tournament.games:
        kind = find_class(name)
        found[name] = balanced_starts(kind, tournament.starts, str(tournament.seed))
        if not found[name]:
            raise UsageError(f"In {kind.title} there is nothing to decide; leave it out.")
    return found


def tournament_fixtures(
    tournament: Tournament, starts: Mapping[str, Sequence[Critical]]
) -> Iterator[Fixture]:
    """Yield all games in their order: start by start, so that a part of them is balanced, too.

    Where a game has fewer starts than were asked for, they come again with new chance.
    """
    number = 0
    for turn in range(tournament.starts):
        for name, known in starts.items():
            start = known[turn % len(known)]
            game = find(name, **dict(start.options))
            for pair in combinations(tournament.players, 2):
                for seats in (pair, pair[::-1]):
                    number += 1
                    setup = arrange_from(
                        game,
                        start.position,
                        (Player(seats[0].who, seats[0].name), Player(seats[1].who, seats[1].name)),
                        package=tournament.package,
                        # A chance of its own for every game, whoever else takes part.
                        seed=seed_of(
                            f"{tournament.seed}/{name}/{turn}/{seats[0].name}/{seats[1].name}"
                        ),
                        terms=tournament.settings.terms(),
                    )
                    yield Fixture(number, setup)


def tournament_manifest(
    tournament: Tournament, starts: Mapping[str, Sequence[Critical]]
) -> Manifest:
    """Return everything that the games depend on, as JSON data."""
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
                "starts": [critical_data(start) for start in known],
            }
            for name, known in starts.items()
        ],
    }
