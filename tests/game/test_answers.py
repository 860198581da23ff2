"""Parsing of typed moves and commands."""

from __future__ import annotations

import pytest

import lastdigit
from lastdigit.game.game import Answer, Objection, Question, Seat, Status
from lastdigit.game.text import (
    UnclearAnswer,
    join_or,
    only_open_answer,
    parse_answers,
    parse_whole_move,
)
from lastdigit.match.match import Match, arrange_from
from lastdigit.match.narration import SecondPersonNarrator
from lastdigit.match.record import Player


def meant(name: str, position: str, line: str, so_far: tuple[str, ...] = ()) -> str:
    """Return what a line means in a position."""
    game = lastdigit.find(name)
    return " ".join(parse_answers(game.dialogue(), game.parse_state(position), so_far, line))


def plain_words(name: str, position: str, line: str, so_far: tuple[str, ...] = ()) -> str:
    """Return the reply of the plain voice to an unclear line."""
    players = (Player("human", "Player 1"), Player("easy", "Player 2"))
    game = lastdigit.find(name)
    match = Match(arrange_from(game, position, players, package="", seed=1))
    narrator = SecondPersonNarrator(match, Seat.ONE)
    with pytest.raises(UnclearAnswer) as caught:
        parse_answers(narrator.dialogue, match.state, so_far, line)
    return narrator.unclear_text(caught.value)


MORPH = "number-morph", "1 211 211"
DUEL = "digit-duel", "1 719 555"
DILEMMA = "digit-dilemma", "1 _4_ 1__"
TWELVE = "operation-obliteration", "1 12 - -"
SEVEN = "operation-obliteration", "1 7 - -"
UNKNOWN = '"x" isn\'t one of the choices.'


@pytest.mark.parametrize(
    ("position", "line", "move"),
    [
        (MORPH, "271", "tens 7"),
        (MORPH, "011", "hundreds 0"),
        (MORPH, "tens7", "tens 7"),
        (MORPH, "T7", "tens 7"),
        (MORPH, "7 t", "tens 7"),
        (MORPH, "7t", "tens 7"),
        (MORPH, "7, tens", "tens 7"),
        (MORPH, "3", "units"),
        (DUEL, "9", "ones"),
        (DUEL, "7", "hundreds"),
        (DUEL, "2", "tens"),
        (("digit-duel", "1 123 555"), "2", "tens"),
        (DILEMMA, "7", "7"),
        (DILEMMA, "left 7", "7 left"),
        (DILEMMA, "7left", "7 left"),
        (TWELVE, "1", "divide"),
        (SEVEN, "1", "add"),
        (SEVEN, "3", "multiply"),
        (SEVEN, "*3+1", "multiply"),
    ],
)
def test_a_typed_line_is_parsed_as_a_move(position: tuple[str, str], line: str, move: str) -> None:
    assert meant(*position, line) == move


def test_a_whole_number_is_a_move_at_the_second_question_too() -> None:
    assert meant(*MORPH, "271", ("units",)) == "tens 7"
    assert meant(*MORPH, "7", ("units",)) == "units 7"


def test_a_place_can_be_typed_as_a_number_if_no_digit_is_asked_for() -> None:
    assert meant(*DILEMMA, "3", ("7",)) == "7 right"


