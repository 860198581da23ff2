"""An exam at each endpoint shown in docs/models.md.

The servers are ours: they speak the wire format of each as far as we know
it; nothing was captured from a running one. No model is asked in tests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT, Run
from tests.players.chat_server import Body, ChatServer, Response, chat_server

CONFIG = re.search(r"```toml\n(.*?)```", (ROOT / "docs" / "models.md").read_text(), re.DOTALL)
USAGE = {"prompt_tokens": 900, "completion_tokens": 40, "total_tokens": 940}
THOUGHT = "The digits add up to 7, so 2 would be poison."


def ollamas(content: str) -> Body:
    """Answer as `ollama serve` does at /v1."""
    return {
        "id": "chatcmpl-614",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "qwen3:8b",
        "system_fingerprint": "fp_ollama",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content, "reasoning": THOUGHT},
                "finish_reason": "stop",
            }
        ],
        "usage": USAGE,
    }


def vllms(content: str) -> Body:
    """Answer as `vllm serve` does, with a parser of reasoning."""
    message: Body = {
        "role": "assistant",
        "content": content,
        "refusal": None,
        "annotations": None,
        "audio": None,
        "function_call": None,
        "tool_calls": [],
        "reasoning_content": THOUGHT,
    }
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    return {
        "id": "chatcmpl-9f2",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "org/model",
        "choices": [{**choice, "stop_reason": None, "token_ids": None}],
        "service_tier": None,
        "system_fingerprint": None,
        "usage": {**USAGE, "prompt_tokens_details": None},
        "prompt_logprobs": None,
        "kv_transfer_params": None,
    }


def openais(content: str) -> Body:
    """Answer as OpenAI's own service does, with only a count of the reasoning tokens."""
    message: Body = {"role": "assistant", "content": content, "refusal": None, "annotations": []}
    return {
        "id": "chatcmpl-B9M",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "some-model-2026-01-01",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {
            **USAGE,
            "prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 30, "audio_tokens": 0},
        },
        "service_tier": "default",
    }


SERVICES: dict[str, tuple[str, Callable[[str], Body], Body]] = {
    "ollama": ("qwen3:8b", ollamas, {"max_tokens": 4096}),
    "vllm": (
        "org/model",
        vllms,
        {
            "max_completion_tokens": 8192,
            "top_p": 0.95,
            "chat_template_kwargs": {"enable_thinking": True},
        },
    ),
    "service": ("some-model", openais, {"max_completion_tokens": 16384, "reasoning_effort": "low"}),
}


