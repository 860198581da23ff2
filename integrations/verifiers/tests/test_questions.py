from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

import lastdigit_questions
from lastdigit import find
from lastdigit.analysis import split_of
from lastdigit.exam import PromptItem, draw_prompt_items
from lastdigit_verifiers.questions import QuestionsConfig, QuestionsTaskset

from .conftest import Messages, Play

ID = "lastdigit-questions"


def taskset(**given: Any) -> dict[str, Any]:
    settings = {"id": ID, "games": "digit-duel", "positions": 3, "seed": 7, **given}
    return {"taskset": settings}


def questions(config: dict[str, Any]) -> dict[str, PromptItem]:
    loaded = QuestionsTaskset(QuestionsConfig.model_validate(config["taskset"]))
    found = [PromptItem(**task.data.posed) for task in loaded]
    return {one.user: one for one in found}


def test_a_right_answer_scores_1_and_a_move_what_it_keeps(play: Play) -> None:
    config = taskset(kinds="move,outcome")
    known = questions(config)
    assert {one.kind for one in known.values()} == {"move", "outcome"}

    def right(messages: Messages) -> str:
        one = known[messages[-1]["content"]]
        assert messages[0]["content"] == one.system
        return f"So:\n{'MOVE' if one.regrets else 'ANSWER'}: {one.right[0]}"

    traces = play(right, config)
    assert len(traces) == len(known)
    for trace in traces:
        assert trace.reward == 1
        assert (trace.metrics["right"], trace.metrics["format"]) == (1, 1)


def test_regret_reduces_the_reward_of_a_move(play: Play) -> None:
    config = taskset(kinds="move", games="digit-duel,operation-obliteration")
    known = questions(config)

    def wrong(messages: Messages) -> str:
        regrets = known[messages[-1]["content"]].regrets or {}
        return f"MOVE: {max(regrets, key=lambda move: regrets[move])}"

    for trace in play(wrong, config):
        regrets = trace.task.data.posed["regrets"].values()
        assert trace.metrics["regret"] == max(regrets) > 0
        assert trace.reward == 1 - max(regrets) / 2
    for trace in play(lambda _: "I do not know.", config):
        assert (trace.reward, trace.metrics["format"]) == (0, 0)


def test_training_and_evaluation_use_different_splits() -> None:
    for one in questions(taskset()).values():
        game = find(one.game, **one.options)
        assert split_of(game, game.parse_state(one.position)) == "train"
    examined = questions(taskset(split="exam")).values()
    assert [one.position for one in examined] == [
        one.position for one in draw_prompt_items(["digit-duel"], ["move"], 3, 7)
    ]


@pytest.mark.parametrize("given", [{"games": "chess"}, {"kinds": "riddle"}, {"split": "test"}])
def test_unknown_arguments_are_refused(given: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match=r"There is no (game|kind)|should be 'train'"):
        QuestionsConfig.model_validate(taskset(**given)["taskset"])


def test_the_package_exports_three_names() -> None:
    assert len(lastdigit_questions.__all__) == 3
