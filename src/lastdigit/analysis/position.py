"""Exact analysis of a position, and the solution of a whole game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, TypedDict

from lastdigit.errors import UsageError, quoted
from lastdigit.game.game import AnyGame, Seat, SeatNumber, State, Value
from lastdigit.game.options import OptionValue
from lastdigit.games import as_game
from lastdigit.solver import Branch, Census, Pairing, Solution, best_first, solver_for, split


class EvaluatedMove(NamedTuple):
    """A move, its value for the player who makes it, and the position that it leads to."""

    move: str
    position: str
    value: Value
    after: Solution
    delta: int | None
    """How many moves later this move wins, or sooner it loses, than the best move of equal value.

    None if the number is unknown.
    """


class Analysis(NamedTuple):
    """The exact analysis of a position: who wins, the value of every move, and an explanation."""

    game: str
    position: str
    solution: Solution
    moves: tuple[EvaluatedMove, ...]
    why: str
    pairing: Pairing | None = None


class JudgedMoveData(TypedDict):
    """A legal move and its exact value.

    The field names are those of the GamesCrafters API (UWAPI).

    - `move`: The move as text.
    - `moveValue`: Result for the player who makes the move, if both play perfectly from then on.
    - `position`: The position after the move, as text.
    - `positionValue`: Result for the opponent, who is to move after this move.
    - `remoteness`: Number of further moves until the game ends, counting both players. Null for a
      draw, or if the number is unknown.
    - `deltaRemoteness`: Number of moves by which this move wins later or loses sooner than the best
      move with the same result. Null if unknown.
    """

    move: str
    moveValue: Value
    position: str
    positionValue: Value
    remoteness: int | None
    deltaRemoteness: int | None


class PlaceData(TypedDict):
    """The place of an item, such as a number, in a drawing of all items.

    - `text`: The item.
    - `column`: Column in the drawing, starting with 0.
    - `row`: Row in the drawing, starting with 0.
    """

    text: str
    column: int
    row: int


class PairingData(TypedDict):
    """A winning strategy that uses pairs, such as pairs of numbers.

    When the opponent forms one item of a pair, the winner forms the other.

    - `form`: The item that the player to move must form first. Null if the opponent is the winner.
    - `pairs`: The pairs.
    - `places`: Where each item is in a drawing.
    """

    form: str | None
    pairs: list[tuple[str, str]]
    places: list[PlaceData]


class AnalysisData(TypedDict):
    """The exact analysis of a position as JSON data."""

    game: str
    position: str
    positionValue: Value
    remoteness: int | None
    moves: list[JudgedMoveData]
    why: str
    pairing: PairingData | None


def analyse_position(game: AnyGame | str, state: State | str) -> Analysis:
    """Return the exact analysis of a position, with the moves ordered from best to worst.

    Raise UsageError if the name of the game or the text of the position is invalid.
    """
    game = as_game(game)
    if isinstance(state, str):
        state = game.parse_state(state)
    if not isinstance(getattr(state, "mover", None), Seat):
        raise UsageError(
            f"A position must be a string such as {quoted(game.example_state)} or a state of the "
            f"game, not {state!r}."
        )
    solver = solver_for(game)
    branches = best_first(solver.branches(state))
    moves = tuple(
        EvaluatedMove(
            game.format_move(branch.move),
            game.format_state(branch.after),
            branch.value,
            branch.solution,
            plies_lost(branch, branches),
        )
        for branch in branches
    )
    return Analysis(
        game.name,
        game.format_state(state),
        solver.solution(state),
        moves,
        solver.why(state),
        solver.pairing(state),
    )


def plies_lost(branch: Branch[Any, Any], branches: Sequence[Branch[Any, Any]]) -> int | None:
    """Return the number of turns by which a move wins later, or loses sooner, than necessary.

    The move is compared with the best move of the same value. Return None if the number of turns to
    the end of the game is unknown.
    """
    distances = [other.solution.remoteness for other in branches if other.value is branch.value]
    own = branch.solution.remoteness
    known = [plies for plies in distances if plies is not None]
    if own is None or len(known) < len(distances):
        return None
    # A short win and a long loss are best.
    return own - min(known) if branch.value is Value.WIN else max(known) - own


def analysis_data(analysis: Analysis) -> AnalysisData:
    return {
        "game": analysis.game,
        "position": analysis.position,
        "positionValue": analysis.solution.value,
        "remoteness": analysis.solution.remoteness,
        "moves": [evaluated_move_data(move) for move in analysis.moves],
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


def evaluated_move_data(move: EvaluatedMove) -> JudgedMoveData:
    return {
        "move": move.move,
        "moveValue": move.value,
        "position": move.position,
        "positionValue": move.after.value,
        "remoteness": move.after.remoteness,
        "deltaRemoteness": move.delta,
    }


class Opening(NamedTuple):
    """A starting position, the result with perfect play, and the best first moves."""

    position: str
    solution: Solution
    best: tuple[str, ...]

    @property
    def winner(self) -> Seat | None:
        """The player who wins with perfect play if Player 1 moves first, or None for a draw."""
        if self.solution.value is Value.DRAW:
            return None
        return Seat.ONE if self.solution.value is Value.WIN else Seat.TWO


class SolvedGame(NamedTuple):
    """The solution of a whole game: who wins from each start with perfect play."""

    game: AnyGame
    opening: Opening | None
    """The starting position and its solution, or None if the start is random."""
    census: Census | None
    starts: dict[str, Opening]
    many_starts: Census | None
    """The number of starting positions with each result, if there are too many to list."""


class OpeningData(TypedDict):
    """A starting position, the result with perfect play, and the best first moves, as JSON data."""

    position: str
    value: Value
    winner: SeatNumber | None
    remoteness: int | None
    firstMoves: list[str]


class StartsData(TypedDict):
    """Numbers of starting positions that the first player wins, loses and draws, as JSON data."""

    won: int
    lost: int
    drawn: int
    longest: int | None
    few: list[str]


class SolvedGameData(TypedDict):
    """The solution of a whole game as JSON data."""

    game: str
    options: dict[str, OptionValue]
    positions: int | None
    won: int | None
    lost: int | None
    drawn: int | None
    longest: int | None
    start: OpeningData | None
    starts: list[OpeningData]
    manyStarts: StartsData | None


def solve_game(game: AnyGame | str) -> SolvedGame:
    """Return the solution of a whole game: who wins from each start with perfect play."""
    game = as_game(game)
    solver = solver_for(game)
    starts = {label: _opening(game, start) for label, start in solver.starts().items()}
    start = game.start(Random(0))
    if game.format_state(start) != game.format_state(game.start(Random(1))):
        return SolvedGame(game, None, None, starts, solver.count_starts())
    census = solver.census(start)
    return SolvedGame(game, _opening(game, start), census, starts, solver.count_starts())


def _opening(game: AnyGame, start: State) -> Opening:
    solver = solver_for(game)
    solution = solver.solution(start)
    keeping, _ = split(solver.branches(start))
    # If every move loses, no first move is better than another.
    good = [] if solution.value is Value.LOSE else keeping
    best = tuple(game.format_move(branch.move) for branch in good)
    return Opening(game.format_state(start), solution, best)


def solved_game_data(solved: SolvedGame) -> SolvedGameData:
    from lastdigit.match.record import option_values  # imported late, for a quick `analyse`

    census, opening = solved.census, solved.opening
    return {
        "game": solved.game.name,
        "options": dict(option_values(solved.game)),
        "positions": census.positions if census else None,
        "won": census.won if census else None,
        "lost": census.lost if census else None,
        "drawn": census.drawn if census else None,
        "longest": census.longest if census else None,
        "start": opening_data(opening) if opening else None,
        "starts": [opening_data(start) for start in solved.starts.values()],
        "manyStarts": _starts_data(solved.many_starts) if solved.many_starts else None,
    }


def _starts_data(starts: Census) -> StartsData:
    return {
        "won": starts.won,
        "lost": starts.lost,
        "drawn": starts.drawn,
        "longest": starts.longest,
        "few": list(starts.few),
    }


def opening_data(opening: Opening) -> OpeningData:
    return {
        "position": opening.position,
        "value": opening.solution.value,
        "winner": opening.winner.number if opening.winner else None,
        "remoteness": opening.solution.remoteness,
        "firstMoves": list(opening.best),
    }
