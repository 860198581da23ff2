"""The laws that every game keeps, on random play with random options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastdigit.core.game import AnyGame
from lastdigit.core.values import Seat, Status
from lastdigit.errors import IllegalMove, MoveSyntaxError
from lastdigit.terminal.commands import COMMANDS
from tests.conftest import GAMES
from tests.games.playing import random_game, random_walk

seeds = st.integers(0, 2**32)
every_game = pytest.mark.parametrize("name", GAMES)
laws = settings(max_examples=40, deadline=None)


@every_game
@laws
@given(seed=seeds)
def test_there_are_legal_moves_exactly_while_nobody_has_won(name: str, seed: int) -> None:
    game = random_game(name, Random(seed))
    for state, _ in random_walk(game, Random(seed)):
        assert bool(game.legal_moves(state)) == (game.outcome(state) is None)


@every_game
@laws
@given(seed=seeds)
def test_every_legal_move_has_no_objection_and_every_other_one_has(name: str, seed: int) -> None:
    game = random_game(name, Random(seed))
    for state, _ in random_walk(game, Random(seed)):
        allowed = [move for move in game.all_moves() if game.objection(state, move) is None]
        assert tuple(allowed) == game.legal_moves(state)


@every_game
@laws
@given(seed=seeds)
def test_parsing_undoes_formatting(name: str, seed: int) -> None:
    game = random_game(name, Random(seed))
    for state, _ in random_walk(game, Random(seed)):
        assert game.parse_state(game.format_state(state)) == state
    for move in game.all_moves():
        assert game.parse_move(game.format_move(move)) == move


@every_game
@laws
@given(seed=seeds)
def test_playing_never_changes_a_position(name: str, seed: int) -> None:
    game = random_game(name, Random(seed))
    for state, move in random_walk(game, Random(seed)):
        before = hash(state), game.format_state(state)
        if move is not None:
            after = game.successor(state, move)
            assert after.mover is state.mover.other
        assert (hash(state), game.format_state(state)) == before


@every_game
@laws
@given(seed=seeds)
def test_positions_with_equal_keys_have_equal_futures(name: str, seed: int) -> None:
    """The same position with the seats exchanged, or reached differently, plays on alike."""
    game = random_game(name, Random(seed))
    met: dict[object, tuple[object, ...]] = {}
    for walk in range(6):
        for state, _ in random_walk(game, Random(seed + walk), longest=12):
            future = _future(game, state)
            assert met.setdefault(game.key(state), future) == future


def _future(game: AnyGame, state: object) -> tuple[object, ...]:
    """Return all that can happen within two moves, told from the mover's side."""
    return tuple(
        (move, _end(game, after), tuple(game.legal_moves(after)))
        for move in game.legal_moves(state)
        for after in [game.successor(state, move)]
    )


def _end(game: AnyGame, state: Any) -> bool | None:
    outcome = game.outcome(state)
    return outcome.winner is state.mover if outcome else None


@every_game
@laws
@given(seed=seeds)
def test_questions_spell_exactly_the_moves(name: str, seed: int) -> None:
    """Answering in every possible way gives all moves; legal ones are never unavailable."""
    game = random_game(name, Random(seed))
    for state, move in random_walk(game, Random(seed), longest=20):
        if move is None:
            break
        spelled: dict[str, bool] = {}
        _spell(game, state, (), True, spelled)
        assert sorted(spelled) == sorted(map(game.format_move, game.all_moves()))
        for text, offered in spelled.items():
            if game.objection(state, game.parse_move(text)) is None:
                assert offered, f"{text} is legal and must be offered"


def _spell(
    game: AnyGame, state: object, answers: tuple[str, ...], offered: bool, spelled: dict[str, bool]
) -> None:
    question = game.dialogue().question(state, answers)
    if question is None:
        spelled[" ".join(answers)] = offered
        return
    for answer in question.answers:
        open_ = offered and answer.status is not Status.UNAVAILABLE
        _spell(game, state, (*answers, answer.text), open_, spelled)


@every_game
@laws
@given(seed=seeds)
def test_an_answer_said_to_be_legal_leads_to_a_legal_move(name: str, seed: int) -> None:
    game = random_game(name, Random(seed))
    for state, move in random_walk(game, Random(seed), longest=20):
        question = game.dialogue().question(state, ())
        if move is None or question is None:
            break
        beginnings = {game.format_move(legal).split()[0] for legal in game.legal_moves(state)}
        for answer in question.answers:
            if answer.status is Status.LEGAL and not game.moves_are_a_hint:
                assert answer.text in beginnings


@every_game
@laws
@given(seed=seeds)
def test_a_click_on_a_cell_is_an_answer_to_a_question_of_the_turn(name: str, seed: int) -> None:
    game = random_game(name, Random(seed))
    for state, move in random_walk(game, Random(seed), longest=20):
        if move is None:
            break
        texts = {word for one in game.all_moves() for word in game.format_move(one).split()}
        clicks = {cell.answer for row in game.view(state) for cell in row.cells if cell.answer}
        assert clicks <= texts


@every_game
def test_no_command_is_a_word_of_a_move(name: str) -> None:
    game = random_game(name, Random(0))
    words = {word for move in game.all_moves() for word in game.format_move(move).split()}
    assert not words & set(COMMANDS)
    assert not {command for command in COMMANDS for word in words if word.startswith(command)}


@every_game
def test_unreadable_and_not_allowed_are_different_errors(name: str) -> None:
    game = random_game(name, Random(0))
    *_, (state, _) = random_walk(game, Random(0))
    with pytest.raises(MoveSyntaxError):
        game.play(state, "nonsense")
    if game.outcome(state) is not None:
        with pytest.raises(IllegalMove):
            game.play(state, game.format_move(game.all_moves()[0]))


@every_game
def test_either_seat_can_move_first(name: str) -> None:
    game = random_game(name, Random(0))
    for first in Seat:
        assert game.start(Random(0), first).mover is first


@every_game
@laws
@given(seed=seeds)
def test_an_observation_is_as_long_as_declared_and_within_its_bounds(name: str, seed: int) -> None:
    game = random_game(name, Random(seed))
    bounds = [(told.low, told.high) for told in game.features for _ in range(told.count)]
    for state, _ in random_walk(game, Random(seed)):
        observation = game.observation(state)
        assert isinstance(observation, tuple)
        assert all(type(number) is int for number in observation)
        for number, (low, high) in zip(observation, bounds, strict=True):
            assert low <= number <= high


@every_game
@laws
@given(seed=seeds)
def test_an_observation_tells_whose_turn_it_is_and_all_that_matters(name: str, seed: int) -> None:
    """Beyond the mover, positions look alike exactly when their keys and lasting options do."""
    random = Random(seed)
    met: dict[object, object] = {}
    games = [random_game(name, random), random_game(name, random)]
    for number in range(8):
        game = games[number % 2]
        for state, _ in random_walk(game, random, longest=40):
            matters = "key", game.key(state), lasting_options(game)
            mover, *observation = game.observation(state)
            assert mover == state.mover.value
            assert met.setdefault(tuple(observation), matters) == matters
            assert met.setdefault(matters, tuple(observation)) == tuple(observation)


def lasting_options(game: AnyGame) -> tuple[object, ...]:
    """Return the options that still matter once a game has begun."""
    return tuple(
        getattr(game, told.field)
        for told in game.options()
        if not told.begins and told.name != "log-start"  # the log itself tells that
    )
