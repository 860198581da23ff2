"""The board, the aid and the lesson of Digit Dilemma in words."""

from __future__ import annotations

from typing import Literal

from lastdigit.game.game import RowKind
from lastdigit.game.lesson import lesson_data, lesson_game
from lastdigit.games import find, find_class
from tests.games.test_lessons import lesson_of
from tests.games.test_view import READER, rows

LESSON_TEXTS: tuple[Literal["heading", "task", "done"], ...] = ("heading", "task", "done")


def test_a_digit_that_is_not_in_the_pool_leaves_a_gap() -> None:
    pool = next(row for row in rows("digit-dilemma", "1 5__ _9_") if row.kind is RowKind.POOL)
    assert pool.label == "Eight digits left to share"
    assert [cell.answer for cell in pool.cells if not cell.text] == ["5", "9"]


def test_the_aid_lists_multiples_that_the_pool_can_complete() -> None:
    game = find("digit-dilemma")
    mine, theirs = game.second_person(READER).aid_view(game.parse_state("1 5__ _9_"))
    assert [cell.text for cell in mine.cells] == [
        *("504", "518", "532", "546", "560", "567", "574", "581"),
    ]
    assert all(cell.text[1] == "9" for cell in theirs.cells)


def test_the_lesson_states_the_rule_for_ties_once() -> None:
    lesson = lesson_of("digit-dilemma")
    data = lesson_data(lesson_game(find_class("digit-dilemma"), lesson), lesson)
    texts = [data["goal"], *(step[part] for step in data["steps"] for part in LESSON_TEXTS)]
    assert len([text for text in texts if "smaller number" in text]) == 1
