"""The second solver confirms every puzzle of ten seeds."""

from __future__ import annotations

import pytest

from lastdigit.game.puzzle_source import Task
from lastdigit.games import find_class
from lastdigit.puzzles.generate import make_set
from lastdigit.puzzles.puzzle import NOBODY, OTHER, YOU, Puzzle
from tests.conftest import Size
from tests.puzzles.second_opinion import OPINIONS, WIN, Opinion
from tests.puzzles.test_puzzle import COUNT
from tests.sizes import sampled
from tests.solver.second_solver import chosen

SEEDS = 10


def right_by(opinion: Opinion, puzzle: Puzzle) -> set[str]:
    """Return the right answers to a puzzle according to the second solver."""
    if puzzle.task is Task.LOSERS:
        return {" ".join(move for move, solution in opinion.items() if solution == WIN)}
    values = [value for value, _ in opinion.values()]
    best = next(value for value in ("lose", "draw", "win") if value in values)
    if puzzle.task is Task.WINNER:
        return {{"lose": YOU, "draw": NOBODY, "win": OTHER}[best]}
    return {move for move, (value, _) in opinion.items() if value == best}


@pytest.mark.parametrize("game", sampled(OPINIONS, "digit-poison"))
def test_the_second_solver_finds_the_same_right_answers(game: str, size: Size) -> None:
    checked = 0
    for seed in range(size(sample=1, full=SEEDS)):
        for puzzle in make_set(find_class(game), COUNT.get(game, 24), f"certified {seed}"):
            opinion = OPINIONS[game](puzzle)
            assert set(opinion) == set(puzzle.choices) or puzzle.task is Task.WINNER, puzzle.name
            assert right_by(opinion, puzzle) == puzzle.right, puzzle.name
            # Counting matchings gives the winner, but not the remoteness.
            if puzzle.task is Task.PLAY and all(plies is not None for _, plies in opinion.values()):
                assert chosen(opinion.values()) == ("win", puzzle.plies), puzzle.name
            checked += 1
    assert checked >= COUNT.get(game, 24)
