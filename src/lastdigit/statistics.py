"""Statistics for tournaments and exams: intervals, ratings and paired comparisons.

All intervals are 95 % confidence intervals. Intervals over clusters, such as the starting positions
of a tournament, use a stratified jackknife. Ratings are a Bradley-Terry model.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

NORMAL = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""
FEWEST = 6
"""The minimum number of starting positions for computing a confidence interval."""
FEWEST_TRIALS = 10
"""The minimum number of independent trials, such as exam items, for a confidence interval."""


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


def wilson_interval(right: int, count: int) -> Interval:
    """Return Wilson's 95 % confidence interval for a proportion.

    `right` is the number of successes in `count` trials. Return (0, 1) if there are no trials.

    >>> [round(end, 4) for end in wilson_interval(8, 10)]
    [0.4902, 0.9433]
    """
    return score_interval(right / count, count, NORMAL) if count else Interval(0.0, 1.0)


def share_interval(right: int, count: int) -> Interval | None:
    """Return Wilson's 95 % confidence interval for a proportion.

    `right` is the number of successes in `count` trials. Return None if there are too few trials.
    """
    return wilson_interval(right, count) if count >= FEWEST_TRIALS else None


def score_interval(share: float, count: float, quantile: float) -> Interval:
    """Return Wilson's score interval for a proportion.

    `share` is the proportion of successes in `count` trials. `quantile` is the normal quantile of
    the confidence level, such as 1.96 for 95 %.
    """
    spare = quantile**2 / count
    middle = (share + spare / 2) / (1 + spare)
    reach = quantile * math.sqrt(share * (1 - share) / count + spare / (4 * count)) / (1 + spare)
    # If all or none are right, that end is exact. Do not let rounding change it.
    return Interval(
        0.0 if share == 0 else max(0.0, middle - reach),
        1.0 if share == 1 else min(1.0, middle + reach),
    )


def student_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t-distribution.

    `freedom` is the number of degrees of freedom. The result is approximate: the relative error is
    0.12 % for 3 degrees of freedom, and smaller for more.

    >>> [round(student_quantile(freedom), 2) for freedom in (3, 5, 19, 1_000)]
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
    """Yield adjacent ranges with these sizes.

    >>> list(consecutive([2, 3]))
    [range(0, 2), range(2, 5)]
    """
    return (range(*ends) for ends in pairwise(accumulate(sizes, initial=0)))


class Jackknife:
    """A stratified jackknife: leave out each cluster in turn and reweight the rest of its stratum.

    A stratum is a list of cluster indices. A stratum with one cluster is merged with its neighbour,
    because the variance within it cannot be estimated.
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
        """The number of clusters."""
        return sum(map(len, self._groups))

    @property
    def quantile(self) -> float:
        """The half-width of a 95 % confidence interval, as a multiple of the standard error."""
        return student_quantile(self.clusters - len(self._groups))

    def replicates(self, addends: Sequence[complex]) -> Iterator[complex]:
        """For each cluster, yield the reweighted sum of the other clusters' addends.

        `addends` has one number per cluster.
        """
        whole = sum(addends[place] for group in self._groups for place in group)
        for group in self._groups:
            size = len(group)
            mean = sum(addends[place] for place in group) / size
            for place in group:
                yield whole - (addends[place] - mean) * size / (size - 1)

    def error(self, values: Iterable[float], estimate: float) -> float:
        """Return the standard error of a statistic estimated from all clusters.

        `values` has the value of the statistic without each cluster, in the order of the clusters.
        """
        found = iter(values)
        return math.sqrt(
            sum(
                (size - 1) / size * (next(found) - estimate) ** 2
                for size in map(len, self._groups)
                for _ in range(size)
            )
        )


def ratio_interval(
    addends: Sequence[complex], strata: Iterable[range], lowest: float = 0.0
) -> Interval | None:
    """Return the 95 % interval for a ratio of two sums over clusters, between `lowest` and 1.

    `addends` has one complex number per cluster: the numerator is the real part, and the
    denominator is the imaginary part. `strata` has the indices of the clusters in each stratum.
    Return None if too few clusters have a nonzero denominator.
    """
    jackknife = Jackknife([place for place in stratum if addends[place].imag] for stratum in strata)
    if jackknife.clusters < FEWEST:
        return None

    def share_of(drawn: complex) -> float:
        return (drawn.real / drawn.imag - lowest) / (1 - lowest)

    share = min(1.0, max(0.0, share_of(sum(addends))))
    error = jackknife.error(map(share_of, jackknife.replicates(addends)), share)
    # Use Wilson's interval for the number of trials that would have this standard error. If all
    # clusters agree exactly, each counts as one trial.
    agree = error < 1e-9
    trials = jackknife.clusters if agree else share * (1 - share) / error**2
    low, high = score_interval(share, trials, jackknife.quantile)
    return Interval(lowest + (1 - lowest) * low, lowest + (1 - lowest) * high)


