"""Intervals and ratings against closed forms, and by what must hold for any numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.arena.intervals import (
    NORMAL,
    beyond_chance,
    bootstrapped,
    quantile,
    resampled,
    wilson,
)
from lastdigit.arena.ratings import Pair, Tally, logistic, pinned, rated, solved

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


def test_the_bootstrap_of_a_mean_is_as_wide_as_the_normal_law_says() -> None:
    random = Random(5)
    values = [random.gauss(10, 2) for _ in range(400)]
    interval = bootstrapped([values], fmean, Random(1), 4_000)
    assert interval is not None
    deviation = math.sqrt(fmean((value - fmean(values)) ** 2 for value in values) / len(values))
    assert (interval.high - interval.low) / (2 * NORMAL * deviation) == pytest.approx(1, abs=0.06)
    assert interval.low < fmean(values) < interval.high


def test_the_bootstrap_covers_the_truth_about_as_often_as_it_says() -> None:
    covered = 0
    for seed in range(200):
        random = Random(seed)
        sample = [float(random.random() < 0.3) for _ in range(80)]
        interval = bootstrapped([sample], fmean, random, 300)
        covered += interval is not None and interval.low <= 0.3 <= interval.high
    assert 0.88 <= covered / 200 <= 0.99


def test_strata_keep_their_sizes_and_their_members() -> None:
    drawn = resampled([[1, 2, 3], [10, 20]], Random(3))
    assert len(drawn) == 5
    assert set(drawn[:3]) <= {1, 2, 3}
    assert set(drawn[3:]) <= {10, 20}


def test_strata_without_spread_leave_none_however_far_apart_they_are() -> None:
    assert bootstrapped([[0.0] * 9, [1.0] * 9], fmean, Random(1), 100) == (0.5, 0.5)


def test_a_single_cluster_has_no_interval() -> None:
    assert bootstrapped([[1.0]], fmean, Random(1)) is None
    assert bootstrapped([], fmean, Random(1)) is None


def test_a_statistic_that_has_no_number_has_no_interval() -> None:
    def nothing(_: Sequence[float]) -> None:
        return None

    assert bootstrapped([[1.0, 2.0]], nothing, Random(1), 10) is None


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
    assert solved(matrix, right) == pytest.approx(wanted)


ANCHORS = {"perfect": 0.0, "medium": 0.2, "beginner": 0.6}


def scores(points: dict[str, float], scale: float, games: float = 1e9) -> dict[Pair, Tally]:
    """Return what players of these ratings score against each other on average."""
    names = sorted(points)
    return {
        (one, other): Tally(games * logistic(scale * (points[one] - points[other]) / 1000), games)
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    }


@given(
    st.lists(st.floats(-500, 1500), min_size=1, max_size=4),
    st.floats(0.5, 8),
)
def test_ratings_and_scale_are_found_again_from_expected_scores(
    others: list[float], scale: float
) -> None:
    points = {name: pinned(errors) for name, errors in ANCHORS.items()}
    points |= {f"player {number}": rating for number, rating in enumerate(others)}
    ratings = rated(scores(points, scale), ANCHORS)
    assert ratings is not None
    assert ratings.scale == pytest.approx(scale, rel=1e-3)
    for name, rating in points.items():
        assert ratings.points[name] == pytest.approx(rating, abs=1)
    assert ratings.expected("perfect", "beginner") == pytest.approx(logistic(scale * 0.6), rel=1e-3)


def test_two_anchors_alone_have_the_closed_form() -> None:
    """Of 99 games and the one that is added, 75 in 100 are log 3 apart."""
    tallies = {("perfect", "medium"): Tally(74.5, 99)}
    ratings = rated(tallies, ANCHORS)
    assert ratings is not None
    assert ratings.scale == pytest.approx(math.log(3) / 0.2)
    assert ratings.points == {"perfect": 1000, "medium": 800}


@given(st.randoms(use_true_random=False))
def test_the_order_of_players_and_of_pairs_does_not_matter(random: Random) -> None:
    points = {"perfect": 1000.0, "beginner": 400.0, "a": 700.0, "b": 300.0}
    tallies = {
        pair: Tally(tally.score + random.uniform(0, 4), 30)
        for pair, tally in scores(points, 3, 25).items()
    }
    turned = {
        (other, one): Tally(tally.games - tally.score, tally.games)
        for (one, other), tally in reversed(tallies.items())
    }
    first, second = rated(tallies, ANCHORS), rated(turned, ANCHORS)
    assert first is not None
    assert second is not None
    assert second.points == pytest.approx(first.points, abs=1e-4)


def test_who_won_everything_still_has_a_rating() -> None:
    tallies = scores({"perfect": 1000, "beginner": 400}, 3, 20)
    tallies |= {("perfect", "x"): Tally(0, 20), ("beginner", "x"): Tally(0, 20)}
    ratings = rated(tallies, ANCHORS)
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
    assert rated(tallies, ANCHORS) is None
