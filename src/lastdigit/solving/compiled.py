"""Compiled code for members too large for plain Python: the extra `fast`, asked for when needed.

What is compiled is kept in the cache folder, so that only the first run waits for it.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from types import ModuleType

from lastdigit.extras import missing_extra
from lastdigit.system import cache_folder

COMPILED = "compiled"
"""Where in the cache folder it is kept; numba has a folder there for each of ours."""


def is_installed() -> bool:
    """Return whether the extra is there."""
    return importlib.util.find_spec("numba") is not None


def is_kept(module: str, name: str = "*") -> bool:
    """Return whether compiled code of a module's folder is kept from before."""
    place, folder = cache_folder(), module.split(".")[-2]
    return place is not None and any(place.glob(f"{COMPILED}/{folder}_*/{name}.nbi"))


def compiled(module: str, what: str) -> ModuleType:
    """Return a module of compiled code, loaded; `what` it is needed for. Raises MissingExtra."""
    prepare(what)
    if not is_kept(module):
        announce(f"what solves {what}")
    return importlib.import_module(module)


def require(what: str) -> None:
    """Raise MissingExtra unless compiled code can be had; `what` it is needed for."""
    if not is_installed():
        raise missing_extra(what, "fast", "for compiled code")


def prepare(what: str) -> None:
    """Let compiled code be kept in the cache folder; raises MissingExtra."""
    require(what)
    place = cache_folder()
    if place is not None:  # where the package lies nobody may be allowed to write
        os.environ.setdefault("NUMBA_CACHE_DIR", str(place / COMPILED))


def announce(what: str) -> None:
    """Say that something takes a while, for whoever waits."""
    print(f"Compiling {what}: once, it takes some seconds.", file=sys.stderr)
