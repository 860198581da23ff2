"""Compiled code for members too large for plain Python: the extra `fast`, asked for when needed.

What is compiled is kept in the cache folder, so that only the first run waits for it.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from types import ModuleType

from lastdigit.errors import MissingExtra
from lastdigit.system import cache_folder


def is_installed() -> bool:
    """Return whether the extra is there."""
    return importlib.util.find_spec("numba") is not None


def compiled(module: str, what: str) -> ModuleType:
    """Return a module of compiled code, loaded; `what` it is needed for. Raises MissingExtra."""
    if not is_installed():
        raise MissingExtra(
            f"{what} is solved by compiled code, which comes with the extra fast: "
            "pip install 'lastdigit[fast]'."
        )
    place = cache_folder()
    if place is not None:  # where the package lies nobody may be allowed to write
        os.environ.setdefault("NUMBA_CACHE_DIR", str(place / "compiled"))
    return importlib.import_module(module)
