"""Items about single positions that are known: values, defences, plans and uninformed guesses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

import lastdigit
from lastdigit.exam.items import (
    DRAW,
    GOES_ON,
    MOVES_SHOWN,
    NONE,
    Item,
    forced_win,
    heuristic_guesses,
    is_forced_win,
    legal_item,
    longest_defences,
    outcome_item,
    reason_form,
    resist_item,
    result_item,
    value_item,
)
from lastdigit.exam.pools import load_pool
from lastdigit.game.game import AnyGame, State, Value
from lastdigit.solver import solver_for


@pytest.mark.parametrize(
    ("position", "wins"),
    [
        ("1 980 890", "w..."),
        ("1 890 980", "...."),
        ("2 890 980", "w..."),
        ("2 980 890", "...."),
        ("1 890 890", "...."),
        ("1 7", ".www"),
        ("1 10", "..w."),
        ("1 _4_ 1__", "w.ww"),
        ("1 - -", "...."),
        ("1 - 1", ".www"),
        ("1 1 -", "wwww"),
        ("1 5 4 9", "ww.w"),
        ("2 9 4 5", "ww.w"),
    ],
)
def test_values_are_guessed_from_size_length_sum_and_last_digit(position: str, wins: str) -> None:
    guesses = heuristic_guesses(position)
    assert "".join("w" if guess == "win" else "." for guess in guesses) == wins


@pytest.mark.parametrize(
    ("position", "best"),
    [
        ("1 011 008", ["ones"]),
        ("1 013 012", None),
        ("1 001 002", None),
        ("1 011 003", None),
    ],
    ids=["one lasts longer", "both last equally long", "one move", "a win"],
)
def test_the_longest_defence_is_asked_for_if_there_is_a_shorter_one(
    position: str, best: list[str] | None
) -> None:
    game = lastdigit.find("digit-duel")
    state = game.parse_state(position)
    assert longest_defences(game, state) == best
    item = resist_item(game, state, Random(0))
    assert (item is None) is (best is None)
    if item is not None:
        assert (item.right, item.label) == ("ones", "1 of 2")


@pytest.mark.parametrize(
    ("name", "position", "right", "label"),
    [
        ("digit-duel", "1 011 003", "Player 1", "win"),
        ("digit-duel", "2 003 011", "Player 2", "win"),
        ("digit-duel", "1 011 008", "Player 2", "lose"),
        ("operation-obliteration", "2 2 subtract divide", DRAW, "draw"),
    ],
)
def test_the_value_names_the_winner(name: str, position: str, right: str, label: str) -> None:
    game = lastdigit.find(name)
    item = value_item(game, game.parse_state(position), Random(0))
    assert item is not None
    assert (item.right, item.label) == (right, label)


def test_a_plan_is_a_forced_win_of_3_to_7_plies() -> None:
    game = lastdigit.find("digit-duel")
    lengths, plans = set(), set()
    for number, other in product(range(1, 60), (9, 29)):
        state = game.parse_state(f"1 {number:03} {other:03}")
        value, plies = solver_for(game).solution(state)
        line = forced_win(game, state, Random(0))
        if value is Value.WIN:
            lengths.add(plies)
        if line is not None:
            assert (value, plies) == (Value.WIN, len(line))
            assert is_forced_win(game, state, line)
            assert not is_forced_win(game, state, line[:-1])
            assert not is_forced_win(game, state, [*line, line[-1]])
            plans.add(len(line))
    assert lengths >= {2, 3, 4, 5, 6, 7, 8}
    assert plans == {3, 4, 5, 6, 7}


@pytest.mark.parametrize(
    ("name", "position", "shown", "right"),
    [
        ("digit-duel", "1 100 009", 3, "hundreds"),
        ("operation-obliteration", "1 12 divide -", 4, NONE),
    ],
)
def test_all_moves_are_asked_about_if_they_are_few(
    name: str, position: str, shown: int, right: str
) -> None:
    game = lastdigit.find(name)
    assert shown <= MOVES_SHOWN
    item = legal_item(game, game.parse_state(position), Random(0))
    assert item is not None
    assert (len(item.moves), item.right) == (shown, right)
    allowed = [] if right == NONE else right.split(", ")
    every = map(game.format_move, game.all_moves())
    assert item.label == "".join("y" if text in allowed else "n" for text in every)


def test_an_item_has_the_measured_grade_of_its_position_or_none() -> None:
    (measured, *_) = load_pool("digit-duel")
    game = lastdigit.find("digit-duel", **dict(measured.options))
    for position, grade in ((measured.position, measured.grade), ("1 011 003", 0)):
        item = value_item(game, game.parse_state(position), Random(0))
        assert item is not None
        assert item.grade == grade


@pytest.mark.parametrize(("make", "longest"), [(result_item, 4), (outcome_item, 3)])
def test_sequences_of_moves_have_every_length_up_to_the_longest(
    make: Callable[[AnyGame, State, Random], Item | None], longest: int
) -> None:
    game, random = lastdigit.find("digit-duel"), Random(1)
    items = [make(game, game.start(), random) for _ in range(40)]
    assert {len(item.moves) for item in items if item} == set(range(1, longest + 1))


@pytest.mark.parametrize(
    ("name", "position", "reasons"), [("digit-duel", "1 011 003", 0), ("digit-poison", "1 11", 3)]
)
def test_the_reason_is_asked_for_if_there_are_several(
    name: str, position: str, reasons: int
) -> None:
    game, random = lastdigit.find(name), Random(1)
    ended = set()
    for _ in range(40):
        item = outcome_item(game, game.parse_state(position), random)
        assert item is not None
        assert len(item.choices) == reasons
        state = game.parse_state(position)
        for move in item.moves:
            state = game.play(state, move)
        end = game.outcome(state)
        ended.add(end is not None)
        if end is None:
            assert item.right == GOES_ON
        elif reasons:
            letter = "ABC"[item.choices.index(reason_form(end.reason))]
            assert item.right == f"{end.winner}, {letter}"
        else:
            assert item.right == str(end.winner)
    assert ended == {True, False}
