"""How sure a number is: Wilson's interval of a share, the jackknife over starts, chance corrected.

Games from one start hang together, so the starts are what is drawn. The jackknife leaves out each
of them in turn and sees how much a number changes by it. With few starts that change is itself
known badly; Student's law says by how much an interval must be wider for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

NORMAL = 1.959963984540054
"""The standard normal's quantile that leaves 2.5 % on either side."""
FEWEST = 6
"""Starts that must count; with fewer nobody can say how sure a number is."""


FEWEST_TRIALS = 10
"""Trials of one kind, such as questions, that must be there for the same reason."""


class Interval(NamedTuple):
    """The 95 % interval of a number."""

    low: float
    high: float


def wilson(right: int, count: int) -> Interval:
    """Return Wilson's 95 % interval of a share; of nothing at all, everything is possible.

    >>> [round(end, 4) for end in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    return score_interval(right / count, count, NORMAL) if count else Interval(0.0, 1.0)


def share_interval(right: int, count: int) -> Interval | None:
    """Return the same, or None where there are too few trials for it to hold what it says."""
    return wilson(right, count) if count >= FEWEST_TRIALS else None


def score_interval(share: float, count: float, quantile: float) -> Interval:
    """Return the shares that so many trials do not contradict, by Wilson's formula."""
    spare = quantile**2 / count
    middle = (share + spare / 2) / (1 + spare)
    reach = quantile * math.sqrt(share * (1 - share) / count + spare / (4 * count)) / (1 + spare)
    # Where all or none are right, that end is exact, and rounding must not say otherwise.
    return Interval(
        0.0 if share == 0 else max(0.0, middle - reach),
        1.0 if share == 1 else min(1.0, middle + reach),
    )


def student(freedom: int) -> float:
    """Return the quantile of Student's law that leaves 2.5 % on either side.

    By the series around the normal law's, which is right to a thousandth from 3 degrees on.

    >>> [round(student(freedom), 2) for freedom in (3, 5, 19, 1_000)]
    [3.18, 2.57, 2.09, 1.96]
    """
    z, z3, z5, z7, z9 = (NORMAL**power for power in (1, 3, 5, 7, 9))
    share = 1 / freedom
    return (
        z
        + share * (z3 + z) / 4
        + share**2 * (5 * z5 + 16 * z3 + 3 * z) / 96
        + share**3 * (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384
        + share**4 * (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92160
    )


def consecutive(sizes: Iterable[int]) -> Iterator[range]:
    """Yield ranges of these sizes, each beginning where the one before ends.

    >>> list(consecutive([2, 3]))
    [range(0, 2), range(2, 5)]
    """
    return (range(*ends) for ends in pairwise(accumulate(sizes, initial=0)))


class Jackknife:
    """Clusters of which each is left out in turn; the rest of its stratum then stands for it.

    Every stratum is a list of clusters' places. One that has a single cluster is taken together
    with its neighbour, for nobody can say how much such clusters differ among themselves.
    """

    def __init__(self, strata: Iterable[Sequence[int]]) -> None:
        self._groups: list[list[int]] = []
        for stratum in filter(None, strata):
            if self._groups and 1 in (len(stratum), len(self._groups[-1])):
                self._groups[-1] += stratum
            else:
                self._groups.append(list(stratum))

    @property
    def clusters(self) -> int:
        """How many there are."""
        return sum(map(len, self._groups))

    @property
    def quantile(self) -> float:
        """By how many standard errors an interval reaches to either side."""
        return student(self.clusters - len(self._groups))

    def replicates(self, addends: Sequence[complex]) -> Iterator[complex]:
        """Yield the sum of all addends without each of the clusters, in their order."""
        whole = sum(addends[place] for group in self._groups for place in group)
        for group in self._groups:
            size = len(group)
            mean = sum(addends[place] for place in group) / size
            for place in group:
                yield whole - (addends[place] - mean) * size / (size - 1)

    def error(self, values: Iterable[float], number: float) -> float:
        """Return the standard error of a number that comes out as these without each cluster."""
        found = iter(values)
        return math.sqrt(
            sum(
                (size - 1) / size * (next(found) - number) ** 2
                for size in map(len, self._groups)
                for _ in range(size)
            )
        )


def ratio_interval(
    addends: Sequence[complex], strata: Iterable[range], lowest: float = 0.0
) -> Interval | None:
    """Return the 95 % interval of a ratio of two sums over clusters, between its lowest and 1.

    The two addends of a cluster are one complex number: what it adds above the line, and below it.
    Clusters that add nothing below do not count; None where fewer count than must. The shape is
    Wilson's, for as many trials as would be as uncertain; where all clusters agree to the last,
    each is one trial.
    """
    jackknife = Jackknife([place for place in stratum if addends[place].imag] for stratum in strata)
    if jackknife.clusters < FEWEST:
        return None

    def share_of(drawn: complex) -> float:
        return (drawn.real / drawn.imag - lowest) / (1 - lowest)

    share = min(1.0, max(0.0, share_of(sum(addends))))
    error = jackknife.error(map(share_of, jackknife.replicates(addends)), share)
    agree = error < 1e-9
    trials = jackknife.clusters if agree else share * (1 - share) / error**2
    low, high = score_interval(share, trials, jackknife.quantile)
    return Interval(lowest + (1 - lowest) * low, lowest + (1 - lowest) * high)


def beyond_chance(share: float, chance: float) -> float | None:
    """Return the share corrected for chance: 0 as good as random play, 1 always right.

    None where chance is always right, too.

    >>> beyond_chance(0.75, 0.5)
    0.5
    """
    return (share - chance) / (1 - chance) if chance < 1 else None
