"""Solvers, which compute the exact value of every position of a game."""

from lastdigit.game.game import Value
from lastdigit.solver.solver import (
    DRAWN,
    FAR,
    Branch,
    Census,
    Pairing,
    Solution,
    Solver,
    best_first,
    check_solvable,
    combined,
    is_solvable,
    solver_for,
    split,
)

__all__ = [
    "DRAWN",
    "FAR",
    "Branch",
    "Census",
    "Pairing",
    "Solution",
    "Solver",
    "Value",
    "best_first",
    "check_solvable",
    "combined",
    "is_solvable",
    "solver_for",
    "split",
]
