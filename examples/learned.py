"""Policies learned from millions of steps in batches, as players for the arena and the exam.

    python examples/learned.py digit-duel operation-obliteration --kind table --seconds 60
    lastdigit arena --players table=py:examples.learned:table,random,easy --games digit-duel
    lastdigit exam run py:examples.learned:table --games operation-obliteration

`lastdigit.batch` (extra `fast`) plays thousands of games of self-play at once. A `table` has a
number for every position and action. A `net` is a small neural network in numpy, for games whose
positions rarely repeat. Both learn from the ends of games the value of an action for the player who
makes it, from -1 to 1. A `policy` is a neural network that learns from the exact value of every
action, which the batch looks up in the solver's table. It never learns from positions of the exam.

What was learned is saved in the folder LEARNED (default: `learned`), one file for each game with
its options. A game that was not learned is played at random.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

# Such a small network is slower on several cores than on one, especially if they are busy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import lastdigit
from lastdigit.analysis import Split, variant_name
from lastdigit.batch import Batch
from lastdigit.exam import variant_items
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


class Learned(Protocol):
    """What was learned: how good each action is."""

    def __init__(self, game: AnyGame, seed: int = 0) -> None: ...

    def values(self, seen: Array) -> Array:
        """Return, for every observation, a number for each action. The highest one is played."""

    def parameters(self) -> dict[str, Array]:
        """Return all learned parameters by name."""


class ActionValues(Learned, Protocol):
    """A learned value function. A value is for the player to move."""

    def learn(self, seen: Array, actions: Array, targets: Array) -> None:
        """Move the values of the actions a step towards their targets."""


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


class Layers:
    """The layers of a small neural network, trained by Adam."""

    RATE, MEMORY, SPREAD = 1e-3, 0.9, 0.999

    def __init__(self, sizes: Sequence[int], seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.parts = [
            part
            for into, out in pairwise(sizes)
            for part in (
                (chance.standard_normal((into, out)) * np.sqrt(2 / into)).astype(np.float32),
                np.zeros(out, np.float32),
            )
        ]
        self._means = [np.zeros_like(part) for part in self.parts]
        self._squares = [np.zeros_like(part) for part in self.parts]
        self._taught = 0

    def forward(self, inputs: Array) -> list[Array]:
        """Return the inputs of every layer, and the output of the last one."""
        found = [inputs]
        *hidden, (weights, shift) = zip(self.parts[::2], self.parts[1::2], strict=True)
        for by, to in hidden:
            found.append(np.maximum(found[-1] @ by + to, 0))
        found.append(found[-1] @ weights + shift)
        return found

    def backward(self, inputs: Sequence[Array], wrong: Array) -> None:
        """Take a gradient step. `wrong` is the gradient of the loss by the output."""
        for layer in reversed(range(len(inputs))):
            slopes = inputs[layer].T @ wrong, wrong.sum(axis=0)
            if layer:
                wrong = (wrong @ self.parts[2 * layer].T) * (inputs[layer] > 0)
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
            self.parts[part] -= self.RATE * (mean / (1 - self.MEMORY**age)) / size

    def parameters(self) -> dict[str, Array]:
        """Return the weights and biases of every layer."""
        return {f"part{number}": part for number, part in enumerate(self.parts)}


class Net:
    """The values of actions by a neural network with two hidden layers."""

    def __init__(self, game: AnyGame, seed: int = 0) -> None:
        low, high = (np.array(bound)[1:] for bound in bounds_of(game.title, game.features))
        self._low, self._most = low, np.minimum(high - low, MAX_CASES - 1)
        # A yes/no value is one input; any other value has an input for each case.
        self._flags = np.flatnonzero(self._most == 1)
        self._cases = np.flatnonzero(self._most > 1)
        counts = self._most[self._cases] + 1
        self._first = len(self._flags) + np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int)
        self._width = len(self._flags) + int(counts.sum())
        self._layers = Layers((self._width, HIDDEN, HIDDEN, len(game.all_moves())), seed)

    def _inputs(self, seen: Array) -> Array:
        told = np.minimum(seen[:, 1:] - self._low, self._most)
        inputs = np.zeros((len(seen), self._width), np.float32)
        inputs[:, : len(self._flags)] = told[:, self._flags]
        inputs[np.arange(len(seen))[:, None], self._first + told[:, self._cases]] = 1
        return inputs

    def values(self, seen: Array) -> Array:
        worths: Array = np.tanh(self._layers.forward(self._inputs(seen))[-1])
        return worths

    def learn(self, seen: Array, actions: Array, targets: Array) -> None:
        *inputs, found = self._layers.forward(self._inputs(seen))
        worths, every = np.tanh(found), np.arange(len(seen))
        wrong = np.zeros_like(worths)
        said = worths[every, actions]
        wrong[every, actions] = (said - targets) * (1 - said**2) / len(seen)
        self._layers.backward(inputs, wrong)

    def parameters(self) -> dict[str, Array]:
        return self._layers.parameters()


class Block(NamedTuple):
    """Inputs of a policy for one number: one of them is 1, and the others are 0."""

    place: int
    low: int
    by: int
    cases: int
    """The input is number `(value - low) // by`, modulo the number of cases."""


class Policy:
    """A preference for every action, by a neural network with two hidden layers.

    A number has an input for each value. A number with many values also has inputs for its decimal
    digits and for its remainders.
    """

    GAMES, EXPLORATION = 512, 0.5
    REMAINDERS = (2, 3, 4, 5, 7, 8, 9, 11, 13)
    FEW, MANY = 16, 64
    """Up to how many values a number needs no digits, and from how many on only digits."""
    WALK = 256, 200
    """The number of random games, and of moves in each, that show which values occur."""

    def __init__(self, game: AnyGame, seed: int = 0) -> None:
        batch = Batch(game, self.WALK[0])
        seen = [batch.reset(0)[0].copy()]
        seen += [batch.step(batch.random_actions()).observation.copy() for _ in range(self.WALK[1])]
        low, high = (bound(np.concatenate(seen), axis=0) for bound in (np.min, np.max))
        self._blocks = [
            block
            for place in range(1, len(low))
            if low[place] < high[place]
            for block in self._blocks_of(place, int(low[place]), int(high[place]))
        ]
        self._width = sum(block.cases for block in self._blocks)
        self._layers = Layers((self._width, HIDDEN, HIDDEN, len(game.all_moves())), seed)

    def _blocks_of(self, place: int, low: int, high: int) -> Iterator[Block]:
        values = high - low + 1
        if values <= self.MANY:
            yield Block(place, low, 1, values)
        if values > self.FEW:
            for digit in range(len(str(high))):
                yield Block(place, 0, 10**digit, 10)
            for divisor in self.REMAINDERS:
                yield Block(place, 0, 1, divisor)

    def _inputs(self, seen: Array) -> Array:
        inputs, rows = np.zeros((len(seen), self._width), np.float32), np.arange(len(seen))
        numbers, first = seen.astype(np.int64), 0
        for place, low, by, cases in self._blocks:
            inputs[rows, first + (numbers[:, place] - low) // by % cases] = 1
            first += cases
        return inputs

    def values(self, seen: Array) -> Array:
        """Return the preference for every action in each observation."""
        return self._layers.forward(self._inputs(seen))[-1]

    def chances(self, seen: Array, legal: Array) -> Array:
        """Return the probability of every action. Illegal actions have probability 0."""
        return _softmax(self.values(seen), legal)

    def learn_all(self, seen: Array, exact: Array, used: Array) -> None:
        """Make actions that give nothing away more likely, at the positions that are `used`.

        `exact` has the value of every action, and is below -1 if the action is illegal.
        """
        *inputs, found = self._layers.forward(self._inputs(seen))
        chances = _softmax(found, exact >= -1)
        right = chances * (exact == exact.max(axis=1, keepdims=True))
        # The gradient of -log(the probability of all right actions together).
        wrong = chances - right / np.maximum(right.sum(axis=1, keepdims=True), 1e-9)
        self._layers.backward(inputs, (wrong * used[:, None] / len(seen)).astype(np.float32))

    def parameters(self) -> dict[str, Array]:
        return self._layers.parameters()


def _softmax(found: Array, legal: Array) -> Array:
    found = np.where(legal, found, -np.inf)
    shares = np.exp(found - found.max(axis=1, keepdims=True))
    chances: Array = shares / shares.sum(axis=1, keepdims=True)
    return chances


KINDS: dict[str, type[Learned]] = {"table": Table, "net": Net, "policy": Policy}


VALUE_FUNCTIONS: dict[str, type[ActionValues]] = {"table": Table, "net": Net}


def train(
    game: AnyGame,
    kind: str,
    *,
    steps: int | None = None,
    seconds: float | None = None,
    games: int | None = None,
    seed: int = 1,
) -> tuple[Learned, int]:
    """Train on a game by self-play; return what was learned and the number of steps.

    Stop after `steps` steps or `seconds` seconds.
    """
    if kind in VALUE_FUNCTIONS:
        games = games or GAMES[kind]
        lessons: Iterator[Learned] = value_lessons(game, kind, games, seed)
    else:
        games = games or Policy.GAMES
        lessons = policy_lessons(game, games=games, seed=seed)
    began = time.monotonic()
    for made in count(0, games):
        known = next(lessons)
        if made >= (steps or made + 1) or time.monotonic() - began >= (seconds or np.inf):
            break
    return known, made


def value_lessons(game: AnyGame, kind: str, games: int, seed: int) -> Iterator[ActionValues]:
    """Yield a value function before the first step and after each one.

    The target of a move is the reward if it ended the game, and otherwise the negative value of the
    opponent's best reply.
    """
    known, batch, chance = (
        VALUE_FUNCTIONS[kind](game, seed),
        Batch(game, games),
        np.random.default_rng(seed),
    )
    seen, mask = (one.copy() for one in batch.reset(seed))
    worths = known.values(seen)
    while True:
        yield known
        actions = best_actions(worths, mask)
        explored = np.flatnonzero(chance.random(games) < EXPLORATION)
        drawn = chance.random((len(explored), mask.shape[1]), np.float32)
        actions[explored] = (drawn * mask[explored]).argmax(axis=1)
        after, allowed, reward, done = batch.step(actions)
        later = known.values(after)
        answer = np.where(allowed, later, -2).max(axis=1)
        known.learn(seen, actions, np.where(done != 0, reward, -answer))
        seen, mask, worths = after.copy(), allowed.copy(), later


def policy_lessons(game: AnyGame, *, games: int = Policy.GAMES, seed: int = 1) -> Iterator[Policy]:
    """Yield a policy before the first step and after each one.

    Every game makes a move in a step: half of the moves are random, the others are drawn from the
    policy. The policy learns from the exact value of all actions, except in positions of the exam.
    """
    known, batch = Policy(game, seed), Batch(game, games, oracle=True)
    chance, exam = np.random.default_rng(seed), {bytes(row) for row in exam_observations(game)}
    seen, mask = batch.reset(seed)
    while True:
        yield known
        used = np.array([bytes(row) not in exam for row in _without_seat(seen)])
        chances = known.chances(seen, mask != 0)
        known.learn_all(seen, batch.action_values(), used)
        actions = (chances.cumsum(axis=1) > chance.random((games, 1))).argmax(axis=1)
        is_random = (chance.random(games) < Policy.EXPLORATION) | (
            chances[np.arange(games), actions] == 0
        )
        seen, mask, _, _ = batch.step(np.where(is_random, batch.random_actions(), actions))


def exam_observations(game: AnyGame) -> Array:
    """Return the observations of a game's exam positions with its options, without the seat."""
    states = [game.parse_state(item.position) for item in variant_items(game, Split.EXAM)]
    width = len(game.observation(game.start(Random(0))))
    seen = np.array([game.observation(state) for state in states]).reshape(len(states), width)
    return _without_seat(seen)


