"""The compiled mcts makes the same moves as the player `mcts`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import lastdigit
from lastdigit.analysis.critical import random_positions
from lastdigit.game.game import Seat
from lastdigit.players.builtin import TreeSearch
from tests.conftest import GAMES
from tools import compiled_mcts, kernel_mcts
from tools.compiled_mcts import NOT_OVER, graph_from

MASK = 2**64 - 1


class Splitmix(Random):
    """The random generator of the compiled player."""

    def __init__(self, state: int) -> None:
        super().__init__(0)
        self._state = state

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        mixed = self._state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & MASK
        return mixed ^ (mixed >> 31)

    def randrange(self, start: int, *_: Any) -> int:
        return self._next() % start

    def choice(self, seq: Any) -> Any:
        return seq[self._next() % len(seq)]


MEMBERS: dict[str, dict[str, Any]] = {
    "digit-duel": {"number-1": 89, "number-2": 97},
    "number-morph": {"digits": 2},
}


@pytest.mark.prove
@pytest.mark.parametrize("name", GAMES)
def test_the_compiled_player_makes_the_moves_of_mcts(name: str) -> None:
    game = lastdigit.find(name, **MEMBERS.get(name, {}))
    budgets = (1, 4, 16, 64, 256)
    compared = 0
    for seed in range(3):
        for state in random_positions(game, Random(seed)):
            graph = graph_from(game, state, 20_000)
            if graph is None:
                continue
            arrays = compiled_mcts.Arrays(graph)
            places = compiled_mcts.choices(arrays, 0, budgets, seed)
            legal = game.legal_moves(state)
            for budget, place in zip(budgets, places, strict=True):
                made = TreeSearch(budget).choose(game, state, Splitmix(seed))
                assert made == game.format_move(legal[place]), (state, budget)
                compared += len(legal) > 1
            if compared > 60:
                return
    assert compared


@pytest.mark.prove
def test_searching_from_a_later_position_of_the_graph_gives_the_same_moves() -> None:
    game = lastdigit.find("digit-poison", uses=1, divisor=5)
    graph = graph_from(game, game.start(Random(1), Seat.ONE))
    assert graph is not None
    arrays = compiled_mcts.Arrays(graph)
    for root in [number for number, winner in enumerate(graph.winner) if winner == NOT_OVER][1:4]:
        part = arrays.subgraph(root)
        assert len(part.winner) < len(arrays.winner)
        for seed in range(3):
            assert compiled_mcts.choices(part, 0, (4, 64), seed) == compiled_mcts.choices(
                arrays, root, (4, 64), seed
            )


@pytest.mark.prove
def test_the_player_that_uses_kernels_makes_the_moves_of_mcts() -> None:
    game = lastdigit.find("number-morph", digits=2)
    rules = kernel_mcts.Rules(game)
    random = Random(4)
    start = state = game.start(random, Seat.ONE)
    made: list[str] = []
    while legal := game.legal_moves(state):
        places = rules.choices(rules.walk(start, made), (1, 16, 64), 7)
        for budget, place in zip((1, 16, 64), places, strict=True):
            chosen = TreeSearch(budget).choose(game, state, Splitmix(7))
            assert chosen == game.format_move(legal[place]), (made, budget)
        move = random.choice(legal)
        made.append(game.format_move(move))
        state = game.successor(state, move)
    assert len(made) > 3


def test_a_graph_has_every_position_once_with_its_winner() -> None:
    game = lastdigit.find("digit-duel", **{"number-1": 11, "number-2": 3})
    graph = graph_from(game, game.start(Random(1), Seat.ONE))
    assert graph is not None
    assert len(graph.first) == len(graph.winner) + 1
    assert graph.first[-1] == len(graph.after)
    for number, winner in enumerate(graph.winner):
        assert (graph.first[number] == graph.first[number + 1]) == (winner != NOT_OVER)
    assert graph_from(game, game.start(Random(1)), 3) is None, "the graph is too large"
