"""Inspect itself runs the task, with its own mock model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click import ClickException
from inspect_ai import eval as run
from inspect_ai import score as score_again
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ChatMessage, ChatMessageUser, ModelOutput, ModelUsage, get_model

from lastdigit.exam import PromptItem
from lastdigit_inspect import exact, exam
from lastdigit_inspect.exam import ITEM

GAMES = "digit-duel,digit-dilemma"
COUNT = 4


def examined(says: Any, folder: Path, **given: Any) -> EvalLog:
    """Return the log of an exam in which `says(question)` answers."""
    asked = exam(**{"games": GAMES, "positions": COUNT, "seed": 7, **given})
    by_text = {one.user: one for one in map(kept, asked.dataset)}

    def reply(messages: list[ChatMessage], *_: Any) -> ModelOutput:
        question = by_text[messages[1].text]
        tried = sum(isinstance(message, ChatMessageUser) for message in messages)
        output = ModelOutput.from_content("mockllm", says(question, tried))
        # Without reported usage, the mock counts tokens with a table that it downloads.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=reply)
    return run(asked, model=model, log_dir=str(folder), display="none")[0]


def kept(sample: Sample) -> PromptItem:
    return PromptItem(**(sample.metadata or {})[ITEM])


def metrics(log: EvalLog) -> dict[str, float]:
    assert log.status == "success", log.error
    assert log.results is not None
    found: dict[str, float] = {}
    for one in log.results.scores:
        found |= {name: value.value for name, value in one.metrics.items()}
    return found


def line(one: PromptItem, text: str) -> str:
    return f"{'MOVE' if one.regrets else 'ANSWER'}: {text}"


def test_a_model_that_knows_all_answers_is_always_right(tmp_path: Path) -> None:
    log = examined(lambda one, _: f"So it is.\n{line(one, one.right[0])}", tmp_path)
    found = metrics(log)
    assert found["accuracy"] == 1
    assert [found[name] for name in ("format", "rules", "calculation", "strategy")] == [1] * 4
    assert 0 < found["calculation low"] < 1
    assert 0 < found["random_moves"] < 1
    assert log.samples is not None
    assert len({sample.metadata["kind"] for sample in log.samples}) >= 5


def test_an_unreadable_answer_is_wrong_and_counts_as_a_format_error(tmp_path: Path) -> None:
    found = metrics(examined(lambda one, _: one.right[0], tmp_path, kinds=["move", "value"]))
    assert (found["accuracy"], found["format"], found["strategy"]) == (0, 0, 0)
    assert "rules" not in found


def test_wrong_moves_are_graded_by_regret(tmp_path: Path) -> None:
    def worst(one: PromptItem, _: int) -> str:
        assert one.regrets
        return line(one, max(one.regrets, key=lambda move: (one.regrets or {})[move]))

    log = examined(worst, tmp_path, kinds="move")
    assert metrics(log)["accuracy"] == 0
    for sample in log.samples or []:
        assert sample.scores
        given = (sample.scores["exact"].metadata or {})["regret"]
        assert given == max(sample.metadata[ITEM]["regrets"].values()) > 0


@pytest.mark.parametrize(("tries", "right"), [(1, 0), (2, 1)])
def test_a_refused_move_can_be_retried(tmp_path: Path, tries: int, right: int) -> None:
    def second(one: PromptItem, tried: int) -> str:
        return "no idea" if tried == 1 else line(one, one.right[0])

    assert metrics(examined(second, tmp_path, kinds="move", tries=tries))["accuracy"] == right


def test_a_saved_log_can_be_scored_again(tmp_path: Path) -> None:
    log = examined(lambda one, _: line(one, one.right[0]), tmp_path, kinds="legal")
    again = score_again(read_eval_log(log.location), exact(), action="overwrite", display="none")
    assert metrics(again)["accuracy"] == 1


def test_two_seeds_draw_different_questions() -> None:
    first, second = (
        {kept(sample).position for sample in exam(GAMES, "move", 8, seed).dataset}
        for seed in (1, 2)
    )
    assert first != second


@pytest.mark.parametrize("given", [{"games": "chess"}, {"kinds": "riddle"}])
def test_unknown_arguments_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ClickException, match=r"kinds are move|games are digit"):
        exam(**given)
