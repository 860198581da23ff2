"""Weights under which blind policies score at chance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lastdigit.analysis.policies import balanced_weights, dot, effective_size
from lastdigit.exam.pools import draw


def test_weights_cancel_every_column_and_stay_as_even_as_possible() -> None:
    random = Random(1)
    rows = [[random.choice((-0.4, 0.6)), random.uniform(-0.5, 0.9)] for _ in range(300)]
    weights = balanced_weights(rows)
    assert sum(weights) == pytest.approx(1)
    assert min(weights) > 0
    for column in zip(*rows, strict=True):
        assert abs(dot(weights, column)) < 0.001
    assert effective_size(weights) > 150


def test_an_imbalance_that_cannot_be_removed_remains_visible() -> None:
    weights = balanced_weights([[0.5], [0.25], [0.5]])
    assert dot(weights, [0.5, 0.25, 0.5]) > 0.2
    assert balanced_weights([]) == []
    assert balanced_weights([[0.0], [0.0]]) == [0.5, 0.5]


def test_items_are_drawn_by_weight_without_repetition() -> None:
    weights = [0.05, 0.1, 0.15, 0.3, 0.4]
    random, drawn = Random(5), Counter[int]()
    for _ in range(20_000):
        taken = draw(weights, 2, random)
        assert len(set(taken)) == len(taken) == 2
        drawn.update(taken)
    for place, weight in enumerate(weights):
        assert drawn[place] / 40_000 == pytest.approx(weight, abs=0.01)


def test_the_heaviest_item_limits_the_number_of_drawn_items() -> None:
    assert len(draw([0.5, 0.25, 0.25], 3, Random(1))) == 2
    assert sorted(draw([0.25] * 4, 9, Random(1))) == [0, 1, 2, 3]
