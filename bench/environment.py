"""Environments with the installed wheel, its extras, and the packages it is compared with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.table import ROOT, Environment
from tests.wheels import ESBUILD, build_wheel

FOLDER = ROOT / "bench" / ".environments"
# OpenSpiel's value iteration imports cvxpy, although only games with simultaneous moves use it.
# PettingZoo's tic-tac-toe imports pygame, although nothing is drawn.
PEERS = (("networkx",), ("cvxpy",), ("pygame",), ("pgx",), ("envpool",))
"""Packages that are not dependencies of an extra. Each group is installed if that is possible."""


def prepare(scratch: Path) -> Environment:
    """Build the wheel and install it; the other packages are installed in the first run only."""
    full, bare = FOLDER / "full", FOLDER / "bare"
    if not (FOLDER / "ready").exists():
        print(f"Making {FOLDER} ...", file=sys.stderr)
        shutil.rmtree(FOLDER, ignore_errors=True)
        _create(full, "--all-extras", "--no-extra", "ray")
        _create(bare)
        for packages in PEERS:
            _install_peer(full, packages)
        (FOLDER / "ready").touch()
    if not ESBUILD.is_dir():
        print("Without esbuild (npm ci), the wheel has no bundle of the page.", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder), bundled=ESBUILD.is_dir())
        for environment in (full, bare):
            _pip(environment, "--no-deps", "--reinstall", str(wheel))
            # As pip does. Otherwise, uv leaves it to the first run.
            (package,) = environment.glob("lib/python*/site-packages/lastdigit")
            subprocess.run([_python(environment), "-m", "compileall", "-q", package], check=True)
    return Environment(_python(full), _python(bare), scratch)


def _create(environment: Path, *extras: str) -> None:
    """Create an environment with the locked dependencies of the project and of some extras."""
    words = ["export", "--quiet", "--locked", "--no-dev", "--no-emit-project", *extras]
    locked = subprocess.run([_uv(), *words], cwd=ROOT, capture_output=True, check=True).stdout
    python = ["--python", sys.executable]
    subprocess.run([_uv(), "venv", "--quiet", *python, str(environment)], check=True)
    requirements = environment / "requirements.txt"
    requirements.write_bytes(locked)
    _pip(environment, "--requirements", str(requirements))


def _install_peer(environment: Path, packages: tuple[str, ...]) -> None:
    try:
        _pip(environment, *packages)
    except subprocess.CalledProcessError:
        print(f"{packages[0]} could not be installed.", file=sys.stderr)


def _pip(environment: Path, *words: str) -> None:
    pip = [_uv(), "pip", "install", "--quiet", "--python", str(_python(environment))]
    subprocess.run([*pip, *words], check=True)


def _python(environment: Path) -> Path:
    return environment / "bin" / "python"


def _uv() -> str:
    """Return the path of uv, which sets UV for its child processes."""
    local = ROOT / ".uv" / "bin" / "uv"
    found = os.environ.get("UV") or shutil.which("uv") or (str(local) if local.exists() else None)
    if found is None:
        sys.exit("uv is missing. Run: uv run python -m bench")
    return found
