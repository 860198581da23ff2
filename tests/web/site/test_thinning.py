"""What is left out of the folder: nothing of ours that the application can come to."""

from __future__ import annotations

from pathlib import Path

from lastdigit.game.declaration import Part
from lastdigit.games import catalogue
from tests.conftest import ROOT
from tools.site.thinning import reached

SOURCES = {
    "__init__.py": "",
    "late.py": "",
    "never.py": "from lastdigit import late",
    "games/__init__.py": "",
    "games/odd/__init__.py": "",
    "games/odd/map.py": "import lastdigit.solver",
    "games/odd/batch.py": "from lastdigit import never",
    "solver/__init__.py": "from json import loads",
    "store/__init__.py": "def open():\n    from lastdigit.store.postgres import pool",
    "store/postgres/__init__.py": "",
    "store/postgres/pool.py": "",
    "web/__init__.py": "",
    "web/within.py": "def ask():\n    from lastdigit import late, store\n    return late, store",
}
LEFT_OUT = {
    "never.py",
    "games/odd/batch.py",
    "store/postgres/__init__.py",
    "store/postgres/pool.py",
}


def test_what_is_imported_late_or_found_by_its_name_stays(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        path = tmp_path / "lastdigit" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    stay = {f"lastdigit/{name}" for name in SOURCES if name not in LEFT_OUT}
    assert reached(tmp_path) == stay


def test_every_game_comes_with_what_is_found_by_its_name() -> None:
    stay = reached(ROOT / "src")
    needed: tuple[Part, ...] = ("rules", "text", "solver", "lesson", "map", "puzzle_sources")
    for game in catalogue().values():
        declared = game.declaration()
        for part in needed:
            if declared.offers(part):
                assert f"{declared.module_of(part).replace('.', '/')}.py" in stay
