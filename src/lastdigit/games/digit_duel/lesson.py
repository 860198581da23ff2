"""The lesson for Digit Duel, and its puzzles: random positions with exactly one winning move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lastdigit.game.game import ONE, Value
from lastdigit.game.lesson import Claim, Lesson, Step
from lastdigit.game.puzzle_source import Draw, PuzzleSource
from lastdigit.games.digit_duel.rules import Digit, State
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.solver import Solver, solver_for

LESSON = Lesson(
    (
        Step(
            position="1 019 007",
            heading="A strike subtracts your digit from the computer's number. "
            "Bring it to 0 to win.",
            task="The computer has 7. Find the strike that wins.",
            ask="a digit that wins",
            claim=Claim.WINS,
            replies={
                "ones": "9 is more than 7, so the computer's number drops to zero, and you win."
            },
            done="A digit that is larger than the number brings it to zero.",
        ),
        Step(
            position="1 015 020",
            heading="After a strike, your digit drops by 1. A tens digit then costs you 10.",
            task="Find the strike that keeps you safe from the computer's next strike.",
            ask="a safe strike",
            claim=Claim.DEFENDS,
            replies={
                "tens": "Your 015 becomes 005. The computer strikes with its 9, and you lose.",
                "ones": "Your 015 becomes 014. No digit is large enough to bring 014 to zero.",
            },
            done="Before you strike, check what your own number becomes.",
        ),
        Step(
            position="1 011 002",
            heading="If your own strike brings your number to zero, you lose.",
            task="You have two 1s. Strike with the one that wins.",
            ask="a digit that wins",
            claim=Claim.TRAPS,
            replies={
                "tens": "Your 011 becomes 001. The computer's 1 brings it to zero, and you lose.",
                "ones": "Your 011 becomes 010. The computer has to strike with its last 1.",
            },
            done="You have to strike, even if it costs you your last 1.",
        ),
    )
)

HIGHEST = 999
LOW = 220
"""The largest number in easy puzzles. With larger numbers, quick wins are rare."""
DRAWN = 500
"""The number of random puzzles with larger numbers that the method `every` returns."""


class DigitDuelPuzzles(PuzzleSource[State, Digit]):
    """Generates random positions for Digit Duel puzzles.

    In each position exactly one move wins.
    """

    rules = DigitDuel()

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[DigitDuel, State]]:
        game = self.rules
        solver = solver_for(game)
        while True:
            highest = HIGHEST if draw.random() < level else LOW
            state = State(ONE, 1 + draw.below(highest), 1 + draw.below(highest))
            if _has_one_win(solver, state):
                yield game, state

    def digit(self, state: State, move: Digit) -> int:
        return self.rules.value(state.own, move)

    def every(self) -> tuple[tuple[DigitDuel, State], ...]:
        game = self.rules
        solver = solver_for(game)
        numbers = range(1, LOW)
        pairs = (State(ONE, own, other) for own in numbers for other in numbers)
        low = [(game, state) for state in pairs if _has_one_win(solver, state)]
        return *low, *islice(self.positions(Draw(self.kind.name, "every"), 1.0), DRAWN)


def _has_one_win(solver: Solver[State, Digit], state: State) -> bool:
    """Return whether the mover has several legal moves, of which exactly one wins."""
    game = solver.game
    moves = game.legal_moves(state)
    if len(moves) < 2:
        return False
    after = (solver.solution(game.successor(state, move)) for move in moves)
    return sum(solution.value is Value.LOSE for solution in after) == 1


DAILY = ((1, DigitDuelPuzzles),)
