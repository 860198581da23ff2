"""Intervals, ratings and paired comparison: against SciPy and choix, and by their properties.

Both are imported where they are used: every worker collects this file, and they take a second.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from random import Random
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import coverage
from lastdigit.statistics import (
    FEWEST,
    Comparison,
    Jackknife,
    Knot,
    Pair,
    Tally,
    beyond_chance,
    consecutive,
    fit_strengths,
    interpolate_rating,
    logistic,
    margins,
    monotone_knots,
    rate,
    ratio_interval,
    score_interval,
    share_interval,
    solve_equations,
    student_quantile,
    wilson_interval,
)
from tests.conftest import Size
from tests.sizes import sampled

COUNTS = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(COUNTS)
def test_wilsons_interval_agrees_with_scipy(counts: tuple[int, int]) -> None:
    from scipy import stats

    right, count = counts
    exact = stats.binomtest(right, count)
    assert wilson_interval(right, count) == pytest.approx(
        exact.proportion_ci(method="wilson"), abs=1e-12
    )
    wider = exact.proportion_ci(confidence_level=0.99, method="wilson")
    quantile = stats.norm.ppf(0.995)
    assert score_interval(right / count, count, quantile) == pytest.approx(wider, abs=1e-12)


@pytest.mark.parametrize("count", [1, 10, 500])
def test_the_interval_ends_at_0_or_1_if_none_or_all_are_right(count: int) -> None:
    assert wilson_interval(count, count).high == 1
    assert wilson_interval(0, count).low == 0


def test_the_interval_of_no_trials_is_0_to_1() -> None:
    assert wilson_interval(0, 0) == (0, 1)


TRUE_SHARES = [place / 1_000 for place in range(50, 951, 2)]


def wilson_coverage(count: int, share: float) -> float:
    """Return the exact coverage of Wilson's interval for a number of trials and a true share."""
    return math.fsum(
        math.comb(count, right) * share**right * (1 - share) ** (count - right)
        for right in range(count + 1)
        if wilson_interval(right, count).low <= share <= wilson_interval(right, count).high
    )


@pytest.mark.parametrize("count", sampled([*range(10, 61), 75, 100, 150, 200], 10, 20, 40))
def test_wilsons_interval_has_its_nominal_coverage(count: int) -> None:
    found = [wilson_coverage(count, share) for share in TRUE_SHARES]
    assert 0.94 <= math.fsum(found) / len(found) <= 0.97
    if count >= 20:
        assert min(found) >= 0.91


def test_fewer_than_ten_trials_have_no_interval() -> None:
    assert share_interval(5, 9) is None
    assert share_interval(5, 10) == wilson_interval(5, 10)


@pytest.mark.parametrize("freedom", [3, 4, 5, 9, 19, 99, 10_000])
def test_students_quantile_agrees_with_scipy(freedom: int) -> None:
    from scipy import stats

    assert student_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1.3e-3)


def mean_of(values: Sequence[float]) -> list[complex]:
    """Return the terms of a mean: each value counts once."""
    return [complex(value, 1) for value in values]


def test_the_jackknife_error_of_a_mean_is_its_standard_error() -> None:
    from scipy import stats

    random = Random(5)
    values = [random.gauss(10, 2) for _ in range(40)]
    jackknife = Jackknife([range(40)])
    means = [drawn.real / drawn.imag for drawn in jackknife.replicates(mean_of(values))]
    assert jackknife.error(means, fmean(values)) == pytest.approx(stats.sem(values))


def test_differences_between_strata_do_not_affect_the_error() -> None:
    low, high = [0.1, 0.2, 0.3], [0.7, 0.8, 0.9]
    jackknife = Jackknife([range(3), range(3, 6)])
    means = [drawn.real / drawn.imag for drawn in jackknife.replicates(mean_of(low + high))]
    assert jackknife.error(means, 0.5) == pytest.approx(math.sqrt(2 * 0.01 / 3) / 2)


@pytest.mark.parametrize("strata", [[1, 1, 1, 1, 1, 1], [1, 5], [5, 1], [2, 1, 3], [1, 1, 4]])
def test_a_stratum_with_a_single_start_is_merged_with_its_neighbour(strata: list[int]) -> None:
    values = [0.2, 0.9, 0.4, 0.5, 0.3, 0.7]
    interval = ratio_interval(mean_of(values), consecutive(strata))
    assert interval is not None
    assert interval.high - interval.low > 0.2, "a single start must not make the interval narrow"


