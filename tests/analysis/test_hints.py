"""Hints in steps: each reveals more, and all are true."""

from __future__ import annotations

from random import Random

import pytest

import lastdigit
from lastdigit.analysis.hints import HINT_ORDER, advise, next_hint
from lastdigit.analysis.position import analyse_position
from lastdigit.game.game import Seat
from lastdigit.match.record import Act, Event, Hint
from lastdigit.solver import solver_for
from lastdigit.testing.conformance import random_walk
from tests.conftest import GAMES, Run

OBLITERATION = lastdigit.find("operation-obliteration")


def test_every_hint_in_a_turn_is_one_step_further() -> None:
    events: list[Event] = []
    for step in (*HINT_ORDER, Hint.VALUES):
        assert next_hint(events) is step
        events.append(Event(Act.HINT, Seat.ONE, step))
    events.append(Event(Act.MOVE, Seat.ONE, "5"))
    assert next_hint(events) is Hint.IDEA


def test_asking_for_values_directly_does_not_skip_the_earlier_hints() -> None:
    assert next_hint([Event(Act.HINT, Seat.ONE, Hint.VALUES)]) is Hint.IDEA
    hint_events = [Event(Act.HINT, Seat.ONE, step) for step in HINT_ORDER]
    assert next_hint(hint_events) is Hint.VALUES


def test_other_events_in_a_turn_do_not_restart_the_hints() -> None:
    events = [Event(Act.HINT, Seat.ONE, Hint.IDEA), Event(Act.REJECTED, Seat.ONE, "units 3")]
    assert next_hint(events) is Hint.LOOK


@pytest.mark.parametrize("name", GAMES)
def test_an_idea_names_no_move(name: str) -> None:
    game = lastdigit.find(name)
    for seed in range(10):
        for state, move in list(random_walk(game, Random(seed)))[:12]:
            if move is not None:
                sentence = advise(game, state, Hint.IDEA).sentence
                assert sentence.endswith(".")
                best = analyse_position(game, state).moves[0].move
                assert best not in sentence.split(".")[0] or best.isdecimal()


@pytest.mark.parametrize("name", GAMES)
def test_the_look_hint_includes_a_right_move_without_revealing_it_by_order(name: str) -> None:
    game = lastdigit.find(name)
    order = [game.format_move(move) for move in game.all_moves()]
    pairs = 0
    for seed in range(20):
        for state, move in list(random_walk(game, Random(seed)))[:8]:
            if move is None:
                continue
            advice, analysis = advise(game, state, Hint.LOOK), analyse_position(game, state)
            right = {one.move for one in analysis.moves if one.value is analysis.solution.value}
            if not advice.answers:
                assert len(right) == len(analysis.moves), "some positions had a hint to look at"
            elif len(advice.answers) == 1:
                assert any(one.split()[0] == advice.answers[0] for one in right)
            else:
                assert sum(one in right for one in advice.answers) == 1
                assert sorted(advice.answers, key=order.index) == list(advice.answers)
                pairs += 1
    assert pairs or any(" " in text for text in order)


def test_a_hint_omits_a_large_remoteness() -> None:
    game = lastdigit.find("digit-duel")
    far = advise(game, game.parse_state("1 999 999"), Hint.HINT).sentence
    assert far.startswith("ones wins. Strike with the ones digit")
    near = advise(game, game.parse_state("1 009 012"), Hint.HINT).sentence
    assert near.startswith("ones wins in 3 turns. ")


@pytest.mark.parametrize("name", GAMES)
def test_repeated_hints_in_a_terminal_reveal_more_each_time(name: str, call: Run) -> None:
    output = call("play", name, "--seed", "1", typed="hint\nhint\nhint\nhint\nquit\n").out
    game = lastdigit.find(name)
    state = game.start(Random("1/1/start"))
    unwrapped = " ".join(output.split())
    for step in (Hint.IDEA, Hint.LOOK, Hint.HINT):
        assert " ".join(advise(game, state, step).sentence.split()) in unwrapped
    assert any(symbol in output for symbol in "▲▼◆")


@pytest.mark.parametrize(
    ("position", "hint", "look"),
    [
        ("1 2 add multiply", "subtract wins in 1 turn. ", "Every move wins here."),
        ("1 3 - -", "multiply wins in 3 turns. ", "Look at add and multiply: only one "),
        ("1 2 - -", "subtract keeps the draw. ", "Look at add and subtract: only one "),
        (
            "1 6 - -",
            "No move wins against best play; divide holds out for 2 turns. ",
            "You have only one move: divide.",
        ),
    ],
    ids=["won at once", "won", "drawn", "lost"],
)
def test_a_hint_states_the_value_of_the_best_move(position: str, hint: str, look: str) -> None:
    game = lastdigit.find("operation-obliteration")
    state = game.parse_state(position)
    assert advise(game, state, Hint.HINT).sentence.startswith(hint)
    assert advise(game, state, Hint.LOOK).sentence.startswith(look)


@pytest.mark.parametrize(
    ("position", "idea"),
    [
        ("1 6 - -", "You have only one move here. Find it."),
        ("1 3 - -", solver_for(OBLITERATION).idea(OBLITERATION.parse_state("1 3 - -"))),
    ],
    ids=["one legal move", "several"],
)
def test_the_idea_for_a_forced_move_is_to_find_it(position: str, idea: str) -> None:
    state = OBLITERATION.parse_state(position)
    assert advise(OBLITERATION, state, Hint.IDEA).sentence == idea
