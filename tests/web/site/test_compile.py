"""The static site leaves out only modules that the application cannot reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastdigit.game.declaration import Part
from lastdigit.games import catalogue
from tests.conftest import ROOT
from tools.site.compile import reachable

SOURCES = {
    "__init__.py": "",
    "late.py": "",
    "never.py": "from lastdigit import late",
    "games/__init__.py": "",
    "games/odd/__init__.py": "",
    "games/odd/map.py": "import lastdigit.solver",
    "games/odd/solver.py": "def build():\n    from lastdigit.games.odd import bit_table",
    "games/odd/bit_table.py": "import numpy",
    "games/odd/kernels.py": "from lastdigit import never",
    "solver/__init__.py": "from json import loads",
    "storage/__init__.py": "def open():\n    from lastdigit.storage import postgres",
    "storage/postgres.py": "",
    "web/__init__.py": "",
    "web/pyodide.py": "def ask():\n    from lastdigit import late, storage\n    late, storage",
}
LEFT_OUT = {
    "never.py",
    "games/odd/bit_table.py",
    "games/odd/kernels.py",
    "storage/postgres.py",
}


def test_modules_imported_late_or_by_name_are_reachable(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        path = tmp_path / "lastdigit" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    stay = {f"lastdigit/{name}" for name in SOURCES if name not in LEFT_OUT}
    assert reachable(tmp_path) == stay


@pytest.mark.prove
def test_every_part_that_a_game_declares_is_reachable() -> None:
    stay = reachable(ROOT / "src")
    needed: tuple[Part, ...] = ("rules", "text", "solver", "lesson", "map", "puzzle_sources")
    for game in catalogue().values():
        declared = game.declaration()
        for part in needed:
            if declared.offers(part):
                assert f"{declared.module_of(part).replace('.', '/')}.py" in stay
