"""Fetch the wheels that Python in the browser needs, checked by their hashes in uv.lock."""

from __future__ import annotations

import hashlib
import json
import re
import tarfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.site.archives import PYODIDE
from tools.site.licences import LEGAL

WANTED = ("jinja2", "markdown-it-py", "msgspec", "starlette")
"""Our dependencies that do not need sockets or processes. Their own dependencies are added."""
SOURCES = ("markupsafe",)
"""Packages without a wheel for browsers whose C code is optional. Their sdists are used."""
TIMEOUT = 60


class FetchError(Exception):
    """A file cannot be downloaded or is not the one in the lock."""


def fetch_wheels(lock: Path, folder: Path) -> list[Path]:
    """Download the wheels that are not in the folder yet, and return all. Raise FetchError."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [_fetch(address, digest, folder) for address, digest in locked_files(lock)]
    return [file if file.suffix == ".whl" else pure_wheel(file) for file in files]


def locked_files(lock: Path) -> Iterator[tuple[str, str]]:
    """Yield the address and SHA-256 of each wheel or sdist in the lock. Raise FetchError."""
    packages = {one["name"]: one for one in tomllib.loads(lock.read_text())["package"]}
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    waiting, seen = list(WANTED), set[str]()
    while waiting:
        name = waiting.pop(0)
        if name in seen:
            continue
        seen.add(name)
        package = packages[name]
        waiting += [other["name"] for other in package.get("dependencies", ())]
        wheels = {one["url"].rpartition("/")[2]: one for one in package["wheels"]}
        if name in SOURCES:
            fitting = package["sdist"]
        else:
            fitting = wheels[browser_wheel(name, list(wheels), info)]
        yield fitting["url"], fitting["hash"].removeprefix("sha256:")


def browser_wheel(name: str, wheels: Sequence[str], info: Mapping[str, Any]) -> str:
    """Return the wheel that fits Pyodide's Python and ABI. Raise FetchError.

    `info` is what pyodide-lock.json says about both. Wheels of other versions of Python have the
    same ending and cannot be imported.
    """
    major, minor, *_ = info["python"].split(".")
    abi = info["abi_version"]
    platform = rf"(?:pyemscripten|pyodide)_{abi}_wasm32"
    python = rf"cp{major}{minor}-(?:cp{major}{minor}|abi3|none)"
    older = rf"cp{major}\d+-abi3"  # the stable ABI works in later versions
    pattern = rf".+-(?:(?:{python}|{older})-{platform}|py[23.py]+-none-(?:any|{platform}))\.whl"
    for wheel in wheels:
        if re.fullmatch(pattern, wheel):
            return wheel
    raise FetchError(
        f"uv.lock has no wheel of {name} for Python {major}.{minor} in a browser (ABI {abi})."
    )


def pure_wheel(sdist: Path) -> Path:
    """Pack the Python modules and licences of an sdist with a `src` folder as a pure wheel.

    No build backend runs. It would have to be pinned too, and would compile the optional C code.
    """
    release = sdist.name.removesuffix(".tar.gz")
    wheel = sdist.with_name(f"{release}-py3-none-any.whl")
    with tarfile.open(sdist) as source, zipfile.ZipFile(wheel, "w") as packed:
        for member in source.getmembers():
            name = member.name.removeprefix(f"{release}/")
            file = source.extractfile(member)
            if file is None:
                continue
            if name.startswith("src/") and name.endswith(".py"):
                packed.writestr(name.removeprefix("src/"), file.read())
            elif "/" not in name and name.startswith(LEGAL):
                packed.writestr(f"{release}.dist-info/{name}", file.read())
    return wheel


def _fetch(address: str, digest: str, folder: Path) -> Path:
    path = folder / address.rpartition("/")[2]
    if path.exists() and _digest(path.read_bytes()) == digest:
        return path
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT) as response:
            body = response.read()
    except OSError as error:
        raise FetchError(f"Cannot download {address}: {error}") from None
    if _digest(body) != digest:
        raise FetchError(f"{address} does not match its hash in uv.lock.")
    path.write_bytes(body)
    return path


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
