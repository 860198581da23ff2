"""The scores of alpha-beta with limited nodes by grade: it was not used to measure the grades.

Run `python bench/grades.py` (docs/exam.md has the output). The depth increases by one until the
nodes are used up. Deeper positions count as 0. The search chooses uniformly among its best moves,
so its expected score under the weights of the pool is exact.
"""

from __future__ import annotations

import argparse
from collections.abc import Hashable, Sequence

from lastdigit.analysis.policies import dot
from lastdigit.exam.pools import group_by_grade, load_pool, solve_item
from lastdigit.game.game import AnyGame, State
from lastdigit.games import catalogue, find

LIMITS = (30, 300, 3_000)
MAX_DEPTH = 30


class NodesUsedUp(Exception):  # noqa: N818 - not an error
    """All nodes are used up."""


class AlphaBeta:
    """A search with a limited number of nodes."""

    def __init__(self, game: AnyGame, nodes: int) -> None:
        self._game, self._nodes_left = game, nodes

    def value(self, state: State, depth: int, low: int, high: int) -> int:
        """Return 1 for a win of the player to move, -1 for a loss, 0 if neither is found."""
        self._nodes_left -= 1
        if self._nodes_left < 0:
            raise NodesUsedUp
        outcome = self._game.outcome(state)
        if outcome is not None:
            return 1 if outcome.winner is state.mover else -1
        if not depth:
            return 0
        best = -1
        for move in self._game.legal_moves(state):
            later = self._game.successor(state, move)
            best = max(best, -self.value(later, depth - 1, -high, -low))
            low = max(low, best)
            if low >= high:
                break
        return best

    def best(self, state: State) -> list[str]:
        """Return the best moves at the depth that the nodes allow."""
        moves, values = self._evaluate_moves(state)
        top = max(values)
        best = [move for move, value in zip(moves, values, strict=True) if value == top]
        return [self._game.format_move(move) for move in best]

    def evaluate(self, state: State) -> int:
        """Return 1 for a win of the player to move, -1 for a loss, 0 if unknown."""
        return max(self._evaluate_moves(state)[1])

    def _evaluate_moves(self, state: State) -> tuple[Sequence[Hashable], list[int]]:
        """Return all moves with their values from the deepest complete search."""
        moves = self._game.legal_moves(state)
        found = [0] * len(moves)
        for depth in range(MAX_DEPTH):
            try:
                found = [
                    -self.value(self._game.successor(state, move), depth, -1, 1) for move in moves
                ]
            except NodesUsedUp:
                break
        return moves, found


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    print("| game | grade | chance |", " | ".join(f"{limit:,} nodes" for limit in LIMITS), "|")
    print("| --- | --: | --: |", " --: |" * len(LIMITS))
    for name in catalogue():
        for grade, items in group_by_grade(load_pool(name)).items():
            weights = [item.weight / sum(one.weight for one in items) for item in items]
            criticals = [solve_item(name, item) for item in items]
            shares = [dot(weights, [critical.chance for critical in criticals])]
            for limit in LIMITS:
                scores = []
                for item, critical in zip(items, criticals, strict=True):
                    game = find(name, **dict(item.options))
                    best = AlphaBeta(game, limit).best(game.parse_state(item.position))
                    scores.append(sum(move in critical.best for move in best) / len(best))
                shares.append(dot(weights, scores))
            cells = " | ".join(f"{100 * share:.0f}" for share in shares)
            print(f"| {name} | {grade} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
