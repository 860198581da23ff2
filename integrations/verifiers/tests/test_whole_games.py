from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import ValidationError

from lastdigit import find
from lastdigit.exam import regrets_at
from lastdigit_verifiers.whole_games import GamesConfig

from .conftest import Messages, Play

ID = "lastdigit-games"
ENV = ("tries", "player", "result_weight")
POSITION = re.compile(r"^Position: (.+)$", re.MULTILINE)


def games(**given: Any) -> dict[str, Any]:
    settings = {"id": ID, "games": "digit-duel", "positions": 3, "seed": 7, "split": "train"}
    env: dict[str, Any] = {name: given.pop(name) for name in ENV if name in given}
    return {"taskset": settings | given, **env}


def regrets(messages: Messages) -> dict[str, int]:
    """Return the regret of each move in the model's turn."""
    asked = [found for message in messages if (found := POSITION.search(message["content"]))]
    game = find("digit-duel")
    return regrets_at(game, game.parse_state(asked[-1][1]))


def best(messages: Messages) -> str:
    found = regrets(messages)
    return f"MOVE: {min(found, key=lambda move: found[move])}"


def test_moves_without_regret_win_won_games(play: Play) -> None:
    traces = play(best, games(opponent="perfect", result_weight=0.5))
    assert traces
    for trace in traces:
        rewards = {name: one.value for name, one in trace.rewards.items() if one}
        assert trace.metrics["regret"] == 0
        assert trace.reward == pytest.approx(1.5), rewards
        assert trace.metrics["decisions"] >= 1
        moves = trace.info["moves"]
        assert len(moves) == trace.num_turns
        assert all(one["regret"] == 0 and one["tries"] == 1 for one in moves)
        assert trace.info["result"]["end"] == "win"


def test_every_move_has_its_regret(play: Play) -> None:
    said: list[int] = []

    def worst(messages: Messages) -> str:
        found = regrets(messages)
        said.append(max(found.values()))
        return f"MOVE: {max(found, key=lambda move: found[move])}"

    traces = play(worst, games(opponent="perfect"))
    told = [one["regret"] for trace in traces for one in trace.info["moves"]]
    assert told == said
    for trace in traces:
        decided = [one for one in trace.info["moves"] if one["decides"]]
        assert trace.reward == sum(1 - one["regret"] / 2 for one in decided) / len(decided) < 1
        assert trace.rewards["result"].value == 0


def test_a_refused_move_is_retried_and_then_forfeits(play: Play) -> None:
    def second(messages: Messages) -> str:
        refused = "Not accepted" in messages[-1]["content"]
        return best(messages) if refused else "MOVE: thousands"

    for trace in play(second, games()):
        assert {one["tries"] for one in trace.info["moves"]} == {2}
        assert trace.metrics["regret"] == 0
    for trace in play(lambda _: "MOVE: thousands", games(tries=2)):
        assert trace.info["moves"] == [
            {"move": "thousands", "regret": 2, "decides": True, "tries": 2}
        ]
        assert trace.reward == 0
        assert trace.info["result"]["end"] == "forfeit"


def test_a_conversation_that_ends_early_is_an_unfinished_game(play: Play) -> None:
    for trace in play(best, games(opponent="perfect", player={"max_turns": 1})):
        assert len(trace.info["moves"]) == 1
        assert trace.info["result"]["end"] in ("unfinished", "win")


def test_an_unknown_opponent_is_refused() -> None:
    with pytest.raises(ValidationError, match="not a computer player"):
        GamesConfig.model_validate(games(opponent="nobody")["taskset"])