def test_fewer_than_six_starts_have_no_interval() -> None:
    for count in range(FEWEST):
        assert ratio_interval(mean_of([0.5] * count), [range(count)]) is None
    some = [*mean_of([0.2, 0.4, 0.5, 0.3, 0.9]), 0j, 0j, 0j]
    assert ratio_interval(some, [range(8)]) is None, "starts without games do not count"
    assert ratio_interval([*some, 0.5 + 1j], [range(9)]) is not None


def test_if_all_starts_agree_the_interval_is_that_of_single_trials() -> None:
    everything = ratio_interval(mean_of([1.0] * 20), [range(20)])
    assert everything == score_interval(1.0, 20, student_quantile(19))
    half = ratio_interval(mean_of([0.5] * 20), [range(20)])
    assert half == score_interval(0.5, 20, student_quantile(19))


def test_games_from_one_start_count_as_one_when_they_always_agree() -> None:
    """Repeating the same games ten times must not make the interval narrower."""
    random = Random(2)
    starts = [float(random.random() < 0.5) for _ in range(50)]
    tenfold = [complex(10 * value, 10) for value in starts]
    once = ratio_interval(mean_of(starts), [range(50)])
    assert once is not None
    assert ratio_interval(tenfold, [range(50)]) == pytest.approx(once)


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=12),
    st.integers(1, 5),
    st.floats(-2, 0),
)
def test_an_interval_contains_its_estimate_and_stays_in_bounds(
    counts: list[tuple[int, int]], games: int, lowest: float
) -> None:
    addends = [
        complex(lowest * below + (1 - lowest) * min(above, below), below) for above, below in counts
    ]
    sizes = [len(range(first, len(addends), games)) for first in range(games)]
    interval = ratio_interval(addends, consecutive(sizes), lowest)
    if interval is not None:
        number = sum(addends).real / sum(addends).imag
        assert lowest - 1e-9 <= interval.low <= number + 1e-9
        assert number - 1e-9 <= interval.high <= 1 + 1e-9


@pytest.mark.parametrize(("games", "starts"), coverage.DESIGNS)
@pytest.mark.parametrize("kind", coverage.KINDS)
def test_an_interval_has_its_nominal_coverage(
    kind: str, games: int, starts: int, size: Size
) -> None:
    """The coverage is 93 to 97 %, or a little higher if a start is one game."""
    draws = size(sample=200, full=4_000)
    share = coverage.coverage(kind, games, starts, draws)
    chance = 3 * math.sqrt(0.95 * 0.05 / draws)
    most = 1.0 if "one game" in kind else 0.97
    assert 0.93 - chance <= share <= most + chance


@pytest.mark.prove
def test_the_interval_of_a_rating_has_about_its_nominal_coverage() -> None:
    assert 0.88 <= coverage.rating_coverage(5, 6, 300) <= 0.99


@given(st.floats(0, 1), st.floats(0, 0.99))
def test_agreement_beyond_chance_is_0_for_chance_and_1_for_always(
    share: float, chance: float
) -> None:
    assert beyond_chance(chance, chance) == 0
    assert beyond_chance(1, chance) == pytest.approx(1)
    found = beyond_chance(share, chance)
    assert found is not None
    assert found * (1 - chance) + chance == pytest.approx(share)


def test_agreement_beyond_chance_is_undefined_if_chance_is_always_right() -> None:
    assert beyond_chance(1, 1) is None


@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_linear_equations_are_solved(size: int, random: Random) -> None:
    matrix = [[random.uniform(-1, 1) for _ in range(size)] for _ in range(size)]
    for row in range(size):
        matrix[row][row] += size + 1  # so that the solution is unique
    wanted = [random.uniform(-5, 5) for _ in range(size)]
    right = [sum(a * b for a, b in zip(row, wanted, strict=True)) for row in matrix]
    assert solve_equations(matrix, right) == pytest.approx(wanted)


ANCHORS = {"perfect": 0.0, "medium": 0.2, "beginner": 0.6}


def expected(strengths: dict[str, float], games: float = 1e9) -> dict[Pair, Tally]:
    """Return the expected scores of players with these strengths against each other."""
    return {
        (one, other): Tally(games * logistic(strengths[one] - strengths[other]), games)
        for one, other in combinations(sorted(strengths), 2)
    }


