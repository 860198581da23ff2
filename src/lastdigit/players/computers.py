"""The computers that are built in, by the names that people type."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Protocol

from lastdigit.game.game import AnyGame, State
from lastdigit.players.levels import Level
from lastdigit.solver import solver_for


class Computer(Protocol):
    """Anything that chooses moves by itself."""

    @property
    def about(self) -> str:
        """What it is like to play against, for the menu."""

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
        """Return the text of the move that it makes here."""


class RuleOfThumb:
    """A computer that follows the simple rule that each game declares."""

    about = "follows a simple rule of thumb"

    def choose(self, game: AnyGame, state: State, random: Random) -> str:  # noqa: ARG002 - it is fixed
        """Return the text of its move."""
        return game.format_move(solver_for(game).greedy(state))


class Chance:
    """A computer that makes every legal move equally often."""

    about = "makes any allowed move"

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
        """Return the text of a move drawn uniformly."""
        return game.format_move(self.pick(game, state, random))

    def pick(self, game: AnyGame, state: State, random: Random) -> Hashable:
        """Return a move drawn uniformly, without its text: environments ask a million times."""
        move: Hashable = random.choice(game.legal_moves(state))
        return move


COMPUTERS: dict[str, Computer] = {
    "beginner": Level(0.6),
    "easy": Level(0.4),
    "medium": Level(0.2),
    "hard": Level(0.05),
    "perfect": Level(0.0),
    "greedy": RuleOfThumb(),
    "random": Chance(),
}
"""The computers by the names that people type; the order is the menu's."""
