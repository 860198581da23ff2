"""Weights that leave policies at chance, draws that keep to them, and margins that hold."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import NormalDist

import pytest

from lastdigit.exam.balance import balanced_weights, dot, draw, effective
from lastdigit.exam.paired import margins


def test_weights_bring_every_column_to_nothing_and_stay_as_even_as_can_be() -> None:
    random = Random(1)
    rows = [[random.choice((-0.4, 0.6)), random.uniform(-0.5, 0.9)] for _ in range(300)]
    weights = balanced_weights(rows)
    assert sum(weights) == pytest.approx(1)
    assert min(weights) > 0
    for column in zip(*rows, strict=True):
        assert abs(dot(weights, column)) < 0.001
    assert effective(weights) > 150


def test_what_cannot_be_balanced_is_left_off_and_not_hidden() -> None:
    weights = balanced_weights([[0.5], [0.25], [0.5]])
    assert dot(weights, [0.5, 0.25, 0.5]) > 0.2
    assert balanced_weights([]) == []
    assert balanced_weights([[0.0], [0.0]]) == [0.5, 0.5]


def test_each_is_drawn_as_often_as_its_weight_says_and_none_twice() -> None:
    weights = [0.05, 0.1, 0.15, 0.3, 0.4]
    random, drawn = Random(5), Counter[int]()
    for _ in range(20_000):
        taken = draw(weights, 2, random)
        assert len(set(taken)) == len(taken) == 2
        drawn.update(taken)
    for place, weight in enumerate(weights):
        assert drawn[place] / 40_000 == pytest.approx(weight, abs=0.01)


def test_no_more_are_drawn_than_the_heaviest_allows() -> None:
    assert len(draw([0.5, 0.25, 0.25], 3, Random(1))) == 2
    assert sorted(draw([0.25] * 4, 9, Random(1))) == [0, 1, 2, 3]


def test_margins_are_paired_and_the_clearest_stands_against_all() -> None:
    right = [1.0, 0.0] * 20
    scores = [[0.5, own] for own in right]
    even, same = margins(["even", "same"], right, scores)
    assert (even.mean, same.mean) == (0, 0)
    assert same.interval == (0, 0), "question by question they do not differ"
    far = margins(
        ["a", "b"], [1.0] * 30, [[index % 2, 0.9 + index % 2 / 20] for index in range(30)]
    )
    spread = [margin.interval.high - margin.interval.low for margin in far if margin.interval]
    assert len(spread) == 2
    # b differs by more spreads, so it is judged by the stricter quantile.
    normal = NormalDist().inv_cdf
    error_b = (0.05**2 / 4 * 30 / 29) ** 0.5 / 30**0.5
    assert spread[1] == pytest.approx(2 * normal(1 - 0.05 / 4) * error_b, rel=1e-6)
    error_a = (0.25 * 30 / 29) ** 0.5 / 30**0.5
    low = far[0].interval.low if far[0].interval else 0.0
    assert low == pytest.approx(0.5 - normal(1 - 0.05 / 2) * error_a)


def test_of_few_questions_nobody_says_how_sure() -> None:
    assert margins(["a"], [1.0] * 9, [[0.0]] * 9)[0].interval is None
