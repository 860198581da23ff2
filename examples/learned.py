"""Policies learned from millions of steps in batches, as players for the arena and the exam.

    python examples/learned.py digit-duel operation-obliteration --kind table --seconds 60
    lastdigit arena --players table=py:examples.learned:table,random,easy --games digit-duel
    lastdigit exam run py:examples.learned:table --games operation-obliteration

`lastdigit.batch` (extra `fast`) plays thousands of games of self-play at once. A `table` has a
number for every position and action. A `net` is a small neural network in numpy, for games whose
positions rarely repeat. Both learn the value of an action for the player who makes it, from -1 to
1. They are saved in the folder LEARNED (default: `learned`), one file for each game with its
options. A game that was not learned is played at random.
"""

from __future__ import annotations

import argparse
import os
import time
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Protocol

# Such a small network is slower on several cores than on one, especially if they are busy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import lastdigit
from lastdigit.analysis import variant_name
from lastdigit.batch import Batch
from lastdigit.game.game import AnyGame, bounds_of

GAMES = {"table": 4_096, "net": 512}
"""The number of simultaneous games: a network learns better from smaller batches."""
EXPLORATION = 0.15
"""The probability of a random action during training."""
MAX_CELLS = 12_000_000
"""The maximum number of cells of a table. In a larger game, positions share rows at random."""
MAX_CASES = 128
"""The maximum number of inputs for one number of an observation; larger values share the last."""
HIDDEN = 128

Array = NDArray[Any]


class ActionValues(Protocol):
    """A learned value function."""

    def __init__(self, game: AnyGame, seed: int = 0) -> None: ...

    def values(self, seen: Array) -> Array:
        """Return, for every observation, the value of each action for the player to move."""

    def learn(self, seen: Array, actions: Array, targets: Array) -> None:
        """Move the values of the actions a step towards their targets."""

    def parameters(self) -> dict[str, Array]:
        """Return all learned parameters by name."""


class Table:
    """A value for every position and action."""

    RATE = 0.2

    def __init__(self, game: AnyGame, seed: int = 0) -> None:  # noqa: ARG002 - it starts with zeros
        low, high = (np.array(bound)[1:] for bound in bounds_of(game.title, game.features))
        actions, sizes = len(game.all_moves()), [int(size) for size in high - low + 1]
        rows, steps = 1, []
        for size in sizes:
            steps.append(rows)
            rows *= size
        most = MAX_CELLS // actions | 1
        self._low, self._rows = low, min(rows, most)
        self._steps = np.array([step % most for step in steps])
        self._table = np.zeros((self._rows, actions), np.float32)

    def _row(self, seen: Array) -> Array:
        # The observation is from the mover's side, with the mover's seat first.
        row: Array = (seen[:, 1:] - self._low) @ self._steps % self._rows
        return row

    def values(self, seen: Array) -> Array:
        found: Array = self._table[self._row(seen)]
        return found

    def learn(self, seen: Array, actions: Array, targets: Array) -> None:
        row = self._row(seen)
        before = self._table[row, actions]
        self._table[row, actions] = before + self.RATE * (targets - before)

    def parameters(self) -> dict[str, Array]:
        return {"table": self._table}


class Net:
    """A neural network with two hidden layers, trained by Adam."""

    RATE, MEMORY, SPREAD = 1e-3, 0.9, 0.999

    def __init__(self, game: AnyGame, seed: int = 0) -> None:
        low, high = (np.array(bound)[1:] for bound in bounds_of(game.title, game.features))
        self._low, self._most = low, np.minimum(high - low, MAX_CASES - 1)
        # A yes/no value is one input; any other value has an input for each case.
        self._flags = np.flatnonzero(self._most == 1)
        self._cases = np.flatnonzero(self._most > 1)
        counts = self._most[self._cases] + 1
        self._first = len(self._flags) + np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int)
        sizes = (len(self._flags) + int(counts.sum()), HIDDEN, HIDDEN, len(game.all_moves()))
        chance = np.random.default_rng(seed)
        self._layers = [
            part
            for into, out in pairwise(sizes)
            for part in (
                (chance.standard_normal((into, out)) * np.sqrt(2 / into)).astype(np.float32),
                np.zeros(out, np.float32),
            )
        ]
        self._means = [np.zeros_like(part) for part in self._layers]
        self._squares = [np.zeros_like(part) for part in self._layers]
        self._taught = 0

    def _inputs(self, seen: Array) -> Array:
        told = np.minimum(seen[:, 1:] - self._low, self._most)
        inputs = np.zeros((len(seen), len(self._layers[0])), np.float32)
        inputs[:, : len(self._flags)] = told[:, self._flags]
        inputs[np.arange(len(seen))[:, None], self._first + told[:, self._cases]] = 1
        return inputs

    def _forward(self, seen: Array) -> list[Array]:
        found = [self._inputs(seen)]
        *hidden, (weights, shift) = zip(self._layers[::2], self._layers[1::2], strict=True)
        for by, to in hidden:
            found.append(np.maximum(found[-1] @ by + to, 0))
        found.append(np.tanh(found[-1] @ weights + shift))
        return found

    def values(self, seen: Array) -> Array:
        return self._forward(seen)[-1]

    def learn(self, seen: Array, actions: Array, targets: Array) -> None:
        """Take a gradient step."""
        *inputs, worths = self._forward(seen)
        every = np.arange(len(seen))
        wrong = np.zeros_like(worths)
        said = worths[every, actions]
        wrong[every, actions] = (said - targets) * (1 - said**2) / len(seen)
        for layer in (2, 1, 0):
            slopes = inputs[layer].T @ wrong, wrong.sum(axis=0)
            if layer:
                wrong = (wrong @ self._layers[2 * layer].T) * (inputs[layer] > 0)
            self._follow(2 * layer, *slopes)

    def _follow(self, first: int, *slopes: Array) -> None:
        """Update two parameters of a layer by their gradients (Adam)."""
        self._taught += first == 0
        age = self._taught + 1
        for part, slope in enumerate(slopes, first):
            mean, square = self._means[part], self._squares[part]
            mean += (1 - self.MEMORY) * (slope - mean)
            square += (1 - self.SPREAD) * (slope**2 - square)
            size = np.sqrt(square / (1 - self.SPREAD**age)) + 1e-8
            self._layers[part] -= self.RATE * (mean / (1 - self.MEMORY**age)) / size

    def parameters(self) -> dict[str, Array]:
        """Return the weights and biases of every layer."""
        return {f"part{number}": part for number, part in enumerate(self._layers)}