@pytest.mark.parametrize(
    ("position", "line", "so_far", "message"),
    [
        (MORPH, "277", (), "277 changes two digits of 211. Change exactly one digit."),
        (MORPH, "211", (), "211 changes no digit of 211. Change exactly one digit."),
        (MORPH, "377", (), "377 changes all three digits of 211. Change exactly one digit."),
        (MORPH, "1", (), '"1" could be hundreds, tens or units. Try again.'),
        (DUEL, "1", (), '"1" could be hundreds or tens. Try again.'),
        (DUEL, "8", (), '"8" isn\'t one of the choices. Type hundreds, tens or ones.'),
        (DILEMMA, "2 3", (), '"2 3" could be 2 right or 3 middle. Try again.'),
        (TWELVE, "2", (), '"2" isn\'t one of the choices. Type divide.'),
        (MORPH, "x7", (), '"x" isn\'t one of the choices. Type hundreds, tens or units.'),
        (MORPH, "tens 77", (), '"77" isn\'t one of the choices. Type 0, 2, 3, 4, 5, 6, 7, 8 or 9.'),
        (DILEMMA, "9", ("7",), '"9" isn\'t one of the choices. Type left or right.'),
    ],
)
def test_unreadable_or_ambiguous_input_is_refused_with_a_message(
    position: tuple[str, str], line: str, so_far: tuple[str, ...], message: str
) -> None:
    with pytest.raises(UnclearAnswer) as caught:
        meant(*position, line, so_far)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("position", "line", "sentence"),
    [
        (DUEL, "1", "Do you mean hundreds or tens?\n"),
        (DUEL, "x", f"{UNKNOWN} Type hundreds, tens or ones, or ? for help.\n"),
        (DUEL, "", "Type hundreds, tens or ones, or ? for help.\n"),
        (TWELVE, "", "Type divide, or ? for help.\n"),
        (DILEMMA, "x", f"{UNKNOWN} Type 0, 2, 3, 5, 6, 7, 8 or 9, or ? for help.\n"),
        (DILEMMA, "1", "The 1 is already taken.\n"),
        (MORPH, "tens x", f"{UNKNOWN} Type 0, 2, 3, 4, 5, 6, 7, 8 or 9, or ? for help.\n"),
        (MORPH, "277", "277 changes two digits of 211. Change exactly one digit.\n"),
    ],
)
def test_the_plain_voice_explains_unclear_input(
    position: tuple[str, str], line: str, sentence: str
) -> None:
    assert plain_words(*position, line) == sentence


def test_words_are_joined_with_or() -> None:
    assert join_or(("left",)) == "left"
    assert join_or(("left", "middle", "right")) == "left, middle or right"


@pytest.mark.parametrize(
    ("statuses", "only"),
    [
        ([], ""),
        ([Status.UNAVAILABLE], ""),
        ([Status.LEGAL], "0"),
        ([Status.UNAVAILABLE, Status.LEGAL, Status.UNAVAILABLE], "1"),
        ([Status.LEGAL, Status.LEGAL], ""),
    ],
)
def test_the_only_open_answer_is_found(statuses: list[Status], only: str) -> None:
    answers = tuple(Answer(str(place), status) for place, status in enumerate(statuses))
    assert only_open_answer(Question("Which?", answers)) == only
    assert only_open_answer(None) == ""


@pytest.mark.parametrize(
    ("line", "move"), [("place 2 7", "2 7"), ("Place 4 1", "4 1"), ("7 place 2", "2 7")]
)
def test_a_label_of_two_words_is_parsed_as_one_answer(line: str, move: str) -> None:
    game = lastdigit.find("number-morph", digits=4, start=1009)
    assert " ".join(parse_answers(game.dialogue(), game.start(), (), line)) == move


def test_a_whole_move_needs_all_its_answers() -> None:
    game = lastdigit.find("number-morph")
    state = game.parse_state("1 211 211")
    assert parse_whole_move(game.dialogue(), state, "t7") == "tens 7"
    with pytest.raises(UnclearAnswer, match=r'"tens" is only half a move\. Add 0, 2, 3'):
        parse_whole_move(game.dialogue(), state, "tens")


def test_a_closed_answer_has_its_reason() -> None:
    closed = Answer("3", Status.UNAVAILABLE, objection=Objection("The 3 is gone."))
    assert UnclearAnswer("", closed=closed).objection == Objection("The 3 is gone.")
    assert UnclearAnswer("").objection is None
    assert UnclearAnswer("", closed=Answer("3")).objection is None
