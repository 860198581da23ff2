"""Optional dependencies: version checks, and the commands that install them.

The command depends on how lastdigit itself was installed.
"""

from __future__ import annotations

import re
import sys
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastdigit.errors import MissingExtra, WrongExtraVersion
from lastdigit.system import NAME, OURS

if TYPE_CHECKING:
    from importlib.metadata import Distribution

# Most programs never need these commands, so the functions import their dependencies themselves.

IN_CLONE = {
    "tui": 'make play ARGS="play --full-screen"',
    "web": "make serve",
    "rl": "uv run --extra rl python",
    "openspiel": "uv run --extra openspiel python",
}
"""The commands for some extras in a clone. The other extras use `uv run --extra`."""


def missing_extra(what: str, extra: str, note: str = "") -> MissingExtra:
    """Create the error for a missing extra.

    The message of the error ends with the install command.
    """
    reason = f"{what} needs the extra {extra}{f' ({note})' if note else ''}"
    return MissingExtra(reason, partial(install_command, extra))


def missing_dependency(what: str, package: str, note: str = "") -> MissingExtra:
    """Create the error for a missing dependency of lastdigit itself.

    Every installation has these dependencies. A clone that runs without being installed may lack
    these dependencies.
    """
    reason = f"{what} needs {package}{f' ({note})' if note else ''}"
    return MissingExtra(reason, partial(install_command, ""))


def check_versions(what: str, extra: str) -> None:
    """Raise WrongExtraVersion if an installed package from an extra is too old or too new.

    Ignore packages that are not installed: the import that follows reports them.
    """
    from importlib.metadata import PackageNotFoundError, version

    for requirement in requirements(extra):
        name, lowest, below = _bounds(requirement)
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue
        if _release(installed) < _release(lowest) or (
            below and _release(installed) >= _release(below)
        ):
            upper = f" and older than {below}" if below else ""
            raise WrongExtraVersion(
                f"{what} needs {name} {lowest} or newer{upper}, and {installed} is installed",
                partial(install_command, extra),
            )


def requirements(extra: str, package: Path = Path(__file__).parent) -> list[str]:
    """Return the requirements of an extra, from pyproject.toml or the installed package."""
    clone = _clone_of(package)
    if clone is not None:
        import tomllib

        project = tomllib.loads((clone / "pyproject.toml").read_text())["project"]
        return list(project["optional-dependencies"][extra])
    found = _distribution(package, clone)
    declared = [] if found is None else found.requires or []
    return [line for line in declared if re.search(rf"""extra == ['"]{extra}['"]""", line)]


def _bounds(requirement: str) -> tuple[str, str, str]:
    """Return the package name, the minimum version and the exclusive upper bound ("" if none)."""
    found = re.match(r"([\w.-]+)(?:\[[^]]*\])?\s*([^;]*)", requirement)
    assert found is not None, requirement
    limits = dict(re.findall(r"(>=|<)\s*([\w.]+)", found[2]))
    return found[1], limits[">="], limits.get("<", "")


def _release(version: str) -> tuple[int, ...]:
    """Return the release numbers of a version, without suffixes such as rc1.

    Drop trailing zeros, so that 2 equals 2.0.
    """
    found = re.match(r"\d+(?:\.\d+)*", version)
    numbers = [int(number) for number in found[0].split(".")] if found else []
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


@cache
def install_command(
    extra: str, prefix: Path = Path(sys.prefix), package: Path = Path(__file__).parent
) -> str:
    """Return the command that installs an extra, or runs lastdigit with it.

    Without an extra (""), it installs lastdigit with its own dependencies. `prefix` is the
    environment's folder, and `package` is the folder with lastdigit's code.
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
        return IN_CLONE.get(extra, f"uv run --extra {extra} {NAME}" if extra else f"uv run {NAME}")
    if by_uv and any((folder / "CACHEDIR.TAG").is_file() for folder in prefix.parents):
        return f"uvx --from {wanted} {NAME}"  # environments in uv's cache are read-only
    python = quote(sys.executable)
    return (
        f"uv pip install --python {python} {wanted}"
        if by_uv
        else f"{python} -m pip install {wanted}"
    )


def _clone_of(package: Path) -> Path | None:
    """Return the root of the clone that contains the code, or None if it is not in a clone."""
    root = package.parents[1]
    project = root / "pyproject.toml"
    return root if project.is_file() and re.match(OURS, project.read_text()) else None


def _distribution(package: Path, clone: Path | None) -> Distribution | None:
    """Return the installed distribution that contains the code, or None.

    The environment may also contain another installation of lastdigit.
    """
    from importlib.metadata import distributions

    if clone is None:
        return next(iter(distributions(name=NAME, path=[str(package.parent)])), None)
    for found in distributions(name=NAME):
        if _source(found).get("url") == clone.as_uri():
            return found
    return None


def _source(found: Distribution | None) -> dict[str, Any]:
    """Return the PEP 610 origin of a distribution, or {} if it was installed from an index."""
    import json

    text = None if found is None else found.read_text("direct_url.json")
    source: dict[str, Any] = json.loads(text) if text else {}
    return source


def _requirement(found: Distribution | None, extra: str) -> str:
    """Return a shell-quoted requirement for lastdigit, from the origin of this installation.

    The requirement includes an extra, unless `extra` is "".
    """
    from shlex import quote
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    source, extras = _source(found), f"[{extra}]" if extra else ""
    name = f"{NAME}{extras}"
    url = str(source.get("url", ""))
    path = Path(url2pathname(urlsplit(url).path)) if url.startswith("file:") else None
    if not url or (path is not None and not path.exists()):
        return quote(name)
    if path is not None and source.get("dir_info", {}).get("editable"):
        return f"--editable {quote(f'{path}{extras}')}"
    vcs = source.get("vcs_info", {})
    if vcs:
        url = f"{vcs['vcs']}+{url}@{vcs.get('requested_revision') or vcs['commit_id']}"
    return quote(f"{name} @ {url}")
