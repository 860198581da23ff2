"""Weights for a pool under which neither policies nor learned shortcuts score.

Policies are known beforehand; a shortcut is learned: a small tree (`tools/shortcut_tree.py`) is
taught the weighted items, what it gets at items that it has not seen is held to chance like a
policy, and another tree is taught under the new weights, until one finds nothing any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lastdigit.exam.pools import MAX_STEPS, TOLERANCE
from tools.shortcut_tree import Case, a_tree, shares_right, unseen

Floats = NDArray[np.float64]

PENALTIES = (3e-2, 1e-2, 6e-3, 3e-3, 2e-3, 1e-3, 5e-4, 1e-4)
"""What is tried in turn: the larger, the more even weights are and the further off policies."""
NEAR, FEWEST = 0.018, 20
"""How far off chance a policy may be, and how many equal items a grade must be worth."""
NOTHING = 0.5
"""A tree that is so many standard errors of a guess above chance has found nothing."""
LESSONS, SHUFFLES = 24, 3
"""Rounds of teaching at most, and how often items are dealt anew in each."""


class Weighed(NamedTuple):
    """Weights that are 1 together, and what they do."""

    weights: Floats
    off: float
    """How far that column is off which is furthest off."""
    above: float
    """How far a tree is above chance at what it has not seen."""

    @property
    def worth(self) -> float:
        """How many equal items they are worth."""
        return 1 / float(self.weights @ self.weights)


def balanced(off: Floats, penalty: float, factors: Floats) -> tuple[Floats, Floats]:
    """Return the weights of `exam.balance`, by arrays and from given factors, and theirs."""

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


def evenest(off: Floats) -> tuple[Floats, float]:
    """Return weights as even as can be with columns near chance, and how far the worst is off."""
    weights, most, factors = np.ones(len(off)) / len(off), 1.0, np.zeros(off.shape[1])
    for penalty in PENALTIES:
        weights, factors = balanced(off, penalty, factors)
        most = float(np.abs(weights @ off).max())
        if most <= NEAR:
            break
    return weights, most


def against_trees(off: Floats, cases: Sequence[Case], seed: str) -> list[Weighed]:
    """Return the weights of every lesson, from those that only hold policies to chance.

    Each lesson makes weights less even; whoever takes one of them decides how far to go.
    """
    chance = np.array([one.right.mean() for one in cases])
    found: list[Weighed] = []
    for lesson in range(LESSONS):
        weights, most = evenest(off)
        columns = [
            unseen(cases, weights, Random(f"{seed}/{lesson}/{shuffle}")) - chance
            for shuffle in range(SHUFFLES)
        ]
        above = float(np.mean([weights @ column for column in columns]))
        found.append(Weighed(weights, most, above))
        guess = float(weights @ chance)
        if above <= NOTHING * (guess * (1 - guess) / found[-1].worth) ** 0.5:
            break
        taught = shares_right(cases, a_tree(cases, weights, Random(seed))) - chance
        off = np.column_stack([off, *columns, taught])
    return found
