"""Train MaskablePPO of sb3-contrib to play a game, and count its wins before and after.

    python train.py lastdigit/DigitDuel-v0 --steps 8192

README.md says what to install.
"""

from __future__ import annotations

import argparse

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

import lastdigit.rl.gymnasium  # noqa: F401 - registers the environments

GAMES = 500


def main() -> None:
    """Train and evaluate."""
    parser = argparse.ArgumentParser(description="Train MaskablePPO against a computer player.")
    parser.add_argument("environment", nargs="?", default="lastdigit/DigitDuel-v0")
    parser.add_argument("--opponent", default="random", help="any computer player (random)")
    parser.add_argument("--steps", type=int, default=8_192, help="training steps (8192)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (1)")
    given = parser.parse_args()
    env_kwargs = {"opponent": given.opponent}
    envs = make_vec_env(given.environment, n_envs=8, seed=given.seed, env_kwargs=env_kwargs)
    model = MaskablePPO("MlpPolicy", envs, n_steps=128, seed=given.seed, device="cpu")
    print(f"before: {win_rate(model, envs):.1%} of {GAMES} games won")
    model.learn(given.steps)
    print(f"after {model.num_timesteps:,} steps: {win_rate(model, envs):.1%} won")


def win_rate(model: MaskablePPO, envs: VecEnv) -> float:
    """Return the share of games that the model wins with the moves it thinks best."""
    observations, wins, games = envs.reset(), 0, 0
    while games < GAMES:
        masks = get_action_masks(envs)
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        observations, rewards, over, _ = envs.step(actions)
        games += int(over.sum())
        wins += int((rewards[over] > 0).sum())
    return wins / games


if __name__ == "__main__":
    main()
