"""Intervals hold what they say, exactly; two players are compared question by question."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

import pytest

from lastdigit.arena.intervals import share_interval, wilson
from lastdigit.arena.tables import share_text
from lastdigit.exam.comparison import Comparison
from lastdigit.exam.discrimination import telling
from tests.sizes import sampled

SHARES = [place / 1_000 for place in range(50, 951, 2)]


def coverage(count: int, share: float) -> float:
    """Return how often Wilson's interval of so many trials holds the true share, exactly."""
    return math.fsum(
        math.comb(count, right) * share**right * (1 - share) ** (count - right)
        for right in range(count + 1)
        if wilson(right, count).low <= share <= wilson(right, count).high
    )


@pytest.mark.parametrize("count", sampled([*range(10, 61), 75, 100, 150, 200], 10, 20, 40))
def test_wilsons_interval_holds_the_truth_as_often_as_it_says(count: int) -> None:
    found = [coverage(count, share) for share in SHARES]
    assert 0.94 <= math.fsum(found) / len(found) <= 0.97
    if count >= 20:
        assert min(found) >= 0.91


def test_below_ten_there_is_no_interval() -> None:
    assert share_interval(5, 9) is None
    assert share_text(5, 9) == "55.6 (too few)"
    assert share_interval(5, 10) == wilson(5, 10)


def tables(count: int) -> Iterator[Comparison]:
    """Yield everything that two players can get of so many questions."""
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
def test_the_interval_of_a_difference_holds_the_truth(count: int, truth: tuple[float, ...]) -> None:
    wanted = truth[1] - truth[2]
    held = 0.0
    for found in tables(count):
        interval = found.interval
        assert interval is not None
        if interval.low <= wanted <= interval.high:
            held += likelihood(found, truth)
    assert 0.92 <= held <= 0.998


def test_two_players_are_compared_where_they_differ() -> None:
    found = Comparison.of([True] * 12 + [False] * 8, [True] * 6 + [False] * 14)
    assert found == (6, 6, 0, 8)
    assert found.difference == pytest.approx(0.3)
    assert found.sign_test == pytest.approx(2 / 64)
    interval = found.interval
    assert interval is not None
    assert 0 < interval.low < 0.3 < interval.high
    turned = Comparison(6, 0, 6, 8)
    assert turned.interval is not None
    assert turned.interval.low == pytest.approx(-interval.high)
    assert Comparison.of([True] * 9, [False] * 9).interval is None


def test_the_same_answers_differ_in_nothing() -> None:
    for right in (0, 10, 20):
        found = Comparison(right, 0, 0, 20 - right)
        assert found.difference == 0
        assert found.sign_test == 1
        assert found.interval is not None
        assert found.interval.low <= 0 <= found.interval.high


def test_questions_that_the_better_get_right_tell_most() -> None:
    # Four players, the best first; the last question is one that only the worst gets right.
    rows = [
        (True, True, True, True, True, False),
        (True, True, True, True, False, False),
        (True, True, False, False, False, False),
        (True, False, False, False, False, True),
    ]
    everybody, first, second, third, last, wrong = telling(rows)
    assert everybody.correlation is None
    assert everybody.share == 1
    for one in (first, second, third, last):
        assert one.correlation is not None
        assert one.correlation > 0.2
    assert wrong.correlation is not None
    assert wrong.correlation < -0.2
    assert [one.number for one in telling(rows)] == [1, 2, 3, 4, 5, 6]
