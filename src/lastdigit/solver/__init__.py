"""Exact solutions: what they are, the general solver, and what a game knows about itself."""

from lastdigit.game.game import Value
from lastdigit.solver.solver import (
    DRAWN,
    FAR,
    Branch,
    Census,
    Insight,
    Pairing,
    Solution,
    best_first,
    check_solvable,
    combined,
    insight_into,
    is_solvable,
    split,
)

__all__ = [
    "DRAWN",
    "FAR",
    "Branch",
    "Census",
    "Insight",
    "Pairing",
    "Solution",
    "Value",
    "best_first",
    "check_solvable",
    "combined",
    "insight_into",
    "is_solvable",
    "split",
]
