"""The lessons of the built-in games.

Conformance checks cover whether a lesson can be completed and is true.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from lastdigit.game.game import AnyGame, Seat
from lastdigit.game.lesson import Lesson, find_lesson, lesson_data, lesson_game
from lastdigit.game.options import Occasion, suggested_preset
from lastdigit.games import catalogue
from tests.conftest import GAMES, ROOT

TAUGHT = [name for name in GAMES if find_lesson(catalogue()[name]) is not None]
every_lesson = pytest.mark.parametrize("name", TAUGHT)


def lesson_of(name: str) -> Lesson:
    """Return the lesson of a game that has one."""
    lesson = find_lesson(catalogue()[name])
    assert lesson is not None
    return lesson


def could_begin(game: type[AnyGame], position: str) -> bool:
    """Return whether a game can begin at a position with some values of its start options."""
    fields = [field for field in position.split()[1:] if field.isdecimal()]
    begins = [option.name for option in game.options() if option.begins and not option.beyond]
    options = dict(zip(begins, map(int, fields), strict=False))
    start = game.of(options).start(Random(0), Seat(int(position[0])))
    return game().format_state(start) == position


def one_tap(name: str) -> AnyGame:
    """Return the game that one tap on the home page starts between two people."""
    kind = catalogue()[name]
    return kind.of(dict(suggested_preset(kind.presets, Occasion.PEOPLE).options))


@every_lesson
def test_every_position_of_a_lesson_is_reachable(name: str) -> None:
    """`lessons/GAME.txt` has a line for each step: a start, and the moves from there."""
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
def test_a_lesson_has_the_options_of_the_game_on_home(name: str) -> None:
    taught, played = lesson_game(catalogue()[name], lesson_of(name)), one_tap(name)
    for option in taught.options():
        if not option.begins:
            assert getattr(taught, option.field) == getattr(played, option.field), option.name


@every_lesson
def test_notes_on_the_board_do_not_reveal_the_answer(name: str) -> None:
    """At least one wrong answer has a note of the same kind as the right one."""
    game = lesson_game(catalogue()[name], lesson_of(name))
    for step in lesson_data(game, lesson_of(name))["steps"]:
        right = {reply["move"] for reply in step["replies"] if reply["right"]}
        notes: dict[bool, set[str]] = {True: set(), False: set()}
        for cell in (cell for row in step["view"] for cell in row["cells"]):
            if cell.get("answer") and cell.get("note"):
                notes[cell["answer"] in right].add(re.sub(r"\d", "#", cell["note"]))
        assert not notes[True] or notes[True] & notes[False], (step["task"], notes)


@every_lesson
def test_lesson_data_has_everything_that_the_page_shows(name: str) -> None:
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
