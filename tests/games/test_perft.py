"""How many lines of 1, 2, 3, ... moves there are: the strongest small test of rules.

The counts were derived twice: by the games, and by the naive games, which share no code with them.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import lastdigit
from lastdigit.core.game import AnyGame
from tests.conftest import GAMES
from tests.games.naive import NAIVE

LINES = {
    "number-morph": [7, 39, 202, 1_150],
    "digit-duel": [3, 6, 14, 42],
    "operation-obliteration": [1, 1, 3, 2],
    "digit-dilemma": [30, 810, 12_960],
    "digit-poison": [10, 60, 420, 2_940],
}
START: dict[str, dict[str, int]] = {"number-morph": {"start": 211}}


def perft(game: AnyGame, state: Any, depth: int) -> int:
    """Return the number of lines of exactly so many moves."""
    if depth == 0:
        return 1
    return sum(
        perft(game, game.successor(state, move), depth - 1) for move in game.legal_moves(state)
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_lines(name: str) -> None:
    game = lastdigit.find(name, **START.get(name, {}))
    start = game.start(Random(0))
    assert [perft(game, start, depth + 1) for depth in range(len(LINES[name]))] == LINES[name]


@pytest.mark.parametrize("name", GAMES)
def test_the_naive_games_count_the_same_lines(name: str) -> None:
    naive = NAIVE[name](1, **START.get(name, {}))
    assert [naive.perft(depth + 1) for depth in range(len(LINES[name]))] == LINES[name]
