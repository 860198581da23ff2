"""Scored positions and their weights."""

from __future__ import annotations

import pytest

import lastdigit
from lastdigit.analysis.policies import BLIND_POLICIES
from lastdigit.analysis.review import review_game
from lastdigit.arena.scoring import PositionScorer, ScoredPosition, position_weights
from lastdigit.game.game import AnyGame, Seat, State
from tests.conftest import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_scored_positions_are_the_critical_positions_of_the_review(name: str) -> None:
    record = lastdigit.play_match(name, "easy", "random", seed=3)
    scored = PositionScorer().score(record)
    for seat in Seat:
        critical = [
            move for move in review_game(record).moves if move.seat is seat and move.critical
        ]
        first = {move.position: move for move in reversed(critical)}
        moves = sorted(first.values(), key=lambda move: move.turn)
        found = scored[seat.index]
        assert [position.right for position in found] == [move.right for move in moves]
        assert [position.chance for position in found] == [
            len(move.best) / move.choices for move in moves
        ]


def test_a_policy_is_right_wherever_a_player_that_follows_it_is() -> None:
    def last(game: AnyGame, state: State, random: object) -> object:  # noqa: ARG001
        return game.legal_moves(state)[-1]

    index = [policy.name for policy in BLIND_POLICIES].index("last")
    record = lastdigit.play_match("digit-duel", last, "perfect", seed=2)
    positions = PositionScorer().score(record)[0]
    assert positions
    assert all(position.blind[index] == position.right for position in positions)


def position(right: bool, *blind: float) -> ScoredPosition:
    return ScoredPosition(right, 0.5, blind)


def test_weights_bring_a_blind_policy_to_chance() -> None:
    positions = [position(True, 1.0)] * 9 + [position(False, 0.0)]
    weights = position_weights(positions)
    assert sum(weights) == pytest.approx(1)
    assert weights[-1] == pytest.approx(0.5, abs=0.01)
    score = sum(weight * one.right for weight, one in zip(weights, positions, strict=True))
    assert score == pytest.approx(0.5, abs=0.01)


def test_positions_that_cannot_be_balanced_still_have_weights() -> None:
    weights = position_weights([position(True, 1.0), position(False, 0.75)])
    assert sum(weights) == pytest.approx(1)
    assert weights[1] > weights[0] > 0
    assert position_weights([]) == []
