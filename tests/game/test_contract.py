"""What every game inherits: moves and positions as text, observations, and random starts."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import lastdigit
from lastdigit.errors import (
    IllegalMove,
    MoveSyntaxError,
    OptionError,
    StateSyntaxError,
    UsageError,
)
from lastdigit.game.disguise import Disguise, Lot, Places, Signs
from lastdigit.game.game import MOVER, Feature, Seat, Value, bounds_of
from lastdigit.game.puzzle_source import Draw, PuzzleSource, puzzle_sources_of, walked
from lastdigit.game.serialize import json_text
from lastdigit.testing.template.your_game.rules import State, YourGame

GAME = YourGame()


@pytest.mark.parametrize("text", ["", "3 21", "0 21", "1", "1 21 5", "x 21", "1 x"])
def test_a_malformed_position_is_refused(text: str) -> None:
    with pytest.raises(StateSyntaxError):
        GAME.parse_state(text)


@pytest.mark.parametrize("seat", Seat)
def test_a_position_begins_with_the_mover(seat: Seat) -> None:
    assert GAME.parse_state(f" {seat.value}  7 ") == State(seat, 7)


def test_a_move_is_played_if_it_is_legal_and_the_game_is_not_over() -> None:
    assert GAME.play(State(Seat.ONE, 3), "2") == State(Seat.TWO, 1)
    with pytest.raises(IllegalMove, match="Only 1 is left"):
        GAME.play(State(Seat.ONE, 1), "2")
    with pytest.raises(MoveSyntaxError, match='"4" is not a move: a move looks like "3"'):
        GAME.play(State(Seat.ONE, 9), "4")


def test_in_a_finished_game_no_move_is_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(YourGame, "rejection", lambda *_: None)
    with pytest.raises(IllegalMove, match="The game is over"):
        GAME.play(State(Seat.ONE, 0), "1")


def test_options_are_set_by_name() -> None:
    assert YourGame.of({"begin": 10}) == YourGame(10)
    with pytest.raises(OptionError, match=r'Your Game has no option "end"\. The options are begin'):
        YourGame.of({"end": 10})


def test_the_default_observation_is_the_text_of_the_position() -> None:
    observed = GAME.observation(State(Seat.ONE, 21))
    assert observed == (*b"1 21", *[0] * 76)
    assert GAME.observation_bytes(State(Seat.ONE, 21)) == bytes(observed)
    assert bounds_of("", (MOVER,)) == ([1], [2])
    low, high = bounds_of("", GAME.features)
    assert (low, high) == ([0] * 80, [127] * 80)


@pytest.mark.parametrize(("text", "fits"), [("x" * 80, True), ("x" * 81, False), ("×", False)])
def test_a_position_must_be_observable(
    text: str, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(YourGame, "format_state", lambda *_: text)
    if fits:
        assert bytes(GAME.observation(State(Seat.ONE, 1))).decode() == text
    else:
        with pytest.raises(NotImplementedError, match="Your Game must declare 'features'"):
            GAME.observation(State(Seat.ONE, 1))


def test_an_observation_has_at_most_10_000_numbers() -> None:
    low, high = bounds_of("", (Feature("", 0, 9), Feature("", 1, 2, 9_999)))
    assert (len(low), low[:2], high[:2]) == (10_000, [0, 1], [9, 2])
    with pytest.raises(OptionError, match="10,001 numbers"):
        bounds_of("", (Feature("", 0, 9, 10_001),))


def test_a_random_start_needs_a_generator() -> None:
    random = Random(1)
    assert GAME.needed(random) is random
    with pytest.raises(UsageError, match="pass a generator"):
        GAME.needed(None)


def test_draws_are_the_same_on_every_machine() -> None:
    draw = Draw("puzzle", 7)
    assert [draw.below(10) for _ in range(6)] == [0, 3, 5, 5, 1, 5]
    assert (draw.random(), draw.getrandbits(9)) == (0.144414865287406, 171)
    assert {Draw("x", number).below(3) for number in range(30)} == {0, 1, 2}
    assert {Draw("x", number).getrandbits(3) for number in range(99)} == set(range(8))
    assert all(0 <= Draw("x", number).random() < 1 for number in range(30))
    for bits in (1, 7, 8, 9, 16):
        drawn = [Draw("x", number).getrandbits(bits) for number in range(99)]
        assert 2**bits / 2 <= max(drawn) < 2**bits


def test_positions_of_a_walk_are_those_of_player_1() -> None:
    for number in range(9):
        lefts = [state.left for state in walked(GAME, Draw(number))]
        assert lefts == sorted(set(lefts), reverse=True)
        assert lefts[-1] > 0
        assert {state.mover for state in walked(GAME, Draw(number))} == {Seat.ONE}


def test_an_endless_game_is_walked_for_300_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(YourGame, "successor", lambda _, state, __: State(state.mover.other, 9))
    assert len(list(walked(GAME, Draw("x")))) == 150


def test_a_source_yields_positions_without_end() -> None:
    source = PuzzleSource(YourGame)
    positions = list(islice(source.positions(Draw("x"), 0.5), 20))
    assert len({state for _, state in positions}) > 5
    assert source.every() == ()
    assert [source.digit(State(Seat.ONE, 9), move) for move in (1, 3)] == [1, 3]


def test_digits_of_a_disguise_are_read_as_written() -> None:
    for secret in (b"1", b"2", b"3"):
        lot = Lot(secret, "your-game")
        signs, places = Signs.draw(lot, 10), Places.draw(lot, 3, 10)
        assert len(set(signs.every)) == 10
        assert signs.read(signs.write((3, None, 9))) == (3, None, 9)
        assert places.order != (0, 1, 2)
        assert places.number(places.digits(507)) == 507
        assert places.restored(places.arranged("abc")) == tuple("abc")
        assert sorted(int(pair.split()[1]) for pair in places.worths.split(", ")) == [1, 10, 100]
        assert f"{places.name_of(0)} 100" in places.worths
        with pytest.raises(ValueError, match=r"^$"):
            places.number((1, None, 2))
    assert Places.draw(Lot(b"", ""), 1, 10).order == (0,)


def test_an_alphabet_has_enough_signs() -> None:
    drawn = [Signs.draw(Lot(bytes([number]), ""), 16) for number in range(20)]
    assert {len(set(signs.every)) for signs in drawn} == {16}
    assert {len(signs.every[0]) for signs in drawn} == {1}, "there are too few syllables"


def test_a_game_without_a_disguise_has_none() -> None:
    assert Disguise.draw(b"secret", GAME) is None
    disguise = Disguise.draw(b"secret", lastdigit.find("digit-duel"))
    assert disguise is not None
    state = disguise.game.parse_state("1 719 555")
    assert disguise.parse_state(disguise.format_state(state)) == state
    with pytest.raises(MoveSyntaxError, match="is not a move in this disguise"):
        disguise.parse_move("ones")
    with pytest.raises(StateSyntaxError, match="is not a position in this disguise"):
        disguise.parse_state("1 719 555")


def test_a_game_inherits_what_it_does_not_declare() -> None:
    assert GAME.size == 0, "it is quick to solve"
    ((first_day, source),) = puzzle_sources_of(YourGame)
    assert (first_day, type(source)) == (1, PuzzleSource)
    assert source.grades == (1, 2, 3, 4, 5)
    assert YourGame.rulebook().startswith("# Your Game")
    ((begin,),) = (YourGame.options(),)
    assert (begin.name, begin.field, begin.low, begin.high) == ("begin", "begin", 4, 1_000)


def test_the_players_are_numbered_from_1_and_follow_each_other() -> None:
    assert [(seat.number, seat.index, seat.other) for seat in Seat] == [
        (1, 0, Seat.TWO),
        (2, 1, Seat.ONE),
    ]


def test_data_is_indented_text_in_any_alphabet() -> None:
    assert json_text({"name": "Åsa"}) == '{\n  "name": "Åsa"\n}'


def test_rules_of_a_disguise_are_filled_and_lists_are_numbered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    disguise = Disguise.draw(b"secret", lastdigit.find("digit-duel"))
    assert disguise is not None
    long = "word " * 20
    text = f"A game.\nIt has rules.\n\n- {long}\n- Then {{{{this}}}}.\n\n{long}\n"
    monkeypatch.setattr(type(disguise), "text", text)
    line = " ".join(["word"] * 17)
    assert disguise.rules() == (
        "A game. It has rules.\n\n"
        f"1. {line}\n   word word word\n2. Then {{this}}.\n\n"
        f"{line} word\nword word\n"
    )


def test_a_value_has_a_worth_and_an_opposite() -> None:
    assert {value: (value.worth, value.opposite) for value in Value} == {
        Value.WIN: (1, Value.LOSE),
        Value.DRAW: (0, Value.DRAW),
        Value.LOSE: (-1, Value.WIN),
    }
