"""A Gymnasium `VectorEnv` that plays thousands of games at once.

If the extra `fast` is installed, `gymnasium.make_vec("lastdigit/DigitDuel-v0", 4_096)` creates such
an environment.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from lastdigit.batch import CUT_OFF, ENDED, Batch
from lastdigit.batch.batch import MAX_GAMES, check_count
from lastdigit.errors import OptionError, UsageError
from lastdigit.game.options import OptionValue, check_flag, checked_options
from lastdigit.games import find
from lastdigit.rl.encoding import Observation

import gymnasium  # isort: skip - importing encoding reports a missing extra
import numpy as np  # isort: skip
from gymnasium.vector import AutoresetMode, VectorEnv  # isort: skip
from gymnasium.vector.utils import batch_space  # isort: skip
from numpy.typing import NDArray  # isort: skip


Array: TypeAlias = NDArray[Any]
Info = dict[str, Any]
RESET_OPTIONS = ("positions", "critical")
"""The names of the options for `GameVectorEnv.reset`."""


class GameVectorEnv(VectorEnv[Observation, Array, Array]):
    """A Gymnasium `VectorEnv` for many games of one kind, each between an agent and an opponent.

    - `opponent`: "random", "perfect", or None if the caller makes both players' moves
    - `seat`: the agent's seat, which is 1 (moves first), 2, "random" or "alternate"
    - `illegal`: the reward for an illegal action, or None to raise IllegalMove instead
    - `threads`: the number of threads
    - `copy`: if False, the returned arrays are valid only until the next step

    Other keyword arguments are the rule options of the game. Without an opponent, each reward is
    for the player who has just moved. Raise UsageError if an argument is invalid.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - declared by the base class

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: str | None = "random",
        seat: int | str = "alternate",
        illegal: int | None = -1,
        threads: int = 1,
        copy: bool = True,
        **options: OptionValue,
    ) -> None:
        check_count("num_envs", num_envs, MAX_GAMES)
        check_flag("copy", copy)
        illegal_reward = (
            int(illegal) if isinstance(illegal, float) and illegal.is_integer() else illegal
        )
        try:
            self.batch = Batch(
                find(game, **options),
                num_envs,
                opponent=opponent,
                seat=seat,
                illegal=illegal_reward,
                threads=threads,
            )
        except UsageError as error:
            raise UsageError(
                f'{error} To combine single environments instead, use vectorization_mode="sync".'
            ) from error
        self.num_envs, self._copy = num_envs, copy
        kind = self.batch.observation.dtype
        self.single_observation_space = gymnasium.spaces.Box(
            self.batch.low.astype(kind), self.batch.high.astype(kind), dtype=kind.type
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Start all games. The seed determines all random choices.

        The option `positions` is a list of starting positions as strings. Alternatively, the option
        `critical` is the number of random starting positions to generate. In the generated
        positions, some moves are mistakes. Raise UsageError if an argument is invalid.
        """
        given = checked_options(options)
        for name in given:
            if name not in RESET_OPTIONS:
                raise OptionError(
                    f"In batches, reset has no option {name!r}. "
                    f"The options are {' and '.join(RESET_OPTIONS)}."
                )
        if isinstance(seed, list):
            raise OptionError("In batches, seed must be one number for all games, not a list.")
        observation, _ = self.batch.reset(seed, **given)
        return self._given(observation), self._info()

    def step(
        self, actions: Array
    ) -> tuple[Observation, Array, NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Make a move in every game, and let the opponents reply. Restart the games that end.

        Raise MoveSyntaxError for a number that is not an action. Raise IllegalMove for an illegal
        move if the environment has no reward for it.
        """
        observation, _, reward, done = self.batch.step(actions)
        info, over = self._info(), done != 0
        if over.any():
            info |= {"final_obs": self._given(self.batch.final_observation), "_final_obs": over}
        return (
            self._given(observation),
            reward.astype(np.float32),
            done == ENDED,
            done == CUT_OFF,
            info,
        )

    def _info(self) -> Info:
        every = np.ones(self.num_envs, dtype=np.bool_)
        return {
            "action_mask": self._given(self.batch.mask),
            "_action_mask": every,
            "seat": self._given(self.batch.seat),
            "_seat": every,
        }

    def _given(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def close_extras(self, **_: Any) -> None:
        """Stop the worker threads of the games."""
        if hasattr(self, "batch"):  # before 1.3, Gymnasium calls this even if __init__ failed
            self.batch.close()
