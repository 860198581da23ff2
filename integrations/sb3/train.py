"""Train MaskablePPO of sb3-contrib on a batch of games, and print how many games it wins.

    python train.py digit-duel --opponent perfect --critical 5000

README.md says what to install.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from batch_env import BatchVecEnv
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.callbacks import BaseCallback

EVALUATED = 2_000
"""How many games are played for each win rate."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Train MaskablePPO against a computer player.")
    parser.add_argument("game", nargs="?", default="digit-duel")
    parser.add_argument("--opponent", default="random", help="random (the default) or perfect")
    parser.add_argument(
        "--critical", type=int, help="start in N positions in which some moves are mistakes"
    )
    parser.add_argument("--steps", type=int, default=200_000, help="training steps (200000)")
    parser.add_argument("--games", type=int, default=512, help="games at the same time (512)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (1)")
    given = parser.parse_args()

    torch.set_num_threads(1)  # faster for such a small network

    starts = {"critical": given.critical} if given.critical else {}
    envs = BatchVecEnv(given.game, given.games, opponent=given.opponent)
    envs.set_options(starts)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=32,
        batch_size=2_048,
        learning_rate=1e-3,
        gamma=1,
        seed=given.seed,
        device="cpu",
    )
    print("   steps   games won")
    evaluated = BatchVecEnv(given.game, EVALUATED, opponent=given.opponent)
    progress = Progress(evaluated, starts, given.seed + 1, given.steps // 10)
    model.learn(given.steps, callback=progress)


class Progress(BaseCallback):
    """Prints the win rate before, during and after the training."""

    def __init__(self, envs: BatchVecEnv, starts: dict[str, int], seed: int, every: int) -> None:
        super().__init__()
        self._envs, self._starts, self._seed = envs, starts, seed
        self._every, self._next = every, 0

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._next:
            self._print()

    def _on_step(self) -> bool:
        return True

    def _on_training_end(self) -> None:
        self._print()

    def _print(self) -> None:
        self._envs.seed(self._seed)  # the same games every time
        self._envs.set_options(self._starts)
        print(f"{self.num_timesteps:8,}   {win_rate(self.model, self._envs):9.1%}", flush=True)
        self._next += self._every


def win_rate(model: MaskablePPO, envs: BatchVecEnv) -> float:
    """Return the share of first games that the model wins with the moves that it thinks best."""
    observations = envs.reset()
    won, over = np.zeros((2, envs.num_envs), dtype=bool)
    while not over.all():
        masks = get_action_masks(envs)
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        observations, rewards, dones, _ = envs.step(actions)
        won |= ~over & dones & (rewards > 0)
        over |= dones
    return float(won.mean())


if __name__ == "__main__":
    main()
