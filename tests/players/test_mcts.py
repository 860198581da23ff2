"""Tree search: independent of the game, repeatable with a seed, stronger with more playouts."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

import lastdigit
from lastdigit.errors import UsageError
from lastdigit.game.game import Seat, Value
from lastdigit.match.record import End
from lastdigit.players import COMPUTERS, check_kind, kinds
from lastdigit.players.builtin import (
    MAX_PLAYOUT_PLIES,
    Node,
    TreeSearch,
    playout_winner,
    select_path,
)
from lastdigit.players.players import find_computer
from lastdigit.solver import solver_for, split
from lastdigit.testing.conformance import random_walk
from tests.conftest import GAMES, Size
from tests.players.games import played


@pytest.mark.parametrize("name", GAMES)
def test_tree_search_makes_legal_and_reproducible_moves(name: str) -> None:
    game = lastdigit.find(name)
    for state, move in random_walk(game, Random(5), longest=20):
        if move is not None:
            text = TreeSearch(10).choose(game, state, Random(3))
            assert game.parse_move(text) in game.legal_moves(state)
            assert TreeSearch(10).choose(game, state, Random(3)) == text


@pytest.mark.parametrize("name", GAMES)
def test_every_playout_counts_once_at_each_level_of_the_tree(name: str) -> None:
    game = lastdigit.find(name)
    root = Node(game, game.start(Random(1)))
    for number in range(1, 51):
        path = list(select_path(game, root, Random(number)))
        assert path[0] is root
        for node in path:
            node.visits += 1
        for before, after in pairwise(path):
            assert after in before.children
            assert game.successor(before.state, after.move) == after.state
    assert root.visits == 50
    assert sum(child.visits for child in root.children) == 50


def test_tree_search_does_not_miss_an_immediate_win() -> None:
    game = lastdigit.find("digit-dilemma")
    found = 0
    for seed in range(60):
        for state, move in random_walk(game, Random(seed)):
            branches = solver_for(game).branches(state) if move is not None else ()
            kept, lost = split(branches) if branches else ([], [])
            if lost and any(branch.solution == (Value.LOSE, 0) for branch in kept):
                text = TreeSearch(200).choose(game, state, Random(seed))
                assert text in {game.format_move(branch.move) for branch in kept}
                found += 1
    assert found > 10


def test_more_playouts_err_less_at_critical_positions(size: Size) -> None:
    game = lastdigit.find("digit-dilemma")
    solver = solver_for(game)
    errors = {1: 0, 20: 0, 400: 0}
    critical = 0
    for seed in range(size(sample=15, full=60)):
        for state, move in random_walk(game, Random(seed)):
            branches = solver.branches(state) if move is not None else ()
            if not branches or not split(branches)[1]:
                continue
            critical += 1
            kept = {game.format_move(branch.move) for branch in split(branches)[0]}
            for playouts in errors:
                text = TreeSearch(playouts).choose(game, state, Random(seed))
                errors[playouts] += text not in kept
    assert critical > size(sample=12, full=50)
    assert errors[1] > errors[20] > errors[400]


def test_a_game_without_end_is_played_out_as_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    game = lastdigit.find("digit-duel")
    plies = []

    def stand_still(_: object, state: object, move: object) -> object:
        plies.append(move)
        return state

    monkeypatch.setattr(type(game), "successor", stand_still)
    assert playout_winner(game, game.start(Random(1)), Random(1)) is None
    assert len(plies) == MAX_PLAYOUT_PLIES


def test_tree_search_beats_random_from_both_seats() -> None:
    wins = 0
    for one, two, seat in (("mcts:100", "random", Seat.ONE), ("random", "mcts:100", Seat.TWO)):
        record = played(one, two, "digit-duel").record
        assert record.result.end is End.WIN
        wins += record.result.winner is seat
    assert wins == 2


@pytest.mark.parametrize("who", ["mcts:", "mcts:0", "mcts:-1", "mcts:many", "mcts:1e3", "mcts"])
def test_an_invalid_number_of_playouts_is_refused(who: str) -> None:
    with pytest.raises(UsageError):
        check_kind(who)


@pytest.mark.parametrize("who", ["cmd:", "cmd:''", "cmd:'x", "llm:", "llm: ", "dice:6", "cmd:a\nb"])
def test_an_unknown_player_is_refused(who: str) -> None:
    with pytest.raises(UsageError):
        check_kind(who)


def test_forms_of_players_are_listed_separately_from_computers() -> None:
    assert {"mcts:N", "cmd:PROGRAM ARGS", "llm:MODEL"} < set(kinds())
    assert not any(":" in name for name in COMPUTERS)
    for who in ("mcts:200", "cmd:./bot.sh -v", "llm:some/model:latest", "perfect", "human"):
        assert check_kind(who) == who
    with pytest.raises(UsageError, match="not a computer player"):
        find_computer("cmd:./bot.sh")
