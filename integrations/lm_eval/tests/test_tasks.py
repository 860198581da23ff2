"""lm-evaluation-harness itself runs the tasks, with a model that knows the right answers."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import judging
import pytest
from lm_eval import simple_evaluate
from lm_eval.api.instance import Instance
from lm_eval.api.model import LM
from lm_eval.tasks import TaskManager

from lastdigit.cli import main
from lastdigit.exam import KINDS, PromptItem, draw_prompt_items

TASKS = Path(__file__).parents[1] / "tasks"
GAME = {"games": "digit-duel", "positions": 3, "seed": 7}


class Says(LM):  # type: ignore[misc]  # the harness has no types
    """A model whose answers a function returns."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        super().__init__()
        self.answer = answer

    def generate_until(self, requests: list[Instance]) -> list[str]:
        return [self.answer(request.args[0]) for request in requests]

    def loglikelihood(self, *_: Any) -> Any:
        raise NotImplementedError

    loglikelihood_rolling = loglikelihood


def line(one: PromptItem) -> str:
    return f"So it is.\n{'MOVE' if one.regrets else 'ANSWER'}: {one.right[0]}"


def evaluated(answer: Callable[[str], str], *tasks: str, **metadata: Any) -> dict[str, Any]:
    known = TaskManager(include_path=str(TASKS), metadata=metadata)
    done = simple_evaluate(
        model=Says(answer), tasks=list(tasks), task_manager=known, bootstrap_iters=0
    )
    assert done is not None
    found: dict[str, Any] = done["results"]
    return found


def test_a_model_that_knows_all_answers_is_right_in_every_task() -> None:
    asked = draw_prompt_items(["digit-duel"], KINDS, 3, 7)

    def answer(text: str) -> str:
        return next(line(one) for one in asked if text == one.system + one.user)

    found = evaluated(answer, "lastdigit", **GAME)
    for kind in KINDS:
        result = found[f"lastdigit_{kind}"]
        shares = [result[f"{name},none"] for name in ("right", "relaxed", "format")]
        assert shares == [1, 1, 1], kind
    assert 0 < found["lastdigit_move"]["chance,none"] < 1


def test_an_unreadable_answer_is_wrong() -> None:
    found = evaluated(lambda _: "no idea", "lastdigit_move", "lastdigit_value", **GAME)
    for result in found.values():
        assert (result["right,none"], result["format,none"]) == (0, 0)


@pytest.mark.parametrize("kind", ["move", "legal"])
def test_a_dataset_file_is_used_unchanged(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "some.jsonl"
    words = ["dataset", "digit-duel", "--kind", kind, "--count", "5", "--out", str(file)]
    assert main(words) == 0
    rows = [json.loads(row) for row in file.read_text().splitlines()]
    mark = "MOVE" if kind == "move" else "ANSWER"
    known = {row["prompt"]: f"{mark}: {row['answers'][-1]}" for row in rows}
    found = evaluated(known.__getitem__, "lastdigit_file", file=str(file))
    assert found["lastdigit_file"]["right,none"] == 1
    assert len(known) == 5


def test_a_missing_file_argument_is_an_error() -> None:
    with pytest.raises(ValueError, match="Say which file"):
        judging.rows()


@contextmanager
def endpoint(known: dict[str, str]) -> Iterator[tuple[str, list[Any]]]:
    """Start an OpenAI-compatible endpoint; yield its address and requests."""
    heard: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            heard.append(asked)
            said = known[asked["messages"][-1]["content"]]
            message = {"role": "assistant", "content": said}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            content = json.dumps({"id": "1", "choices": [choice]}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1/chat/completions", heard
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_the_command_of_the_readme_sends_requests_to_an_endpoint(tmp_path: Path) -> None:
    asked = draw_prompt_items(["digit-duel"], ["move", "legal"], 3, 7)
    with endpoint({one.user: line(one) for one in asked}) as (address, heard):
        words = ["run", "--include_path", str(TASKS), "--tasks", "lastdigit_move,lastdigit_legal"]
        model = f"model=mine,base_url={address},num_concurrent=2"
        words += ["--model", "local-chat-completions", "--apply_chat_template"]
        words += ["--model_args", model, "--metadata", json.dumps(GAME)]
        words += ["--output_path", str(tmp_path)]
        command = [str(Path(sys.executable).with_name("lm_eval")), *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    (file,) = tmp_path.rglob("results_*.json")
    results = json.loads(file.read_text())["results"]
    assert [results[f"lastdigit_{kind}"]["right,none"] for kind in ("move", "legal")] == [1, 1]
    assert sorted(one["messages"][-1]["content"] for one in heard) == sorted(
        one.user for one in asked
    )
    assert {one["messages"][0]["content"] for one in heard} == {one.system for one in asked}
    assert [one["role"] for one in heard[0]["messages"]] == ["system", "user"]
