"""Monte Carlo tree search: a baseline that knows no game, only the contract.

Plain UCT: walk down by the upper confidence bound, add one position, finish the game at random,
and count who won along the way. The move tried most often is made.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from lastdigit.game.game import AnyGame, Seat, State

EXPLORATION = math.sqrt(2)
LONGEST_PLAYOUT = 200
"""Plies after which a random game that does not end is counted as a draw."""


class Node:
    """A position in the tree: how often it came up, and how well the player who moved to it did."""

    __slots__ = ("children", "move", "state", "untried", "visits", "wins")

    # A move's type is known to its game only.
    def __init__(self, game: AnyGame, state: State, move: Any = None) -> None:
        self.state = state
        self.move = move
        self.untried = list(game.legal_moves(state))
        self.children: list[Node] = []
        self.visits = 0
        self.wins = 0.0

    def most_promising(self) -> Node:
        """Return the child with the highest upper confidence bound."""
        log = math.log(self.visits)
        return max(
            self.children,
            key=lambda child: (
                child.wins / child.visits + EXPLORATION * math.sqrt(log / child.visits)
            ),
        )


@dataclass(frozen=True)
class TreeSearch:
    """A computer that plays so many random games before each move."""

    playouts: int

    @property
    def about(self) -> str:
        """What it is like to play against."""
        return f"tries {self.playouts} random games before each move"

    def choose(self, game: AnyGame, state: State, random: Random) -> str:
        """Return the text of the move that was tried most often."""
        root = Node(game, state)
        for _ in range(self.playouts):
            path = list(descent(game, root, random))
            winner = playout_winner(game, path[-1].state, random)
            for node, mover in zip(path[1:], (node.state.mover for node in path), strict=False):
                node.wins += 0.5 if winner is None else winner is mover
            for node in path:
                node.visits += 1
        # With fewer playouts than moves most are equal: the first of them in the rules' order.
        best = max(root.children, key=lambda child: child.visits)
        return game.format_move(best.move)


def descent(game: AnyGame, root: Node, random: Random) -> Iterator[Node]:
    """Yield the positions from the root to one that is new in the tree, or to an end."""
    node = root
    yield node
    while not node.untried and node.children:
        node = node.most_promising()
        yield node
    if node.untried:
        move = node.untried.pop(random.randrange(len(node.untried)))
        child = Node(game, game.successor(node.state, move), move)
        node.children.append(child)
        yield child


def playout_winner(game: AnyGame, state: State, random: Random) -> Seat | None:
    """Return who wins when both play at random, or None if that takes too long."""
    for _ in range(LONGEST_PLAYOUT):
        moves = game.legal_moves(state)
        if not moves:
            break
        state = game.successor(state, random.choice(moves))
    outcome = game.outcome(state)
    return outcome.winner if outcome else None