@given(st.integers(2, 6), st.randoms(use_true_random=False))
def test_strengths_agree_with_choix(players: int, random: Random) -> None:
    import choix

    names = [f"player {number}" for number in range(players)]
    # Each player has played the next one, and perhaps others. Draws count half a point.
    tallies = {
        (names[one], names[other]): Tally(random.randint(0, 2 * games) / 2, games)
        for one, other in combinations(range(players), 2)
        if (games := random.randint(0, 30)) or other == one + 1
    }
    wins = np.zeros((players, players))
    for (first, second), tally in tallies.items():
        one, other = names.index(first), names.index(second)
        wins[one, other] = tally.score + 0.5  # one drawn game is added to each pair
        wins[other, one] = tally.games - tally.score + 0.5
    strengths = choix.ilsr_pairwise_dense(wins, max_iter=10_000)
    found = fit_strengths(tallies)
    assert [found[name] for name in names] == pytest.approx(strengths, abs=1e-5)


def test_the_ratings_of_two_players_agree_with_the_closed_form() -> None:
    """With the added game, a score of 75 of 100 is a difference of log 3."""
    ratings = rate({("perfect", "medium"): Tally(74.5, 99)}, ANCHORS)
    assert ratings is not None
    assert ratings.strengths["perfect"] - ratings.strengths["medium"] == pytest.approx(math.log(3))
    assert ratings.points == {"perfect": 1000, "medium": 800}
    assert ratings.expected("perfect", "medium") == pytest.approx(0.75)


@given(st.floats(-4, 4), st.lists(st.floats(0.1, 2), min_size=2, max_size=2))
def test_a_player_is_rated_like_the_level_of_the_same_strength(
    strength: float, gaps: list[float]
) -> None:
    levels = {"beginner": 0.0, "medium": gaps[0], "perfect": sum(gaps)}
    ratings = rate(expected(levels | {"x": strength}), ANCHORS)
    assert ratings is not None
    assert {name: ratings.points[name] for name in ANCHORS} == pytest.approx(
        {"perfect": 1000, "medium": 800, "beginner": 400}
    )
    rating = ratings.points["x"]
    if strength < 0:
        assert rating < 400 + 1
    elif strength < gaps[0]:
        assert rating == pytest.approx(400 + 400 * strength / gaps[0], abs=1)
    elif strength < sum(gaps):
        assert rating == pytest.approx(800 + 200 * (strength - gaps[0]) / gaps[1], abs=1)
    else:
        assert rating > 1000 - 1


@given(st.randoms(use_true_random=False))
def test_the_order_of_players_and_of_pairs_does_not_matter(random: Random) -> None:
    strengths = {"perfect": 2.0, "beginner": 0.0, "a": 1.0, "b": -0.5}
    tallies = {
        pair: Tally(tally.score + random.uniform(0, 4), 30)
        for pair, tally in expected(strengths, 25).items()
    }
    turned = {
        (other, one): Tally(tally.games - tally.score, tally.games)
        for (one, other), tally in reversed(tallies.items())
    }
    first, second = rate(tallies, ANCHORS), rate(turned, ANCHORS)
    assert first is not None
    assert second is not None
    assert second.points == pytest.approx(first.points, abs=1e-4)


@given(st.lists(st.integers(-300, 300), min_size=1, max_size=8))
def test_knots_are_an_isotonic_regression(strengths: list[int]) -> None:
    from scipy.optimize import isotonic_regression

    knots = monotone_knots([Knot(strength, place) for place, strength in enumerate(strengths)])
    monotone = isotonic_regression(strengths).x
    assert [knot.strength for knot in knots] == pytest.approx(sorted({*np.round(monotone, 9)}))


@given(
    st.lists(st.tuples(st.integers(-300, 300), st.integers(0, 1000)), max_size=6),
    st.floats(-9, 9),
    st.floats(0, 9),
)
def test_a_stronger_player_never_has_a_lower_rating(
    anchors: list[tuple[int, int]], strength: float, more: float
) -> None:
    knots = monotone_knots([Knot(strength / 100, float(rating)) for strength, rating in anchors])
    assert all(
        one.strength < two.strength and one.rating < two.rating for one, two in pairwise(knots)
    )
    if len(knots) > 1:
        assert (
            interpolate_rating(knots, strength + more) >= interpolate_rating(knots, strength) - 1e-6
        )
        for knot in knots:
            assert interpolate_rating(knots, knot.strength) == pytest.approx(knot.rating, abs=1e-6)


