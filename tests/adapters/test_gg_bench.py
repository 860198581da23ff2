"""Logs of gg-bench become records that follow from the rules; what differs is told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import lastdigit
from lastdigit.adapters.gg_bench import convert
from lastdigit.errors import RecordError
from lastdigit.game.game import Seat
from lastdigit.match.match import verify
from lastdigit.match.record import End
from tests.conftest import GAMES, Run


def log(
    moves: Sequence[int], *, first: bool = True, turns: int | None = None, shown: str = "..."
) -> list[str]:
    """Return a log of one game in which these actions were taken."""
    lines = ["Starting game 0!", f"Starting new game... LLM First: {first}"]
    for number, action in enumerate(moves):
        lines += [f"{'GPT' if (number % 2 == 0) is first else 'Agent'} move: {action}", shown]
    if turns != -1:
        lines.append(f"Game ended after {len(moves) if turns is None else turns} turns")
    return [*lines, ""]


def random_game(name: str, random: Random) -> tuple[list[int], list[str], str]:
    """Return the actions and the moves of a random game, and how its first number is shown."""
    game = lastdigit.find(name)
    state = game.start(random, Seat.ONE)
    numbers = {game.format_move(move): place for place, move in enumerate(game.all_moves())}
    shown = f"Current number: {game.format_state(state).split()[1]}"
    made: list[str] = []
    while game.outcome(state) is None:
        move = random.choice(game.legal_moves(state))
        made.append(game.format_move(move))
        state = game.successor(state, move)
    return [numbers[text] for text in made], made, shown


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_ends_by_the_rules_becomes_its_record(name: str) -> None:
    random = Random(name)
    for first in (True, False):
        actions, made, shown = random_game(name, random)
        lines = log(actions, first=first, shown=shown)
        [found] = convert(lines, lastdigit.find(name), "gpt-x")
        assert found.difference == ""
        assert [event.text for event in found.record.events] == made
        verify(found.record)
        model = found.record.setup.players[0 if first else 1]
        assert (model.kind, model.name) == ("llm:gpt-x", "gpt-x")
        assert found.record.result.winner is not None


def test_a_model_that_says_nothing_valid_forfeits_and_another_end_is_told() -> None:
    game = lastdigit.find("digit-poison")
    [silent] = convert(log([1, 1], turns=3), game, "m")
    assert silent.record.result.end is End.FORFEIT
    assert silent.winner == "won by the agent"
    assert silent.difference == ""
    verify(silent.record)
    [cut] = convert(log([1, 1], turns=-1), game, "m")
    assert cut.difference == "The log breaks off."
    assert cut.winner == "without a winner"
    [early] = convert(log([1, 1]), game, "m")
    assert "where the rules do not" in early.difference


def test_what_goes_on_after_the_rules_end_is_left_out_and_told() -> None:
    game = lastdigit.find("digit-poison")
    for lines in (log([1, 2, 4, 4]), log([1, 2], turns=3)):
        [found] = convert(lines, game, "m")
        assert [event.text for event in found.record.events] == ["1", "2"]
        assert "goes on after the rules have ended the game" in found.difference
        verify(found.record)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (log([10]), "Line 2: there is no action 10"),
        ([*log([1])[:2], "Agent move: 1"], "Line 2: a player moves out of turn"),
    ],
)
def test_what_cannot_be_a_game_is_refused(lines: list[str], told: str) -> None:
    with pytest.raises(RecordError, match=told):
        list(convert(lines, lastdigit.find("digit-poison"), "m"))


def test_a_move_that_the_rules_forbid_and_a_start_that_is_none_are_refused() -> None:
    with pytest.raises(RecordError, match="Line 2: 0 left is not allowed"):
        list(convert(log([1, 0, 0]), lastdigit.find("digit-dilemma"), "m"))
    with pytest.raises(RecordError, match="Line 2: "):
        list(convert(log([1], shown="Current number: 100"), lastdigit.find("number-morph"), "m"))


def test_the_command_writes_records_that_verify_reads(call: Run, tmp_path: Path) -> None:
    (tmp_path / "eval.log").write_text("\n".join([*log([1, 2]), *log([1, 1, 1, 2, 4])]))
    ran = call("convert", "digit-poison", "eval.log", "--model", "gpt-x", "--out", "games.jsonl")
    assert ran.code == 0, ran.err
    assert "games.jsonl: 2 games (" in ran.out
    assert call("verify", "games.jsonl").code == 0
    again = call("convert", "digit-poison", "eval.log", "--out", "games.jsonl")
    assert again.code == 2
    assert "is there already" in again.err
    (tmp_path / "other.log").write_text("nothing\n")
    none = call("convert", "digit-poison", "other.log", "--out", "none.jsonl")
    assert none.code == 1
    assert "has no games of gg-bench" in none.err
    assert not (tmp_path / "none.jsonl").exists()
    assert call("convert", "digit-poison", "nowhere.log", "--out", "none.jsonl").code == 2