def beyond_chance(share: float, chance: float) -> float | None:
    """Return a proportion corrected for chance: 0 is random play, 1 is always right.

    Return None if random play is also always right.

    >>> beyond_chance(0.75, 0.5)
    0.5
    """
    return (share - chance) / (1 - chance) if chance < 1 else None


POINTS = 1_000
"""The rating of a player that never makes a mistake."""
MAX_STEPS, LARGEST_STEP, TOLERANCE = 100, 2.0, 1e-10
"""Limits for Newton's method: number of steps, longest step, and step length at which to stop."""
MAX_REPLICATES = 40
"""The maximum number of jackknife replicates per game.

If a game has more starting positions, each replicate leaves out several of them.
"""

Pair = tuple[str, str]


class Tally(NamedTuple):
    """The score of one player against another, and the number of their games."""

    score: float
    games: float

    @classmethod
    def of(cls, sums: complex) -> Tally:
        """Convert a complex number to a tally.

        The real part is the score, and the imaginary part is the number of games.
        """
        return cls(sums.real, sums.imag)


class Knot(NamedTuple):
    """A point on the rating scale: a strength whose rating is known."""

    strength: float
    rating: float


@dataclass(frozen=True)
class Ratings:
    """The strength (natural log-odds) and rating of each player."""

    strengths: Mapping[str, float]
    points: Mapping[str, float]

    def expected(self, one: str, other: str) -> float:
        """Return the expected score of the first player against the second."""
        return logistic(self.strengths[one] - self.strengths[other])


def level_rating(errors: float) -> float:
    """Return the rating of a player with this error rate.

    `errors` is the probability of a mistake in a position where some moves are mistakes.

    >>> level_rating(0.05)
    950.0
    """
    return POINTS * (1 - errors)


def logistic(strength: float) -> float:
    """Return the probability of winning for a difference in strength."""
    if strength < 0:
        return 1 - logistic(-strength)
    return 1 / (1 + math.exp(-strength))


def rate(tallies: Mapping[Pair, Tally], anchors: Mapping[str, float]) -> Ratings | None:
    """Return the ratings of all players, or None if the games do not determine them.

    `tallies` has the total score for each pair of players. `anchors` maps each player with a known
    error rate to that rate. The ratings of all other players are relative to the ratings of these
    players.
    """
    strengths = fit_strengths(tallies)
    known = {name: level_rating(anchors[name]) for name in strengths if name in anchors}
    knots = monotone_knots([Knot(strengths[name], rating) for name, rating in known.items()])
    # There is no scale if fewer than two anchors with different error rates played, or if the
    # weaker ones did not score less than the stronger ones.
    if len(knots) < 2:
        return None
    points = {name: interpolate_rating(knots, strength) for name, strength in strengths.items()}
    return Ratings(strengths, points | known)


def rating_intervals(
    pairs: Mapping[Pair, Sequence[complex]],
    strata: Sequence[range],
    anchors: Mapping[str, float],
) -> dict[str, Interval]:
    """Return the 95 % intervals for all estimated ratings, or {} if they cannot be computed.

    `pairs` has one complex number per starting position for each pair of players: the first
    player's score is the real part, and the number of games is the imaginary part. `strata` has the
    indices of the starting positions of each game. `anchors` maps each player with a known error
    rate to that rate. The ratings of these players are exact and have no intervals.
    """
    whole = rate({pair: Tally.of(sum(row)) for pair, row in pairs.items()}, anchors)
    if whole is None or sum(map(len, strata)) < FEWEST:
        return {}
    blocks = [
        [stratum[number::MAX_REPLICATES] for number in range(min(MAX_REPLICATES, len(stratum)))]
        for stratum in strata
    ]
    jackknife = Jackknife(consecutive(map(len, blocks)))
    rows = (
        [sum(row[place] for place in block) for stratum in blocks for block in stratum]
        for row in pairs.values()
    )
    fits = []
    for sums in zip(*map(jackknife.replicates, rows), strict=True):
        fit = rate(dict(zip(pairs, map(Tally.of, sums), strict=True)), anchors)
        if fit is None:  # the ratings depend on only a few starting positions
            return {}
        fits.append(fit.points)
    found = {}
    for name in whole.points.keys() - anchors.keys():
        error = jackknife.error((points[name] for points in fits), whole.points[name])
        reach = jackknife.quantile * error
        found[name] = Interval(whole.points[name] - reach, whole.points[name] + reach)
    return found