def test_a_player_who_won_or_lost_every_game_has_a_finite_rating() -> None:
    tallies = expected({"perfect": 2.0, "beginner": 0.0}, 20)
    tallies |= {("perfect", "x"): Tally(0, 20), ("beginner", "x"): Tally(0, 20)}
    ratings = rate(tallies, ANCHORS)
    assert ratings is not None
    assert 1000 < ratings.points["x"] < 10_000


@pytest.mark.parametrize(
    "tallies",
    [
        {("perfect", "x"): Tally(10, 20)},
        {("x", "y"): Tally(10, 20)},
        {("perfect", "beginner"): Tally(2, 20)},
        {},
    ],
    ids=["one anchor", "no anchor", "the wrong way round", "no games"],
)
def test_without_anchors_there_are_no_ratings(tallies: dict[Pair, Tally]) -> None:
    assert rate(tallies, ANCHORS) is None


def test_margins_are_paired() -> None:
    right = [1.0, 0.0] * 20
    scores = [[0.5, own] for own in right]
    even, same = margins(["even", "same"], right, scores)
    assert (even.mean, same.mean) == (0, 0)
    assert same.interval == (0, 0), "they do not differ on any question"


def test_the_clearest_margin_has_the_strictest_quantile_of_holm() -> None:
    from scipy import stats

    scores = [[index % 2, 0.9 + index % 2 / 20] for index in range(30)]
    found = margins(["a", "b"], [1.0] * 30, scores)
    # b differs by more standard errors.
    for place, quantile in ((0, stats.norm.ppf(1 - 0.05 / 2)), (1, stats.norm.ppf(1 - 0.05 / 4))):
        gaps = [1 - row[place] for row in scores]
        reach = quantile * stats.sem(gaps)
        assert found[place].interval == pytest.approx((fmean(gaps) - reach, fmean(gaps) + reach))


def test_a_margin_of_few_questions_has_no_interval() -> None:
    assert margins(["a"], [1.0] * 9, [[0.0]] * 9)[0].interval is None


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_sign_test_agrees_with_scipy(first: int, second: int) -> None:
    """McNemar's exact test is the same: only items that one of the two got right count."""
    from scipy import stats

    exact = stats.binomtest(first, first + second).pvalue if first + second else 1.0
    assert Comparison(7, first, second, 5).sign_test == pytest.approx(exact)


def tables(count: int) -> Iterator[Comparison]:
    """Yield all possible results of two players on a number of questions."""
    for both, first, second in product(range(count + 1), repeat=3):
        if both + first + second <= count:
            yield Comparison(both, first, second, count - both - first - second)


def likelihood(found: Comparison, shares: tuple[float, ...]) -> float:
    ways = math.factorial(found.asked)
    for part in found:
        ways //= math.factorial(part)
    return ways * math.prod(share**part for share, part in zip(shares, found, strict=True))


TRUTHS = [
    (0.4, 0.1, 0.1, 0.4),
    (0.5, 0.2, 0.1, 0.2),
    (0.7, 0.15, 0.05, 0.1),
    (0.1, 0.3, 0.1, 0.5),
    (0.25, 0.25, 0.25, 0.25),
    (0.85, 0.1, 0.03, 0.02),
]


@pytest.mark.parametrize("truth", TRUTHS)
@pytest.mark.parametrize("count", [10, 20])
def test_the_interval_of_a_difference_has_its_nominal_coverage(
    count: int, truth: tuple[float, ...]
) -> None:
    wanted = truth[1] - truth[2]
    held = 0.0
    for found in tables(count):
        interval = found.interval
        assert interval is not None
        if interval.low <= wanted <= interval.high:
            held += likelihood(found, truth)
    assert 0.92 <= held <= 0.998


def test_two_players_are_compared_on_the_items_in_which_they_differ() -> None:
    found = Comparison.of([True] * 12 + [False] * 8, [True] * 6 + [False] * 14)
    assert found == (6, 6, 0, 8)
    assert found.difference == pytest.approx(0.3)
    interval = found.interval
    assert interval is not None
    assert 0 < interval.low < 0.3 < interval.high
    turned = Comparison(6, 0, 6, 8)
    assert turned.interval is not None
    assert turned.interval.low == pytest.approx(-interval.high)
    assert Comparison.of([True] * 9, [False] * 9).interval is None


def test_equal_answers_have_no_difference() -> None:
    for right in (0, 10, 20):
        found = Comparison(right, 0, 0, 20 - right)
        assert found.difference == 0
        assert found.sign_test == 1
        assert found.interval is not None
        assert found.interval.low <= 0 <= found.interval.high
