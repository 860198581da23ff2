"""Lessons of ours: every position comes up in play, and the words are those of the look.

Whether a lesson can be taken and is true is a law of the kit, and so tried with the other laws.
"""

from __future__ import annotations

from random import Random

import pytest

from lastdigit.core.game import AnyGame
from lastdigit.core.lesson import Lesson, find_lesson, lesson_data, step_replies
from lastdigit.core.plain import numbers_in
from lastdigit.core.values import Seat
from lastdigit.games import catalogue, find
from tests.conftest import GAMES, ROOT

TAUGHT = [name for name in GAMES if find_lesson(catalogue()[name]) is not None]
every_lesson = pytest.mark.parametrize("name", TAUGHT)


def lesson_of(name: str) -> Lesson:
    """Return the lesson of a game that has one."""
    lesson = find_lesson(catalogue()[name])
    assert lesson is not None
    return lesson


def could_begin(game: type[AnyGame], position: str) -> bool:
    """Return whether a game can begin at a position, for some values of the options that say so."""
    fields = [field for field in position.split()[1:] if field.isdecimal()]
    begins = [option.name for option in game.options() if option.begins and not option.beyond]
    options = dict(zip(begins, map(int, fields), strict=False))
    start = game.of(options).start(Random(0), Seat(int(position[0])))
    return game().format_state(start) == position


@every_lesson
def test_every_position_of_a_lesson_comes_up_in_play(name: str) -> None:
    """`lessons/GAME.txt` says how, a line for each step: a start, and the moves from there."""
    kind, game = catalogue()[name], find(name)
    lines = (ROOT / "tests" / "games" / "lessons" / f"{name}.txt").read_text().splitlines()
    for step, line in zip(lesson_of(name).steps, lines, strict=True):
        start, _, moves = line.partition(" | ")
        assert could_begin(kind, start)
        state = game.parse_state(start)
        for move in filter(None, moves.split(", ")):
            state = game.play(state, move)
        assert game.format_state(state) == step.position


@every_lesson
def test_a_lesson_is_data_that_the_page_can_show(name: str) -> None:
    game, lesson = find(name), lesson_of(name)
    data = lesson_data(game, lesson)
    assert data["goal"]
    assert [step["position"] for step in data["steps"]] == [step.position for step in lesson.steps]
    for step in data["steps"]:
        moves = [reply["move"] for reply in step["replies"]]
        assert moves == [game.format_move(move) for move in game.all_moves()]
        assert any(reply["right"] for reply in step["replies"])
        assert step["view"]


def test_digit_poison_has_the_words_of_the_look() -> None:
    step = lesson_of("digit-poison").steps[1]
    replies = step_replies(find("digit-poison"), step)
    assert replies["8"].button == "8 loses"
    assert replies["5"].sentence == "4 + 1 + 2 + 5 = 12, and 12 = 3 × 4."
    safe = "With 3 the sum is 10. 10 is not divisible by 3: the 3 is safe."
    assert replies["3"].sentence == safe


def test_number_morphs_929_has_just_the_three_ways_on_that_are_named() -> None:
    game = find("number-morph")
    alone = game.parse_state("1 929 929")
    ways = (game.successor(alone, move) for move in game.legal_moves(alone))
    one, two, three = (numbers_in(game.view(way)) for way in ways)
    sentence = lesson_of("number-morph").steps[1].done
    assert sentence == f"From 929 only {one}, {two} and {three} can be formed."
