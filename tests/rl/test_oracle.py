"""Exact values in environments, training positions and seat functions."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from random import Random

import numpy as np
import pytest

from lastdigit.analysis.critical import Split, split_of
from lastdigit.errors import OptionError, PlayerError, UsageError
from lastdigit.exam.pools import load_pool
from lastdigit.game.game import Seat
from lastdigit.games import find
from lastdigit.players.players import find_computer, open_player
from lastdigit.rl.gymnasium import GameEnv
from lastdigit.rl.pettingzoo import GameAECEnv
from lastdigit.solver import solver_for
from lastdigit.testing.conformance import random_walk
from tests.conftest import GAMES, Run
from tests.sizes import sampled


@pytest.mark.parametrize("name", sampled(GAMES, *GAMES[:3]))
def test_following_the_oracle_never_spoils_the_value(name: str) -> None:
    env, random = GameEnv(name, oracle=True, opponent="random", seat="random"), Random(name)
    _, info = env.reset(seed=1)
    for _ in range(60):
        solver, before = solver_for(env.game), env._state
        assert info["value"] == {"win": 1, "draw": 0, "lose": -1}[solver.solution(before).value]
        assert info["remoteness"] == solver.solution(before).remoteness
        best = np.flatnonzero(info["optimal_actions"])
        assert set(best) <= set(np.flatnonzero(info["action_mask"]))
        _, _, ended, cut_off, info = env.step(random.choice(best))
        assert info["regret"] == 0
        if ended or cut_off:
            _, info = env.reset()


def test_the_regret_of_a_move_can_be_subtracted_from_the_reward() -> None:
    env = GameEnv("digit-duel", oracle=True, regret_weight=0.25, opponent="perfect", seat=1)
    _, info = env.reset(seed=1)
    assert info["value"] == 1
    assert list(info["optimal_actions"]) == [0, 0, 1]
    _, reward, _, _, info = env.step(0)
    assert (reward, info["regret"]) == (-0.5, 2)


def test_a_regret_without_an_oracle_is_refused() -> None:
    with pytest.raises(OptionError, match="needs oracle=True"):
        GameEnv("digit-duel", regret_weight=1.0)


@pytest.mark.parametrize("name", sampled(GAMES, "digit-duel", "operation-obliteration"))
def test_a_critical_start_has_right_and_wrong_moves_and_is_for_training(name: str) -> None:
    env = GameEnv(name, oracle=True)
    for _ in range(5):
        _, info = env.reset(options={"critical": True})
        assert env._state.mover is env.seat
        assert 0 < info["optimal_actions"].sum() < info["action_mask"].sum()
        assert split_of(env.game, env._state) is Split.TRAIN


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"critical": 1}, "must be True or False"),
        ({"critical": True, "position": "1 999 999"}, "cannot be combined"),
        ({"grave": True}, "The options are seat, position, critical and grade"),
    ],
)
def test_invalid_starts_are_refused(options: dict[str, object], expected: str) -> None:
    env = GameEnv("digit-duel")
    with pytest.raises(OptionError, match=expected):
        env.reset(options=options)


def test_masks_have_the_name_that_sb3_contrib_uses() -> None:
    env = GameEnv("digit-poison")
    _, info = env.reset(seed=3)
    assert (env.action_masks() == info["action_mask"]).all()


def test_a_random_seat_is_drawn_for_every_game() -> None:
    env = GameEnv("digit-duel", seat="random")
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(40)} == {1, 2}


# Functions as players

POLICY = """
def last(game, state, random):
    return game.format_move(game.legal_moves(state)[-1])

def number(game, state, random):
    return game.all_moves().index(game.legal_moves(state)[0])

def nonsense(game, state, random):
    return 3.5

def illegal(game, state, random):
    return "hundreds"

def broken(game, state, random):
    raise RuntimeError("no weights")

value = 7
"""


@pytest.fixture
def policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_policies.py").write_text(POLICY)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("policies")
def test_a_function_plays_in_environments_and_is_copied_with_them() -> None:
    env = GameEnv("digit-duel", opponent="py:my_policies:last", seat=2)
    env.reset(seed=1)
    assert env.game.format_state(env._state) == "2 998 990"
    again = pickle.loads(pickle.dumps(copy.deepcopy(env)))
    assert again.step(2)[0].tolist() == env.step(2)[0].tolist()
    numbered = find_computer("py:my_policies:number")
    game = find("digit-duel")
    for state, move in random_walk(game, Random(1)):
        if move is not None:
            assert numbered.choose(game, state, Random(0)) == str(game.legal_moves(state)[0])


@pytest.mark.usefixtures("policies")
@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("py:my_policies:none", "AttributeError"),
        ("py:no_such_module:f", "ModuleNotFoundError"),
        ("py:my_policies:value", "is not a function"),
        ("py:my_policies", "such as py:my_policy:choose"),
        ("py:my policies:last", "such as py:my_policy:choose"),
    ],
)
def test_a_function_that_cannot_be_loaded_is_refused(who: str, expected: str) -> None:
    with pytest.raises(UsageError, match=expected), open_player(who):
        pass


@pytest.mark.usefixtures("policies")
def test_a_function_without_a_legal_move_forfeits_and_one_that_raises_stops_the_run() -> None:
    for name in ("nonsense", "illegal"):
        env = GameEnv("digit-duel", opponent=f"py:my_policies:{name}", seat=2, number_1=99)
        with pytest.raises(UsageError, match="games in a row ended"):
            env.reset(seed=1)
    env = GameEnv("digit-duel", opponent="py:my_policies:broken", seat=2)
    with pytest.raises(PlayerError, match="RuntimeError: no weights"):
        env.reset(seed=1)


@pytest.mark.usefixtures("policies")
def test_a_function_plays_in_the_arena(call: Run, tmp_path: Path) -> None:
    result = call(
        *("arena", "--players", "py:my_policies:last,random", "--games", "digit-dilemma"),
        *("--starts", "2", "--out", str(tmp_path / "run"), "--workers", "1"),
    )
    assert (result.code, result.err) == (0, ""), result.err
    assert "py:my_policies:last" in result.out


def test_a_game_can_start_at_a_training_position_of_a_grade() -> None:
    env = GameEnv("digit-dilemma", oracle=True, seat=2)
    known = {item.position: item.grade for item in load_pool("digit-dilemma", Split.TRAIN)}
    for grade in (1, 2):
        for _ in range(3):
            _, info = env.reset(options={"grade": grade})
            assert (env.seat, env._state.mover) == (Seat.ONE, Seat.ONE)
            assert known[env.game.format_state(env._state)] == grade
            assert 0 < info["optimal_actions"].sum() < info["action_mask"].sum()
            assert split_of(env.game, env._state) is Split.TRAIN
    both = GameAECEnv("digit-dilemma")
    both.reset(seed=1, options={"grade": 2})
    assert known[both.game.format_state(both._state)] == 2


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"grade": 6}, "must be a number from 1 to 5"),
        ({"grade": True}, "must be a number from 1 to 5"),
        ({"grade": 1, "critical": True}, "cannot be combined"),
        ({"grade": 1, "seat": 2}, "it is Player 1's turn in all"),
        ({"grade": 1}, "has no graded positions"),
    ],
)
def test_invalid_grades_are_refused(options: dict[str, object], expected: str) -> None:
    env = GameEnv("digit-dilemma", divisor=97)
    with pytest.raises(OptionError, match=expected):
        env.reset(options=options)
