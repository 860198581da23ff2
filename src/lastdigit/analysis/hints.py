"""Hints in steps: the idea, where to look, the move, all values; each gives a little more away.

What a step says is the same in a terminal and on the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lastdigit.analysis.position import Analysis, JudgedMove, analyse_position
from lastdigit.game.game import AnyGame, State, Value
from lastdigit.match.record import ENDS_TURN, Act, Event, Hint
from lastdigit.solver import solver_for

STEPS = (Hint.IDEA, Hint.LOOK, Hint.HINT, Hint.VALUES)
LONGEST_COUNT = 10
"""The turns to the end that mean something to a person."""


ALL_ALIKE = {
    Value.WIN: "Every move wins here.",
    Value.DRAW: "Every move keeps the draw here.",
    Value.LOSE: "Every move loses against best play: look for the one that lasts longest.",
}
"""Where to look when every move is worth the same."""


@dataclass(frozen=True)
class Advice:
    """What a hint says: a sentence, the answers to look at, the moves that it judges."""

    kind: Hint
    sentence: str
    answers: tuple[str, ...] = ()
    moves: tuple[JudgedMove, ...] = ()


def next_step(events: Sequence[Event]) -> Hint:
    """Return the first step that was not asked for in this turn; all values are the last."""
    asked = set()
    for event in reversed(events):
        if event.act in ENDS_TURN:
            break
        if event.act is Act.HINT:
            asked.add(event.text)
    return next((step for step in STEPS if step not in asked), STEPS[-1])


def advise(game: AnyGame, state: State, kind: Hint) -> Advice:
    """Return what a hint of this kind says to the player to move."""
    if kind is Hint.MOVES:
        allowed = tuple(game.format_move(move) for move in game.legal_moves(state))
        return Advice(kind, f"Allowed: {', '.join(allowed)}.", allowed)
    legal = game.legal_moves(state)
    if len(legal) == 1 and kind is Hint.IDEA:
        return Advice(kind, "Only one move is allowed here: find it.")
    if len(legal) == 1 and kind is Hint.LOOK:
        return Advice(kind, f"Only one move is allowed: {game.format_move(legal[0])}.")
    if kind is Hint.IDEA:
        return Advice(kind, solver_for(game).idea(state))
    analysis = analyse_position(game, state)
    if kind is Hint.LOOK:
        return _look(game, analysis)
    if kind is Hint.HINT:
        return Advice(
            kind, f"{_move_text(analysis.moves[0])} {analysis.why}", (), analysis.moves[:1]
        )
    return Advice(kind, analysis.why, (), analysis.moves)


def _look(game: AnyGame, analysis: Analysis) -> Advice:
    """Return where to look: half of a move of two answers, else two moves with a right one."""
    best, value = analysis.moves[0], analysis.solution.value
    worse = [move for move in analysis.moves if move.value is not value]
    if not worse:
        return Advice(Hint.LOOK, ALL_ALIKE[value])
    first, _, rest = best.move.partition(" ")
    if rest:
        return Advice(Hint.LOOK, f"Think of {first}.", (first,))
    order = [game.format_move(move) for move in game.all_moves()]
    # In the game's own order, so that the place in the list gives nothing away.
    pair = tuple(sorted((best.move, worse[0].move), key=order.index))
    return Advice(
        Hint.LOOK, f"Look at {pair[0]} and {pair[1]}: only one of the two is right.", pair
    )


def _move_text(move: JudgedMove) -> str:
    """Return what a move is worth; a distance is told where it means something to a person."""
    plies = None if move.after.remoteness is None else move.after.remoteness + 1
    told = None if plies is None or plies > LONGEST_COUNT else _turns(plies)
    if move.value is Value.WIN:
        return f"{move.move} wins in {told}." if told else f"{move.move} wins."
    if move.value is Value.DRAW:
        return f"{move.move} keeps the draw."
    longest = f" for {told}" if told else " longest"
    return f"No move wins against best play; {move.move} holds out{longest}."


def _turns(plies: int) -> str:
    return "1 turn" if plies == 1 else f"{plies} turns"
