"""A `VecEnv` of Stable-Baselines3 that plays thousands of games at once (`lastdigit.batch`)."""

# ruff: noqa: ARG002 - the base class declares the arguments

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import Wrapper, spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from lastdigit.batch import CUT_OFF, Batch

Array = NDArray[Any]
Indices = int | Iterable[int] | None
ACTION_MASKS = "action_masks"
"""The method that MaskablePPO calls in every environment."""


class BatchVecEnv(VecEnv):
    """Many games of one kind, each between an agent and a computer player.

    - `opponent`: "random" or "perfect"
    - `seat`: the agent's seat, which is 1 (moves first), 2, "random" or "alternate"
    - `illegal`: the reward for an illegal action, or None to raise IllegalMove instead
    - `threads`: the number of threads

    Other keyword arguments are the rule options of the game. `set_options` accepts the arguments of
    `Batch.reset`: `positions` or `critical`, for all games together.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 256,
        *,
        opponent: str = "random",
        seat: int | str = "alternate",
        illegal: int | None = -1,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.batch = Batch(
            game,
            num_envs,
            opponent=opponent,
            seat=seat,
            illegal=illegal,
            threads=threads,
            **options,
        )
        kind = self.batch.observation.dtype
        low, high = self.batch.low.astype(kind), self.batch.high.astype(kind)
        super().__init__(
            num_envs, spaces.Box(low, high, dtype=kind.type), spaces.Discrete(self.batch.actions)
        )

    def reset(self) -> Array:
        """Start all games, with the seed and the options that were set last."""
        observation, _ = self.batch.reset(self._seeds[0], **self._options[0])
        self._reset_seeds()
        self._reset_options()
        return observation.copy()

    def step_async(self, actions: Array) -> None:
        """Remember the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """Make a move in every game. A finished game restarts in the same step."""
        observation, _, reward, done = self.batch.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(done):
            infos[game] = {
                "terminal_observation": self.batch.final_observation[game].copy(),
                "TimeLimit.truncated": bool(done[game] == CUT_OFF),
            }
        # Algorithms use the last observation after the next step, which overwrites the batch's.
        return observation.copy(), reward.astype(np.float32), done != 0, infos

    def close(self) -> None:
        """Stop the worker threads."""
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return `render_mode` or a function that returns the action mask, for each game."""
        games = list(self._get_indices(indices))
        if attr_name == "render_mode":
            return [None for _ in games]
        if attr_name == ACTION_MASKS:
            return [lambda game=game: self.batch.mask[game].copy() for game in games]
        raise AttributeError(f"The games of a batch have no attribute {attr_name!r}.")

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Raise an error: there are no single environments."""
        raise AttributeError(f"The games of a batch have no attribute {attr_name!r} to set.")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call `action_masks`, the only method of a game."""
        if method_name != ACTION_MASKS:
            raise AttributeError(f"The games of a batch have no method {method_name!r}.")
        return list(self.batch.mask[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: type[Wrapper], indices: Indices = None) -> list[bool]:
        """Return False for each game."""
        return [False for _ in self._get_indices(indices)]
