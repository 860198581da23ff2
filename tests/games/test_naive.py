"""The games agree with a second implementation, written naively from the rulebooks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import lastdigit
from lastdigit.core.game import AnyGame
from lastdigit.core.values import Seat
from tests.conftest import GAMES, Size
from tests.games.naive import NAIVE, NaiveGame
from tests.games.playing import random_game

PARTS = 4  # so that two cores share the work
LONGEST = 150

# What a naive kind of objection is called in the words of the games.
KINDS = {
    "same digit": "is already",
    "leading zero": ("Leading zeros", "on the Left"),
    "not prime": "is not a prime number",
    "used": "already been used",
    "zero digit": "is zero",
    "kind": "is only for",
    "repeat": "previous operation",
    "range": "is not between",
    "pool": "not in the pool",
    "taken": "already taken",
}


def naive_twin(game: AnyGame, state: Any, first: Seat) -> NaiveGame:
    """Return the naive game with the same options and start."""
    options = {told.name.replace("-", "_"): getattr(game, told.field) for told in game.options()}
    if game.name == "number-morph":
        options["start"] = state.number
    return NAIVE[game.name](first.value, **options)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_random_games_agree_with_the_naive_games(name: str, part: int, size: Size) -> None:
    random = Random(f"{name} {part}")
    kind = lastdigit.catalogue()[name]
    for number in range(size(sample=400, full=10_000) // PARTS):
        # Every second game has the rulebook's own options.
        game = kind() if number % 2 else random_game(name, random)
        first = random.choice(tuple(Seat))
        state = game.start(random, first)
        naive = naive_twin(game, state, first)
        for _ in range(LONGEST):
            legal = [game.format_move(move) for move in game.legal_moves(state)]
            assert legal == naive.legal()
            assert naive.mover() == state.mover.value
            if not legal:
                break
            text = random.choice(legal)
            state = game.successor(state, game.parse_move(text))
            naive.made(text)
        outcome = game.outcome(state)
        assert (outcome and outcome.winner.value) == naive.winner()


@pytest.mark.parametrize("name", GAMES)
def test_both_object_for_the_same_reason(name: str, size: Size) -> None:
    random = Random(name)
    for _ in range(size(sample=30, full=500)):
        game = random_game(name, random)
        state = game.start(random)
        naive = naive_twin(game, state, Seat.ONE)
        for _ in range(25):
            for move in game.all_moves():
                objection = game.objection(state, move)
                kind = naive.objection(game.format_move(move))
                assert (objection is None) == (kind is None)
                if objection is not None and kind is not None and kind != "over":
                    words = KINDS[kind]
                    reasons = (words,) if isinstance(words, str) else words
                    assert any(reason in objection.reason for reason in reasons)
            if not game.legal_moves(state):
                break
            move = random.choice(game.legal_moves(state))
            state = game.successor(state, move)
            naive.made(game.format_move(move))
