"""Every dialect of the chat API in docs/models.md, over HTTP."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastdigit.errors import PlayerError
from lastdigit.players.llm import Client, Endpoint
from lastdigit.players.players import Fault, NoMove, Reply, Settings
from lastdigit.players.prompt import relaxed_move
from tests.conftest import PATIENCE, ROOT
from tests.players.chat_server import Body, Response, chat_server, completion, trouble
from tests.players.games import played

MOVE = "MOVE: 5"
USAGE = {"prompt_tokens": 100, "completion_tokens": 10}


def body(
    message: dict[str, Any], usage: Any = USAGE, finish: str | None = "stop", **more: Any
) -> Response:
    """Return a completion with these fields."""
    choices = [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}]
    return Response(json.dumps({"choices": choices, "usage": usage, **more}).encode())


def stream(*deltas: dict[str, Any], finish: str | None = "stop") -> Response:
    """Return a response of server-sent events, as for `stream = true`."""
    chunks: list[dict[str, Any]] = [{"choices": [{"delta": delta}]} for delta in deltas]
    chunks.append({"choices": [{"delta": {}, "finish_reason": finish}], "usage": None})
    chunks.append({"choices": [], "usage": USAGE})
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    return Response(b": hello\n\n" + "".join(lines).encode() + b"data: [DONE]\n\n")


def parts(*given: dict[str, str]) -> Response:
    return body({"content": list(given)})


def answering(response: Response) -> Callable[[Body], Response]:
    return lambda _: response


def no_retry(_: float) -> None:
    pytest.fail("it is tried again")


THOUGHT = "5 is no multiple of 3."
SAID: dict[str, tuple[Response, Reply]] = {
    "null counts": (
        body({"content": MOVE}, {"prompt_tokens": None, "completion_tokens": None}),
        Reply(MOVE, "", None, None, finish="stop"),
    ),
    "no usage": (body({"content": MOVE}, None), Reply(MOVE, "", None, None, finish="stop")),
    "fractional counts": (
        body({"content": MOVE}, {"prompt_tokens": 99.5, "completion_tokens": 10.0}),
        Reply(MOVE, "", 100, 10, finish="stop"),
    ),
    "content parts": (
        parts({"type": "text", "text": "Hm.\n"}, {"type": "text", "text": MOVE}),
        Reply(f"Hm.\n{MOVE}", "", 100, 10, finish="stop"),
    ),
    "thinking parts": (
        parts({"type": "thinking", "thinking": THOUGHT}, {"type": "text", "text": MOVE}),
        Reply(MOVE, "", 100, 10, reasoning=THOUGHT, finish="stop"),
    ),
    "reasoning_content": (
        body({"content": MOVE, "reasoning_content": THOUGHT}),
        Reply(MOVE, "", 100, 10, reasoning=THOUGHT, finish="stop"),
    ),
    "reasoning": (
        body({"content": MOVE, "reasoning": THOUGHT}),
        Reply(MOVE, "", 100, 10, reasoning=THOUGHT, finish="stop"),
    ),
    "<think>": (
        body({"content": f"<think>{THOUGHT}</think>\n\n{MOVE}"}),
        Reply(MOVE, "", 100, 10, reasoning=THOUGHT, finish="stop"),
    ),
    "</think> alone": (
        body({"content": f"{THOUGHT}</think>\n{MOVE}"}),
        Reply(MOVE, "", 100, 10, reasoning=THOUGHT, finish="stop"),
    ),
    "stream": (
        stream({"role": "assistant", "content": ""}, {"reasoning": THOUGHT}, {"content": MOVE}),
        Reply(MOVE, "", 100, 10, reasoning=THOUGHT, finish="stop"),
    ),
    "no finish reason": (body({"content": MOVE}, finish=None), Reply(MOVE, "", 100, 10)),
}


def refused(status: int, **error: Any) -> Response:
    """Return an error in the format of some service."""
    return Response(json.dumps({"error": error}).encode(), status)


FLAGGED = {"reasons": ["violence"], "flagged_input": "...", "provider_name": "some"}
CALL = [{"id": "1", "type": "function", "function": {"name": "play", "arguments": "{}"}}]
NONE: dict[str, tuple[Response, Fault]] = {
    "empty choices": (Response(b'{"choices": [], "usage": null}'), Fault.UNREADABLE),
    "null content": (completion(None), Fault.UNREADABLE),
    "<think> cut off": (body({"content": "<think>5 or"}, finish="length"), Fault.LENGTH),
    "length": (body({"content": "Let me see: 5"}, finish="length"), Fault.LENGTH),
    "content_filter": (body({"content": None}, finish="content_filter"), Fault.FILTERED),
    "refusal": (body({"content": None, "refusal": "I cannot."}), Fault.FILTERED),
    "code content_filter": (
        refused(
            400,
            message="The response was filtered.",
            code="content_filter",
            param="prompt",
            innererror={"code": "ResponsibleAIPolicyViolation"},
        ),
        Fault.FILTERED,
    ),
    "code invalid_prompt": (
        refused(
            400, message="Invalid prompt.", type="invalid_request_error", code="invalid_prompt"
        ),
        Fault.FILTERED,
    ),
    "code data_inspection_failed": (
        refused(400, message="Input data may be inappropriate.", code="data_inspection_failed"),
        Fault.FILTERED,
    ),
    "a sentence about content": (
        refused(400, message="Content Exists Risk", type="invalid_request_error", param=None),
        Fault.FILTERED,
    ),
    "status 403 with reasons": (
        refused(403, code=403, message="Your input was flagged.", metadata=FLAGGED),
        Fault.FILTERED,
    ),
    "status 451": (trouble(451, "no"), Fault.FILTERED),
    "status 200 with such an error": (
        refused(200, code=403, message="Your input was flagged.", metadata=FLAGGED),
        Fault.FILTERED,
    ),
    "status 400": (trouble(400, "The model's maximum context length is 8."), Fault.REJECTED),
    "status 413": (trouble(413, "too long"), Fault.REJECTED),
    "status 422": (trouble(422, "no"), Fault.REJECTED),
    "vLLM's own form": (
        Response(b'{"object": "error", "message": "bad", "param": null, "code": 400}', 400),
        Fault.REJECTED,
    ),
    "tool calls": (body({"content": None, "tool_calls": CALL}), Fault.UNREADABLE),
    "empty stream": (stream(), Fault.UNREADABLE),
    "no move line": (completion("I play five."), Fault.UNREADABLE),
    "illegal move": (completion("MOVE: 10"), Fault.UNREADABLE),
}


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-1234567890")


@pytest.mark.parametrize("what", SAID)
def test_text_and_reasoning_are_separated_in_every_dialect(what: str) -> None:
    response, wanted = SAID[what]
    with chat_server(lambda _: response) as server:
        found = Client(Endpoint(server.url), no_retry).complete("test", [], {}, PATIENCE)
    assert found == wanted


@pytest.mark.parametrize("depth", [10, 900, 990, 5_000])
def test_a_deeply_nested_tool_call_is_saved_or_refused(depth: int) -> None:
    calls = "[" * depth + "]" * depth
    message = f'{{"choices": [{{"message": {{"content": null, "tool_calls": {calls}}}}}]}}'
    with chat_server(lambda _: Response(message.encode())) as server:
        there = Client(Endpoint(server.url), lambda _: None)
        if depth < 100:
            assert there.complete("test", [], {}, PATIENCE).raw == calls
        else:
            with contextlib.suppress(PlayerError):
                assert there.complete("test", [], {}, PATIENCE).raw == calls


@pytest.mark.parametrize("what", NONE)
def test_a_response_without_text_is_a_faulty_try_and_the_run_continues(what: str) -> None:
    response, fault = NONE[what]
    with chat_server(lambda _: response) as server:
        settings = Settings(base_url=server.url, tries=2)
        game = played("llm:test", "random", "digit-poison", settings)
    [turn] = game.turns
    assert [one.fault for one in turn] == [fault, fault]
    assert len(server.asked) == 2


def test_silence_is_a_timeout() -> None:
    with chat_server(lambda _: Response(b"", endless="nothing")) as server:
        settings = Settings(base_url=server.url, tries=1, seconds=0.2)
        [turn] = played("llm:test", "random", "digit-poison", settings).turns
    assert [one.fault for one in turn] == [Fault.TIMEOUT]


def test_a_tool_call_or_refusal_without_text_is_saved() -> None:
    for what, wanted in (("tool calls", json.dumps(CALL)), ("refusal", "I cannot.")):
        with chat_server(answering(NONE[what][0])) as server:
            try:
                there = Client(Endpoint(server.url), no_retry)
                text = there.complete("test", [], {}, PATIENCE).raw
            except NoMove as failure:
                text = failure.reply.raw
        assert text == wanted


def test_the_seconds_of_waiting_are_counted_separately() -> None:
    answers = iter([trouble(429, "later", ("Retry-After", "7")), completion(MOVE)])
    with chat_server(lambda _: next(answers)) as server:
        slept: list[float] = []
        found = Client(Endpoint(server.url), slept.append).complete("test", [], {}, PATIENCE)
    assert found.waited == sum(slept) >= 7.0


FORGIVEN = [
    "**MOVE: 5**",
    "`MOVE: 5`",
    "move: 5",
    'Move: "5".',
    "**Move:** 5",
    "MOVE: 5\nThat is my move.",
    "MOVE: 7\nNo:\nMOVE: 5",
    "> MOVE : *5*",
    "MOVE:5",
]
NOT_FORGIVEN = ["I play 5", "My MOVE: 5", "MOVE: 5 or 7", "MOVE: 5\nMOVE: none", "5", "", "MOVE:"]


@pytest.mark.parametrize("text", FORGIVEN)
def test_the_lenient_parser_accepts_its_documented_forms(text: str) -> None:
    assert relaxed_move(text, ["5", "7"]) == "5"


@pytest.mark.parametrize("text", NOT_FORGIVEN)
def test_the_lenient_parser_does_not_guess(text: str) -> None:
    assert relaxed_move(text, ["5", "7"]) is None


@given(st.text())
def test_the_lenient_parser_finds_a_legal_move_or_none_in_any_text(text: str) -> None:
    assert relaxed_move(text, ["5", "7"]) in ("5", "7", None)


def test_every_dialect_is_documented() -> None:
    page = (ROOT / "docs" / "models.md").read_text()
    for what in (*SAID, *NONE):
        assert f"| {what} |" in page, what
