"""One position: its value, every move's value, and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lastdigit.core import AnyGame
from lastdigit.solving import Branch, Solution, Value, best_first, insight_into

SYMBOLS = {Value.WIN: "▲", Value.LOSE: "▼", Value.DRAW: "◆"}
WORDS = {Value.WIN: "wins", Value.LOSE: "loses", Value.DRAW: "draws"}


@dataclass(frozen=True)
class JudgedMove:
    """A move, what it is worth to the player who makes it, and where it leads."""

    move: str
    position: str
    value: Value
    after: Solution
    delta: int | None
    """How many plies it is off the best move of the same value; None where that is not known."""


@dataclass(frozen=True)
class Analysis:
    """A position with everything that is known about it."""

    game: str
    position: str
    solution: Solution
    moves: tuple[JudgedMove, ...]
    why: str


def analysed(game: AnyGame, state: Any) -> Analysis:
    """Return the exact analysis of a position; its moves come best first."""
    insight = insight_into(game)
    branches = best_first(insight.branches(state))
    judged = tuple(
        JudgedMove(
            game.format_move(branch.move),
            game.format_state(branch.after),
            branch.value,
            branch.solution,
            plies_off(branch, branches),
        )
        for branch in branches
    )
    return Analysis(
        game.name,
        game.format_state(state),
        insight.solution(state),
        judged,
        insight.why(state),
    )


def plies_off(branch: Branch[Any, Any], branches: Sequence[Branch[Any, Any]]) -> int | None:
    """Return how far a move is off the best of its own value, or None where that is not known."""
    alike = [other.solution.remoteness for other in branches if other.value is branch.value]
    own = branch.solution.remoteness
    known = [plies for plies in alike if plies is not None]
    if own is None or len(known) < len(alike):
        return None
    # A win is best when near, a loss when far.
    return own - min(known) if branch.value is Value.WIN else max(known) - own


def analysis_data(analysis: Analysis) -> dict[str, object]:
    """Return an analysis as JSON data, in the names of the GamesCrafters' UWAPI."""
    return {
        "game": analysis.game,
        "position": analysis.position,
        "positionValue": str(analysis.solution.value),
        "remoteness": analysis.solution.remoteness,
        "moves": [
            {
                "move": move.move,
                "moveValue": str(move.value),
                "position": move.position,
                "positionValue": str(move.after.value),
                "remoteness": move.after.remoteness,
                "deltaRemoteness": move.delta,
            }
            for move in analysis.moves
        ],
        "why": analysis.why,
    }


def told(value: Value, plies: int | None) -> str:
    """Return a value by symbol and word, and how far off the end is.

    >>> told(Value.WIN, 3)
    '▲ wins in 3 turns'
    """
    if plies == 0:
        return f"{SYMBOLS[value]} has {'won' if value is Value.WIN else 'lost'}"
    if plies is None:
        return f"{SYMBOLS[value]} {WORDS[value]}"
    return f"{SYMBOLS[value]} {WORDS[value]} in {plies} {'turn' if plies == 1 else 'turns'}"


def told_move(move: JudgedMove) -> str:
    """Return what a move is worth, counted from before it is made."""
    return told(move.value, None if move.after.remoteness is None else move.after.remoteness + 1)
