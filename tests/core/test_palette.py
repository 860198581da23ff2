"""Colours are the same everywhere: in pictures and reports, and in the page."""

from __future__ import annotations

import re

from lastdigit.core.palette import DARK, LIGHT
from tests.conftest import ROOT

TOKENS = (ROOT / "src/lastdigit/web/static/style/tokens.css").read_text()


def test_pictures_have_the_colours_of_the_page() -> None:
    pairs = re.findall(r"--(\w+): light-dark\((#\w+), (#\w+)\);", TOKENS)
    colours = {name: (light, dark) for name, light, dark in pairs}
    for name, light in LIGHT.items():
        assert colours[name] == (light, DARK[name])


def test_no_colour_is_written_anywhere_else() -> None:
    for module in (ROOT / "src" / "lastdigit").rglob("*.py"):
        if module.name != "palette.py":
            assert not re.search(r"#[0-9a-f]{6}\b", module.read_text()), module