@pytest.mark.parametrize("name", SERVICES)
def test_an_exam_with_each_documented_service(
    call: Run,
    environment: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    model, shape, wanted = SERVICES[name]
    monkeypatch.setenv("OPENAI_API_KEY", "sk-anything-at-all")

    def answer(body: Body) -> Response:
        moves = body["messages"][1]["content"].rpartition("Legal moves: ")[2].strip().split(", ")
        return Response(json.dumps(shape(f"I see.\n\nMOVE: {min(moves)}")).encode())

    with chat_server(answer) as server:
        assert CONFIG is not None
        file = Path(environment["XDG_CONFIG_HOME"]) / "lastdigit" / "endpoints.toml"
        file.parent.mkdir(parents=True)
        file.write_text(re.sub(r'base-url = ".*"', f'base-url = "{server.url}"', CONFIG[1]))
        result = call(
            *(
                "exam",
                "run",
                f"mine=llm:{model}@{name}",
                "--games",
                "digit-poison",
                "--positions",
                "4",
            ),
            *("--show-legal", "yes", "--out", "run"),
        )
    assert result.code == 0, result.err
    for body in server.asked:
        assert body["model"] == model
        sent: dict[str, Any] = {key: body[key] for key in body if key not in ("path", "messages")}
        assert sent == {"model": model, **wanted}
    keys = {header.get("authorization") for header in server.headers}
    assert keys == ({"Bearer sk-anything-at-all"} if name == "service" else {None})
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert report["tokens"] == 4 * 940
    assert set(report["faults"].values()) == {0}
    log = (tmp_path / "run" / "journal.jsonl").read_text()
    assert log.count(THOUGHT) == (0 if name == "service" else 4), "reasoning is saved"
    assert call("exam", "verify", "run").code == 0


PRICED = """
[dear]
base-url = "{url}"
price-in = 2.0
price-out = 10.0

[cheap]
base-url = "{url}"
price-in = 0.001
price-out = 0.001

[free]
base-url = "{url}"
"""
"""With these prices, a question of 900 tokens and an answer of 40 cost 0.0022 or a millionth."""


@pytest.fixture
def priced(environment: dict[str, str]) -> Iterator[ChatServer]:
    def answer(body: Body) -> Response:
        moves = body["messages"][1]["content"].rpartition("Legal moves: ")[2].strip().split(", ")
        return Response(json.dumps(vllms(f"MOVE: {min(moves)}")).encode())

    with chat_server(answer) as server:
        file = Path(environment["XDG_CONFIG_HOME"]) / "lastdigit" / "endpoints.toml"
        file.parent.mkdir(parents=True)
        file.write_text(PRICED.format(url=server.url))
        yield server


EXAM = ("--games", "digit-poison", "--positions", "4", "--show-legal", "yes", "--out", "run")


def cost_in(text: str, row: str = "") -> str:
    """Return the last cell of the row for a player in the table of costs."""
    heading, *rows = text.partition("Errors and cost")[2].strip().splitlines()
    assert heading.endswith(" cost")
    return next(line for line in rows if line.strip().startswith(row)).split()[-1]


@pytest.mark.parametrize(("name", "cost"), [("dear", "0.0088"), ("cheap", "0.000004")])
@pytest.mark.usefixtures("priced")
def test_the_report_of_an_exam_has_the_cost(
    call: Run, tmp_path: Path, name: str, cost: str
) -> None:
    result = call("exam", "run", f"llm:model@{name}", *EXAM)
    assert result.code == 0, result.err
    assert cost_in(result.out) == cost
    assert f"Cost of the run: {cost} (3760 tokens)." in result.out
    assert f">{cost}<" in (tmp_path / "run" / "report.html").read_text()
    so_far = call("exam", "run", f"llm:model@{name}", *EXAM, "--so-far")
    assert cost_in(so_far.out) == cost
    assert call("exam", "verify", "run").code == 0


@pytest.mark.usefixtures("priced")
def test_without_a_price_there_is_no_cost(call: Run) -> None:
    result = call("exam", "run", "llm:model@free", *EXAM)
    assert result.code == 0, result.err
    assert result.out.partition("Errors and cost")[2].strip().splitlines()[0].endswith("tokens")
    assert "Cost of the run" not in result.out


def test_the_report_of_a_tournament_has_the_cost(
    call: Run, tmp_path: Path, priced: ChatServer
) -> None:
    players = "dear=llm:model@dear,free=llm:model@free,random"
    result = call(
        *("arena", "--players", players, "--games", "digit-poison", "--starts", "1"),
        *("--out", "cup", "--workers", "1"),
    )
    assert result.code == 0, result.err
    lines = map(json.loads, (tmp_path / "cup" / "spending.jsonl").read_text().splitlines())
    settled = [line for line in lines if "settled" in line]
    asked = sum("money" in line for line in settled)
    assert 0 < asked < len(settled) == len(priced.asked)
    cost = f"{asked * 0.0022:.4f}".rstrip("0")
    assert cost_in(result.out, "dear") == cost
    assert cost_in(result.out, "free") == cost_in(result.out, "random") == "-"
    assert f"Cost of the run: {cost} " in result.out
    assert f">{cost}<" in (tmp_path / "cup" / "report.html").read_text()
