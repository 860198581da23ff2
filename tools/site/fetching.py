"""The wheels that the page's Python needs: fetched once, known by the hashes in uv.lock."""

from __future__ import annotations

import hashlib
import tomllib
import urllib.request
from collections.abc import Iterator
from pathlib import Path

WANTED = ("markdown-it-py", "msgspec", "starlette")
"""Of the extra `web`, what is not for sockets and processes; whatever these need comes along."""
ANYWHERE, IN_BROWSERS = "-none-any.whl", "_wasm32.whl"
PATIENCE = 60


class NotFetched(Exception):  # noqa: N818 - named for what it says
    """A file cannot be had, or is not the one that the lock names."""


def wheels(lock: Path, kept: Path) -> list[Path]:
    """Return the wheels, fetched into a folder where they are not there yet; raises NotFetched."""
    kept.mkdir(parents=True, exist_ok=True)
    return [_fetched(address, digest, kept) for address, digest in named(lock)]


def named(lock: Path) -> Iterator[tuple[str, str]]:
    """Yield where each wheel is, and its SHA-256, both as the lock says; raises NotFetched."""
    packages = {one["name"]: one for one in tomllib.loads(lock.read_text())["package"]}
    waiting, seen = list(WANTED), set[str]()
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        package = packages[name]
        waiting += [other["name"] for other in package.get("dependencies", ())]
        fitting = [one for one in package["wheels"] if one["url"].endswith((ANYWHERE, IN_BROWSERS))]
        if not fitting:
            raise NotFetched(f"uv.lock has no wheel of {name} that runs in a browser.")
        yield fitting[-1]["url"], fitting[-1]["hash"].removeprefix("sha256:")


def _fetched(address: str, digest: str, kept: Path) -> Path:
    path = kept / address.rpartition("/")[2]
    if path.exists() and _digest(path.read_bytes()) == digest:
        return path
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            body = answer.read()
    except OSError as error:
        raise NotFetched(f"{address} cannot be fetched: {error}") from None
    if _digest(body) != digest:
        raise NotFetched(f"{address} is not the file that uv.lock names.")
    path.write_bytes(body)
    return path


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
