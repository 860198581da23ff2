"""Runs under Pyodide, started by `compile.mjs`: compiles what is imported, and leaves out the rest.

Everything that the page offers is asked for once. What was not imported by then is left out, unless
a function of ours that was names it.
"""

from __future__ import annotations

import ast
import asyncio
import json
import py_compile
import sys
from collections.abc import Iterator
from pathlib import Path

STANDARD, PACKAGES = Path("/standard"), Path("/packages")
ALWAYS = ("_pyodide/", "pyodide/", "encodings/utf_8", "encodings/latin_1", "encodings/idna")
AS_THEY_ARE = ("anyio/__init__.py", "anyio/abc/__init__.py")
"""These read their own source, and import what is asked of them only if they find it."""
PAGES = ("/", "/mine", "/daily", "/practice", "/stats", "/settings", "/learn", "/analysis")
ASKED = ("games", "players", "daily", "mine", "stats", "me", "me/export")


async def thin() -> None:
    """Do all that."""
    sys.path.insert(0, str(PACKAGES))
    await use_everything()
    ours = [
        Path(module.__file__)
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] == "lastdigit" and module.__file__ is not None
    ]
    names = set(sys.modules) | {name for path in ours for name in named_in(path)}
    wanted = {path for name in names for path in paths_of(name)}
    for place in (STANDARD, PACKAGES):
        for source in sorted(place.rglob("*.py")):
            told = source.relative_to(place).as_posix()
            if told in AS_THEY_ARE:
                continue
            if told in wanted or told.startswith(ALWAYS):
                py_compile.compile(
                    str(source),
                    f"{source}c",
                    dfile=told,
                    doraise=True,
                    optimize=2,
                    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
                )
            source.unlink()


async def use_everything() -> None:
    """Ask for whatever the page offers, of every game."""
    from lastdigit.games import catalogue
    from lastdigit.store import open_store
    from lastdigit.web.limits import Limits
    from lastdigit.web.within import Within

    within = Within(open_store(), Limits(thinking_milliseconds=0))
    await within.begin()

    async def ask(method: str, path: str, **body: object) -> bytes:
        answer = await within.request(method, path, "", json.dumps(body))
        assert answer.status < 300, (path, answer)
        return answer.body

    for path in (*PAGES, *(f"/api/{name}" for name in ASKED)):
        await ask("GET", path)
    for game in catalogue():
        for what in ("rules", "lesson"):
            await ask("GET", f"/api/games/{game}/{what}")
        await ask("POST", f"/api/games/{game}/analysis")
        await ask("GET", f"/api/practice?game={game}")
        made = json.loads(await ask("POST", "/api/matches", game=game, against="perfect"))
        path = f"/api/matches/{made['match']['code']}"
        leave = within.listen(f"{path}/news?after=0", lambda *_: None)
        await asyncio.sleep(0.2)
        number = json.loads(await ask("GET", path))["number"]
        await ask("POST", f"{path}/commands", after=number, do="resign")
        for what in ("review", "record", "log", "turns"):
            await ask("GET", f"{path}/{what}")
        leave()
        await asyncio.sleep(0)


def named_in(source: Path) -> Iterator[str]:
    """Yield the modules that a source may import, in a function too."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def paths_of(module: str) -> Iterator[str]:
    """Yield where a module, and the packages around it, may stand."""
    parts = module.split(".")
    for count in range(1, len(parts) + 1):
        path = "/".join(parts[:count])
        yield f"{path}.py"
        yield f"{path}/__init__.py"
