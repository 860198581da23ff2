"""Batches as Gymnasium vector environments."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import lastdigit.rl.gymnasium
from lastdigit.errors import UsageError
from lastdigit.rl.gymnasium import environment_id
from lastdigit.rl.vector import GameVectorEnv
from lastdigit.solver.tables import prepare
from tests.conftest import games_with
from tests.sizes import FULL

DUEL = environment_id("digit-duel")
MODE: dict[str, Any] = {"vectorization_mode": "vector_entry_point"}


@pytest.fixture(autouse=True)
def _kernels(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Cache compiled kernels for the whole run. In `make test` kernels are interpreted."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    prepare("a test")
    if FULL:
        yield
        return
    monkeypatch.setattr("lastdigit.batch.loop.njit", lambda **_: lambda function: function)
    with warnings.catch_warnings():  # random numbers overflow on purpose
        warnings.filterwarnings("ignore", "overflow encountered")
        yield


def legal(info: dict[str, Any], random: np.random.Generator) -> Any:
    """Return a legal action for every game."""
    return (random.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)


@pytest.mark.parametrize("name", games_with("kernel"))
def test_every_game_has_a_vector_environment(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make_vec(environment_id(name), 8, **MODE)
    single = gymnasium.make(environment_id(name))
    assert isinstance(env.unwrapped, GameVectorEnv)
    assert env.num_envs == 8
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.single_action_space == single.action_space
    seen: Any = env.single_observation_space
    assert seen.low.tolist() == single.observation_space.low.tolist()  # type: ignore[attr-defined]
    assert seen.high.tolist() == single.observation_space.high.tolist()  # type: ignore[attr-defined]


@pytest.mark.sized  # by the fixture: compiled in `make prove`
def test_steps_follow_gymnasiums_vector_api() -> None:
    env = RecordEpisodeStatistics(gymnasium.make_vec(DUEL, 50, number_1=99, number_2=99, **MODE))
    random = np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    ended = 0
    for _ in range(60):
        assert observation in env.observation_space
        observation, reward, terminated, truncated, info = env.step(legal(info, random))
        assert reward.dtype == np.float32
        assert terminated.dtype == truncated.dtype == np.bool_
        assert (reward[terminated] != 0).all()
        assert not reward[~terminated].any()
        if terminated.any():
            ended += int(terminated.sum())
            assert info["_final_obs"].tolist() == terminated.tolist()
            final = info["final_obs"][terminated]
            assert ((final[:, 1:4].sum(axis=1) == 0) | (final[:, 4:].sum(axis=1) == 0)).all()
            assert (info["episode"]["l"][terminated] > 2).all()
    assert ended > 50
    env.close()


@pytest.mark.prove
def test_arrays_are_copies_by_default() -> None:
    for copy in (True, False):
        env = gymnasium.make_vec(DUEL, 4, copy=copy, opponent=None, **MODE)
        before, _ = env.reset(seed=1)
        after, *_ = env.step(np.ones(4, dtype=int))
        assert (before is not after and (before != after).any()) == copy
        assert before.flags.writeable == copy


def test_a_reset_without_a_seed_continues_the_seeded_sequence() -> None:
    observations = []
    for _ in range(2):
        env = gymnasium.make_vec(DUEL, 20, **MODE)
        observations.append([env.reset(seed=3)[0].tolist(), env.reset()[0].tolist()])
    assert observations[0] == observations[1]
    assert observations[0][0] != observations[0][1]


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({"opponent": "greedy"}, 'vectorization_mode="sync"'),
        ({"oracle": True}, "has no option"),
        ({"illegal": -0.5}, "a whole number"),
    ],
)
def test_options_without_a_batch_version_are_refused_with_an_alternative(
    wishes: dict[str, Any], expected: str
) -> None:
    seeds: Any = [1, 2, 3, 4]
    with pytest.raises(UsageError, match=expected):
        gymnasium.make_vec(DUEL, 4, **MODE, **wishes)
    with pytest.raises(
        UsageError, match=r"no option 'position'\. The options are positions and critical"
    ):
        gymnasium.make_vec(DUEL, 4, **MODE).reset(options={"position": "1 999 999"})
    with pytest.raises(UsageError, match="seed must be one number"):
        gymnasium.make_vec(DUEL, 4, **MODE).reset(seed=seeds)


def test_vector_environments_are_registered_with_the_single_ones() -> None:
    assert gymnasium.spec(DUEL).vector_entry_point == lastdigit.rl.gymnasium.VECTOR


@pytest.mark.prove
def test_games_start_at_the_positions_in_the_options() -> None:
    envs = gymnasium.make_vec(DUEL, 6, **MODE, seat=1)
    observation, _ = envs.reset(seed=1, options={"positions": ["1 123 456"]})
    assert observation.tolist() == [[1, 1, 2, 3, 4, 5, 6]] * 6
    envs.close()
