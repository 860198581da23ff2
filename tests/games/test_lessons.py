"""Lessons of ours: every position comes up in play, and the words are those of the look.

Whether a lesson can be taken and is true is a law of the kit, and so tried with the other laws.
"""

from __future__ import annotations

import re
from random import Random
from typing import Literal

import pytest

from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.lesson import Lesson, find_lesson, lesson_data, lesson_game, step_replies
from lastdigit.game.text import numbers_in
from lastdigit.games import catalogue, find
from lastdigit.web.live.setup import quick_preset
from tests.conftest import GAMES, ROOT

TAUGHT = [name for name in GAMES if find_lesson(catalogue()[name]) is not None]
SPOKEN: tuple[Literal["heading", "task", "done"], ...] = ("heading", "task", "done")
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


def one_tap(name: str) -> AnyGame:
    """Return the game that one tap on the home page starts."""
    kind = catalogue()[name]
    return kind.of(dict(quick_preset(kind).options))


@every_lesson
def test_every_position_of_a_lesson_comes_up_in_play(name: str) -> None:
    """`lessons/GAME.txt` says how, a line for each step: a start, and the moves from there."""
    kind = catalogue()[name]
    game = lesson_game(kind, lesson_of(name))
    lines = (ROOT / "tests" / "games" / "lessons" / f"{name}.txt").read_text().splitlines()
    for step, line in zip(lesson_of(name).steps, lines, strict=True):
        start, _, moves = line.partition(" | ")
        assert could_begin(kind, start)
        state = game.parse_state(start)
        for move in filter(None, moves.split(", ")):
            state = game.play(state, move)
        assert game.format_state(state) == step.position


@every_lesson
def test_a_lesson_is_as_large_as_the_game_of_one_tap(name: str) -> None:
    taught, played = lesson_game(catalogue()[name], lesson_of(name)), one_tap(name)
    for option in taught.options():
        if not option.begins:
            assert getattr(taught, option.field) == getattr(played, option.field), option.name


def test_numbers_in_the_lesson_of_digit_duel_are_no_larger_than_in_the_game_of_one_tap() -> None:
    game = one_tap("digit-duel")
    largest = game.format_state(game.start(Random(1))).split()[1:]
    for step in lesson_of("digit-duel").steps:
        for number, most in zip(step.position.split()[1:], largest, strict=True):
            assert int(number) <= int(most), step.position


@every_lesson
def test_no_note_on_the_board_tells_the_answer(name: str) -> None:
    """At least one wrong answer has a note of the same kind as the right one."""
    game = lesson_game(catalogue()[name], lesson_of(name))
    for step in lesson_data(game, lesson_of(name))["steps"]:
        right = {reply["move"] for reply in step["replies"] if reply["right"]}
        notes: dict[bool, set[str]] = {True: set(), False: set()}
        for cell in (cell for row in step["view"] for cell in row["cells"]):
            if cell.get("answer") and cell.get("note"):
                notes[cell["answer"] in right].add(re.sub(r"\d", "#", cell["note"]))
        assert not notes[True] or notes[True] & notes[False], (step["task"], notes)


def test_the_lesson_of_digit_dilemma_states_the_rule_for_ties_once() -> None:
    lesson = lesson_of("digit-dilemma")
    data = lesson_data(lesson_game(catalogue()["digit-dilemma"], lesson), lesson)
    said = [data["goal"], *(step[part] for step in data["steps"] for part in SPOKEN)]
    assert len([sentence for sentence in said if "smaller number" in sentence]) == 1


@every_lesson
def test_a_lesson_is_data_that_the_page_can_show(name: str) -> None:
    lesson = lesson_of(name)
    game = lesson_game(catalogue()[name], lesson)
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
    replies = step_replies(
        lesson_game(catalogue()["digit-poison"], lesson_of("digit-poison")), step
    )
    assert replies["4"].button == "4 loses"
    assert replies["7"].sentence == "4 + 1 + 7 = 12, and 12 = 3 × 4."
    safe = "With 3 the sum is 8. 8 is not divisible by 3: the 3 is safe."
    assert replies["3"].sentence == safe


def test_number_morphs_929_has_just_the_three_ways_on_that_are_named() -> None:
    game = find("number-morph")
    alone = game.parse_state("1 929 929")
    ways = (game.successor(alone, move) for move in game.legal_moves(alone))
    one, two, three = (numbers_in(game.view(way)) for way in ways)
    sentence = lesson_of("number-morph").steps[1].done
    assert sentence == f"From 929 only {one}, {two} and {three} can be formed."
