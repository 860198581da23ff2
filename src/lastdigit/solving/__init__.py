"""Exact solutions: what they are, the general solver, and what a game knows about itself."""

from lastdigit.solving.insight import Branch, Insight, insight_into
from lastdigit.solving.solution import DRAWN, Solution, Value, combined

__all__ = ["DRAWN", "Branch", "Insight", "Solution", "Value", "combined", "insight_into"]
