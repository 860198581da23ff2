"""A ladder for each game: five computers, each beaten by three wins running from winnable starts.

Nothing is locked, and a loss takes no rung away. Where somebody stands follows from kept games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from lastdigit.analysis.winnable import to_be_won
from lastdigit.errors import UsageError
from lastdigit.game.game import AnyGame, Seat
from lastdigit.match.record import HUMAN, Player, Setup, Terms
from lastdigit.match.setup import arrange
from lastdigit.players import COMPUTERS
from lastdigit.puzzles.own_games import Played

WINS = 3
"""So many wins running beat a rung."""
MOST_STARTS = 100
"""So many starts are drawn in search of one that can be won."""


class Rung(NamedTuple):
    """An opponent: a level, by a name of its own."""

    level: str
    name: str

    @property
    def about(self) -> str:
        """What it is like."""
        return COMPUTERS[self.level].about


RUNGS = (
    Rung("beginner", "Pip"),
    Rung("easy", "Dot"),
    Rung("medium", "Cleo"),
    Rung("hard", "Max"),
    Rung("perfect", "Zero"),
)


@dataclass
class Standing:
    """How far somebody is with a rung."""

    rung: Rung
    running: int = 0
    """Wins running, up to the last game."""
    beaten: bool = False

    def count(self, won: bool) -> None:
        """Count a game."""
        self.running = self.running + 1 if won else 0
        self.beaten = self.beaten or self.running >= WINS


def standings(kind: type[AnyGame], games: Iterable[Played]) -> list[Standing]:
    """Return how far somebody is on the ladder of a game; the games come oldest first.

    What was won with help does not count, nor does a start that could not be won.
    """
    ladder = {rung.level: Standing(rung) for rung in RUNGS}
    for game in games:
        standing = ladder.get(game.found.players[game.own.other.index])
        if game.game != kind.name or standing is None or (game.won and game.helped):
            continue
        if game.found.ahead is game.own:
            standing.count(game.won)
    return list(ladder.values())


def next_rung(ladder: Iterable[Standing]) -> int:
    """Return the place of the first rung that is not beaten; the last one if all are."""
    open_rungs = (place for place, standing in enumerate(ladder) if not standing.beaten)
    return next(open_rungs, len(RUNGS) - 1)


def ladder_setup(kind: type[AnyGame], rung: Rung, name: str, package: str, seed: int) -> Setup:
    """Return a game against a rung that the person can win; raises UsageError if there is none."""
    preset = next((preset for preset in kind.presets if preset.suggested), kind.presets[0])
    own = name if name != rung.name else str(Seat.ONE)  # two players need two names
    players = Player(HUMAN, own), Player(rung.level, rung.name)
    draw = Random(f"{seed}/ladder")
    for _ in range(MOST_STARTS):
        setup = arrange(
            kind.of(dict(preset.options)),
            players,
            package=package,
            first=Seat.ONE,
            seed=draw.getrandbits(32),
            terms=Terms(attempts=preset.attempts),
        )
        won = to_be_won(setup, Seat.ONE)
        if won is not None:
            return won
    raise UsageError(f"{kind.title} has no start that you could win, and so no ladder.")
