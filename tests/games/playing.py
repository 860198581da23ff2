"""Random play over the contract, for tests: games with random options, and random walks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import lastdigit
from lastdigit.core.game import AnyGame
from lastdigit.core.options import Option, OptionValue
from lastdigit.core.values import Seat
from lastdigit.errors import OptionError


def random_value(told: Option, random: Random) -> OptionValue:
    """Return an allowed value, small ones as often as large ones."""
    if told.kind == "yes/no":
        return random.random() < 0.5
    if told.none and random.random() < 0.3:
        return None
    high = min(told.high, told.low + random.choice((10, 100, 10**9)))
    return random.randint(told.low, high)


def random_game(name: str, random: Random) -> AnyGame:
    """Return a game with random options, drawn again where the game itself refuses them."""
    kind = lastdigit.catalogue()[name]
    while True:
        try:
            return kind.of({told.name: random_value(told, random) for told in kind.options()})
        except OptionError:
            continue


def random_walk(game: AnyGame, random: Random, longest: int = 400) -> Iterator[tuple[Any, Any]]:
    """Yield every position of a random game with the move made there, None at the end."""
    state = game.start(random, random.choice(tuple(Seat)))
    for _ in range(longest):
        moves = game.legal_moves(state)
        if not moves:
            break
        move = random.choice(moves)
        yield state, move
        state = game.successor(state, move)
    yield state, None


def quiet_moves(name: str, count: int) -> list[str]:
    """Return legal moves from a game's start after which it still goes on."""
    game = lastdigit.find(name)
    for seed in range(1_000):
        walk = list(random_walk(game, Random(seed), longest=count + 1))
        if len(walk) > count + 1:
            return [game.format_move(move) for _, move in walk[:count]]
    raise AssertionError(f"no game of {name} lasts {count} moves")
