"""Blind policies: their choices and their expected scores."""

from __future__ import annotations

from random import Random

import pytest

import lastdigit
from lastdigit.analysis.critical import criticals
from lastdigit.analysis.policies import (
    BASE_POLICIES,
    BLIND_POLICIES,
    POLICIES,
    PolicyView,
    policy_scores,
)
from tests.conftest import GAMES


def picks(game: str, position: str) -> dict[str, list[str]]:
    """Return the moves among which each policy chooses."""
    found = lastdigit.find(game)
    scene = PolicyView(found, found.parse_state(position))
    texts = [found.format_move(move) for move in scene.moves]
    return {policy.name: [texts[place] for place in policy.pick(scene)] for policy in POLICIES}


def test_blind_policies_depend_only_on_the_moves() -> None:
    found = picks("digit-duel", "1 295 300")
    assert found["first"] == ["hundreds"]
    assert found["middle"] == ["tens"]
    assert found["last"] == ["ones"]
    assert found["largest"] == ["tens"], "of the digits 2, 9 and 5"
    assert found["smallest"] == ["hundreds"]
    assert found["example"] == ["ones"], "in the order of the rules"
    assert found["not last"] == ["hundreds", "tens"]


def test_one_ply_policies_take_a_win_and_avoid_an_immediate_loss() -> None:
    found = picks("digit-duel", "1 295 007")
    assert found["one ply"] == ["tens"]
    assert found["two plies"] == ["tens"]
    assert picks("digit-poison", "1 1")["safe"] == ["0", "1", "3", "4", "6", "7", "9"]


def test_the_two_ply_policy_avoids_moves_with_a_winning_reply() -> None:
    found = picks("digit-duel", "1 011 009")
    assert found["two plies"], "there is always something to pick"
    guarded = picks("digit-dilemma", "1 _12 6_3")["two plies"]
    game = lastdigit.find("digit-dilemma")
    after = game.play(game.parse_state("1 _12 6_3"), guarded[0])
    if game.outcome(after) is None:
        replies = (game.successor(after, move) for move in game.legal_moves(after))
        ends = [game.outcome(reply) for reply in replies]
        assert not any(end is not None and end.winner is after.mover for end in ends)


@pytest.mark.parametrize("name", GAMES)
def test_the_score_of_a_policy_is_its_expected_success(name: str) -> None:
    kind = lastdigit.catalogue()[name]
    for critical in criticals(kind, Random(3), 40):
        game = lastdigit.find(name, **dict(critical.options))
        scores = policy_scores(game, critical.position, critical.best)
        assert len(scores) == len(POLICIES) == 2 * len(BASE_POLICIES)
        scene = PolicyView(game, game.parse_state(critical.position))
        right = [game.format_move(move) in critical.best for move in scene.moves]
        for number, policy in enumerate(BASE_POLICIES):
            picked = policy.pick(scene)
            assert scores[number] == sum(right[place] for place in picked) / len(picked)
            # The picked moves and the others together are all moves.
            rest = len(right) - len(picked)
            if rest:
                together = scores[number] * len(picked)
                together += scores[number + len(BASE_POLICIES)] * rest
                assert together == pytest.approx(len(critical.best))


@pytest.mark.parametrize(
    ("position", "middle"), [("1 295 300", "tens"), ("1 290 300", "tens"), ("1 009 300", "ones")]
)
def test_the_middle_of_two_moves_is_the_second(position: str, middle: str) -> None:
    assert picks("digit-duel", position)["middle"] == [middle]
    assert picks("digit-poison", "1 1")["middle"] == ["5"], "of ten moves the sixth"


@pytest.mark.parametrize(
    ("position", "picked"),
    [
        ("1 _17 24_", ["9 left"]),
        ("1 _53 _70", ["1 left"]),
        ("2 _34 07_", ["5 right", "6 right"]),
        ("1 _70 _91", ["3 left"]),
    ],
    ids=["a win", "the rule of thumb", "moves that the other cannot answer", "only one of them"],
)
def test_the_two_ply_policy_follows_the_rule_of_thumb_if_it_is_safe(
    position: str, picked: list[str]
) -> None:
    assert picks("digit-dilemma", position)["two plies"] == picked


def test_policies_are_listed_with_their_number_of_plies() -> None:
    assert [(policy.name, policy.plies) for policy in BASE_POLICIES] == [
        *((name, 0) for name in ("first", "last", "middle", "largest", "smallest", "example")),
        *((name, 1) for name in ("safe", "one ply", "rule of thumb")),
        ("two plies", 2),
    ]
    assert [policy.plies for policy in POLICIES] == 2 * [policy.plies for policy in BASE_POLICIES]


def test_blind_policies_are_those_that_look_no_move_ahead() -> None:
    names = {policy.name for policy in BLIND_POLICIES}
    assert {"first", "last", "middle", "largest", "smallest", "example", "not last"} <= names
    assert not {"safe", "one ply", "rule of thumb", "two plies"} & names
    game = lastdigit.find("digit-duel")
    every = policy_scores(game, "1 295 300", ["ones"])
    blind = policy_scores(game, "1 295 300", ["ones"], BLIND_POLICIES)
    assert blind == [
        score for policy, score in zip(POLICIES, every, strict=True) if policy in BLIND_POLICIES
    ]
