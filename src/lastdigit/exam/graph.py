"""Everything that can follow a position, as numbers: what compiled code searches in.

Positions with the same key are one; the sides take turns, so a winner is told from whose move it
would be. Any game that keeps the contract can be put so, if what follows is not too much.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import NamedTuple

from lastdigit.game.game import AnyGame, State

GOES_ON, MOVER_WON, MOVER_LOST = 0, 1, -1
LARGEST = 400_000
"""So many positions are put into numbers at most."""


class Graph(NamedTuple):
    """The moves from position number n lead to `after[first[n]:first[n + 1]]`, in rules' order."""

    first: list[int]
    after: list[int]
    winner: list[int]


class Explorer:
    """A game's positions with their numbers, as far as they were asked for."""

    def __init__(self, game: AnyGame) -> None:
        self.graph = Graph([0], [], [])
        self.states: list[State] = []
        """What each number stands for."""
        self._game = game
        self._numbers: dict[Hashable, int] = {}
        self._waiting: deque[State] = deque()

    def number(self, root: State, largest: int = LARGEST) -> int | None:
        """Return a position's number when all that can follow is in the graph, or None.

        None says that the graph would have more than so many positions, or that a player moves
        twice running, so that whose move it is does not follow from how many there were. It is of
        no more use then.
        """
        found = self._place(root)
        while self._waiting:
            state = self._waiting.popleft()
            self.states.append(state)
            self.graph.winner.append(self._winner(state))
            for move in self._game.legal_moves(state):
                later = self._game.successor(state, move)
                if later.mover is state.mover or len(self._numbers) > largest:
                    return None
                self.graph.after.append(self._place(later))
            self.graph.first.append(len(self.graph.after))
        return found

    def _place(self, state: State) -> int:
        number = self._numbers.setdefault(self._game.key(state), len(self._numbers))
        if number == len(self.graph.winner) + len(self._waiting):
            self._waiting.append(state)
        return number

    def _winner(self, state: State) -> int:
        outcome = self._game.outcome(state)
        if outcome is None:
            return GOES_ON
        return MOVER_WON if outcome.winner is state.mover else MOVER_LOST


def graph_from(game: AnyGame, root: State, largest: int = LARGEST) -> Graph | None:
    """Return all that can follow a position, which has number 0, or None if it is too much."""
    explorer = Explorer(game)
    return None if explorer.number(root, largest) is None else explorer.graph
