"""The order in which packages may import each other, as in docs/architecture.md."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import lastdigit
from tests.conftest import ROOT

SOURCE = ROOT / "src" / "lastdigit"
MODULES = sorted(SOURCE.rglob("*.py"))

# A package may import only packages on an earlier line.
LINES: list[tuple[str, ...]] = [
    ("errors", "system"),
    ("extras",),
    ("game",),
    ("solver",),
    ("games",),
    ("match",),
    ("statistics", "executors", "storage", "players"),
    ("settings", "analysis"),
    ("menu",),
    ("render",),
    ("maps", "classroom", "batch"),
    ("arena",),
    ("puzzles", "exam"),
    ("rl", "mcp"),
    ("terminal", "tui", "web"),
    ("testing",),
    ("cli",),
    ("__main__",),
]
LINE_OF = {package: number for number, line in enumerate(LINES) for package in line}


def package_of(module: Path) -> str:
    """Return the package that a module is in, or the module's name at the top."""
    return module.relative_to(SOURCE).with_suffix("").parts[0]


@cache
def parse(module: Path) -> ast.Module:
    return ast.parse(module.read_text())


@cache
def imports_of(module: Path) -> set[str]:
    """Return the full names of everything that a module imports, inside functions too."""
    found = set()
    for node in ast.walk(parse(module)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports must be absolute"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def packages_used_by(module: Path) -> set[str]:
    """Return the packages of ours that a module imports."""
    parts = [name.split(".") for name in imports_of(module)]
    return {
        part[1] for part in parts if part[0] == "lastdigit" and part[1:2] and part[1] in LINE_OF
    }


def test_packages_import_only_packages_on_earlier_lines() -> None:
    forbidden = [
        f"{module.relative_to(SOURCE)} imports {other}"
        for module in MODULES
        if (package := package_of(module)) != "__init__"  # the public API may import anything
        for other in packages_used_by(module) - {package}
        if LINE_OF[other] >= LINE_OF[package]
    ]
    assert not forbidden, "\n".join(forbidden)


def test_every_package_has_a_line() -> None:
    assert {package_of(module) for module in MODULES} - {"__init__"} == set(LINE_OF)


WEB = ("schemas", "limits", "logs", "strings", "live", "api", "pages")


def test_web_packages_import_in_one_direction_and_matches_do_not_depend_on_http() -> None:
    for module in (SOURCE / "web").rglob("*.py"):
        subpackage = module.relative_to(SOURCE / "web").with_suffix("").parts[0]
        names = imports_of(module)
        if subpackage in WEB:
            used = {name.split(".")[2] for name in names if name.startswith("lastdigit.web.")}
            later = set(WEB[WEB.index(subpackage) + 1 :]) | {
                "app",
                "monitoring",
                "protocols",
                "pyodide",
                "server",
            }
            assert not used & later, f"{module.name} must not know {used & later}"
        if subpackage in ("schemas", "live"):
            assert not any(name.startswith(("starlette", "uvicorn")) for name in names)


def test_environments_import_only_the_pools_of_the_exam() -> None:
    used = {
        name
        for package in ("rl", "batch")
        for module in (SOURCE / package).glob("*.py")
        for name in imports_of(module)
        if name.startswith("lastdigit.exam")
    }
    assert used
    assert all(name.startswith("lastdigit.exam.pools") for name in used), used


def test_games_never_import_each_other() -> None:
    for module in (SOURCE / "games").glob("*/*.py"):
        own = f"lastdigit.games.{module.parent.name}"
        others = [name for name in imports_of(module) if name.startswith("lastdigit.games")]
        assert all(name.startswith(own) for name in others)


def test_no_module_outside_the_folder_of_a_game_names_it() -> None:
    names = {name for game in lastdigit.catalogue().values() for name in (game.name, game.title)}
    folders = {name.replace("-", "_") for name in names if "-" in name}
    for module in MODULES:
        text = module.read_text()
        if module.parent.parent.name == "games" or not any(folder in text for folder in folders):
            continue
        for node in ast.walk(parse(module)):
            if isinstance(node, ast.Name | ast.Attribute | ast.alias):
                code = ast.unparse(node)
                assert not any(folder in code for folder in folders), f"{module.name} knows {code}"


PUBLIC_NAMES = """
    Event Game IllegalMove LastDigitError Match MatchError MoveSyntaxError OptionError Outcome
    Player PlayerError Record RecordError Result Seat Setup StateSyntaxError Terms UnknownGame
    UsageError __version__ analyse_position append_record arrange arrange_from catalogue
    draw_map find from_line play_match read_records resume review_game solve_game to_line
    tournament transcript verify
"""
"""The public API. Adding or removing a name needs a decision and a line in the changelog."""


def test_the_public_api_has_exactly_the_listed_names() -> None:
    assert lastdigit.__all__ == PUBLIC_NAMES.split()
    for name in lastdigit.__all__:
        assert hasattr(lastdigit, name)


PUBLIC_PACKAGES = ("analysis", "cli", "exam", "match", "players")
"""Packages whose `__all__` is public, and whose modules are not."""
OUTSIDE = ("examples/*.py", "integrations/*/*.py", "integrations/*/[a-z]*/**/*.py")


@pytest.mark.parametrize("name", PUBLIC_PACKAGES)
def test_public_names_can_be_imported_and_no_others(name: str) -> None:
    package = importlib.import_module(f"lastdigit.{name}")
    for public in package.__all__:
        exec(f"from lastdigit.{name} import {public}")
    with pytest.raises(AttributeError, match="has no attribute 'missing'"):
        package.missing  # noqa: B018 - only an access raises


def test_integrations_and_examples_import_only_public_names() -> None:
    packages = [f"lastdigit.{name}" for name in PUBLIC_PACKAGES]
    found = 0
    for file in (file for pattern in OUTSIDE for file in ROOT.glob(pattern)):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                package = ".".join(node.module.split(".")[:2])
                if package in packages:
                    found += 1
                    assert node.module == package, f"{file} imports from {node.module}"
                    public = importlib.import_module(package).__all__
                    assert {alias.name for alias in node.names} <= set(public), file
    assert found


def test_the_docstring_of_errors_lists_every_error_class() -> None:
    raised = [
        node.name
        for module in MODULES
        for node in ast.walk(parse(module))
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base) in ("LastDigitError", "UsageError") for base in node.bases)
    ]
    assert raised
    assert lastdigit.errors.__doc__ is not None
    assert not [name for name in raised if name not in lastdigit.errors.__doc__]


