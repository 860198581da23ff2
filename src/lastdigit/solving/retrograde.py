"""The general exact solver: everything reachable, worked out backwards from the ends.

It knows only the contract. It is right for games that can go round in circles, too: what neither
side can force is a draw.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

from lastdigit.core.game import AnyGame, State
from lastdigit.errors import TooManyPositions
from lastdigit.solving.solution import DRAWN, Solution, Value

MOST_POSITIONS = 2_000_000


def solve_from(game: AnyGame, root: State) -> dict[Hashable, Solution]:
    """Return the solution of every position reachable from one, by its key.

    Raises TooManyPositions.
    """
    successors, ends = _explored(game, root)
    predecessors: dict[Hashable, list[Hashable]] = {key: [] for key in successors}
    for key, after in successors.items():
        for later in after:
            predecessors[later].append(key)
    solutions = dict(ends)
    open_moves = {key: len(after) for key, after in successors.items()}
    # Ends first, then positions decided by them: so a win is found by its shortest way, and a
    # loss by its longest.
    queue = deque(ends)
    while queue:
        key = queue.popleft()
        value, remoteness = solutions[key]
        assert remoteness is not None, "what is decided has an end"
        for before in predecessors[key]:
            if before in solutions:
                continue
            if value is Value.LOSE:
                solutions[before] = Solution(Value.WIN, remoteness + 1)
                queue.append(before)
            else:
                open_moves[before] -= 1
                if not open_moves[before]:
                    solutions[before] = Solution(Value.LOSE, remoteness + 1)
                    queue.append(before)
    return {key: solutions.get(key, DRAWN) for key in successors}


def _explored(
    game: AnyGame, root: State
) -> tuple[dict[Hashable, list[Hashable]], dict[Hashable, Solution]]:
    """Return where every reachable position leads to, and the solutions of those that are ends."""
    successors: dict[Hashable, list[Hashable]] = {game.key(root): []}
    ends: dict[Hashable, Solution] = {}
    # The nearest first: a state may tell how a game came there, and a long way takes much memory.
    waiting = deque([(game.key(root), root)])
    while waiting:
        key, state = waiting.popleft()
        after = [game.successor(state, move) for move in game.legal_moves(state)]
        keys = successors[key] = [game.key(later) for later in after]
        for pair in zip(keys, after, strict=True):
            if pair[0] not in successors:
                successors[pair[0]] = []
                waiting.append(pair)
        if len(successors) > MOST_POSITIONS:
            raise TooManyPositions(f"{game.title} has too many positions to be solved like this.")
        if not after:
            outcome = game.outcome(state)
            assert outcome is not None, "without a legal move a game is over"
            won = outcome.winner is state.mover
            ends[key] = Solution(Value.WIN if won else Value.LOSE, 0)
    return successors, ends
