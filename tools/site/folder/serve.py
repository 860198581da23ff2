"""Serves this folder to the browsers of this machine: `python3 serve.py`.

Any other server of files does as well. `python3 serve.py 8000` takes another port, and
`python3 serve.py 8000 0.0.0.0` lets a whole network come; over plain http browsers elsewhere
keep no games, and say so.
"""

from __future__ import annotations

import gzip
import sys
from contextlib import suppress
from functools import lru_cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
PORT, HERE = "8643", "127.0.0.1"
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


def main(words: list[str]) -> None:
    """Serve until somebody stops it."""
    port, host = [*words, *(PORT, HERE)[len(words) :]][:2]
    if len(words) > 2 or not (port.isascii() and port.isdecimal() and int(port) < 65_536):
        sys.exit("Write: python3 serve.py [PORT [HOST]], with a port from 0 to 65535.")
    try:
        server = ThreadingHTTPServer((host, int(port)), Handler)
    except OSError as error:
        sys.exit(f"{host}, port {port}, cannot be had: {error.strerror}. Try python3 serve.py 8000")
    address = f"http://{host}:{server.server_address[1]}"
    print(f"Last Digit is at {address} and Ctrl-C stops it.", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main(sys.argv[1:])
