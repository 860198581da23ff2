"""Weights for a pool under which neither policies nor learned shortcuts score above chance.

Policies are known in advance, but shortcuts are learned: a small tree (`tools/shortcut_tree.py`) is
trained on the weighted items. Its score on unseen items is then held to chance like that of a
policy, and another tree is trained with the new weights, until a tree finds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lastdigit.analysis.policies import MAX_STEPS, TOLERANCE
from tools.shortcut_tree import Case, cross_validate, shares_right, train_tree

Floats = NDArray[np.float64]

PENALTIES = (3e-2, 1e-2, 6e-3, 3e-3, 2e-3, 1e-3, 5e-4, 1e-4)
"""The penalties to try. A larger one gives more even weights, but policies further from chance."""
MAX_DISTANCE, MIN_EFFECTIVE_SIZE = 0.018, 20
"""The maximum distance of a policy from chance, and the minimum effective size of a grade."""
NEGLIGIBLE = 0.5
"""A tree within this many standard errors of chance has found nothing."""
TRAINING_ROUNDS, SHUFFLES = 24, 3
"""The maximum number of rounds of training, and of random splits of the items in each."""


class WeightedPool(NamedTuple):
    """Weights that sum to 1, and their effect."""

    weights: Floats
    off: float
    """The largest distance of a column from chance."""
    above: float
    """By how much a tree scores above chance on unseen items."""

    @property
    def effective_size(self) -> float:
        """The effective sample size."""
        return 1 / float(self.weights @ self.weights)


def balance(off: Floats, penalty: float, factors: Floats) -> tuple[Floats, Floats]:
    """Compute the balanced weights with arrays, starting from given factors; return both."""

    def height(tried: Floats) -> float:
        exponents = off @ tried
        top = exponents.max()
        return float(top + np.log(np.exp(exponents - top).sum()) + penalty / 2 * tried @ tried)

    for _ in range(MAX_STEPS):
        shares = _shares(off, factors)
        means = shares @ off
        slope = means + penalty * factors
        if np.abs(slope).max() < TOLERANCE:
            break
        centred = off - means
        curvature = (centred * shares[:, None]).T @ centred + penalty * np.eye(len(factors))
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


def most_even_weights(off: Floats) -> tuple[Floats, float]:
    """Return the most even weights with all columns near chance, and the largest distance."""
    weights, most, factors = np.ones(len(off)) / len(off), 1.0, np.zeros(off.shape[1])
    for penalty in PENALTIES:
        weights, factors = balance(off, penalty, factors)
        most = float(np.abs(weights @ off).max())
        if most <= MAX_DISTANCE:
            break
    return weights, most


def train_against_trees(off: Floats, cases: Sequence[Case], seed: str) -> list[WeightedPool]:
    """Return the weights after each round, starting with those that balance only the policies.

    Each round makes the weights less even. The caller decides which to use.
    """
    chance = np.array([one.right.mean() for one in cases])
    found: list[WeightedPool] = []
    for lesson in range(TRAINING_ROUNDS):
        weights, most = most_even_weights(off)
        columns = [
            cross_validate(cases, weights, Random(f"{seed}/{lesson}/{shuffle}")) - chance
            for shuffle in range(SHUFFLES)
        ]
        above = float(np.mean([weights @ column for column in columns]))
        found.append(WeightedPool(weights, most, above))
        guess = float(weights @ chance)
        if above <= NEGLIGIBLE * (guess * (1 - guess) / found[-1].effective_size) ** 0.5:
            break
        taught = shares_right(cases, train_tree(cases, weights, Random(seed))) - chance
        off = np.column_stack([off, *columns, taught])
    return found