def test_other_names_of_the_package_cannot_be_imported() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'registry'"):
        getattr(lastdigit, "registry")  # noqa: B009 - the type checker knows it as well


def test_a_game_is_played_recorded_and_analysed_with_the_public_api(tmp_path: Path) -> None:
    game = lastdigit.find("digit-poison")
    players = (lastdigit.Player("human", "Ada"), lastdigit.Player("human", "Ben"))
    setup = lastdigit.arrange(
        game, players, package=lastdigit.__version__, first=lastdigit.Seat.ONE, seed=1
    )
    match = lastdigit.Match(setup)
    match.play("3")
    lastdigit.append_record(tmp_path / "games.jsonl", match.record())
    [(_, record)] = lastdigit.read_records(tmp_path / "games.jsonl")
    lastdigit.verify(record)
    assert "Ben wins" in lastdigit.transcript(record)
    turning_point = lastdigit.review_game(record).turning_point
    assert turning_point is not None
    assert turning_point.move == "3"


@pytest.mark.parametrize(
    ("words", "later"),
    [
        ("--version", {"dataclasses", "json", "pathlib", "lastdigit.game"}),
        ("analyse digit-duel", {"base64", "shutil", "sqlite3", "subprocess", "threading"}),
        (
            "play digit-duel --player-2 easy",
            {"lastdigit.game.lesson", "lastdigit.puzzles", "lastdigit.analysis.review"},
        ),
    ],
)
def test_a_command_starts_without_modules_that_it_does_not_need(
    tmp_path: Path, words: str, later: set[str]
) -> None:
    program = (
        "import sys\n"
        "from lastdigit.cli import main\n"
        "main(sys.argv[1:])\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program, *words.split()],
        env={
            "PYTHONPATH": str(SOURCE.parent),
            "XDG_DATA_HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(tmp_path),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert later.isdisjoint(done.stderr.split())


def test_plain_play_imports_nothing_but_the_standard_library(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from lastdigit.cli import main\n"
        "words = 'play digit-duel --preset quick --player-1 random --player-2 random'\n"
        "assert main(words.split()) == 0\n"
        "roots = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        # multiprocessing names the main module `__mp_main__`, too.
        "foreign = roots - set(sys.stdlib_module_names) - {'lastdigit', '__mp_main__'}\n"
        "print('foreign:', sorted(foreign))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={
            "PYTHONPATH": str(SOURCE.parent),
            "XDG_DATA_HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.endswith("foreign: []\n"), done.stderr
