"""Finding games: an external game that fails to load is reported and affects no other game."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lastdigit import games
from lastdigit.errors import BrokenGame, GameWarning
from lastdigit.games import catalogue, find_class
from tests.conftest import GAMES, ROOT, Run

COUNTDOWN = ROOT / "tests" / "outside" / "lastdigit_countdown"
Offer = Callable[..., None]
Edit = tuple[str, str, str]


@pytest.fixture
def offer(environment: dict[str, str], tmp_path: Path) -> Offer:
    """Install a package with the countdown under another name, and edits: file, old, new.

    An empty old text replaces the whole file.
    """
    site = tmp_path / "site"
    environment["PYTHONPATH"] += f"{os.pathsep}{site}"

    def install(name: str, package: str, *edits: Edit) -> None:
        shutil.copytree(COUNTDOWN, site / package)
        for path in (site / package).glob("*.py"):
            path.write_text(path.read_text().replace("lastdigit_countdown", package))
        for file, old, new in [("rules.py", '"countdown"', f'"{name}"'), *edits]:
            path = site / package / file
            path.touch()
            assert old in path.read_text(), old
            path.write_text(path.read_text().replace(old, new) if old else new)
        metadata = site / f"{package}-1.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        (metadata / "entry_points.txt").write_text(f"[lastdigit.games]\n{name} = {package}\n")

    return install


@pytest.fixture
def _fresh_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process find the packages that `offer` installs, and reset it afterwards."""
    caches = (games._inside, games._outside, games._game_or_fault)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    for function in caches:
        function.cache_clear()
    yield
    for function in caches:
        function.cache_clear()
    for module in [name for name in sys.modules if name.partition(".")[0] == "lastdigit_broken"]:
        del sys.modules[module]


def test_every_folder_of_the_package_is_a_valid_game() -> None:
    folders = [path.parent for path in (ROOT / "src/lastdigit/games").glob("*/__init__.py")]
    for folder in folders:
        find_class(folder.name)  # raises an error for a faulty folder
    assert len(folders) == len(GAMES)


def test_an_external_game_is_found_by_its_entry_point(offer: Offer, run: Run) -> None:
    offer("broken", "lastdigit_broken")
    done = run("games", "--json")
    assert done.err == ""
    assert [game["name"] for game in json.loads(done.out)] == sorted([*GAMES, "broken"])


SOLVER = ("__init__.py", "text=", 'solver="insight:SOLVER", text=')
BROKEN: list[tuple[str, list[Edit]]] = [
    (
        "cannot be imported: No module named 'no_such_module' (ModuleNotFoundError, __init__.py, "
        "line 1)",
        [("__init__.py", "", "import no_such_module\n")],
    ),
    ("cannot be imported: ", [("rules.py", "@dataclass(frozen=True)\n", "@dataclass(frozen=\n")]),
    (
        "cannot be imported: division by zero (ZeroDivisionError, rules.py, line ",
        [("rules.py", "class State(", "1 / 0\n\n\nclass State(")],
    ),
    ("cannot be imported: 3 (SystemExit, ", [("__init__.py", "", "raise SystemExit(3)\n")]),
    ("has no GAME", [("__init__.py", "GAME = ", "OTHER = ")]),
    (
        "declares rules='rules:State', which does not inherit from Game",
        [("__init__.py", "rules:Countdown", "rules:State")],
    ),
    (
        "declares rules='rules:Missing', but lastdigit_broken.rules has no Missing",
        [("__init__.py", "rules:Countdown", "rules:Missing")],
    ),
    (
        "declares rules='Countdown': name it as 'module:NAME'",
        [("__init__.py", "rules:Countdown", "Countdown")],
    ),
    (
        "declares text='texts:Text', but has no lastdigit_broken.texts",
        [("__init__.py", "dialogue:CountdownDialogue", "texts:Text")],
    ),
    (
        "was written for an older version of lastdigit: in its __init__.py, replace GAME = ",
        [
            ("__init__.py", "GAME = ", "from lastdigit_broken.rules import Countdown\nOTHER = "),
            ("__init__.py", "OTHER = ", "GAME = Countdown\nOTHER = "),
        ],
    ),
    (
        'has the name "countdown", which must be the same as its entry point',
        [("rules.py", '"broken"', '"countdown"')],
    ),
    (
        "lacks key, successor",
        [("rules.py", "def key(", "def keys("), ("rules.py", "def successor(", "def next(")],
    ),
    ("lacks title", [("rules.py", '    title = "Countdown"\n', "")]),
    ("cannot be created: ", [("rules.py", "@dataclass(frozen=True)\n", "")]),
    (
        "cannot be created: 'begin' cannot be ",
        [("rules.py", "option(10, low=1", "option(10, low=11")],
    ),
    ("lacks ending in its text", [("dialogue.py", "def ending(", "def end(")]),
    ("has no rulebook.md", [("rulebook.md", "", "")]),
    (
        "declares solver='insight:SOLVER', which does not inherit from Solver",
        [("insight.py", "", "SOLVER = 1\n"), SOLVER],
    ),
    (
        "declares theme='identity:IDENTITY', which is not a Theme",
        [
            ("identity.py", "", 'IDENTITY = "pink"\n'),
            ("__init__.py", "text=", 'theme="identity:IDENTITY", text='),
        ],
    ),
    ("cannot be imported: division by zero", [("insight.py", "", "1 / 0\n"), SOLVER]),
]


