"""A page's ES modules as one script: each in a function of its own, whatever it needs before it.

The sources stay as they are, and stay modules: editors, types and unit tests know nothing of this.
What this cannot join (a default export, an export that changes, a circle) it refuses.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import NamedTuple

IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"([^"]+)";\n', flags=re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(function\*?|const|class) (\w+))", flags=re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*", flags=re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", flags=re.MULTILINE)
"""A comment that has its lines to itself; others stay."""
RENAMED = re.compile(r"(\w+) as (\w+)")
TAKEN = re.compile(r"[{,]\s*(\w+)")
"""The names that are wanted of a module, as it calls them."""


class CannotJoin(Exception):  # noqa: N818 - named for what it says
    """A module is written in a way that cannot be joined; it is a fault of ours."""


def joined(entry: str, read: Callable[[str], str]) -> str:
    """Return a module and all that it imports as one script; `read` gives a module by its path."""
    modules: dict[str, Module] = {}
    _add(entry, read, modules, ())
    return "".join(module.text for module in modules.values())


class Module(NamedTuple):
    """A module in a function of its own, and the names that it gives to others."""

    text: str
    given: set[str]


def _add(
    path: str, read: Callable[[str], str], modules: dict[str, Module], above: tuple[str, ...]
) -> None:
    if path in modules:
        return
    if path in above:
        raise CannotJoin(f"{path} imports itself, by way of {', '.join(above)}")
    source = COMMENT.sub("", read(path))
    taken = ""
    for names, address in IMPORT.findall(source):
        needed = posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
        _add(needed, read, modules, (*above, path))
        lacking = set(TAKEN.findall(names)) - modules[needed].given
        if lacking and not names.startswith("*"):
            raise CannotJoin(f"{path} wants {', '.join(sorted(lacking))} of {needed}")
        taken += _taken(names, needed)
    body = IMPORT.sub("", source)
    given = [name for _, name in EXPORT.findall(body)]
    body = EXPORT.sub("", body)
    strange = LEFT_OVER.search(body)
    if strange is not None:
        raise CannotJoin(f"{path} says {strange[0]!r}")
    opened = f"const {_name(path)} = (() => {{\n{taken}{body.strip()}\n"
    modules[path] = Module(f"{opened}return {{ {', '.join(given)} }};\n}})();\n", set(given))


def _taken(names: str, path: str) -> str:
    """Return what makes the names of another module known here."""
    if not names:
        return ""
    if names.startswith("*"):
        return f"const {names.removeprefix('* as ')} = {_name(path)};\n"
    renamed = RENAMED.sub(r"\1: \2", names)
    return f"const {renamed} = {_name(path)};\n"


def _name(path: str) -> str:
    """Return a module's name in the script.

    >>> _name("pages/class-board.js")
    '$pages_class_board_js'
    """
    return "$" + re.sub(r"\W", "_", path)
