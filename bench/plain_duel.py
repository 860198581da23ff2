"""Digit Duel as a Gymnasium environment in plain Python, with the outputs of ours.

It is written for one game and one opponent, without options, states or checks.
"""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np

PLACE_VALUES = (100, 10, 1)
START = 999
MAX_PLIES = 1_000


def digits(number: int) -> tuple[int, int, int]:
    return number // 100, number // 10 % 10, number % 10


class PlainDuel(gymnasium.Env[Any, Any]):
    """Digit Duel against a random player."""

    def __init__(self) -> None:
        self.observation_space = gymnasium.spaces.Box(0, 9, (7,), np.int64)
        self.action_space = gymnasium.spaces.Discrete(3)
        self.random = Random(1)
        self.games = 0

    def reset(self, **_: Any) -> tuple[Any, dict[str, Any]]:
        self.numbers = [START, START]
        self.mover, self.plies, self.agent = 0, 0, self.games % 2
        self.games += 1
        if self.agent != self.mover:
            self.reply()
        return self.observe(), self.info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not digits(self.numbers[self.mover])[action]:
            self.plies += 1
            info = {**self.info(), "refusal": "This digit is zero and cannot be used."}
            return self.observe(), -1.0, False, self.plies >= MAX_PLIES, info
        self.play(action)
        if not self.is_over():
            self.reply()
        info, reward, over = self.info(), 0.0, self.is_over()
        if over:
            winner = 0 if self.numbers[0] else 1
            reward = 1.0 if winner == self.agent else -1.0
            info["winner"] = winner + 1
            info["reason"] = f"Player {2 - winner}'s number is zero."
        return self.observe(), reward, over, self.plies >= MAX_PLIES, info

    def play(self, place: int) -> None:
        own, other = self.numbers[self.mover], self.numbers[1 - self.mover]
        other -= digits(own)[place]
        if other > 0:
            own -= PLACE_VALUES[place]
        else:
            other = 0
        self.numbers[self.mover], self.numbers[1 - self.mover] = own, other
        self.mover = 1 - self.mover
        self.plies += 1

    def reply(self) -> None:
        own = digits(self.numbers[self.mover])
        self.play(self.random.choice([place for place in range(3) if own[place]]))

    def is_over(self) -> bool:
        return 0 in self.numbers

    def observe(self) -> Any:
        own, other = self.numbers[self.mover], self.numbers[1 - self.mover]
        return np.array((self.mover + 1, *digits(own), *digits(other)))

    def info(self) -> dict[str, Any]:
        own = (0, 0, 0) if self.is_over() else digits(self.numbers[self.mover])
        mask = np.array([digit > 0 for digit in own], np.int8)
        return {"action_mask": mask, "seat": self.agent + 1}
