"""The style sheets contain only classes, attributes and tokens that the page uses."""

from __future__ import annotations

import re

from lastdigit.game.theme import COLOURS, NEUTRAL
from lastdigit.render.html import TEMPLATES
from lastdigit.render.svg import SHAPES
from tests.conftest import ROOT

STATIC = ROOT / "src" / "lastdigit" / "web" / "static"
STYLES = re.sub(
    r"/\*.*?\*/",
    "",
    "".join(path.read_text() for path in sorted(STATIC.rglob("*.css"))),
    flags=re.DOTALL,
)
PALETTE = {f"--{name}" for name in (*COLOURS, *NEUTRAL.colours, "text")}
SCALES = re.compile(r"--(s|t|round-)\w$")
"""Steps of a scale, which is whole whether each is used or not."""
PAGES = ("api", "cards", "fragments", "home", "page", "strip")
"""The templates of pages that the server renders."""
SELECTORS = re.sub(r"\{[^{}]*\}", " ", STYLES)
# Comments come first, so that a quotation mark in one does not begin a string.
TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', flags=re.DOTALL)
# A browser or a script sets these under another name.
SET_OTHERWISE = {"data-theme": "dataset.theme", "data-motion": "dataset.motion", "open": ".open"}


def words() -> set[str]:
    """Return every word in a text of the page's scripts and markup."""
    scripts = "\n".join(path.read_text() for path in STATIC.rglob("*.js"))
    texts = [one or other for one, other in TEXT.findall(scripts)]
    texts += re.findall(r'"([^"]*)"', (STATIC.parent / "strings.py").read_text())
    texts += re.findall(r'"([^"]*)"', (TEMPLATES.parent / "html.py").read_text())
    texts += [(TEMPLATES / f"{name}.html").read_text() for name in PAGES]
    found = set(re.findall(r"[\w-]+", " ".join(texts)))
    found |= set(re.findall(r"\.([a-z][\w-]*)", SHAPES))  # of maps, which come from the server
    return found | {name for name, script in SET_OTHERWISE.items() if script in scripts}


def test_every_class_attribute_and_name_in_the_styles_is_used_by_the_page() -> None:
    meant = set(re.findall(r"[.#\[]([a-z][\w-]*)", SELECTORS))
    assert len(meant) > 100
    assert meant - words() == set()


def test_every_declared_token_is_used_and_every_used_token_is_declared() -> None:
    declared = set(re.findall(r"(--[\w-]+):", STYLES))
    used = set(re.findall(r"var\((--[\w-]+)", STYLES))
    assert {name for name in declared - used if not SCALES.match(name)} == set()
    assert used <= declared | words() | PALETTE
