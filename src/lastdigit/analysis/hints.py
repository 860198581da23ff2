"""Hints for the player to move, from a general idea to the value of every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lastdigit.analysis.position import Analysis, EvaluatedMove, analyse_position
from lastdigit.game.game import AnyGame, State, Value
from lastdigit.match.record import ENDS_TURN, Act, Event, Hint
from lastdigit.solver import solver_for

HINT_ORDER = (Hint.IDEA, Hint.LOOK, Hint.HINT, Hint.VALUES)
"""The hints in the order in which they are given."""
MAX_MENTIONED_TURNS = 10
"""The maximum number of turns to the end of the game that a hint mentions."""


EQUAL_MOVES = {
    Value.WIN: "Every move wins here.",
    Value.DRAW: "Every move keeps the draw here.",
    Value.LOSE: "Against perfect play, every move loses here. "
    "Look for the move that makes the game last longest.",
}
"""Hints for positions in which every move has the same value."""


class Advice(NamedTuple):
    """A hint for the player: a sentence, and the moves that it is about."""

    kind: Hint
    sentence: str
    answers: tuple[str, ...] = ()
    moves: tuple[EvaluatedMove, ...] = ()


def next_hint(events: Sequence[Event]) -> Hint:
    """Return the next kind of hint that the player has not used in the current turn.

    Each kind reveals more than the one before. After the last kind, repeat the last kind.
    """
    used = set()
    for event in reversed(events):
        if event.act in ENDS_TURN:
            break
        if event.act is Act.HINT:
            used.add(event.text)
    return next((step for step in HINT_ORDER if step not in used), HINT_ORDER[-1])


def advise(game: AnyGame, state: State, kind: Hint) -> Advice:
    """Return a hint of this kind for the player to move."""
    if kind is Hint.MOVES:
        allowed = tuple(game.format_move(move) for move in game.legal_moves(state))
        return Advice(kind, f"Allowed: {', '.join(allowed)}.", allowed)
    legal = game.legal_moves(state)
    if len(legal) == 1 and kind is Hint.IDEA:
        return Advice(kind, "You have only one move here. Find it.")
    if len(legal) == 1 and kind is Hint.LOOK:
        return Advice(kind, f"You have only one move: {game.format_move(legal[0])}.")
    if kind is Hint.IDEA:
        return Advice(kind, solver_for(game).idea(state))
    analysis = analyse_position(game, state)
    if kind is Hint.LOOK:
        return _narrow_down(game, analysis)
    if kind is Hint.HINT:
        return Advice(
            kind, f"{_move_text(analysis.moves[0])} {analysis.why}", (), analysis.moves[:1]
        )
    return Advice(kind, analysis.why, (), analysis.moves)


def _narrow_down(game: AnyGame, analysis: Analysis) -> Advice:
    """Return a hint that leaves fewer moves to choose from."""
    best, value = analysis.moves[0], analysis.solution.value
    worse = [move for move in analysis.moves if move.value is not value]
    if not worse:
        return Advice(Hint.LOOK, EQUAL_MOVES[value])
    first, _, rest = best.move.partition(" ")
    if rest:
        return Advice(Hint.LOOK, f"Think of {first}.", (first,))
    order = [game.format_move(move) for move in game.all_moves()]
    # Use the game's own order, so that the order does not reveal the right move.
    pair = tuple(sorted((best.move, worse[0].move), key=order.index))
    return Advice(
        Hint.LOOK, f"Look at {pair[0]} and {pair[1]}: only one of the two is right.", pair
    )


def _move_text(move: EvaluatedMove) -> str:
    """Return a sentence about the value of a move, such as "5 wins in 3 turns."."""
    plies = None if move.after.remoteness is None else move.after.remoteness + 1
    distance = None if plies is None or plies > MAX_MENTIONED_TURNS else _turns(plies)
    if move.value is Value.WIN:
        return f"{move.move} wins in {distance}." if distance else f"{move.move} wins."
    if move.value is Value.DRAW:
        return f"{move.move} keeps the draw."
    longest = f" for {distance}" if distance else " longest"
    return f"No move wins against best play; {move.move} holds out{longest}."


def _turns(plies: int) -> str:
    return "1 turn" if plies == 1 else f"{plies} turns"
