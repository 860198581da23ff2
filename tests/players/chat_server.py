"""A local chat-completions server that can be told to misbehave."""

from __future__ import annotations

import contextlib
import json
import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]
MOST_SENT = 256 * 1024 * 1024
"""Bytes after which the server gives up sending without end."""


@dataclass(frozen=True)
class Response:
    """One answer of the server: status, headers, body."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    endless: str = ""
    """What is sent again and again until nobody listens: "nothing", "body" or "headers"."""
    sent: Callable[[], None] = lambda: None
    """Hears of each piece of what is endless."""
    hang_up: str = ""
    """Close the connection without a word of warning: "before" a byte, "within" the response (after
    its status line), or "after" it."""


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
    abandoned: threading.Event = field(default_factory=threading.Event)
    """Set when somebody has hung up on what is endless."""
    sent: int = 0
    """Bytes of what is endless."""
    connections: list[socket.socket] = field(default_factory=list)
    """Every connection that was opened, in order."""
    closed: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    """Released when the server has closed a connection."""


class Handler(BaseHTTPRequestHandler):
    """Answers one request, as the chat server says."""

    protocol_version = "HTTP/1.1"
    chat: ChatServer

    def setup(self) -> None:
        super().setup()
        self.chat.connections.append(self.connection)

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # a client that hangs up between two questions
            super().handle()

    def finish(self) -> None:
        with contextlib.suppress(OSError):
            super().finish()
            self.connection.shutdown(socket.SHUT_RDWR)
        self.connection.close()
        self.chat.closed.release()

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(length))
        self.chat.asked.append({"path": self.path, **body})
        self.chat.headers.append({name.lower(): value for name, value in self.headers.items()})
        with contextlib.suppress(OSError):  # whoever asked may have gone
            response = self.chat.answer(body)
            if response.hang_up:
                self.close_connection = True
            if response.hang_up == "within":
                self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            elif response.hang_up != "before":
                self._respond(response)

    def _respond(self, response: Response) -> None:
        if response.endless == "nothing":
            self._repeat(b"", response)
        self.send_response(response.status)
        if response.endless == "headers":
            self.flush_headers()
            self._repeat(b"X: y\r\n", response)
        self.send_header("Content-Type", "application/json")
        for name, value in response.headers:
            self.send_header(name, value)
        if response.endless == "body":
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self._repeat(b"%x\r\n%s\r\n" % (len(response.body), response.body), response)
        self.send_header("Content-Length", str(len(response.body)))
        self.end_headers()
        self.wfile.write(response.body)

    def _repeat(self, piece: bytes, response: Response) -> None:
        """Write without end; raises OSError when nobody listens any more."""
        while self.chat.sent < MOST_SENT:
            try:
                # It has asked and says no more: when there is something to read, it has hung up.
                if select.select([self.connection], [], [], 0 if piece else None)[0]:
                    raise ConnectionResetError
                self.wfile.write(piece)
                response.sent()
            except OSError:
                self.chat.abandoned.set()
                raise
            self.chat.sent += len(piece)
        raise ConnectionAbortedError

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def chat_server(answer: Callable[[Body], Response]) -> Iterator[ChatServer]:
    """Run a server that answers each question as it is told."""
    chat = ChatServer(answer)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OurHandler", (Handler,), {"chat": chat}))
    server.daemon_threads = True
    chat.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield chat
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        for connection in chat.connections:  # a client may have kept one open
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def some_legal(body: Body) -> str:
    """Return a right answer to a question that lists the legal moves: the middle by name."""
    turn: str = body["messages"][1]["content"]
    moves = sorted(turn.rpartition("Moves that are allowed now: ")[2].strip().split(", "))
    return f"Let me see.\n\nMOVE: {moves[len(moves) // 2]}"
