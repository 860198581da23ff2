"""What the solver knows of a position, as an environment tells it.

That is the best actions, what they are worth, how far the end is, and what a move gave away.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

from lastdigit.adapters.encoding import Encoding
from lastdigit.analysis.splits import is_for_training
from lastdigit.arena.positions import positions_met
from lastdigit.core.game import AnyGame, State
from lastdigit.core.values import Seat
from lastdigit.errors import OptionError
from lastdigit.solving import Branch, Value, insight_into, split

MOST_WALKS = 10_000


class Oracle:
    """Exact answers for the player to move."""

    def __init__(self, game: AnyGame, encoding: Encoding) -> None:
        self._insight = insight_into(game)
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


def critical_start(game: AnyGame, seat: Seat, random: Random) -> State:
    """Return a position for training in which this seat has something to decide.

    It is met in random play and belongs to the part of the split that is for training; raises
    OptionError where none is found.
    """
    insight = insight_into(game)
    for _ in range(MOST_WALKS):
        states = list(positions_met(game, random))
        random.shuffle(states)
        for state in states:
            if state.mover is seat and is_for_training(game, state):
                _, lost = split(insight.branches(state))
                if lost:
                    return state
    raise OptionError(f"critical cannot be: no such position of {game.title} comes up.")
