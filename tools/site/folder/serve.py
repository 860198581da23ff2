"""Serve this folder to the browsers of this machine: `python3 serve.py`.

You can use any other web server, too. `python3 serve.py --port 8000` uses another port.
`python3 serve.py --host 0.0.0.0` serves the whole network. Over plain http, browsers on other
machines save no games. The page says so.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from contextlib import suppress
from functools import lru_cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
PORT, LOCAL = 8643, "127.0.0.1"
HIGHEST_PORT = 65_535
MISSING = FOLDER / "404.html"
JAVASCRIPT = "text/javascript; charset=utf-8"
TEXTS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": JAVASCRIPT,
    ".mjs": JAVASCRIPT,
}
IMMUTABLE = "public, max-age=31536000, immutable"


@lru_cache
def compressed(path: Path, changed: int) -> bytes:  # noqa: ARG001 # a changed file is not in the cache
    """Return the content of a file, compressed with gzip."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)


class Handler(SimpleHTTPRequestHandler):
    """Sends files, compressed if they are text."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *words: Any) -> None:
        super().__init__(*words, directory=str(FOLDER))

    def handle(self) -> None:
        """Handle requests until the browser closes the connection, which may be at any time."""
        with suppress(ConnectionError):
            super().handle()

    def send_head(self) -> Any:
        """Send the headers of a response and return its body."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.partition("?")[0].endswith("/"):
            path /= "index.html"
        accepts = "gzip" in self.headers.get("Accept-Encoding", "")
        if path.suffix not in TEXTS or not path.is_file() or not accepts:
            return super().send_head()
        body = compressed(path, path.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", TEXTS[path.suffix])
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)

    def list_directory(self, path: Any) -> None:  # noqa: ARG002 - the method of the base class
        """Show no list of a folder's files."""
        self.send_error(404)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send our page for a missing file, and Python's for any other error."""
        if code != 404 or not MISSING.is_file():
            super().send_error(code, message, explain)
            return
        # Its links are relative to this folder, and the request may be for a folder inside it.
        body = MISSING.read_bytes().replace(b'href="./', b'href="/')
        self.send_response(404)
        self.send_header("Content-Type", TEXTS[".html"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def guess_type(self, path: Any) -> str:
        """Return the content type of a file."""
        return TEXTS.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self) -> None:
        """Add how long browsers may cache a file: for ever if its path has a content hash."""
        hashed = "/files-" in self.path
        self.send_header("Cache-Control", IMMUTABLE if hashed else "no-cache")
        super().end_headers()

    def log_message(self, *words: Any) -> None:
        """Log nothing."""


def port_number(text: str) -> int:
    """Parse a port number."""
    if not (text.isascii() and text.isdecimal() and int(text) <= HIGHEST_PORT):
        raise argparse.ArgumentTypeError(
            f'"{text}" is not a port. A port is a number from 0 to {HIGHEST_PORT}.'
        )
    return int(text)


def main(words: list[str]) -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(
        "python3 serve.py",
        "python3 serve.py [--port PORT] [--host HOST]",
        "Serve this folder to browsers.",
        allow_abbrev=False,
    )
    parser.add_argument("--port", type=port_number, default=PORT, help=f"default {PORT}; 0: any")
    parser.add_argument("--host", default=LOCAL, help=f"default {LOCAL}: only this machine")
    # Earlier versions took both without their names.
    parser.add_argument("bare_port", nargs="?", type=port_number, help=argparse.SUPPRESS)
    parser.add_argument("bare_host", nargs="?", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    port = given.port if given.bare_port is None else given.bare_port
    host = given.host if given.bare_host is None else given.bare_host
    try:
        server = ThreadingHTTPServer((host, port), Handler)
    except OSError as error:
        sys.exit(
            f"Cannot use port {port} on {host}: {error.strerror}. Try python3 serve.py --port 8000"
        )
    address = f"http://{host}:{server.server_address[1]}"
    print(f"Last Digit is at {address} (press Ctrl-C to stop)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
