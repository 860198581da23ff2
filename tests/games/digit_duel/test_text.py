"""The texts of Digit Duel: answers, notes and buttons."""

from __future__ import annotations

import pytest

from lastdigit.errors import LastDigitError
from lastdigit.game.game import Look, Seat
from lastdigit.game.text import Audience, parse_whole_move
from lastdigit.games.digit_duel.variants import DigitDuel

LETTERS = {"digits": 2, "base": 16}
READER = Audience(("Ada", "Computer"), you=Seat.ONE, computer=Seat.TWO)


def test_the_note_of_a_digit_says_what_it_strikes() -> None:
    game = DigitDuel()
    own, _ = game.second_person(READER).view(game.parse_state("1 604 537"))
    assert [(cell.note, cell.look, cell.effect) for cell in own.cells] == [
        ("strikes 6", Look.PLAIN, "-6"),
        ("can't strike", Look.SPENT, ""),
        ("strikes 4", Look.PLAIN, "-4"),
    ]


def test_a_button_names_the_place_of_equal_digits() -> None:
    game = DigitDuel()
    state, voice = game.parse_state("1 929 537"), game.second_person(READER)
    buttons = [voice.button(state, move) for move in game.legal_moves(state)]
    assert buttons == ["Strike with 9 (hundreds)", "Strike with 2", "Strike with 9 (ones)"]


@pytest.mark.parametrize("typed", ["2", "place 2", "Place 2", "place2", "PLACE2"])
def test_a_place_is_parsed_by_its_number_or_its_label(typed: str) -> None:
    game = DigitDuel(**LETTERS)
    dialogue = game.dialogue()
    assert parse_whole_move(dialogue, game.parse_state("1 ff ff"), typed) == "2"


@pytest.mark.parametrize("typed", ["place", "place 3", "f", "2 1", "places 2"])
def test_other_input_is_not_taken_for_a_place(typed: str) -> None:
    game = DigitDuel(**LETTERS)
    with pytest.raises(LastDigitError):
        parse_whole_move(game.dialogue(), game.parse_state("1 ff ff"), typed)


def test_both_texts_name_places_and_letters() -> None:
    game = DigitDuel(**LETTERS)
    before = game.parse_state("1 ab 1c")
    move = game.parse_move("2")
    after = game.successor(before, move)
    assert game.dialogue().accepted(before, move, after) == (
        "You selected the digit at place 2 with value b.\n"
        "Subtracting b from opponent's number...\n"
        "Opponent's new number: 11\n"
        "Decrementing your digit at place 2 by 1.\n"
        "Your new number: a a\n"
    )
    voice = game.second_person(READER)
    assert voice.prompt(before, ()) == "Strike with (place 1, place 2): "
    happened = "You struck with b: the computer's 1c is now 11, and your own ab is now aa."
    assert voice.happened(before, move, after) == happened
    assert voice.button(before, move) == "Strike with b"
    assert voice.button(game.parse_state("1 aa 1c"), move) == "Strike with a (place 2)"
    both = game.second_person(Audience(("Ada", "Ben")))
    assert both.button(before, move) == "Ada: strike with b (place 2)"
