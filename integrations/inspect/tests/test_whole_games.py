"""Inspect itself plays whole games, with its own mock model."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click import ClickException
from inspect_ai import eval as run
from inspect_ai.dataset import Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model

from lastdigit import find
from lastdigit.exam import regrets_at
from lastdigit_inspect import games
from lastdigit_inspect.whole_games import START

README = Path(__file__).parents[1] / "README.md"
GAME = "digit-duel"
COUNT = 3
POSITION = re.compile(r"^Position: (.+)$", re.MULTILINE)


def played(say: Callable[[dict[str, int]], str], folder: Path, **given: Any) -> EvalLog:
    """Return the log of games in which `say(regrets)` answers."""
    limit = given.pop("message_limit", None)
    task = games(**{"games": GAME, "positions": COUNT, "opponent": "perfect", "seed": 7, **given})
    starts = {rules(sample): (sample.metadata or {})[START] for sample in task.dataset}

    def reply(messages: list[ChatMessage], *_: Any) -> ModelOutput:
        game = find(GAME, **starts[messages[0].text]["options"])
        positions = [found[1] for one in messages if (found := POSITION.search(one.text))]
        text = say(regrets_at(game, game.parse_state(positions[-1])))
        output = ModelOutput.from_content("mockllm", text)
        # Without reported usage, the mock counts tokens with a table that it downloads.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=reply)
    return run(task, model=model, log_dir=str(folder), display="none", message_limit=limit)[0]


def rules(sample: Sample) -> str:
    """Return the system message of a sample."""
    assert not isinstance(sample.input, str)
    return sample.input[0].text


def means(log: EvalLog) -> dict[str, float]:
    assert log.status == "success", log.error
    assert log.results
    return {one.name: one.metrics["mean"].value for one in log.results.scores}


def best(regrets: dict[str, int]) -> str:
    return f"MOVE: {min(regrets, key=lambda move: regrets[move])}"


def worst(regrets: dict[str, int]) -> str:
    return f"MOVE: {max(regrets, key=lambda move: regrets[move])}"


def test_best_moves_score_1_and_win_won_positions(tmp_path: Path) -> None:
    assert means(played(best, tmp_path)) == {"moves": 1, "result": 1}


def test_worst_moves_lose_and_every_regret_is_in_the_log(tmp_path: Path) -> None:
    log = played(worst, tmp_path)
    assert means(log)["result"] == 0
    assert means(log)["moves"] < 1
    for sample in log.samples or []:
        assert sample.scores
        turns = (sample.scores["regret"].metadata or {})["turns"]
        assert turns[0]["regret"] == 2
        decided = [1 - turn["regret"] / 2 for turn in turns if turn["decides"]]
        score = sample.scores["regret"].as_dict()["moves"]
        assert score == pytest.approx(sum(decided) / len(decided))


def test_a_model_that_never_makes_a_legal_move_forfeits(tmp_path: Path) -> None:
    log = played(lambda _: "MOVE: millions", tmp_path, tries=2)
    assert means(log) == {"moves": 0, "result": 0}
    for sample in log.samples or []:
        assert sample.scores
        assert (sample.scores["regret"].metadata or {})["end"] == "forfeit"
        assert len(sample.messages) == 1 + 2 * 2  # the rules, then two questions and two answers


def test_a_game_that_reaches_a_limit_of_inspect_scores_0(tmp_path: Path) -> None:
    log = played(best, tmp_path, message_limit=2)
    assert means(log) == {"moves": 0, "result": 0}


def test_an_error_of_the_model_ends_the_run(tmp_path: Path) -> None:
    asked = count(1)

    def fail(regrets: dict[str, int]) -> str:
        if next(asked) > COUNT:  # in the middle of all games
            raise RuntimeError(f"no answer among {len(regrets)} moves")
        return best(regrets)

    log = played(fail, tmp_path)
    assert log.status == "error"
    assert log.error
    assert "no answer among" in log.error.message


def test_the_example_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path))
    monkeypatch.setenv("INSPECT_DISPLAY", "none")
    example = README.read_text().partition("```python\n")[2].partition("```")[0]
    found: dict[str, Any] = {}
    exec(example, found)
    assert set(means(found["log"])) == {"moves", "result"}


@pytest.mark.parametrize("given", [{"games": "chess"}, {"opponent": "nobody"}])
def test_an_unknown_game_or_opponent_is_an_error(given: dict[str, Any]) -> None:
    with pytest.raises(ClickException, match=r"chess|nobody"):
        games(**given)