def monotone_knots(knots: Sequence[Knot]) -> list[Knot]:
    """Sort knots by rating, and average neighbours until the strengths increase with the ratings.

    A knot is a strength whose rating is known.
    """
    groups: list[list[Knot]] = []
    for knot in sorted(knots, key=lambda knot: knot.rating):
        groups.append([knot])
        while len(groups) > 1 and (
            _mean_knot(groups[-2]).strength >= _mean_knot(groups[-1]).strength
            or _mean_knot(groups[-2]).rating == _mean_knot(groups[-1]).rating
        ):
            last = groups.pop()
            groups[-1] += last
    return [_mean_knot(group) for group in groups]


def _mean_knot(group: Sequence[Knot]) -> Knot:
    return Knot(
        sum(knot.strength for knot in group) / len(group),
        sum(knot.rating for knot in group) / len(group),
    )


def interpolate_rating(knots: Sequence[Knot], strength: float) -> float:
    """Return the rating for a strength, by linear interpolation between knots.

    A knot is a strength whose rating is known. Beyond the weakest and strongest knots, extrapolate
    with the average slope between the two.
    """
    first, last = knots[0], knots[-1]
    if first.strength < strength < last.strength:
        first, last = next(pair for pair in pairwise(knots) if strength <= pair[1].strength)
    slope = (last.rating - first.rating) / (last.strength - first.strength)
    near = last if strength > last.strength else first
    return near.rating + slope * (strength - near.strength)


def fit_strengths(tallies: Mapping[Pair, Tally]) -> dict[str, float]:
    """Return the maximum-likelihood strengths of a Bradley-Terry model, relative to their mean.

    Add one drawn game to each pair, so that a player who won every game has a finite strength. The
    log-likelihood is concave, so Newton's method finds its only maximum.
    """
    names = sorted({name for pair in tallies for name in pair})
    place = {name: number for number, name in enumerate(names)}
    at = [0.0] * len(names)
    for _ in range(MAX_STEPS):
        slope = [0.0] * len(names)
        # Start the Hessian with ones. They fix the mean, which no game determines.
        hessian = [[1.0] * len(names) for _ in names]
        for (one, other), tally in tallies.items():
            first, second = place[one], place[other]
            count = tally.games + 1
            chance = logistic(at[first] - at[second])
            missing = tally.score + 0.5 - count * chance
            weight = count * chance * (1 - chance)
            slope[first] += missing
            slope[second] -= missing
            hessian[first][first] += weight
            hessian[second][second] += weight
            hessian[first][second] -= weight
            hessian[second][first] -= weight
        step = solve_equations(hessian, slope)
        longest = max(map(abs, step), default=0.0)
        shorter = min(1.0, LARGEST_STEP / longest) if longest else 1.0
        at = [value + shorter * change for value, change in zip(at, step, strict=True)]
        if longest < TOLERANCE:
            break
    return dict(zip(names, at, strict=True))


