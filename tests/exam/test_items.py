"""Items for other tools: the exam's prompts and exact grading, also after JSON."""

from __future__ import annotations

import json

import pytest

import lastdigit
from lastdigit.analysis.critical import Split, split_of
from lastdigit.errors import UsageError
from lastdigit.exam import items
from lastdigit.exam.dataset import KINDS, MAX_REGRET, PromptItem, draw_prompt_items
from lastdigit.exam.items import WORD_KINDS, Kind
from lastdigit.exam.run import draw_move_items
from lastdigit.solver import solver_for
from tests.conftest import GAMES


@pytest.fixture(autouse=True)
def _few_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use few candidates, because other tests check the balance."""
    monkeypatch.setattr(items, "MIN_CANDIDATES", 20)
    monkeypatch.setattr(items, "CANDIDATES_PER_ITEM", 5)


def through_json(one: PromptItem) -> PromptItem:
    return PromptItem(**json.loads(json.dumps(one.data())))


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_those_of_the_exam_and_graded_by_regret(name: str) -> None:
    asked = draw_move_items(lastdigit.catalogue()[name], 3, "7")
    found = draw_prompt_items([name], ["move"], 3, 7)
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
            verdict = kept.grade_answer(f"Because.\nMOVE: {move}")
            assert verdict == (move, regret == 0, regret == 0, regret)
            assert (move in question.critical.best) == (regret == 0)


def test_an_answer_without_a_legal_move_has_the_maximum_regret() -> None:
    one = draw_prompt_items(["digit-duel"], ["move"], 1, 7)[0]
    best = one.right[0]
    assert one.grade_answer(best) == (None, False, False, MAX_REGRET)
    assert one.grade_answer("MOVE: thousands") == ("thousands", False, False, MAX_REGRET)
    assert one.grade_answer(f"**Move: {best.upper()}.**") == (None, False, True, MAX_REGRET)


@pytest.mark.parametrize("kind", WORD_KINDS)
def test_answers_in_words_are_graded_as_in_the_exam(kind: Kind) -> None:
    for one in draw_prompt_items(["digit-poison"], [kind], 3, 7):
        kept = through_json(one)
        assert "ANSWER: <your answer>" in kept.system
        assert kept.grade_answer(f"So:\nANSWER: {one.right[0]}") == (one.right[0], True, True, None)
        assert kept.grade_answer("ANSWER: 7 of 9") == ("7 of 9", False, False, None)
        assert kept.grade_answer(one.right[0]) == (None, False, False, None)
        assert one.chance is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("split", [Split.TRAIN, Split.VALIDATION])
def test_items_come_from_the_chosen_split(kind: str, split: Split) -> None:
    found = draw_prompt_items(["digit-duel"], [kind], 2, 7, split)
    assert found
    for one in found:
        game = lastdigit.find("digit-duel", **one.options)
        assert split_of(game, game.parse_state(one.position)) is split


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UsageError, match='"riddle" is not a kind of question'):
        draw_prompt_items(["digit-duel"], ["riddle"], 1, 7)


def test_an_answer_that_can_be_retried_is_refused_with_a_reason() -> None:
    one = through_json(draw_prompt_items(["digit-duel"], ["move"], 1, 7)[0])
    assert one.refusal(f"MOVE: {one.right[0]}") == ""
    assert 'must start with "MOVE:"' in one.refusal(one.right[0])
    assert "End your reply with a MOVE line" in one.refusal("MOVE: thousands")
    words = draw_prompt_items(["digit-duel"], ["outcome"], 1, 7)[0]
    assert words.refusal("no idea") == ""
