"""What the solver knows of a position, as an environment tells it.

That is the best actions, what they are worth, how far the end is, and what a move gave away.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from lastdigit.adapters.encoding import Encoding
from lastdigit.game.game import AnyGame, State, Value
from lastdigit.solver import Branch, solver_for, split


class Oracle:
    """Exact answers for the player to move."""

    def __init__(self, game: AnyGame, encoding: Encoding) -> None:
        self._insight = solver_for(game)
        self._insight.warm_up()
        self._encoding = encoding
        self._branches: tuple[Branch[Any, Any], ...] = ()
        self._value = Value.DRAW

    def look(self, state: State) -> dict[str, Any]:
        """Return what is known of a position in which somebody is to move."""
        self._branches = self._insight.branches(state)
        kept, _ = split(self._branches)
        self._value = kept[0].value
        return {
            "optimal_actions": self._encoding.mask(branch.move for branch in kept),
            "value": self._value.worth,
            "remoteness": self._insight.solution(state).remoteness,
        }

    def regret(self, move: Hashable) -> int:
        """Return what a move gives away in the position last looked at: 0, 1 or 2."""
        made = next(branch for branch in self._branches if branch.move == move)
        return self._value.worth - made.value.worth
