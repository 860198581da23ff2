"""How sure a number is: Wilson's interval of a share, the bootstrap, agreement beyond chance."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from random import Random
from typing import NamedTuple

NORMAL = 1.959963984540054
"""The standard normal's quantile that leaves 2.5 % on either side."""
LOW, HIGH = 0.025, 0.975


class Interval(NamedTuple):
    """The 95 % interval of a number."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Iterable[float]) -> Interval:
        """Return the interval that the middle 95 % of some values lie in."""
        ordered = sorted(values)
        return cls(quantile(ordered, LOW), quantile(ordered, HIGH))


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


class Bootstrap:
    """Clusters drawn anew, again and again; every number is taken from the same draws.

    Clusters stand in a fixed order, stratum after stratum, and each stratum keeps its size. A
    number is the ratio of two sums over clusters; the two addends of a cluster are kept as one
    complex number, because those are summed fast.
    """

    def __init__(self, strata: Sequence[int], random: Random, resamples: int = 1_000) -> None:
        self.clusters = sum(strata)
        begins = [sum(strata[:place]) for place in range(len(strata))]
        self._draws = [
            itemgetter(
                *(
                    index
                    for begin, size in zip(begins, strata, strict=True)
                    for index in random.choices(range(begin, begin + size), k=size)
                )
            )
            for _ in range(resamples if self.clusters > 1 else 0)
        ]

    def sums(self, addends: Sequence[complex]) -> Iterator[complex]:
        """Yield the sum over the clusters of each draw; of fewer than two there is no draw."""
        return (sum(draw(addends)) for draw in self._draws)

    def interval(self, addends: Sequence[complex]) -> Interval | None:
        """Return the 95 % percentile interval of real part by imaginary part.

        None where fewer than two clusters have anything to divide by. A draw that has none of
        them says nothing.
        """
        if sum(bool(addend.imag) for addend in addends) < 2:
            return None
        known = [drawn.real / drawn.imag for drawn in self.sums(addends) if drawn.imag]
        return Interval.around(known) if known else None


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
