"""Questions about long play: `resist` asks how to hold out longest, `plan` for a whole forced win.

Both are asked only where it is known how far off the end is. A plan is judged by an exact checker:
any line is right in which one side wins as soon as can be and the other loses as late as can be.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from lastdigit.game.game import AnyGame, State, Value
from lastdigit.solver import Solution, solver_for

SHORTEST, LONGEST = 3, 7
"""Plies to the end that a plan has."""


def holding_out(game: AnyGame, state: State) -> list[str] | None:
    """Return the moves that hold out longest in a lost position, where not all of them do.

    None where the position is not lost, where all moves are alike, or where distances are not
    known.
    """
    insight = solver_for(game)
    solution = insight.solution(state)
    if solution.value is not Value.LOSE or solution.remoteness is None:
        return None
    branches = insight.branches(state)
    ends = [branch.solution.remoteness for branch in branches]
    known = [end for end in ends if end is not None]
    if len(known) < len(ends) or len(set(ends)) < 2:
        return None
    return [
        game.format_move(branch.move)
        for branch, end in zip(branches, ends, strict=True)
        if end == max(known)
    ]


def forced_win(game: AnyGame, state: State, random: Random) -> list[str] | None:
    """Return a line that wins as soon as can be against whoever holds out as long as can be.

    None where there is none of a length that is asked for.
    """
    solution = solver_for(game).solution(state)
    plies = solution.remoteness
    if solution.value is not Value.WIN or plies is None or not SHORTEST <= plies <= LONGEST:
        return None
    line: list[str] = []
    while game.outcome(state) is None:
        best = [move for move in game.legal_moves(state) if _keeps_pace(game, state, move)]
        move = random.choice(best)
        line.append(game.format_move(move))
        state = game.successor(state, move)
    return line


def is_forced_win(game: AnyGame, state: State, line: list[str]) -> bool:
    """Return whether a line is best play of both to the end; whatever it is, nothing is raised."""
    for text in line:
        move = game.moves_by_text.get(text)
        if game.outcome(state) is not None or move not in game.legal_moves(state):
            return False
        if not _keeps_pace(game, state, move):
            return False
        state = game.successor(state, move)
    return game.outcome(state) is not None


def line_chance(game: AnyGame, state: State) -> float:
    """Return how often random legal moves of both come to be a plan that is right.

    >>> from lastdigit.games import find
    >>> duel = find("digit-duel")
    >>> line_chance(duel, duel.parse_state("1 012 003"))
    0.5
    """
    known: dict[Hashable, float] = {}

    def chance(here: State) -> float:
        key = game.key(here)
        if key not in known:
            moves = game.legal_moves(here)
            good = [move for move in moves if _keeps_pace(game, here, move)]
            after = sum(chance(game.successor(here, move)) for move in good)
            known[key] = after / len(moves) if moves else 1.0
        return known[key]

    return chance(state)


def _keeps_pace(game: AnyGame, state: State, move: object) -> bool:
    """Return whether a move is best: it wins as soon, or loses as late, as can be."""
    insight = solver_for(game)
    before: Solution = insight.solution(state)
    after: Solution = insight.solution(game.successor(state, move))
    turned = {Value.WIN: Value.LOSE, Value.LOSE: Value.WIN}
    assert before.remoteness is not None
    return after.value is turned.get(before.value) and after.remoteness == before.remoteness - 1