def solve_equations(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations by Gaussian elimination with partial pivoting.

    >>> solve_equations([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0])
    [1.0, 3.0]
    """
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in rows[column + 1 :]:
            factor = row[column] / rows[column][column]
            for place in range(column, size + 1):
                row[place] -= factor * rows[column][place]
    found = [0.0] * size
    for column in reversed(range(size)):
        known = sum(rows[column][place] * found[place] for place in range(column + 1, size))
        found[column] = (rows[column][size] - known) / rows[column][column]
    return found


RISK = 0.05
"""The accepted probability of at least one false positive in several comparisons."""


class Margin(NamedTuple):
    """A player's exam score compared with a policy, which is a simple rule for picking moves."""

    name: str
    """The name of the policy."""
    expected: float
    """The expected score of the policy."""
    mean: float
    """The player's mean score minus the expected score of the policy."""
    interval: Interval | None
    """The confidence interval for `mean`, by Holm's method, or None if there are too few items."""


def margins(
    policies: Sequence[str], own_scores: Sequence[float], policy_scores: Sequence[Sequence[float]]
) -> list[Margin]:
    """Return how much better a player scores in an exam than each policy.

    A policy is a simple rule for picking moves. `own_scores` has the player's score for each exam
    item. `policy_scores` has the scores of all policies for each exam item.
    """
    columns = [[row[place] for row in policy_scores] for place in range(len(policies))]
    gaps = [
        [own - other for own, other in zip(own_scores, column, strict=True)] for column in columns
    ]
    quantiles = _holm_quantiles([_z_score(gap) for gap in gaps])
    return [
        Margin(name, fmean(column), fmean(gap), _interval(gap, quantile))
        for name, column, gap, quantile in zip(policies, columns, gaps, quantiles, strict=True)
    ]


def _error(gap: Sequence[float]) -> float:
    return stdev(gap) / math.sqrt(len(gap)) if len(gap) > 1 else math.inf


def _z_score(gap: Sequence[float]) -> float:
    return abs(fmean(gap)) / (_error(gap) or 1e-12)


def _holm_quantiles(z_scores: Sequence[float]) -> list[float]:
    """Return the normal quantile that Holm's method compares with each z-score."""
    # The largest z-score gets the largest quantile.
    order = sorted(range(len(z_scores)), key=lambda place: -z_scores[place])
    found = [0.0] * len(z_scores)
    for rank, place in enumerate(order):
        found[place] = NormalDist().inv_cdf(1 - RISK / 2 / (len(z_scores) - rank))
    return found


def _interval(gap: Sequence[float], quantile: float) -> Interval | None:
    if len(gap) < FEWEST_TRIALS:
        return None
    reach = quantile * _error(gap)
    return Interval(max(-1.0, fmean(gap) - reach), min(1.0, fmean(gap) + reach))


class Comparison(NamedTuple):
    """A comparison of two players on the same items: how often both, one or neither was right."""

    both: int
    first: int
    """The number of items on which only the first player was right."""
    second: int
    neither: int

    @classmethod
    def of(cls, first: Sequence[bool], second: Sequence[bool]) -> Comparison:
        """Count how often both players, only one of them, or neither was right.

        `first` says for each item whether the first player was right, and `second` whether the
        second player was.
        """
        pairs = list(zip(first, second, strict=True))
        both, one, other, neither = (
            pairs.count(pair)
            for pair in ((True, True), (True, False), (False, True), (False, False))
        )
        return cls(both, one, other, neither)

    @property
    def asked(self) -> int:
        """The number of items."""
        return sum(self)

    @property
    def difference(self) -> float:
        """The first player's proportion of right answers minus the second player's."""
        return (self.first - self.second) / (self.asked or 1)

    @property
    def interval(self) -> Interval | None:
        """Newcombe's 95 % interval for `difference`, or None if there are too few items."""
        if self.asked < FEWEST_TRIALS:
            return None
        one, other = self.both + self.first, self.both + self.second
        share, other_share = one / self.asked, other / self.asked
        own, theirs = wilson_interval(one, self.asked), wilson_interval(other, self.asked)
        correlation = self._correlation(one, other)
        down = _combine_errors(share - own.low, theirs.high - other_share, correlation)
        up = _combine_errors(own.high - share, other_share - theirs.low, correlation)
        return Interval(max(-1.0, self.difference - down), min(1.0, self.difference + up))

    def _correlation(self, one: int, other: int) -> float:
        """Return the players' correlation, from -1 to 1, with Newcombe's correction."""
        spread = one * (self.asked - one) * other * (self.asked - other)
        if not spread:
            return 0.0
        cross = self.both * self.neither - self.first * self.second
        return (max(0.0, cross - self.asked / 2) if cross > 0 else cross) / math.sqrt(spread)

    @property
    def sign_test(self) -> float:
        """The p-value of the exact two-sided sign test for a difference between the players.

        >>> round(Comparison(10, 5, 0, 5).sign_test, 4), Comparison(3, 0, 0, 3).sign_test
        (0.0625, 1.0)
        """
        decisive = self.first + self.second
        least = min(self.first, self.second)
        tail = sum(math.comb(decisive, count) for count in range(least + 1))
        return float(min(1.0, 2 * tail / 2**decisive))


def _combine_errors(own: float, other: float, correlation: float) -> float:
    return math.sqrt(max(0.0, own**2 - 2 * correlation * own * other + other**2))
