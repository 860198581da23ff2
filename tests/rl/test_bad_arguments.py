"""Environments refuse bad arguments with an error that says what is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastdigit.batch import Batch
from lastdigit.errors import IllegalMove, MoveSyntaxError, UsageError
from lastdigit.games import find
from lastdigit.rl.gymnasium import GameEnv
from lastdigit.rl.pettingzoo import GameAECEnv, digit_duel_v0
from lastdigit.rl.vector import GameVectorEnv
from tests.conftest import GAMES


@pytest.fixture(autouse=True)
def _interpreted(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the kernels of batches as plain functions: compiling takes seconds."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setattr("lastdigit.batch.loop.njit", lambda **_: lambda function: function)


ENVIRONMENT = [
    ({"illegal": "x"}, "'illegal' cannot be 'x': it must be a number or None"),
    ({"illegal": True}, "'illegal' cannot be True: it must be a number or None"),
    ({"illegal": float("nan")}, "'illegal' cannot be nan: it must be a number or None"),
    ({"regret_weight": "x", "oracle": True}, "'regret_weight' cannot be 'x': it must be a number"),
    (
        {"regret_weight": None, "oracle": True},
        "'regret_weight' cannot be None: it must be a number",
    ),
    ({"oracle": "yes"}, "'oracle' cannot be 'yes': it must be True or False"),
    ({"seat": True}, "'seat' cannot be True: it must be 1, 2, 'alternate' or 'random'"),
    ({"render_mode": 1}, "'render_mode' cannot be 1: it must be None or 'ansi'"),
    ({"game": 5}, f"5 is not the name of a game. Pass a string such as '{GAMES[0]}'"),
    ({"game": None}, f"None is not the name of a game. Pass a string such as '{GAMES[0]}'"),
    ({"number_1": "9"}, "'number-1' cannot be"),
    ({"number_1": -9}, "'number-1' cannot be \"-9\": it must be 1 to 999"),
]


@pytest.mark.parametrize(("wrong", "expected"), ENVIRONMENT)
def test_gymnasium_refuses_bad_arguments(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        GameEnv(**{"game": "digit-duel", **wrong})


@pytest.mark.parametrize("reward", [-1, 0.5, None, np.float32(-2), np.int64(3)])
def test_gymnasium_accepts_every_kind_of_number_as_a_reward(reward: Any) -> None:
    GameEnv("digit-duel", illegal=reward).reset(seed=1)


RESET: list[tuple[dict[str, Any], str]] = [
    ({"options": 5}, "'options' cannot be 5: it must be a dict or None"),
    ({"options": [("seat", 1)]}, "'options' cannot be .*: it must be a dict or None"),
    ({"seed": "x"}, "'seed' cannot be 'x': it must be None or a whole number that is not negative"),
    ({"seed": -1}, "'seed' cannot be -1: it must be None or a whole number that is not negative"),
    ({"seed": 1.5}, "'seed' cannot be 1.5: it must be None or a whole number that is not negative"),
]


@pytest.mark.parametrize(("wrong", "expected"), RESET)
def test_resets_refuse_bad_arguments(wrong: dict[str, Any], expected: str) -> None:
    environments: tuple[Any, ...] = (GameEnv("digit-duel"), GameAECEnv("digit-duel"))
    for env in (*environments, digit_duel_v0.env()):
        env.reset(seed=np.int64(1))
        with pytest.raises(UsageError, match=expected):
            env.reset(**wrong)


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"game": 5}, f"5 is not the name of a game. Pass a string such as '{GAMES[0]}'"),
        ({"render_mode": "human"}, "'render_mode' cannot be 'human': it must be None or 'ansi'"),
        ({"digits": 9}, "'digits' cannot be"),
        ({"illegal": -1}, "has no option"),
    ],
)
def test_pettingzoo_refuses_bad_arguments(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        GameAECEnv(**{"game": "digit-duel", **wrong})


@pytest.mark.parametrize("method", ["observe", "observation_space", "action_space"])
def test_pettingzoo_refuses_unknown_agents(method: str) -> None:
    env = GameAECEnv("digit-duel")
    env.reset(seed=1)
    with pytest.raises(UsageError, match="the agents are player_1 and player_2"):
        getattr(env, method)("player_3")


BATCH: list[tuple[dict[str, Any], str]] = [
    ({"games": 0}, "'games' cannot be 0: it must be a number from 1"),
    ({"games": "x"}, "'games' cannot be 'x': it must be a number from 1"),
    ({"threads": True}, "'threads' cannot be True: it must be a number from 1"),
    ({"illegal": "x"}, "'illegal' cannot be 'x': it must be a whole number from -128"),
    ({"illegal": True}, "'illegal' cannot be True: it must be a whole number from -128"),
    ({"illegal": 0.5}, "'illegal' cannot be 0.5: it must be a whole number from -128"),
    ({"seat": True}, "'seat' cannot be True: it must be 1, 2, 'alternate' or 'random'"),
    ({"seat": 1.0}, "'seat' cannot be 1.0: it must be 1, 2, 'alternate' or 'random'"),
    ({"opponent": "easy"}, "'opponent' cannot be 'easy': in batches it must be"),
    ({"game": 5}, f"5 is not the name of a game. Pass a string such as '{GAMES[0]}'"),
]


@pytest.mark.parametrize(("wrong", "expected"), BATCH)
def test_batches_refuse_bad_arguments(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        Batch(**{"game": "digit-duel", "games": 2, **wrong})


def test_batches_refuse_options_for_a_game_object() -> None:
    with pytest.raises(UsageError, match="A game object already has its options"):
        Batch(find("digit-duel"), 2, digits=2)


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        *[({"num_envs" if name == "games" else name: value}, expected.replace("games", "num_envs"))
          for one, expected in BATCH for name, value in one.items()],
        ({"copy": "no"}, "'copy' cannot be 'no': it must be True or False"),
    ],
)  # fmt: skip
def test_vector_environments_refuse_bad_arguments(wrong: dict[str, Any], expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        GameVectorEnv(**{"game": "digit-duel", "num_envs": 2, **wrong})


@pytest.fixture
def batch() -> Iterator[Batch]:
    with closing(Batch("digit-duel", 2)) as made:
        yield made


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        *[case for case in RESET if "seed" in case[0]],
        ({"positions": 5}, "'positions' must be a list of"),
        ({"positions": "1 999 999"}, "'positions' must be a list of"),
        ({"positions": ["1 999 999", 5]}, "'positions' must be a list of"),
        ({"critical": "x"}, "'critical' cannot be 'x': it must be a number from 1"),
        ({"critical": True}, "'critical' cannot be True: it must be a number from 1"),
    ],
)
def test_the_reset_of_a_batch_refuses_bad_arguments(
    batch: Batch, wrong: dict[str, Any], expected: str
) -> None:
    with pytest.raises(UsageError, match=expected):
        batch.reset(**wrong)


@pytest.mark.parametrize(("wrong", "expected"), RESET)
def test_the_reset_of_a_vector_environment_refuses_bad_arguments(
    wrong: dict[str, Any], expected: str
) -> None:
    with pytest.raises(UsageError, match=expected):
        GameVectorEnv("digit-duel", 2).reset(**wrong)


@pytest.mark.parametrize("actions", [[[1], [1, 2]], "tens", None, [0.5, 1], [1], [3, 1], [-1, 1]])
def test_a_batch_refuses_bad_actions(batch: Batch, actions: Any) -> None:
    batch.reset(seed=1)
    with pytest.raises(MoveSyntaxError, match=r"whole number|is not an action"):
        batch.step(actions)


def test_openspiel_refuses_bad_arguments() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    import lastdigit.rl.openspiel  # noqa: F401 - registers the games

    for given, expected in (
        ("digit_duel(number_1=0)", "'number-1' cannot be \"0\": it must be 1 to 999"),
        ("digit_duel(number_1=-1)", "'number-1' cannot be \"-1\": it must be 1 to 999"),
        ("digit_poison(divisors=x)", "'divisors' cannot be 'x': write a list as '2\\+3' or 2_3"),
        ("operation_obliteration(divisors='2+5')", "'divisors' cannot be"),
    ):
        with pytest.raises(UsageError, match=expected):
            pyspiel.load_game(f"lastdigit_{given}")
    state = pyspiel.load_game("lastdigit_digit_duel(number_1=99)").new_initial_state()
    for action in (-2, 3):  # OpenSpiel itself refuses -1
        with pytest.raises(MoveSyntaxError, match=f"{action} is not an action: .* from 0 to 2"):
            state.apply_action(action)
        with pytest.raises(MoveSyntaxError, match=f"{action} is not an action: .* from 0 to 2"):
            state.action_to_string(action)
    with pytest.raises(IllegalMove, match="zero"):
        state.apply_action(0)
    assert str(state) == "1 099 999"
