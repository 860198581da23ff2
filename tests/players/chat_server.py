"""A local server that speaks the wire format of chat completions, as badly as it is told."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Response:
    """One answer of the server: status, headers, body; a drip is sent byte by byte."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    wait: float = 0.0
    drip: float = 0.0


def completion(text: str | None, tokens: tuple[int, int] | None = (100, 10)) -> Response:
    """Return a whole and right answer, with what a model said."""
    body: Body = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "test",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text, "refusal": None},
                "logprobs": None,
                "finish_reason": "stop",
            }
        ],
    }
    if tokens is not None:
        prompt, answer = tokens
        body["usage"] = {
            "prompt_tokens": prompt,
            "completion_tokens": answer,
            "total_tokens": prompt + answer,
        }
    return Response(json.dumps(body).encode())


def trouble(status: int, message: str, *headers: tuple[str, str]) -> Response:
    """Return an error as the wire format has it."""
    error = {"message": message, "type": "error", "param": None, "code": None}
    return Response(json.dumps({"error": error}).encode(), status, headers)


@dataclass
class ChatServer:
    """What the server answers, and what it was asked."""

    answer: Callable[[Body], Response]
    asked: list[Body] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""


@contextmanager
def chat_server(answer: Callable[[Body], Response]) -> Iterator[ChatServer]:
    """Run a server that answers each question as it is told."""
    told = ChatServer(answer)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = json.loads(self.rfile.read(length))
            told.asked.append({"path": self.path, **body})
            told.headers.append({name.lower(): value for name, value in self.headers.items()})
            with contextlib.suppress(OSError):  # whoever asked may have gone
                self._respond(answer(body))

        def _respond(self, response: Response) -> None:
            time.sleep(response.wait)
            self.send_response(response.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(response.body)))
            for name, value in response.headers:
                self.send_header(name, value)
            self.end_headers()
            for number in range(len(response.body) if response.drip else 0):
                self.wfile.write(response.body[number : number + 1])
                time.sleep(response.drip)
            if not response.drip:
                self.wfile.write(response.body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    told.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def some_legal(body: Body) -> str:
    """Return a right answer to a question that lists the legal moves: the middle one of them."""
    turn: str = body["messages"][1]["content"]
    moves = turn.rpartition("Moves that are allowed now: ")[2].strip().split(", ")
    return f"Let me see.\n\nMOVE: {moves[len(moves) // 2]}"
