"""One position: its value, every move's value, and the reason.

As data they have the names of the GamesCrafters' UWAPI.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict

from lastdigit.errors import UsageError, quoted
from lastdigit.game.game import AnyGame, Seat, State, Value
from lastdigit.games import as_game
from lastdigit.solver import Branch, Pairing, Solution, best_first, solver_for


class JudgedMove(NamedTuple):
    """A move, what it is worth to the player who makes it, and where it leads."""

    move: str
    position: str
    value: Value
    after: Solution
    delta: int | None
    """How many plies it is off the best move of the same value; None where that is not known."""


class Analysis(NamedTuple):
    """A position with everything that is known about it."""

    game: str
    position: str
    solution: Solution
    moves: tuple[JudgedMove, ...]
    why: str
    pairing: Pairing | None = None


class JudgedMoveData(TypedDict):
    """A move with what it is worth to the player who makes it (names as in the UWAPI)."""

    move: str
    moveValue: Value
    position: str
    positionValue: Value
    remoteness: int | None
    deltaRemoteness: int | None


class PlaceData(TypedDict):
    """Something that can be made, and where it stands in a picture: column and row, from 0."""

    text: str
    column: int
    row: int


class PairingData(TypedDict):
    """Pairs that decide a game: whatever the other makes is answered with its partner."""

    form: str | None
    pairs: list[tuple[str, str]]
    places: list[PlaceData]


class AnalysisData(TypedDict):
    """A position with its exact value for the player to move, every move's, and why."""

    game: str
    position: str
    positionValue: Value
    remoteness: int | None
    moves: list[JudgedMoveData]
    why: str
    pairing: PairingData | None


def analyse_position(game: AnyGame | str, state: State | str) -> Analysis:
    """Return the exact analysis of a position; its moves come best first.

    A game can be given by its name, and a position by its text. Raises UsageError.
    """
    game = as_game(game)
    if isinstance(state, str):
        state = game.parse_state(state)
    if not isinstance(getattr(state, "mover", None), Seat):
        raise UsageError(
            f"A position is a text such as {quoted(game.example_state)} or a state of the game, "
            f"not {state!r}."
        )
    insight = solver_for(game)
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
        insight.pairing(state),
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


def analysis_data(analysis: Analysis) -> AnalysisData:
    """Return an analysis as JSON data."""
    return {
        "game": analysis.game,
        "position": analysis.position,
        "positionValue": analysis.solution.value,
        "remoteness": analysis.solution.remoteness,
        "moves": [judged_move_data(move) for move in analysis.moves],
        "why": analysis.why,
        "pairing": None if analysis.pairing is None else _pairing_data(analysis.pairing),
    }


def _pairing_data(pairing: Pairing) -> PairingData:
    return {
        "form": pairing.form,
        "pairs": list(pairing.pairs),
        "places": [
            {"text": text, "column": column, "row": row}
            for text, (column, row) in pairing.places.items()
        ],
    }


def judged_move_data(move: JudgedMove) -> JudgedMoveData:
    """Return a judged move as JSON data."""
    return {
        "move": move.move,
        "moveValue": move.value,
        "position": move.position,
        "positionValue": move.after.value,
        "remoteness": move.after.remoteness,
        "deltaRemoteness": move.delta,
    }
