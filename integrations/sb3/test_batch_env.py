"""The batch is a `VecEnv` as Stable-Baselines3 expects it: `pytest test_batch_env.py`."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from batch_env import BatchVecEnv
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecCheckNan, VecMonitor

import lastdigit.rl.gymnasium  # noqa: F401 - registers the environments
from lastdigit import IllegalMove, LastDigitError, find

GAME = "digit-duel"


def actions_in(envs: Any) -> np.ndarray[Any, Any]:
    """Return the first legal action of each game."""
    return get_action_masks(envs).argmax(axis=1)


def test_single_environments_pass_the_check_of_stable_baselines3() -> None:
    check_env(gymnasium.make("lastdigit/DigitDuel-v0").unwrapped)


def test_observations_are_those_of_the_single_environment() -> None:
    envs = BatchVecEnv(GAME, 4, seat=1)
    single = gymnasium.make("lastdigit/DigitDuel-v0", seat=1)
    observation, info = single.reset()
    assert envs.observation_space.shape == single.observation_space.shape
    assert envs.action_space == single.action_space
    assert envs.reset().tolist() == [observation.tolist()] * 4
    assert get_action_masks(envs).tolist() == [info["action_mask"].tolist()] * 4


def test_finished_games_restart_and_report_their_last_observation() -> None:
    envs = VecMonitor(VecCheckNan(BatchVecEnv(GAME, 64, opponent="perfect"), raise_exception=True))
    observation, finished = envs.reset(), 0
    for _ in range(200):
        assert all(map(envs.observation_space.contains, observation))
        observation, rewards, dones, infos = envs.step(actions_in(envs))
        assert (rewards.dtype, dones.dtype) == (np.float32, np.bool_)
        assert set(rewards[dones]) <= {-1, 1}
        assert not rewards[~dones].any()
        for game, info in enumerate(infos):
            assert ("terminal_observation" in info) == dones[game]
            if dones[game]:
                finished += 1
                assert not info["TimeLimit.truncated"]
                assert info["episode"]["r"] == rewards[game]
                assert (info["terminal_observation"] != observation[game]).any()
    assert finished > 64


def test_returned_arrays_survive_the_next_step() -> None:
    envs = BatchVecEnv(GAME, 8)
    first = envs.reset()
    kept = first.copy()
    second, *_ = envs.step(actions_in(envs))
    assert (first == kept).all()
    assert (second != first).any()


def test_games_that_do_not_end_are_truncated() -> None:
    envs = BatchVecEnv(GAME, 1, seat=1)
    envs.set_options({"positions": ["1 300 300"]})
    envs.reset()
    illegal = int(np.flatnonzero(get_action_masks(envs)[0] == 0)[0])
    for step in range(1, 1_001):
        _, _, [done], [info] = envs.step(np.array([illegal]))
        assert done == (step == 1_000)
    assert info["TimeLimit.truncated"]


def test_a_seed_determines_the_games() -> None:
    def play(seed: int) -> list[Any]:
        envs = BatchVecEnv(GAME, 16)
        envs.seed(seed)
        envs.set_options({"critical": 4})
        return [envs.reset().tolist(), *(envs.step(actions_in(envs))[0].tolist() for _ in "12345")]

    assert play(1) == play(1) != play(2)


def test_options_last_until_the_next_reset() -> None:
    envs = BatchVecEnv(GAME, 2, seat=1)
    envs.set_options({"positions": ["1 123 456"]})
    assert envs.reset()[:, 1:4].tolist() == [[1, 2, 3]] * 2
    start = find(GAME).start()
    assert envs.reset().tolist() == [list(find(GAME).observation(start))] * 2


def test_games_have_only_a_mask() -> None:
    envs = BatchVecEnv(GAME, 3, seat=1)
    envs.reset()
    assert is_masking_supported(envs)
    assert [mask().tolist() for mask in envs.get_attr("action_masks")] == [[1, 1, 1]] * 3
    assert [mask.tolist() for mask in envs.env_method("action_masks", indices=[1])] == [[1, 1, 1]]
    assert envs.env_is_wrapped(gymnasium.Wrapper) == [False] * 3
    assert not envs.has_attr("gravity")
    for use in (
        lambda: envs.get_attr("gravity"),
        lambda: envs.set_attr("gravity", 1),
        lambda: envs.env_method("fall"),
    ):
        with pytest.raises(AttributeError):
            use()


def test_mistakes_are_errors() -> None:
    with pytest.raises(LastDigitError, match="easy"):
        BatchVecEnv(GAME, 2, opponent="easy")
    envs = BatchVecEnv(GAME, 1, seat=1, illegal=None)
    envs.set_options({"positions": ["1 300 300"]})
    envs.reset()
    illegal = int(np.flatnonzero(get_action_masks(envs)[0] == 0)[0])
    with pytest.raises(IllegalMove):
        envs.step(np.array([illegal]))


@pytest.mark.parametrize("algorithm", [PPO, MaskablePPO])
def test_algorithms_learn_on_it(algorithm: Any) -> None:
    envs = VecMonitor(BatchVecEnv("digit-poison", 32))
    model = algorithm("MlpPolicy", envs, n_steps=16, batch_size=128, seed=1, device="cpu")
    before = [value.clone() for value in model.policy.parameters()]
    model.learn(1_024)
    after = model.policy.parameters()
    assert any((old != new).any() for old, new in zip(before, after, strict=True))
