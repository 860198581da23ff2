"""Optional dependencies: what to type to install one, by how lastdigit itself was installed."""

from __future__ import annotations

import re
import sys
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastdigit.errors import MissingExtra
from lastdigit.system import NAME, OURS

if TYPE_CHECKING:
    from importlib.metadata import Distribution

# Most programs never need the advice: what it takes to find it is imported inside the functions.

IN_CLONE = {
    "tui": "make play ARGS=tui",
    "web": "make serve",
    "rl": "uv run --extra rl python",
    "openspiel": "uv run --extra openspiel python",
}
"""What to run in a clone of the project; for other extras, lastdigit itself."""


def missing_extra(what: str, extra: str, note: str = "") -> MissingExtra:
    """Return the error that something needs an extra; its message ends with what to type."""
    reason = f"{what} needs the extra {extra}{f' ({note})' if note else ''}"
    return MissingExtra(reason, partial(install_command, extra))


@cache
def install_command(
    extra: str, prefix: Path = Path(sys.prefix), package: Path = Path(__file__).parent
) -> str:
    """Return the command that installs an extra, or runs lastdigit with it.

    `prefix` is the environment's folder and `package` the folder of lastdigit's code.
    """
    from shlex import quote

    clone = _clone_of(package)
    found = _distribution(package, clone)
    wanted = _requirement(found, extra)
    if (prefix / "uv-receipt.toml").is_file():
        return f"uv tool install {wanted}"
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx install --force {wanted}"
    by_uv = found is not None and (found.read_text("INSTALLER") or "").strip() == "uv"
    if clone is not None and (found is None or by_uv):
        return IN_CLONE.get(extra, f"uv run --extra {extra} {NAME}")
    if by_uv and any((folder / "CACHEDIR.TAG").is_file() for folder in prefix.parents):
        return f"uvx --from {wanted} {NAME}"  # uv's cache, where nothing can be added
    python = quote(sys.executable)
    return (
        f"uv pip install --python {python} {wanted}"
        if by_uv
        else f"{python} -m pip install {wanted}"
    )


def _clone_of(package: Path) -> Path | None:
    """Return the clone of the project that the code is in, if it is in one."""
    root = package.parents[1]
    project = root / "pyproject.toml"
    return root if project.is_file() and re.match(OURS, project.read_text()) else None


def _distribution(package: Path, clone: Path | None) -> Distribution | None:
    """Return the installed package that the code belongs to; another may be installed, too."""
    from importlib.metadata import distributions

    if clone is None:
        return next(iter(distributions(name=NAME, path=[str(package.parent)])), None)
    for found in distributions(name=NAME):
        if _source(found).get("url") == clone.as_uri():
            return found
    return None


def _source(found: Distribution | None) -> dict[str, Any]:
    """Return where a package was installed from, as PEP 610 has it; nothing: from an index."""
    import json

    text = None if found is None else found.read_text("direct_url.json")
    source: dict[str, Any] = json.loads(text) if text else {}
    return source


def _requirement(found: Distribution | None, extra: str) -> str:
    """Return lastdigit with an extra as a shell's word, from where it was installed before."""
    from shlex import quote
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    source, name = _source(found), f"{NAME}[{extra}]"
    url = str(source.get("url", ""))
    path = Path(url2pathname(urlsplit(url).path)) if url.startswith("file:") else None
    if not url or (path is not None and not path.exists()):
        return quote(name)
    if path is not None and source.get("dir_info", {}).get("editable"):
        return f"--editable {quote(f'{path}[{extra}]')}"
    vcs = source.get("vcs_info", {})
    if vcs:
        url = f"{vcs['vcs']}+{url}@{vcs.get('requested_revision') or vcs['commit_id']}"
    return quote(f"{name} @ {url}")
