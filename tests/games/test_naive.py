"""The games agree with naive implementations written from the rulebooks."""

from __future__ import annotations

from random import Random

import pytest

import lastdigit
from lastdigit.testing.naive import agree, object_alike
from tests.conftest import GAMES, Size
from tests.games.naive import naive_game

PARTS = 4  # so that two cores share the work


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_random_games_agree_with_the_naive_games(name: str, part: int, size: Size) -> None:
    random = Random(f"{name} {part}")
    for _ in range(size(sample=160, full=10_000) // PARTS):
        agree(lastdigit.catalogue()[name], naive_game(name), random)


@pytest.mark.parametrize("name", GAMES)
def test_both_implementations_reject_moves_for_the_same_reason(name: str, size: Size) -> None:
    random = Random(name)
    for _ in range(size(sample=10, full=500)):
        object_alike(lastdigit.catalogue()[name], naive_game(name), random)


def test_a_missing_naive_game_is_reported_with_what_to_write() -> None:
    with pytest.raises(AssertionError, match=r"tests/games/naive/no_such\.py has no NAIVE: write"):
        naive_game("no-such")
