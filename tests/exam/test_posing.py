"""Questions for other tools: the exam's own words, judged exactly, also after JSON."""

from __future__ import annotations

import json

import pytest

import lastdigit
from lastdigit.analysis.splits import Split, split_of
from lastdigit.errors import UsageError
from lastdigit.exam import making
from lastdigit.exam.plan import game_questions
from lastdigit.exam.posing import KINDS, WORST, Posed, posed
from lastdigit.exam.questions import IN_WORDS, Kind
from lastdigit.solver import solver_for
from tests.conftest import GAMES


@pytest.fixture(autouse=True)
def _few_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Balance is tried elsewhere, with as many as an exam has."""
    monkeypatch.setattr(making, "FEWEST", 20)
    monkeypatch.setattr(making, "ENOUGH", 5)


def through_json(one: Posed) -> Posed:
    return Posed(**json.loads(json.dumps(one.data())))


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_those_of_the_exam_and_judged_by_what_they_give_away(name: str) -> None:
    asked = game_questions(lastdigit.catalogue()[name], 3, "7")
    found = posed([name], ["move"], 3, 7)
    assert [one.position for one in found] == [one.critical.position for one in asked]
    for one, question in zip(found, asked, strict=True):
        assert (one.grade, one.chance) == (question.grade, question.critical.chance)
        assert "MOVE: <your move>" in one.system
        assert f"Position: {one.position}" in one.user
        game = lastdigit.find(name, **dict(question.critical.options))
        branches = solver_for(game).branches(game.parse_state(one.position))
        assert one.regrets is not None
        assert set(one.regrets) == {str(branch.move) for branch in branches}
        kept = through_json(one)
        assert kept == one
        for move, regret in one.regrets.items():
            verdict = kept.judge(f"Because.\nMOVE: {move}")
            assert verdict == (move, regret == 0, regret == 0, regret)
            assert (move in question.critical.best) == (regret == 0)


def test_what_is_no_legal_move_is_wrong_and_costs_the_most() -> None:
    one = posed(["digit-duel"], ["move"], 1, 7)[0]
    best = one.right[0]
    assert one.judge(best) == (None, False, False, WORST)
    assert one.judge("MOVE: thousands") == ("thousands", False, False, WORST)
    assert one.judge(f"**Move: {best.upper()}.**") == (None, False, True, WORST)


@pytest.mark.parametrize("kind", IN_WORDS)
def test_words_are_judged_as_in_the_exam(kind: Kind) -> None:
    for one in posed(["digit-poison"], [kind], 3, 7):
        kept = through_json(one)
        assert "ANSWER: <your answer>" in kept.system
        assert kept.judge(f"So:\nANSWER: {one.right[0]}") == (one.right[0], True, True, None)
        assert kept.judge("ANSWER: 7 of 9") == ("7 of 9", False, False, None)
        assert kept.judge(one.right[0]) == (None, False, False, None)
        assert one.chance is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("split", [Split.TRAIN, Split.VALIDATION])
def test_what_is_trained_on_is_not_what_is_examined(kind: str, split: Split) -> None:
    found = posed(["digit-duel"], [kind], 2, 7, split)
    assert found
    for one in found:
        game = lastdigit.find("digit-duel", **one.options)
        assert split_of(game, game.parse_state(one.position)) is split


def test_a_kind_that_there_is_not_is_named() -> None:
    with pytest.raises(UsageError, match='no kind "riddle"'):
        posed(["digit-duel"], ["riddle"], 1, 7)


def test_an_answer_that_may_be_tried_again_is_refused_with_its_reason() -> None:
    one = through_json(posed(["digit-duel"], ["move"], 1, 7)[0])
    assert one.refusal(f"MOVE: {one.right[0]}") == ""
    assert "does not begin with MOVE:" in one.refusal(one.right[0])
    assert "End your answer with a MOVE line" in one.refusal("MOVE: thousands")
    words = posed(["digit-duel"], ["outcome"], 1, 7)[0]
    assert words.refusal("no idea") == ""
