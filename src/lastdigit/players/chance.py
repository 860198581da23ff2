"""The player who leaves it to chance: every legal move is equally likely."""

from __future__ import annotations

from random import Random
from typing import Any

from lastdigit.core import AnyGame
from lastdigit.solving import Value, insight_into


class Chance:
    """Plays any legal move."""

    about = "a computer that makes any allowed move"

    def choose(self, game: AnyGame, state: Any, random: Random) -> str:
        """Return the text of a move drawn uniformly."""
        return game.format_move(random.choice(game.legal_moves(state)))

    def agrees_to_draw(self, game: AnyGame, state: Any) -> bool:
        """Return whether its own position is not a win (rulings), the opponent being to move."""
        return insight_into(game).solution(state).value is not Value.LOSE
