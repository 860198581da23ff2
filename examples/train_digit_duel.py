"""Learn Digit Duel from scratch: the average result of every action in every position.

    python examples/train_digit_duel.py

Takes a few seconds, and needs the extra `rl`.
"""

import random
from collections import defaultdict

import gymnasium
import numpy as np

import lastdigit.rl.gymnasium  # noqa: F401 - this registers the environments

env = gymnasium.make("lastdigit/DigitDuel-v0", opponent="random", number_1=99, number_2=99)
worth: defaultdict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(3))
rewards = []
random.seed(1)
env.reset(seed=1)
for _ in range(10_000):
    observation, info = env.reset()
    made, over = [], False
    while not over:
        seen = observation[1:].tobytes()  # without the seat
        legal = np.flatnonzero(info["action_mask"])
        guess = random.random() < 0.1
        action = random.choice(legal) if guess else legal[np.argmax(worth[seen][legal])]
        made.append((seen, action))
        observation, reward, ended, cut_off, info = env.step(action)
        over = ended or cut_off
    for seen, action in made:
        worth[seen][action] += 0.1 * (float(reward) - worth[seen][action])
    rewards.append(float(reward))
for games, which in ((rewards[:1000], "first"), (rewards[-1000:], "last")):
    print(f"won {sum(reward > 0 for reward in games) / 10:.0f} % of the {which} 1,000 games")
