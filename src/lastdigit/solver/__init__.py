"""Exact solutions: what they are, the general solver, and what a game knows about itself."""

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
