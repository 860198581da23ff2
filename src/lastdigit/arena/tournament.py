"""A tournament: every pair, both seats, the same starts; planned whole before it begins."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from lastdigit.arena.contestants import Contestant, asked_data, described
from lastdigit.arena.critical import Critical
from lastdigit.arena.fixtures import Entry, Fixture
from lastdigit.arena.journal import Manifest, opened
from lastdigit.arena.pool import entries
from lastdigit.arena.starts import balanced_starts
from lastdigit.beginning import arrange_from
from lastdigit.errors import UsageError
from lastdigit.games import find, find_class
from lastdigit.players.settings import Settings
from lastdigit.record import Player

Progress = Callable[[int, int], None]
"""Hears how many games are done, and how many there are."""


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


def starts_of(tournament: Tournament) -> dict[str, list[Critical]]:
    """Return the starts of each game; raises UsageError for a game that has none."""
    found = {}
    for name in tournament.games:
        kind = find_class(name)
        found[name] = balanced_starts(kind, tournament.starts, str(tournament.seed))
        if not found[name]:
            raise UsageError(f"In {kind.title} there is nothing to decide; leave it out.")
    return found


def fixtures(tournament: Tournament, starts: Mapping[str, Sequence[Critical]]) -> Iterator[Fixture]:
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
                        terms=tournament.settings.policy.terms(),
                    )
                    yield Fixture(number, setup)


def seed_of(text: str) -> int:
    """Return a seed that a record can hold."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def manifest_of(tournament: Tournament, starts: Mapping[str, Sequence[Critical]]) -> Manifest:
    """Return everything that the games depend on, as JSON data."""
    return {
        "kind": "tournament",
        "lastdigit": tournament.package,
        "seed": tournament.seed,
        "starts": tournament.starts,
        "players": [
            described(player, tournament.games, tournament.settings)
            for player in tournament.players
        ],
        "settings": asked_data(tournament.settings),
        "games": [
            {
                "name": name,
                "version": find_class(name).version,
                "starts": [critical_data(start) for start in known],
            }
            for name, known in starts.items()
        ],
    }


def critical_data(critical: Critical) -> dict[str, object]:
    """Return a critical position as JSON data."""
    return {
        "options": dict(critical.options),
        "position": critical.position,
        "value": str(critical.solution.value),
        "remoteness": critical.solution.remoteness,
        "best": list(critical.best),
        "choices": critical.choices,
    }


def run(
    folder: Path,
    manifest: Manifest,
    planned: Sequence[Fixture],
    settings: Settings,
    workers: int,
    progress: Progress,
) -> list[Entry]:
    """Play what has not been played yet, and return all games in the plan's order.

    Raises UsageError for a folder of another run, and PlayerError; what was played is kept.
    """
    with opened(folder, manifest) as journal:
        waiting = [fixture for fixture in planned if fixture.number not in journal.entries]
        spent = sum(entry.tokens for entry in journal.entries.values())
        progress(len(journal.entries), len(planned))
        for entry in entries(waiting, settings, workers, spent):
            journal.append(entry)
            progress(len(journal.entries), len(planned))
        whole = [journal.entries[fixture.number] for fixture in planned]
        journal.write_games(whole)
    return whole
