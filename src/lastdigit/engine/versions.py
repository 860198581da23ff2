"""What two machines must have in common to come to the same results."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import lastdigit
from lastdigit.games import catalogue

PACKAGE = Path(lastdigit.__file__).parent


@cache
def versions() -> dict[str, str]:
    """Return what is here: Python, this package to the letter, and every game there is."""
    code = hashlib.sha256()
    for module in sorted(PACKAGE.rglob("*.py")):
        code.update(module.read_bytes())
    games = {name: str(kind.version) for name, kind in catalogue().items()}
    python = ".".join(map(str, sys.version_info[:2]))
    return {"Python": python, "lastdigit": code.hexdigest()[:12], **games}


def difference(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """Return in words what there is other than here, or nothing.

    >>> difference({"Python": "3.11", "nim": "1"}, {"Python": "3.12"})
    'Python is 3.12 there and 3.11 here, nim is missing there'
    """
    return ", ".join(
        f"{name} is {there[name]} there and {mine} here"
        if name in there
        else f"{name} is missing there"
        for name, mine in here.items()
        if there.get(name) != mine
    )
