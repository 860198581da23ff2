"""A mock model: a local server with the wire format of completions."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from copy import deepcopy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import verifiers.v1 as vf

Messages = list[dict[str, str]]
Says = Callable[[Messages], str]
Play = Callable[[Says, dict[str, Any]], list[vf.Trace]]


class Mock(ThreadingHTTPServer):
    """Answers as the test says."""

    says: Says


class Handler(BaseHTTPRequestHandler):
    server: Mock
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        message = {"role": "assistant", "content": self.server.says(asked["messages"])}
        answer = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": asked["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
        }
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def play() -> Iterator[Play]:
    """Run an environment as `vf-eval` does, with the given answers of the model."""
    server = Mock(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = vf.EvalClientConfig(base_url=f"http://127.0.0.1:{server.server_port}/v1")

    async def episodes(config: dict[str, Any]) -> list[vf.Trace]:
        kind = vf.env_config_type(config["taskset"]["id"])
        env = vf.load_environment(kind.model_validate(config))
        context = vf.ModelContext(model="mock", client=client)
        async with env.serving():
            found = [await env.run_episode(task, context) for task in env.taskset]
        assert all(episode.ok for episode in found), [episode.errors for episode in found]
        return [trace for episode in found for trace in episode.traces]

    def run(says: Says, config: dict[str, Any]) -> list[vf.Trace]:
        server.says = says
        return asyncio.run(episodes(deepcopy(config)))  # verifiers writes into it

    yield run
    server.shutdown()
    server.server_close()
