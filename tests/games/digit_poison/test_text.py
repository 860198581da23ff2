"""The board and the lesson of Digit Poison in words."""

from __future__ import annotations

import pytest

from lastdigit.game.game import Look, Seat
from lastdigit.game.lesson import lesson_game, step_replies
from lastdigit.game.text import AGAINST_COMPUTER
from lastdigit.games import find, find_class
from tests.games.test_lessons import lesson_of
from tests.games.test_view import rows


def test_each_digit_shows_its_player_and_the_last_place_is_marked() -> None:
    (number,) = rows("digit-poison", "1 4127")
    assert [cell.seat for cell in number.cells[:4]] == [Seat.ONE, Seat.TWO, Seat.ONE, Seat.TWO]
    looks = [cell.look for cell in number.cells[4:]]
    assert looks == [Look.NEXT, *[Look.PLAIN] * 4, Look.FEARED]


def test_without_a_maximum_length_there_is_one_empty_place() -> None:
    (number,) = rows("digit-poison", "1 4127", **{"max-length": None})
    assert [cell.look for cell in number.cells[4:]] == [Look.NEXT]


def test_the_lesson_explains_divisibility_by_the_sum_of_the_digits() -> None:
    lesson = lesson_of("digit-poison")
    replies = step_replies(lesson_game(find_class("digit-poison"), lesson), lesson.steps[1])
    assert replies["4"].button == "4 loses"
    assert replies["7"].sentence == "4 + 1 + 7 = 12, and 12 = 3 × 4."
    safe = "With 3, the sum is 8. 8 is not divisible by 3, so 3 is safe."
    assert replies["3"].sentence == safe


@pytest.mark.parametrize(
    ("longest", "digit"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (23, "23rd")],
)
def test_the_goal_names_the_digit_that_loses(longest: int, digit: str) -> None:
    goal = find("digit-poison", **{"max-length": longest}).second_person(AGAINST_COMPUTER).goal()
    assert goal.endswith(f"If it is the {digit} digit, you lose too.")
