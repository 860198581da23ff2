"""How far a player is above policies on the same questions, corrected for there being many.

Differences are taken question by question. By Holm's rule the largest, in units of its own spread,
has to stand against all of them, the next against one fewer, and so on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from lastdigit.arena.intervals import FEWEST_TRIALS, Interval

RISK = 0.05


class Margin(NamedTuple):
    """What a policy is expected to score, and how far the player is above it."""

    name: str
    expected: float
    mean: float
    interval: Interval | None
    """Together they hold 95 times in 100; None where there are too few questions."""


def margins(
    names: Sequence[str], right: Sequence[float], scores: Sequence[Sequence[float]]
) -> list[Margin]:
    """Return the player's margin over every policy; `scores` has a row for each question."""
    columns = [[row[place] for row in scores] for place in range(len(names))]
    gaps = [[own - other for own, other in zip(right, column, strict=True)] for column in columns]
    quantiles = _holm([_standing(gap) for gap in gaps])
    return [
        Margin(name, fmean(column), fmean(gap), _interval(gap, quantile))
        for name, column, gap, quantile in zip(names, columns, gaps, quantiles, strict=True)
    ]


def _error(gap: Sequence[float]) -> float:
    return stdev(gap) / math.sqrt(len(gap)) if len(gap) > 1 else math.inf


def _standing(gap: Sequence[float]) -> float:
    return abs(fmean(gap)) / (_error(gap) or 1e-12)


def _holm(standings: Sequence[float]) -> list[float]:
    """Return the normal quantile that each is judged by, the clearest against all others."""
    order = sorted(range(len(standings)), key=lambda place: -standings[place])
    found = [0.0] * len(standings)
    for rank, place in enumerate(order):
        found[place] = NormalDist().inv_cdf(1 - RISK / 2 / (len(standings) - rank))
    return found


def _interval(gap: Sequence[float], quantile: float) -> Interval | None:
    if len(gap) < FEWEST_TRIALS:
        return None
    reach = quantile * _error(gap)
    return Interval(max(-1.0, fmean(gap) - reach), min(1.0, fmean(gap) + reach))
