"""Responses that never change while the server runs: built once, with an ETag."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import msgspec
from starlette.responses import Response

JSON = "application/json"


@dataclass(frozen=True)
class Constant:
    """A JSON body, plain and compressed."""

    body: bytes
    packed: bytes
    etag: str

    def response(self, headers: Mapping[str, str]) -> Response:
        """Return the response to a request with these headers."""
        # A browser may keep it, but has to ask whether it has changed.
        validators = {"ETag": self.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        known = headers.get("if-none-match", "")
        if self.etag in (f"W/{tag.strip().removeprefix('W/')}" for tag in known.split(",")):
            return Response(status_code=304, headers=validators)
        if "gzip" in headers.get("accept-encoding", ""):
            validators["Content-Encoding"] = "gzip"
            return Response(self.packed, media_type=JSON, headers=validators)
        return Response(self.body, media_type=JSON, headers=validators)


@cache
def constant(build: Callable[..., object], *arguments: str) -> Constant:
    """Return what a function builds from these arguments, as a response; it is called once."""
    body = msgspec.json.encode(build(*arguments))
    # Weak, because the plain and the compressed body share it.
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:16]}"'
    return Constant(body, gzip.compress(body, 9, mtime=0), etag)