@pytest.mark.usefixtures("_fresh_catalogue")
@pytest.mark.parametrize(("reason", "edits"), BROKEN, ids=lambda case: str(case)[:40])
def test_why_a_game_cannot_be_loaded_is_printed_once(
    offer: Offer, call: Run, reason: str, edits: list[Edit]
) -> None:
    offer("broken", "lastdigit_broken", *edits)
    done = call("games", "--json")
    assert (done.code, [game["name"] for game in json.loads(done.out)]) == (0, GAMES)
    (line,) = done.err.splitlines()
    assert line.startswith(f"lastdigit: The game broken of the package lastdigit_broken {reason}")
    asked = call("play", "broken", typed="quit\n")
    assert (asked.code, asked.out) == (2, "")
    assert asked.err == done.err


def test_a_broken_game_does_not_affect_other_games(offer: Offer, run: Run) -> None:
    offer("broken", "lastdigit_broken", ("__init__.py", "", "1 / 0\n"))
    offer("sound", "lastdigit_sound")
    assert run("play", "sound", typed="resign\n").code == 0
    assert run("play", "digit-duel", typed="resign\n").err == ""
    assert "broken" in run("play", "no-such-game").err
    assert run("arena", "--players", "random,perfect", "--starts", "1", "--out", "o").code == 0


def test_a_broken_folder_of_the_package_raises_its_own_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_done").mkdir()
    (tmp_path / "half_done" / "__init__.py").write_text("GAME = HalfDone\n")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    games._inside.cache_clear()
    try:
        with pytest.warns(GameWarning, match=r"half-done .*: name 'HalfDone' .*line 1\)"):
            assert list(catalogue()) == GAMES
        with pytest.raises(BrokenGame, match="cannot be imported"):
            find_class("half-done")
    finally:
        games._inside.cache_clear()
        games._game_or_fault.cache_clear()


def test_a_game_with_the_name_of_another_is_refused(offer: Offer, run: Run) -> None:
    offer("digit-duel", "lastdigit_duel")
    offer("twice", "lastdigit_one")
    offer("twice", "lastdigit_two")
    done = run("games")
    assert done.code == 0
    assert done.err.splitlines() == [
        "lastdigit: The package lastdigit_duel offers a game digit-duel, but there is already "
        "another game with this name, which is used instead.",
        "lastdigit: The package lastdigit_two offers a game twice, but there is already another "
        "game with this name, which is used instead.",
    ]
    assert "(digit-duel, version 1)" in done.out
    assert done.out.count("(twice, ") == 1


def test_the_games_are_in_alphabetical_order() -> None:
    assert list(catalogue()) == sorted(catalogue())
