"""Items that distinguish strong players from weak ones."""

from __future__ import annotations

import pytest

from lastdigit.exam.grading import discriminations, grade_tallies, kind_tallies, pairs_table
from lastdigit.exam.items import Item, Kind
from lastdigit.exam.run import WordAnswer


def test_questions_that_only_better_players_answer_discriminate_most() -> None:
    # Four players, best first. Only the worst gets the last question right.
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


def answered(kind: Kind, grade: int, right: bool) -> WordAnswer:
    item = Item(kind, "digit-duel", (), "1 201 145", (), "yes", "label", grade=grade)
    return WordAnswer(item, "", "yes" if right else "no", 0, 0.0)


def test_words_are_counted_by_kind_and_by_difficulty() -> None:
    answers = [
        answered(Kind.VALUE, 2, True),
        answered(Kind.VALUE, 2, False),
        answered(Kind.VALUE, 0, True),
        answered(Kind.RESULT, 1, True),
        answered(Kind.RESULT, 3, False),
    ]
    by_kind = {one.name: (one.good, one.total) for one in kind_tallies(answers, [])}
    assert by_kind == {"result": (1, 2), "value": (2, 3)}
    by_grade = {one.name: (one.good, one.total) for one in grade_tallies(answers)}
    assert by_grade == {
        "result, 1 move": (1, 1),
        "result, 3 moves": (0, 1),
        "value, ungraded": (1, 1),
        "value, grade 2": (1, 2),
    }
