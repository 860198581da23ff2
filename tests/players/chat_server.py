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
"""Bytes after which the server stops an endless response."""


@dataclass(frozen=True)
class Response:
    """One response of the server: status, headers and body."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    endless: str = ""
    """What is sent repeatedly until the client disconnects: "nothing", "body" or "headers"."""
    sent: Callable[[], None] = lambda: None
    """Called for each piece of an endless response."""
    hang_up: str = ""
    """Close the connection without notice: "before" a byte, "within" the response (after
    its status line), or "after" it."""


def completion(text: str | None, tokens: tuple[int, int] | None = (100, 10)) -> Response:
    """Return a valid response with the text of a model."""
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
    """Return an error in the wire format."""
    error = {"message": message, "type": "error", "param": None, "code": None}
    return Response(json.dumps({"error": error}).encode(), status, headers)


@dataclass
class ChatServer:
    """A server with prepared responses, which records its requests."""

    answer: Callable[[Body], Response]
    asked: list[Body] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""
    abandoned: threading.Event = field(default_factory=threading.Event)
    """Set when a client has disconnected from an endless response."""
    sent: int = 0
    """The sent bytes of endless responses."""
    connections: list[socket.socket] = field(default_factory=list)
    """Every connection that was opened, in order."""
    closed: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    """Released when the server has closed a connection."""


class Handler(BaseHTTPRequestHandler):
    """Handles one request with the response of the chat server."""

    protocol_version = "HTTP/1.1"
    chat: ChatServer

    def setup(self) -> None:
        super().setup()
        self.chat.connections.append(self.connection)

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # a client that disconnects between two requests
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
        with contextlib.suppress(OSError):  # the client may have disconnected
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
        """Write endlessly. Raise OSError when the client has disconnected."""
        while self.chat.sent < MOST_SENT:
            try:
                # The client sends no more data, so readable data means that it has closed.
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
    """Run a server that responds to each request with a function."""
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
    """Return a legal move for a prompt that lists them: the middle one by name."""
    turn: str = body["messages"][1]["content"]
    moves = sorted(turn.rpartition("Legal moves: ")[2].strip().split(", "))
    return f"Let me see.\n\nMOVE: {moves[len(moves) // 2]}"