def _without_seat(seen: Array) -> Array:
    return np.ascontiguousarray(seen[:, 1:], np.int64)


def best_actions(values: Array, mask: Array) -> Array:
    """Return the legal action with the highest value in every row."""
    choose_action: Array = np.where(mask, values, -2).argmax(axis=1)
    return choose_action


def path_of(game: AnyGame, kind: str) -> Path:
    """Return the file for a game with its options."""
    folder = Path(os.environ.get("LEARNED", "learned"))
    return folder / f"{variant_name(game).replace(' ', ',')}.{kind}.npz"


def save(known: Learned, game: AnyGame, kind: str) -> Path:
    """Save what was learned, and return the file."""
    path = path_of(game, kind)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".new.npz")
    np.savez_compressed(unfinished, **known.parameters())  # type: ignore[arg-type]  # numpy's hints
    unfinished.replace(path)
    return path


@lru_cache(maxsize=32)
def load(game: AnyGame, kind: str) -> Learned | None:
    """Load what was learned of a game, or return None if there are none."""
    path = path_of(game, kind)
    if not path.exists():
        return None
    known = KINDS[kind](game)
    with np.load(path) as numbers:
        for name, part in known.parameters().items():
            part[:] = numbers[name]
    return known


def choose_action(known: Learned | None, game: AnyGame, state: Any, random: Random) -> int:
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


def policy(game: AnyGame, state: Any, random: Random) -> int:
    """Play the move that the learned policy prefers: `py:examples.learned:policy`."""
    return choose_action(load(game, "policy"), game, state, random)


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
        print(f"{game.title}: {made:,} steps, {rate:,.0f} a second, saved in {path}", flush=True)


if __name__ == "__main__":
    main()
