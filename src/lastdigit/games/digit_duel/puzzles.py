"""Puzzles of Digit Duel: random pairs of numbers with a single winning move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lastdigit.game.game import ONE, Value
from lastdigit.game.puzzle_source import Draw, PuzzleSource
from lastdigit.games.digit_duel.rules import Digit, DigitDuel, State
from lastdigit.solver import Solver, solver_for

HIGHEST = 999
LOW = 220
"""Short wins are common among numbers up to this one, and rare among larger numbers."""
DRAWN = 500
"""The number of random positions with larger numbers in the list of all puzzles."""


class DigitDuelPuzzles(PuzzleSource[State, Digit]):
    """Pairs of numbers with one winning move. Easier puzzles more often have small numbers."""

    rules = DigitDuel()

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[DigitDuel, State]]:
        game = self.rules
        insight = solver_for(game)
        while True:
            highest = HIGHEST if draw.random() < level else LOW
            state = State(ONE, 1 + draw.below(highest), 1 + draw.below(highest))
            if _has_one_win(insight, state):
                yield game, state

    def digit(self, state: State, move: Digit) -> int:
        return self.rules.value(state.own, move)

    def every(self) -> tuple[tuple[DigitDuel, State], ...]:
        game = self.rules
        insight = solver_for(game)
        numbers = range(1, LOW)
        pairs = (State(ONE, own, other) for own in numbers for other in numbers)
        low = [(game, state) for state in pairs if _has_one_win(insight, state)]
        return *low, *islice(self.positions(Draw(self.kind.name, "every"), 1.0), DRAWN)


def _has_one_win(insight: Solver[State, Digit], state: State) -> bool:
    """Return whether exactly one of several moves wins. Few positions pass this cheap filter."""
    game = insight.game
    moves = game.legal_moves(state)
    if len(moves) < 2:
        return False
    after = (insight.solution(game.successor(state, move)) for move in moves)
    return sum(solution.value is Value.LOSE for solution in after) == 1


DAILY = ((1, DigitDuelPuzzles),)