KINDS: dict[str, type[ActionValues]] = {"table": Table, "net": Net}


def train(
    game: AnyGame,
    kind: str,
    *,
    steps: int | None = None,
    seconds: float | None = None,
    games: int | None = None,
    seed: int = 1,
) -> tuple[ActionValues, int]:
    """Train on a game by self-play; return the learned values and the number of steps.

    Stop after `steps` steps or `seconds` seconds. The target of a move is the reward if it ended
    the game, and otherwise the negative value of the opponent's best reply.
    """
    known, games = KINDS[kind](game, seed), games or GAMES[kind]
    batch, chance = Batch(game, games), np.random.default_rng(seed)
    seen, mask = (one.copy() for one in batch.reset(seed))
    worths, made, began = known.values(seen), 0, time.monotonic()
    while made < (steps or made + 1) and time.monotonic() - began < (seconds or np.inf):
        actions = best_actions(worths, mask)
        explored = np.flatnonzero(chance.random(games) < EXPLORATION)
        drawn = chance.random((len(explored), mask.shape[1]), np.float32)
        actions[explored] = (drawn * mask[explored]).argmax(axis=1)
        after, allowed, reward, done = batch.step(actions)
        later = known.values(after)
        answer = np.where(allowed, later, -2).max(axis=1)
        known.learn(seen, actions, np.where(done != 0, reward, -answer))
        seen, mask, worths = after.copy(), allowed.copy(), later
        made += games
    batch.close()
    return known, made


def best_actions(values: Array, mask: Array) -> Array:
    """Return the legal action with the highest value in every row."""
    choose_action: Array = np.where(mask, values, -2).argmax(axis=1)
    return choose_action


def path_of(game: AnyGame, kind: str) -> Path:
    """Return the file for a game with its options."""
    folder = Path(os.environ.get("LEARNED", "learned"))
    return folder / f"{variant_name(game).replace(' ', ',')}.{kind}.npz"


def save(known: ActionValues, game: AnyGame, kind: str) -> Path:
    """Save learned values, and return the file."""
    path = path_of(game, kind)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".new.npz")
    np.savez_compressed(unfinished, **known.parameters())  # type: ignore[arg-type]  # numpy's hints
    unfinished.replace(path)
    return path


@lru_cache(maxsize=32)
def load(game: AnyGame, kind: str) -> ActionValues | None:
    """Load the learned values of a game, or return None if there are none."""
    path = path_of(game, kind)
    if not path.exists():
        return None
    known = KINDS[kind](game)
    with np.load(path) as numbers:
        for name, part in known.parameters().items():
            part[:] = numbers[name]
    return known


def choose_action(known: ActionValues | None, game: AnyGame, state: Any, random: Random) -> int:
    """Return the action to play; a random one if nothing was learned."""
    legal = set(game.legal_moves(state))
    actions = [number for number, move in enumerate(game.all_moves()) if move in legal]
    if known is None:
        return random.choice(actions)
    worths = known.values(np.array([game.observation(state)]))[0]
    most = max(worths[actions])
    return random.choice([action for action in actions if worths[action] == most])


def table(game: AnyGame, state: Any, random: Random) -> int:
    """Play by the learned table: `py:examples.learned:table`."""
    return choose_action(load(game, "table"), game, state, random)


def net(game: AnyGame, state: Any, random: Random) -> int:
    """Play by the learned network: `py:examples.learned:net`."""
    return choose_action(load(game, "net"), game, state, random)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="+", choices=list(lastdigit.catalogue()))
    parser.add_argument("--kind", choices=list(KINDS), default="table")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--steps", type=int, help="in place of seconds: what comes out is the same")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    for name in told.game:
        game, began = lastdigit.find(name), time.monotonic()
        seconds = None if told.steps else told.seconds
        known, made = train(game, told.kind, steps=told.steps, seconds=seconds, seed=told.seed)
        rate = made / (time.monotonic() - began)
        path = save(known, game, told.kind)
        print(f"{game.title}: {made:,} steps, {rate:,.0f} a second, kept in {path}", flush=True)


if __name__ == "__main__":
    main()
