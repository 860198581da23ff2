"""Intervals and ratings against closed forms, and by what must hold for any numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.arena.intervals import (
    NORMAL,
    Bootstrap,
    beyond_chance,
    quantile,
    wilson,
)
from lastdigit.arena.ratings import (
    Knot,
    Pair,
    Tally,
    fit_strengths,
    logistic,
    rate,
    read_off,
    rising,
    solve_equations,
)

COUNTS = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(COUNTS)
def test_wilsons_ends_are_where_the_score_test_just_rejects(counts: tuple[int, int]) -> None:
    right, count = counts
    share = right / count
    for end in wilson(right, count):
        if 0 < end < 1:
            deviation = math.sqrt(end * (1 - end) / count)
            assert abs(share - end) == pytest.approx(NORMAL * deviation, rel=1e-6)
        else:
            assert end == share


@given(COUNTS)
def test_wilsons_interval_holds_the_share_and_turns_round_with_it(counts: tuple[int, int]) -> None:
    right, count = counts
    low, high = wilson(right, count)
    assert 0 <= low <= right / count <= high <= 1
    mirrored = wilson(count - right, count)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_of_nothing_everything_is_possible() -> None:
    assert wilson(0, 0) == (0, 1)


def mean_of(values: Sequence[float]) -> list[complex]:
    """Return the addends of a mean: each value is one of one."""
    return [complex(value, 1) for value in values]


def test_the_bootstrap_of_a_mean_is_as_wide_as_the_normal_law_says() -> None:
    random = Random(5)
    values = [random.gauss(10, 2) for _ in range(400)]
    interval = Bootstrap([400], Random(1), 4_000).interval(mean_of(values))
    assert interval is not None
    deviation = math.sqrt(fmean((value - fmean(values)) ** 2 for value in values) / len(values))
    assert (interval.high - interval.low) / (2 * NORMAL * deviation) == pytest.approx(1, abs=0.06)
    assert interval.low < fmean(values) < interval.high


def test_the_bootstrap_covers_the_truth_about_as_often_as_it_says() -> None:
    covered = 0
    for seed in range(200):
        random = Random(seed)
        sample = [float(random.random() < 0.3) for _ in range(80)]
        interval = Bootstrap([80], random, 300).interval(mean_of(sample))
        covered += interval is not None and interval.low <= 0.3 <= interval.high
    assert 0.88 <= covered / 200 <= 0.99


def test_games_from_one_start_count_as_one_when_they_always_agree() -> None:
    """Ten times the same games must not look ten times as sure."""
    random = Random(2)
    starts = [float(random.random() < 0.5) for _ in range(50)]
    bootstrap = Bootstrap([50], Random(1))
    tenfold = [complex(10 * value, 10) for value in starts]
    assert bootstrap.interval(tenfold) == bootstrap.interval(mean_of(starts))


def test_strata_keep_their_sizes() -> None:
    ones = [1 + 0j] * 3 + [100 + 0j] * 2
    assert set(Bootstrap([3, 2], Random(3), 50).sums(ones)) == {203}


def test_strata_without_spread_leave_none_however_far_apart_they_are() -> None:
    values = mean_of([0.0] * 9 + [1.0] * 9)
    assert Bootstrap([9, 9], Random(1), 100).interval(values) == (0.5, 0.5)


def test_where_fewer_than_two_clusters_tell_there_is_no_interval() -> None:
    assert Bootstrap([1], Random(1)).interval([1 + 1j]) is None
    assert Bootstrap([], Random(1)).interval([]) is None
    assert Bootstrap([3], Random(1)).interval([1 + 1j, 0j, 0j]) is None


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40), st.floats(0, 1))
def test_a_quantile_lies_among_the_values_and_grows_with_the_share(
    values: list[float], share: float
) -> None:
    ordered = sorted(values)
    assert quantile(ordered, 0) == ordered[0]
    assert quantile(ordered, 1) == ordered[-1]
    assert ordered[0] - 1e-6 <= quantile(ordered, share) <= ordered[-1] + 1e-6
    assert quantile(ordered, share / 2) <= quantile(ordered, share) + 1e-6


@given(st.floats(0, 1), st.floats(0, 0.99))
def test_agreement_beyond_chance_is_0_for_chance_1_for_always(share: float, chance: float) -> None:
    assert beyond_chance(chance, chance) == 0
    assert beyond_chance(1, chance) == pytest.approx(1)
    found = beyond_chance(share, chance)
    assert found is not None
    assert found * (1 - chance) + chance == pytest.approx(share)


def test_where_chance_is_always_right_nothing_can_be_said() -> None:
    assert beyond_chance(1, 1) is None


@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_linear_equations_are_solved(size: int, random: Random) -> None:
    matrix = [[random.uniform(-1, 1) for _ in range(size)] for _ in range(size)]
    for row in range(size):
        matrix[row][row] += size + 1  # so that there is one solution
    wanted = [random.uniform(-5, 5) for _ in range(size)]
    right = [sum(a * b for a, b in zip(row, wanted, strict=True)) for row in matrix]
    assert solve_equations(matrix, right) == pytest.approx(wanted)


ANCHORS = {"perfect": 0.0, "medium": 0.2, "beginner": 0.6}


def expected(strengths: dict[str, float], games: float = 1e9) -> dict[Pair, Tally]:
    """Return what players of these strengths score against each other on average."""
    return {
        (one, other): Tally(games * logistic(strengths[one] - strengths[other]), games)
        for one, other in combinations(sorted(strengths), 2)
    }


@given(st.lists(st.floats(-3, 3), min_size=2, max_size=6))
def test_strengths_are_found_again_from_expected_scores(strengths: list[float]) -> None:
    named = {f"player {number}": strength for number, strength in enumerate(strengths)}
    found = fit_strengths(expected(named))
    mean = fmean(strengths)
    for name, strength in named.items():
        assert found[name] == pytest.approx(strength - mean, abs=1e-3)


def test_two_players_have_the_closed_form() -> None:
    """Of 99 games and the one that is added, 75 in 100 are log 3 apart."""
    ratings = rate({("perfect", "medium"): Tally(74.5, 99)}, ANCHORS)
    assert ratings is not None
    assert ratings.strengths["perfect"] - ratings.strengths["medium"] == pytest.approx(math.log(3))
    assert ratings.points == {"perfect": 1000, "medium": 800}
    assert ratings.expected("perfect", "medium") == pytest.approx(0.75)


@given(st.floats(-4, 4), st.lists(st.floats(0.1, 2), min_size=2, max_size=2))
def test_a_rating_is_that_of_the_level_that_is_as_strong(
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


@given(
    st.lists(st.tuples(st.integers(-300, 300), st.integers(0, 1000)), max_size=6),
    st.floats(-9, 9),
    st.floats(0, 9),
)
def test_the_stronger_never_has_the_lower_rating(
    anchors: list[tuple[int, int]], strength: float, more: float
) -> None:
    knots = rising([Knot(strength / 100, float(rating)) for strength, rating in anchors])
    assert all(
        one.strength < two.strength and one.rating < two.rating for one, two in pairwise(knots)
    )
    if len(knots) > 1:
        assert read_off(knots, strength + more) >= read_off(knots, strength) - 1e-6
        for knot in knots:
            assert read_off(knots, knot.strength) == pytest.approx(knot.rating, abs=1e-6)


def test_who_won_everything_still_has_a_rating() -> None:
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
def test_without_anchors_there_is_no_scale(tallies: dict[Pair, Tally]) -> None:
    assert rate(tallies, ANCHORS) is None
