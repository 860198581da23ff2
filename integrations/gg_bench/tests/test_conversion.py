"""Records follow the rules, and differences between log and rules are reported."""

from __future__ import annotations

from random import Random

import pytest

import lastdigit
from lastdigit import RecordError, Seat, verify
from lastdigit.match import End
from lastdigit_gg_bench import convert, parse_log
from tests.logs import log

GAMES = sorted(lastdigit.catalogue())


def random_game(name: str, random: Random) -> tuple[list[int], list[str], str]:
    """Return the actions and moves of a random game, and the line that shows its start number."""
    game = lastdigit.find(name)
    state = game.start(random, Seat.ONE)
    numbers = {game.format_move(move): number for number, move in enumerate(game.all_moves())}
    start = f"Current number: {game.format_state(state).split()[1]}"
    moves: list[str] = []
    while game.outcome(state) is None:
        move = random.choice(game.legal_moves(state))
        moves.append(game.format_move(move))
        state = game.successor(state, move)
    return [numbers[text] for text in moves], moves, start


@pytest.mark.parametrize("name", GAMES)
def test_finished_game_becomes_a_valid_record(name: str) -> None:
    random = Random(name)
    for model_first in (True, False):
        actions, moves, start = random_game(name, random)
        lines = log(actions, model_first=model_first, text=start)
        [game] = convert(lines, lastdigit.find(name), "gpt-x")
        assert game.difference == ""
        assert [event.text for event in game.record.events] == moves
        verify(game.record)
        model = game.record.setup.players[0 if model_first else 1]
        assert (model.kind, model.name) == ("llm:gpt-x", "gpt-x")
        assert game.record.result.winner is not None


def test_model_without_a_valid_move_forfeits() -> None:
    [game] = convert(log([1, 1], turns=3), lastdigit.find("digit-poison"), "m")
    assert game.record.result.end is End.FORFEIT
    assert game.winner == "won by the agent"
    assert game.difference == ""
    verify(game.record)


def test_unfinished_game_is_reported() -> None:
    digit_poison = lastdigit.find("digit-poison")
    [cut_off] = convert(log([1, 1], cut_off=True), digit_poison, "m")
    assert cut_off.difference == "The log breaks off."
    assert cut_off.winner == "without a winner"
    [early] = convert(log([1, 1]), digit_poison, "m")
    assert "where the rules do not" in early.difference


def test_agent_does_not_forfeit() -> None:
    lines = log([1], turns=2)
    [game] = convert(lines, lastdigit.find("digit-poison"), "m")
    assert game.record.result.winner is None
    assert "where the rules do not" in game.difference


def test_moves_after_the_end_are_dropped_and_reported() -> None:
    for lines in (log([1, 2, 4, 4]), log([1, 2], turns=3)):
        [game] = convert(lines, lastdigit.find("digit-poison"), "m")
        assert [event.text for event in game.record.events] == ["1", "2"]
        assert "goes on after the rules have ended the game" in game.difference
        verify(game.record)


def test_game_without_an_end_line_stops_at_the_next_game() -> None:
    lines = [*log([1, 1], cut_off=True), *log([1, 2])]
    games = list(parse_log(lines))
    assert [game.line for game in games] == [2, 9]
    assert [game.turns for game in games] == [None, 2]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (log([10]), "Line 2: there is no action 10"),
        ([*log([1])[:2], "Agent move: 1"], "Line 2: a player moves out of turn"),
    ],
)
def test_impossible_action_is_refused(lines: list[str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        list(convert(lines, lastdigit.find("digit-poison"), "m"))


def test_illegal_move_is_refused() -> None:
    with pytest.raises(RecordError, match="Line 2: 0 left is not allowed"):
        list(convert(log([1, 0, 0]), lastdigit.find("digit-dilemma"), "m"))


def test_invalid_start_number_is_refused() -> None:
    lines = log([1], text="Current number: 100")
    with pytest.raises(RecordError, match="Line 2: "):
        list(convert(lines, lastdigit.find("number-morph"), "m"))
