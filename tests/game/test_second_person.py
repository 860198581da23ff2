"""The default text that addresses the reader, for games that declare none."""

from __future__ import annotations

from random import Random

import pytest

from lastdigit.game.game import Answer, Cell, Row, RowKind, Seat, Status
from lastdigit.game.text import Audience, SecondPersonText, UnclearAnswer, example_turn, numbers_in
from lastdigit.testing.template.your_game.rules import State, YourGame

NAMES = ("Ann", "Ben")
SPECTATOR = Audience(NAMES)
ANN = Audience(NAMES, you=Seat.ONE)
AGAINST_COMPUTER = Audience(NAMES, you=Seat.ONE, computer=Seat.TWO)


def voice(audience: Audience, game: YourGame | None = None) -> SecondPersonText[State, int]:
    return (game or YourGame()).second_person(audience)


@pytest.mark.parametrize(
    ("audience", "seat", "texts"),
    [
        (ANN, Seat.ONE, "You|You|you|your|your own|You begin|You start|you win"),
        (ANN, Seat.TWO, "Ben|Ben|Ben|Ben's|Ben's own|Ben begins|Ben starts|Ben wins"),
        (
            AGAINST_COMPUTER,
            Seat.TWO,
            "Computer|The computer|the computer|the computer's|its own|The computer begins|"
            "The computer starts|the computer wins",
        ),
        (SPECTATOR, Seat.ONE, "Ann|Ann|Ann|Ann's|Ann's own|Ann begins|Ann starts|Ann wins"),
    ],
    ids=["the reader", "the other player", "the computer", "for spectators"],
)
def test_players_are_named_for_the_audience(audience: Audience, seat: Seat, texts: str) -> None:
    methods = (
        audience.label,
        audience.subject,
        audience.name,
        audience.possessive,
        audience.own,
        audience.begins,
        audience.starts,
        audience.wins,
    )
    assert [method(seat) for method in methods] == texts.split("|")


def test_instructions_name_the_player_unless_they_are_for_the_reader() -> None:
    state = State(Seat.TWO, 2)
    assert voice(ANN).prompt(state, ()) == "How many do you take (1, 2): "
    assert voice(SPECTATOR).prompt(state, ()) == "Ben: how many do you take (1, 2): "
    assert voice(SPECTATOR).button(state, 1) == "Ben: play 1"
    assert voice(ANN).prompt(state, ("1",)) == ": ", "the move is complete"
    assert voice(ANN).choices(state, ("1",)) == ()


@pytest.mark.parametrize(
    ("begin", "terms"),
    [(21, ("The game starts with 21.",)), (10, ("The game starts with 10.", "Begin: 10."))],
)
def test_terms_are_the_start_and_the_options_that_differ(
    begin: int, terms: tuple[str, ...]
) -> None:
    game = YourGame(begin)
    assert voice(ANN, game).terms(game.start(Random(0))) == terms


def test_the_text_of_a_move_ends_with_the_number() -> None:
    before, after = State(Seat.ONE, 21), State(Seat.TWO, 18)
    assert voice(ANN).happened(before, 3, after) == "You played 3: 18."
    assert voice(SPECTATOR).happened(before, 3, after) == "Ann played 3: 18."
    assert voice(AGAINST_COMPUTER).entry(after, 1, State(Seat.ONE, 17)) == (
        "Computer played 1",
        "17",
    )


def test_the_ending_names_the_winner() -> None:
    end = State(Seat.TWO, 0)
    outcome = YourGame().outcome(end)
    assert outcome is not None
    assert voice(ANN).ending(end, outcome) == "Nothing is left: you win."


def test_the_board_is_one_line_per_row(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (
        Row(RowKind.NUMBER, "Player 1's number", (Cell("1"), Cell(""))),
        Row(RowKind.POOL, "Digits", (Cell("3"), Cell("4")), hidden=2),
        Row(RowKind.LOG, "Player 2", ()),
    )
    text = voice(ANN)
    monkeypatch.setattr(text.dialogue, "view", lambda _: rows)
    assert text.board(State(Seat.ONE, 21)) == (
        "Your number: 1 _",
        "Digits: (2 earlier) 3, 4",
        "Ben: -",
    )


def test_labels_of_the_view_are_for_the_audience(monkeypatch: pytest.MonkeyPatch) -> None:
    labels = ("Player 1's number", "Player 2", "Digits")
    rows = tuple(Row(RowKind.NUMBER, label, ()) for label in labels)
    monkeypatch.setattr(YourGame, "view", lambda *_: rows)
    shown = [row.label for row in voice(AGAINST_COMPUTER).view(State(Seat.ONE, 21))]
    assert shown == ["Your number", "The computer", "Digits"]


@pytest.mark.parametrize(
    ("unclear", "message"),
    [
        (
            UnclearAnswer("", unknown="x"),
            '"x" isn\'t one of the choices. Type 1 or 2, or ? for help.',
        ),
        (UnclearAnswer("", unknown=""), "Type 1 or 2, or ? for help."),
        (UnclearAnswer("", meanings=("1", "2")), "Do you mean 1 or 2?"),
        (UnclearAnswer("", closed=Answer("3", Status.UNAVAILABLE)), "Only 2 is left."),
        (UnclearAnswer("", closed=Answer("2", Status.LEGAL)), ""),
        (UnclearAnswer("Too much."), "Too much."),
    ],
    ids=["unknown", "empty", "ambiguous", "closed", "open", "anything else"],
)
def test_unclear_input_is_answered_with_what_to_type(unclear: UnclearAnswer, message: str) -> None:
    assert voice(ANN).unclear(State(Seat.ONE, 2), unclear) == message


def test_the_example_turn_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = YourGame()
    monkeypatch.setattr(YourGame, "example_state", "1 2")
    assert example_turn(game) == ("Left: 2", "How many do you take (1, 2): 1", "You played 1: 1.")
    monkeypatch.setattr(YourGame, "example_state", "1 1")
    assert example_turn(game) == (), "the only move ends the game"


@pytest.mark.parametrize(
    ("numbers", "text"), [((), ""), (("277",), "277"), (("9_8", "99"), "9_8 - 99")]
)
def test_numbers_of_a_view(numbers: tuple[str, ...], text: str) -> None:
    cells = (tuple(Cell(digit.replace("_", "")) for digit in number) for number in numbers)
    rows = [Row(RowKind.NUMBER, "", row) for row in cells]
    assert numbers_in((*rows, Row(RowKind.POOL, "", (Cell("5"),)))) == text
