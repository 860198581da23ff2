"""Serve this folder to the browsers of this machine: `python3 serve.py`.

Any other web server can do it, too. `python3 serve.py --port 8000` uses another port.
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
PORT, HERE = 8643, "127.0.0.1"
HIGHEST = 65_535
MISSING = FOLDER / "404.html"
JAVASCRIPT = "text/javascript; charset=utf-8"
TEXTS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": JAVASCRIPT,
    ".mjs": JAVASCRIPT,
}
FOR_GOOD = "public, max-age=31536000, immutable"


@lru_cache
def packed(path: Path, changed: int) -> bytes:  # noqa: ARG001 # a text that has changed is another
    """Return a text as it goes over the wire."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)


class Handler(SimpleHTTPRequestHandler):
    """Sends files, texts packed."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *words: Any) -> None:
        super().__init__(*words, directory=str(FOLDER))

    def handle(self) -> None:
        """Answer until the browser goes, which it may do at any time."""
        with suppress(ConnectionError):
            super().handle()

    def send_head(self) -> Any:
        """Send the head of an answer, and return what is to follow."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.partition("?")[0].endswith("/"):
            path /= "index.html"
        packs = "gzip" in self.headers.get("Accept-Encoding", "")
        if path.suffix not in TEXTS or not path.is_file() or not packs:
            return super().send_head()
        body = packed(path, path.stat().st_mtime_ns)
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
        """Return what a file is."""
        return TEXTS.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self) -> None:
        """Say how long a file stays as it is: what is named by its content does for good."""
        stays = "/files-" in self.path
        self.send_header("Cache-Control", FOR_GOOD if stays else "no-cache")
        super().end_headers()

    def log_message(self, *words: Any) -> None:
        """Say nothing: who plays need not read of files."""


def port_number(text: str) -> int:
    """Return the port that a text names."""
    if not (text.isascii() and text.isdecimal() and int(text) <= HIGHEST):
        raise argparse.ArgumentTypeError(
            f'"{text}" is not a port. A port is a number from 0 to {HIGHEST}.'
        )
    return int(text)


def main(words: list[str]) -> None:
    """Serve until it is stopped."""
    parser = argparse.ArgumentParser(
        "python3 serve.py",
        "python3 serve.py [--port PORT] [--host HOST]",
        "Serve this folder to browsers.",
        allow_abbrev=False,
    )
    parser.add_argument("--port", type=port_number, default=PORT, help=f"default {PORT}; 0: any")
    parser.add_argument("--host", default=HERE, help=f"default {HERE}: only this machine")
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
            f"Port {port} of {host} cannot be used: {error.strerror}. "
            "Try python3 serve.py --port 8000"
        )
    address = f"http://{host}:{server.server_address[1]}"
    print(f"Last Digit is at {address} and Ctrl-C stops it.", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
