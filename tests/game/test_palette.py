"""Colours are defined in the palette and in the games' themes only."""

from __future__ import annotations

import re

from tests.conftest import ROOT

SOURCE = ROOT / "src" / "lastdigit"
HOMES = {SOURCE / "game" / "theme.py"}
COLOUR = re.compile(r"#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|\b(rgb|hsl|oklch)\(")


def test_no_other_file_contains_a_colour() -> None:
    own = {*SOURCE.glob("games/*/theme.py")}
    files = [
        path for kind in ("py", "css", "svg", "js", "html") for path in SOURCE.rglob(f"*.{kind}")
    ]
    assert len(files) > 100
    for path in set(files) - HOMES - own:
        assert not COLOUR.search(path.read_text()), path
