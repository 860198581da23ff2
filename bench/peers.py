"""The environment for peer projects in comparisons; the project itself does not need it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / ".peers"
PYTHON = FOLDER / "bin" / "python"
SOURCE = Path(__file__).resolve().parents[1] / "src"
# OpenSpiel's value iteration imports cvxpy, although only games with simultaneous moves use it.
# PettingZoo's tic-tac-toe imports pygame, although nothing is drawn.
PEERS = {
    "networkx": ("networkx",),
    "open_spiel": ("open_spiel", "cvxpy"),
    "pettingzoo": ("gymnasium", "pettingzoo", "pygame"),
    "gymnasium": ("gymnasium",),
    "numba": ("numba",),
    "pgx": ("pgx",),
    "envpool": ("envpool",),
}
SOLVERS = ("networkx", "open_spiel", "pettingzoo")


def enter(*peers: str) -> None:
    """Run this script again in the environment with these peers, unless it runs there already."""
    if Path(sys.prefix).resolve() == FOLDER:
        return
    if not PYTHON.exists():
        print(f"Making {FOLDER} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(FOLDER)], check=True)
    for peer in peers:
        _install(peer, PEERS[peer])
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    os.execve(PYTHON, [str(PYTHON), *sys.argv], environment)


def _install(peer: str, packages: tuple[str, ...]) -> None:
    """Install a peer if it is missing. If that fails, its import error is reported later."""
    asked = [str(PYTHON), "-c", "; ".join(f"import {package}" for package in packages)]
    if subprocess.run(asked, capture_output=True, check=False).returncode == 0:
        return
    print(f"Installing {peer} ...", file=sys.stderr)
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*install, *packages], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{peer} could not be installed: {done.stderr.strip()[-300:]}", file=sys.stderr)
