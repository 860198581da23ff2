"""Compile the modules that the static site uses and delete the rest. `compile.mjs` runs this.

Our own modules stay if the application can import them, even late. Modules of other packages and of
the standard library stay if they were imported after one request for everything on the pages.
"""

from __future__ import annotations

import ast
import asyncio
import importlib
import json
import py_compile
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

STANDARD, PACKAGES = Path("/standard"), Path("/packages")
ALWAYS = ("_pyodide/", "pyodide/", "encodings/utf_8", "encodings/latin_1", "encodings/idna")
AS_THEY_ARE = ("anyio/__init__.py", "anyio/abc/__init__.py")
"""These read their own source, which must therefore stay."""
OURS, APPLICATION = "lastdigit", "lastdigit.web.pyodide"
ELSEWHERE = ("lastdigit/storage/postgres.py",)
"""The application can import them, but a browser cannot use them."""
NOT_PLAYED = ("bit_table", "checker", "disguise", "kernels")
"""The modules of a game that the page never uses, or that need numpy. All others stay."""
PAGES = ("/", "/mine", "/daily", "/practice", "/stats", "/settings", "/learn", "/analysis", "/maps")
ASKED = ("games", "players", "daily", "mine", "stats", "me", "me/export")


async def compile_used_modules() -> None:
    sys.path.insert(0, str(PACKAGES))
    ours = reachable(PACKAGES)
    for path in sorted(ours):
        importlib.import_module(
            path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        )
    for name in {name for path in ours for name in imports_of(PACKAGES / path)}:
        with suppress(ImportError):  # a name in a module, or a package that is not there
            importlib.import_module(name)
    await use_everything()
    others = (name for name in sys.modules if name.partition(".")[0] != OURS)
    wanted = ours | {path for name in others for path in paths_of(name)}
    for place in (STANDARD, PACKAGES):
        for source in sorted(place.rglob("*.py")):
            path = source.relative_to(place).as_posix()
            if path in AS_THEY_ARE:
                continue
            if path in wanted or path.startswith(ALWAYS):
                py_compile.compile(
                    str(source),
                    f"{source}c",
                    dfile=path,
                    doraise=True,
                    optimize=2,
                    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
                )
            source.unlink()


async def use_everything() -> None:
    """Request everything that the pages offer, for every game."""
    from lastdigit.games import catalogue
    from lastdigit.storage import open_store
    from lastdigit.web.limits import Limits
    from lastdigit.web.pyodide import LocalServer

    server = LocalServer(open_store(), Limits(thinking_milliseconds=0))
    await server.begin()

    async def ask(method: str, path: str, **body: object) -> bytes:
        answer = await server.request(method, path, "", json.dumps(body))
        assert answer.status < 300, (path, answer)
        return answer.body

    for path in (*PAGES, *(f"/api/{name}" for name in ASKED)):
        await ask("GET", path)
    for game in catalogue():
        for what in ("rules", "lesson"):
            await ask("GET", f"/api/games/{game}/{what}")
        await ask("GET", f"/api/games/{game}/map")
        await ask("POST", f"/api/games/{game}/analysis")
        await ask("GET", f"/api/practice?game={game}")
        await ask("GET", f"/api/worksheets/{game}?puzzles=1")  # renders HTML
        made = json.loads(await ask("POST", "/api/matches", game=game, against="perfect"))
        path = f"/api/matches/{made['match']['code']}"
        leave = server.listen(f"{path}/news?after=0", lambda *_: None)
        await asyncio.sleep(0.2)
        number = json.loads(await ask("GET", path))["number"]
        await ask("POST", f"{path}/commands", after=number, do="resign")
        for what in ("review", "record", "log", "turns"):
            await ask("GET", f"{path}/{what}")
        leave()
        await asyncio.sleep(0)


def reachable(packages: Path) -> set[str]:
    """Return the paths of our modules that the application and the games can import."""
    games = (packages / OURS / "games").rglob("*.py")
    parts = (path.relative_to(packages).as_posix() for path in games)
    waiting = {*existing([APPLICATION], packages), *filter(is_played, parts)}
    found = set[str]()
    while waiting:
        found |= waiting
        imports = (name for path in waiting for name in imports_of(packages / path))
        waiting = set(filter(is_played, existing(imports, packages))) - found
    return found


def is_played(path: str) -> bool:
    """Return whether the page needs a module. Only a game has modules that it does not need."""
    return not (path.startswith(f"{OURS}/games/") and Path(path).stem in NOT_PLAYED)


def existing(names: Iterable[str], packages: Path) -> set[str]:
    """Return the paths of those modules that are ours, and of the packages around them."""
    paths = (path for name in names if name.partition(".")[0] == OURS for path in paths_of(name))
    return {
        path for path in paths if not path.startswith(ELSEWHERE) and (packages / path).is_file()
    }


def imports_of(source: Path) -> Iterator[str]:
    """Yield the names that a module imports, also inside functions."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def paths_of(module: str) -> Iterator[str]:
    """Yield the possible paths of a module and of the packages around it."""
    parts = module.split(".")
    for count in range(1, len(parts) + 1):
        path = "/".join(parts[:count])
        yield f"{path}.py"
        yield f"{path}/__init__.py"
