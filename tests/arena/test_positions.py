"""Games from a chosen position, and tournaments from critical positions."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lastdigit
from lastdigit.analysis.critical import balanced_starts, criticals, value_balanced_starts
from lastdigit.errors import MatchError, RecordError, StateSyntaxError
from lastdigit.game.game import Seat, Value
from lastdigit.game.options import OptionValue
from lastdigit.match.match import Match, arrange_again, arrange_from, resume, verify
from lastdigit.match.record import Player, Record, Setup, Times, from_line, to_line
from lastdigit.solver import solver_for
from lastdigit.testing.conformance import random_walk
from tests.conftest import GAMES
from tests.sizes import size

PLAYERS = (Player("random", "A"), Player("random", "B"))


def chosen(game: str, position: str, **options: OptionValue) -> Setup:
    rules = lastdigit.find(game, **options)
    return arrange_from(rules, position, PLAYERS, package="0", seed=1)


def played(setup: Setup) -> Record:
    """Return the record of a game in which the first legal move is always made."""
    match = Match(setup)
    for _ in range(20):
        if match.result is None:
            match.play(str(match.game.legal_moves(match.state)[0]))
    record = match.record()
    return replace(record, times=Times("", ("",) * len(record.events)))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_a_chosen_position_is_recorded_and_verified(name: str) -> None:
    game = lastdigit.find(name)
    for seed in range(5):
        walk = [state for state, move in random_walk(game, Random(seed)) if move is not None]
        position = game.format_state(Random(seed).choice(walk))
        record = played(chosen(name, position))
        line = to_line(record)
        assert '"from": "position"' in line
        assert from_line(line) == record
        verify(record)


def test_a_record_without_a_chosen_position_must_start_by_the_rules() -> None:
    record = played(chosen("digit-duel", "2 500 300"))
    with pytest.raises(RecordError, match="options and seed give"):
        verify(replace(record, setup=replace(record.setup, chosen=False)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"start": "2  500 300"}, 'must be written "2 500 300"'),
        ({"start": "2 500 000"}, "the game is over"),
        ({"first": Seat.ONE}, "a position with Player 1 to move, not Player 2"),
        ({"start": "2 5000 300"}, "start"),
    ],
)
def test_a_chosen_start_must_be_a_valid_position(changes: dict[str, object], message: str) -> None:
    setup = chosen("digit-duel", "2 500 300")
    broken = replace(setup, **changes)  # type: ignore[arg-type]  # fields by name
    with pytest.raises(RecordError, match=message):
        resume(replace(played(setup), setup=broken))


def test_a_finished_position_is_refused_as_a_start() -> None:
    with pytest.raises(MatchError, match="over"):
        chosen("digit-duel", "1 500 000")
    with pytest.raises(StateSyntaxError):
        chosen("digit-duel", "nonsense")


def test_an_invalid_from_field_in_a_record_is_refused() -> None:
    line = to_line(played(chosen("digit-duel", "2 500 300")))
    with pytest.raises(RecordError, match='"from" is "nowhere"'):
        from_line(line.replace('"from": "position"', '"from": "nowhere"'))


def test_the_next_round_starts_by_the_rules_again() -> None:
    later = arrange_again(chosen("digit-duel", "2 500 300"), first=Seat.ONE, seed=3)
    assert not later.chosen
    assert later.start == "1 999 999"


@pytest.mark.parametrize("name", GAMES)
def test_every_start_is_critical_and_unique(name: str) -> None:
    starts = balanced_starts(lastdigit.catalogue()[name], 12, "7")
    assert starts
    assert len(set(starts)) == len(starts) <= 12
    for start in starts:
        game = lastdigit.find(name, **dict(start.options))
        state = game.parse_state(start.position)
        solver = solver_for(game)
        assert state.mover is Seat.ONE
        values = {str(one.move): one.value for one in solver.branches(state)}
        best = {move for move, value in values.items() if value is start.solution.value}
        assert best == set(start.best)
        assert len(values) == start.choices > len(best) > 0
        assert start.chance == len(best) / len(values)
        assert start.solution == solver.solution(state)
        assert start.solution.value is not Value.LOSE


@pytest.mark.parametrize(
    ("name", "share"), [("digit-duel", 0), ("digit-dilemma", 0), ("operation-obliteration", 5)]
)
def test_half_of_the_starts_are_drawn_if_the_game_has_drawn_starts(name: str, share: int) -> None:
    starts = value_balanced_starts(lastdigit.catalogue()[name], 10, "1")
    assert len(starts) == 10
    assert sum(start.solution.value is Value.DRAW for start in starts) == share


def test_starts_depend_on_the_seed() -> None:
    kind = lastdigit.catalogue()["digit-duel"]
    assert balanced_starts(kind, 10, "1") == balanced_starts(kind, 10, "1")
    assert balanced_starts(kind, 10, "1") != balanced_starts(kind, 10, "2")


@settings(max_examples=size(sample=10, full=200))
@given(st.integers(0, 10**6))
def test_a_shorter_search_finds_a_prefix_of_a_longer_one(seed: int) -> None:
    kind = lastdigit.catalogue()["digit-poison"]
    longer = list(criticals(kind, Random(seed), 40))
    shorter = list(criticals(kind, Random(seed), 20))
    assert longer[: len(shorter)] == shorter
