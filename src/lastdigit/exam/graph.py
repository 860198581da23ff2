"""Everything that can follow a position, as numbers: what compiled code searches in.

Positions with the same key are one; the sides take turns, so a winner is told from whose move it
would be. Any game that keeps the contract can be put so, if what follows is not too much.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from lastdigit.core.game import AnyGame, State

GOES_ON, MOVER_WON, MOVER_LOST = 0, 1, -1
LARGEST = 400_000
"""So many positions are put into numbers at most."""


class Graph(NamedTuple):
    """The moves from position number n lead to `after[first[n]:first[n + 1]]`, in rules' order."""

    first: list[int]
    after: list[int]
    winner: list[int]


def graph_from(game: AnyGame, root: State, largest: int = LARGEST) -> Graph | None:
    """Return all that can follow a position, which has number 0, or None if it is too much.

    None also where a player moves twice running: then whose move it is does not follow from how
    many there were.
    """
    numbers: dict[Hashable, int] = {game.key(root): 0}
    states = [root]
    graph = Graph([0], [], [])
    for state in states:
        outcome = game.outcome(state)
        if outcome is None:
            graph.winner.append(GOES_ON)
        else:
            graph.winner.append(MOVER_WON if outcome.winner is state.mover else MOVER_LOST)
        for move in game.legal_moves(state):
            later = game.successor(state, move)
            if later.mover is state.mover:
                return None
            key = game.key(later)
            number = numbers.setdefault(key, len(states))
            if number == len(states):
                states.append(later)
                if len(states) > largest:
                    return None
            graph.after.append(number)
        graph.first.append(len(graph.after))
    return graph
