"""The computers that are built in, by the names that people type."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from lastdigit.core.game import AnyGame
from lastdigit.players.chance import Chance
from lastdigit.players.levels import Level, RuleOfThumb


class Computer(Protocol):
    """Anything that chooses moves by itself."""

    @property
    def about(self) -> str:
        """What it is like to play against, for the menu."""

    # A state's type is known to its game only, and which game it is, nobody knows here.
    def choose(self, game: AnyGame, state: Any, random: Random) -> str:
        """Return the text of the move that it makes here."""


COMPUTERS: dict[str, Computer] = {
    "beginner": Level("errs 6 times in 10 where it matters", 0.6),
    "easy": Level("errs 4 times in 10 where it matters", 0.4),
    "medium": Level("errs 2 times in 10 where it matters", 0.2),
    "hard": Level("errs once in 20 times where it matters", 0.05),
    "perfect": Level("never errs", 0.0),
    "greedy": RuleOfThumb(),
    "random": Chance(),
}
"""The computers by the names that people type; the order is the menu's."""
