"""How sure a number is: Wilson's interval of a share, the bootstrap, agreement beyond chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

NORMAL = 1.959963984540054
"""The standard normal's quantile that leaves 2.5 % on either side."""
LOW, HIGH = 0.025, 0.975

T = TypeVar("T")


class Interval(NamedTuple):
    """The 95 % interval of a number."""

    low: float
    high: float


def wilson(right: int, count: int) -> Interval:
    """Return Wilson's 95 % interval of a share; of nothing at all, everything is possible.

    >>> [round(end, 4) for end in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if not count:
        return Interval(0.0, 1.0)
    share, spare = right / count, NORMAL**2 / count
    middle = (share + spare / 2) / (1 + spare)
    reach = NORMAL * math.sqrt(share * (1 - share) / count + spare / (4 * count)) / (1 + spare)
    # Where all or none are right, that end is exact, and rounding must not say otherwise.
    return Interval(
        0.0 if right == 0 else max(0.0, middle - reach),
        1.0 if right == count else min(1.0, middle + reach),
    )


def resampled(strata: Sequence[Sequence[T]], random: Random) -> list[T]:
    """Return as many of each stratum as it has, drawn with replacement."""
    return [one for stratum in strata for one in random.choices(stratum, k=len(stratum))]


def bootstrapped(
    strata: Sequence[Sequence[T]],
    statistic: Callable[[Sequence[T]], float | None],
    random: Random,
    resamples: int = 1_000,
) -> Interval | None:
    """Return the 95 % percentile interval of a statistic, whole clusters being drawn anew.

    Each stratum keeps its size. A resample for which there is no number (None) says nothing; None
    is returned where fewer than two clusters were seen, since then nothing can be drawn.
    """
    filled = [stratum for stratum in strata if stratum]
    if sum(map(len, filled)) < 2:
        return None
    found = (statistic(resampled(filled, random)) for _ in range(resamples))
    known = sorted(value for value in found if value is not None)
    return Interval(quantile(known, LOW), quantile(known, HIGH)) if known else None


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which a share of the ordered ones lie, between neighbours in line.

    >>> quantile([1.0, 2.0, 4.0], 0.75)
    3.0
    """
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def beyond_chance(share: float, chance: float) -> float | None:
    """Return the share corrected for chance: 0 as good as random play, 1 always right.

    None where chance is always right, too.

    >>> beyond_chance(0.75, 0.5)
    0.5
    """
    return (share - chance) / (1 - chance) if chance < 1 else None
