"""A check for any solver: the value of a position follows from the values after its moves."""

from __future__ import annotations

from typing import Any

from lastdigit.game.game import AnyGame
from lastdigit.solver import Solver, combined


def check_locally(game: AnyGame, solver: Solver[Any, Any], state: Any) -> None:
    """Compare the solution of a position with those of the positions that its moves lead to."""
    if game.outcome(state) is None:
        after = (game.successor(state, move) for move in game.legal_moves(state))
        assert solver.solution(state) == combined(map(solver.solution, after)), state
