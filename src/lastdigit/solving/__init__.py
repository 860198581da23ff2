"""Exact solutions: what they are, the general solver, and what a game knows about itself."""

from lastdigit.solving.insight import (
    FAR,
    Branch,
    Insight,
    Pairing,
    best_first,
    check_solvable,
    insight_into,
    is_solvable,
    split,
)
from lastdigit.solving.solution import DRAWN, Census, Solution, Value, combined

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
