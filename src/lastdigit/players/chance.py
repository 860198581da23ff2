"""The player who leaves it to chance: every legal move is equally likely."""

from __future__ import annotations

from random import Random
from typing import Any

from lastdigit.core.game import AnyGame


class Chance:
    """Plays any legal move."""

    about = "makes any allowed move"

    def choose(self, game: AnyGame, state: Any, random: Random) -> str:
        """Return the text of a move drawn uniformly."""
        return game.format_move(random.choice(game.legal_moves(state)))
