"""Puzzles of Digit Dilemma: random boards with up to three digits each."""

from __future__ import annotations

from collections.abc import Iterator

from lastdigit.game.game import ONE
from lastdigit.game.puzzle_source import Draw, PuzzleSource
from lastdigit.games.digit_dilemma.rules import EMPTY, DigitDilemma, Placement, State

PLACED = ((2, 2), (2, 3), (2, 2), (2, 2), (1, 2), (1, 2), (1, 1))
"""The digits on the mover's and the opponent's board, from easy to hard.

Fewer digits mean that the player must look further ahead.
"""


class DigitDilemmaPuzzles(PuzzleSource[State, Placement]):
    """Random positions. A game lasts at most six plies, so only two grades exist."""

    grades = (1, 2)

    def positions(self, draw: Draw, level: float) -> Iterator[tuple[DigitDilemma, State]]:
        game = DigitDilemma()
        places = len(PLACED) - 1
        while True:
            kind = max(0, min(places, round(level * places) + draw.below(3) - 1))
            pool = list("0123456789")
            own, other = (_board(draw, pool, count) for count in PLACED[kind])
            state = State(ONE, own, other)
            if game.outcome(state) is None:
                yield game, state


def _board(draw: Draw, pool: list[str], count: int) -> str:
    """Return a board with `count` random digits, and remove them from the pool."""
    board = [EMPTY] * 3
    gaps = [0, 1, 2]
    for _ in range(count):
        place = gaps.pop(draw.below(len(gaps)))
        board[place] = pool.pop(draw.below(len(pool)))
    return "".join(board)


DAILY = ((1, DigitDilemmaPuzzles),)
