"""Thousands of games as one Gymnasium `VectorEnv`: a batch under the names that Gymnasium asks for.

`gymnasium.make_vec("lastdigit/DigitDuel-v0", 4_096)` makes one where the extra `fast` is installed.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from lastdigit.adapters.encoding import Observation
from lastdigit.batch import CUT_OFF, ENDED, Batch
from lastdigit.batch.batch import MOST_GAMES, check_count
from lastdigit.errors import OptionError, UsageError
from lastdigit.game.options import OptionValue, check_flag, checked_options

import gymnasium  # isort: skip - encoding, above, says what to install where it is missing
import numpy as np  # isort: skip
from gymnasium.vector import AutoresetMode, VectorEnv  # isort: skip
from gymnasium.vector.utils import batch_space  # isort: skip
from numpy.typing import NDArray  # isort: skip

Array: TypeAlias = NDArray[Any]
Info = dict[str, Any]
BEGINNINGS = ("positions", "critical")
"""The options of `reset`."""


class GameVectorEnv(VectorEnv[Observation, Array, Array]):
    """So many games of one kind, each played by an agent against an opponent.

    `opponent` is `random`, `perfect`, or None: then both seats are played, and a reward is for
    whoever made the move. `seat`, `illegal`, `threads` and rule options are those of `Batch`. With
    `copy` False arrays are the batch's own: they can be read only, until the next step. Raises
    UsageError.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - declared by its class

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
        check_count("num_envs", num_envs, MOST_GAMES)
        check_flag("copy", copy)
        whole = int(illegal) if isinstance(illegal, float) and illegal.is_integer() else illegal
        try:
            self.batch = Batch(
                game,
                num_envs,
                opponent=opponent,
                seat=seat,
                illegal=whole,
                threads=threads,
                **options,
            )
        except UsageError as error:
            raise UsageError(
                f'{error} With vectorization_mode="sync" single environments are taken together.'
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
        """Begin all games; one seed decides all chance.

        The options are `positions`, a list of texts, and `critical`, a number: those of a batch.
        Raises UsageError for anything else.
        """
        given = checked_options(options)
        for name in given:
            if name not in BEGINNINGS:
                raise OptionError(
                    f"In batches reset has no option {name!r}: they are {' and '.join(BEGINNINGS)}."
                )
        if isinstance(seed, list):
            raise OptionError("In batches seed is one number for all games, not a list.")
        observation, _ = self.batch.reset(seed, **given)
        return self._given(observation), self._info()

    def step(
        self, actions: Array
    ) -> tuple[Observation, Array, NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Make a move in every game, and let the opponents answer.

        A game that ends begins anew at once; its last observation is in `final_obs`, in the rows
        that `_final_obs` says. Raises MoveSyntaxError, and IllegalMove if that was chosen.
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
        """Stop the threads."""
        if hasattr(self, "batch"):  # before 1.3, Gymnasium also closes what was never built
            self.batch.close()
