"""Observations for machine learning: trained players depend on their ranges."""

from __future__ import annotations

import pytest

import lastdigit


@pytest.mark.parametrize(
    ("name", "ranges"),
    [
        ("digit-dilemma", [(1, 2, 1), (-1, 9, 3), (-1, 9, 3), (0, 1, 1)]),
        ("digit-duel", [(1, 2, 1), (0, 9, 3), (0, 9, 3)]),
        (
            "digit-poison",
            [(1, 2, 1), (0, 999_999_999, 1), (0, 10**6, 1), (1, 10**9, 1), (0, 10**5, 1)],
        ),
        ("number-morph", [(1, 2, 1), (0, 9, 3), (0, 1, 143)]),
        ("operation-obliteration", [(1, 2, 1), (1, 100, 1), (0, 4, 1), (0, 4, 1)]),
    ],
)
def test_the_ranges_of_the_numbers_in_an_observation(
    name: str, ranges: list[tuple[int, int, int]]
) -> None:
    features = lastdigit.find(name).features
    assert [(feature.low, feature.high, feature.count) for feature in features] == ranges
