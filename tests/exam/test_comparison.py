"""Items that distinguish strong players from weak ones."""

from __future__ import annotations

import pytest

from lastdigit.exam.grading import discriminations, pairs_table


def test_questions_that_the_better_get_right_tell_most() -> None:
    # Four players, the best first; the last question is one that only the worst gets right.
    rows = [
        (True, True, True, True, True, False),
        (True, True, True, True, False, False),
        (True, True, False, False, False, False),
        (True, False, False, False, False, True),
    ]
    everybody, first, second, third, last, wrong = discriminations(rows)
    assert everybody.correlation is None
    assert everybody.share == 1
    for one in (first, second, third, last):
        assert one.correlation is not None
        assert one.correlation > 0.2
    assert wrong.correlation is not None
    assert wrong.correlation < -0.2
    assert [one.number for one in discriminations(rows)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        ([True, False] * 10, [True, False] * 10, "1.00"),
        ([True] * 7 + [False] * 3, [False] * 7 + [False] * 3, "0.02"),
        ([True] * 20, [False] * 20, "< 0.01"),
    ],
    ids=["the same", "a few apart", "all apart"],
)
def test_a_small_p_value_is_shown_as_a_limit(
    first: list[bool], second: list[bool], shown: str
) -> None:
    ((*_, p_value),) = pairs_table([("Ada", first), ("Ben", second)]).rows
    assert p_value == shown
