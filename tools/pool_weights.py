"""Weights for a pool under which neither policies nor learned shortcuts score above chance.

Policies are known in advance, but shortcuts are learned: a tree and a forest
(`tools/shortcut_learners.py`) are trained on the weighted items. Their scores on unseen items are
then held to chance like those of a policy. With the new weights, others are trained, until they
find nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lastdigit.analysis.policies import MAX_STEPS, TOLERANCE
from tools.shortcut_learners import Case, cross_validate, forest, tree

Floats = NDArray[np.float64]

PENALTIES = (3e-2, 1e-2, 6e-3, 3e-3, 2e-3, 1e-3, 5e-4, 1e-4)
"""The penalties to try. A larger one gives more even weights, but policies further from chance."""
MAX_DISTANCE, MIN_EFFECTIVE_SIZE = 0.018, 20
"""The maximum distance of a policy from chance, and the minimum effective size of a grade."""
NEGLIGIBLE = 0.5
"""A learner within this many standard errors of chance has found nothing."""
LEARNERS = (tree, forest)
ROUNDS, SPLITS = 10, 2
"""The maximum number of rounds of training, and of divisions into folds in each."""
LEARNED_PENALTY = 0.1
"""The penalty for learned columns. It is large, because they contain the noise of single folds."""


class WeightedPool(NamedTuple):
    """Weights that sum to 1, and their effect."""

    weights: Floats
    off: float
    """The largest distance of a column from chance."""
    tree: float
    """By how much a tree scores above chance on unseen items."""
    forest: float
    """The same for a forest."""
    chance: float

    @property
    def effective_size(self) -> float:
        """The effective sample size."""
        return 1 / float(self.weights @ self.weights)

    @property
    def standard_error(self) -> float:
        """The standard error of the score of random guessing."""
        return float((self.chance * (1 - self.chance) / self.effective_size) ** 0.5)


def balance(off: Floats, penalties: Floats, factors: Floats) -> tuple[Floats, Floats]:
    """Compute the balanced weights with arrays, starting from given factors; return both."""

    def height(tried: Floats) -> float:
        exponents = off @ tried
        top = exponents.max()
        return float(top + np.log(np.exp(exponents - top).sum()) + tried @ (penalties * tried) / 2)

    for _ in range(MAX_STEPS):
        shares = _shares(off, factors)
        means = shares @ off
        slope = means + penalties * factors
        if np.abs(slope).max() < TOLERANCE:
            break
        centred = off - means
        curvature = (centred * shares[:, None]).T @ centred + np.diag(penalties)
        step, here = np.linalg.solve(curvature, slope), height(factors)
        for _ in range(MAX_STEPS):
            if height(factors - step) < here:
                factors = factors - step
                break
            step = step / 2
    return _shares(off, factors), factors


def _shares(off: Floats, factors: Floats) -> Floats:
    exponents = off @ factors
    parts = np.exp(exponents - exponents.max())
    found: Floats = parts / parts.sum()
    return found


def most_even_weights(off: Floats, learned: Floats | None = None) -> tuple[Floats, float]:
    """Return the most even weights with all columns near chance, and the largest distance.

    The columns of `learned` are brought near chance too, but less strictly.
    """
    columns = off if learned is None else np.column_stack([off, learned])
    penalties = np.full(columns.shape[1], LEARNED_PENALTY)
    weights, most, factors = np.ones(len(off)) / len(off), 1.0, np.zeros(columns.shape[1])
    for penalty in PENALTIES:
        penalties[: off.shape[1]] = penalty
        weights, factors = balance(columns, penalties, factors)
        most = float(np.abs(weights @ off).max())
        if most <= MAX_DISTANCE:
            break
    return weights, most


def train_against_learners(off: Floats, cases: Sequence[Case], seed: str) -> Iterator[WeightedPool]:
    """Yield the weights after each round, starting with those that balance only the policies.

    Each round makes the weights less even. Stop if the learners find nothing twice in a row.
    """
    chance = np.array([one.right.mean() for one in cases])
    learned: list[Floats] = []
    clean = 0
    for number in range(ROUNDS):
        weights, most = most_even_weights(off, np.column_stack(learned) if learned else None)
        above = []
        for learner in LEARNERS:
            unseen = [
                cross_validate(cases, weights, Random(f"{seed}/{number}/{split}"), learner) - chance
                for split in range(SPLITS)
            ]
            above.append(float(np.mean([weights @ column for column in unseen])))
            learned += unseen
        found = WeightedPool(weights, most, above[0], above[1], float(weights @ chance))
        yield found
        clean = clean + 1 if max(above) <= NEGLIGIBLE * found.standard_error else 0
        if clean == 2:
            return


def final_weights(rounds: Iterable[WeightedPool]) -> WeightedPool | None:
    """Return the last weights that are good enough, or None."""
    allowed = [
        one
        for one in rounds
        if one.off <= MAX_DISTANCE and one.effective_size >= MIN_EFFECTIVE_SIZE
    ]
    return allowed[-1] if allowed else None
