"""The player who leaves it to chance: every legal move is equally likely."""

from __future__ import annotations

from random import Random
from typing import Any

from lastdigit.core.game import AnyGame
from lastdigit.players.levels import wants_draw


class Chance:
    """Plays any legal move."""

    about = "makes any allowed move"

    def choose(self, game: AnyGame, state: Any, random: Random) -> str:
        """Return the text of a move drawn uniformly."""
        return game.format_move(random.choice(game.legal_moves(state)))

    def agrees_to_draw(self, game: AnyGame, state: Any) -> bool:
        """Return whether its own position is not a win."""
        return wants_draw(game, state)
