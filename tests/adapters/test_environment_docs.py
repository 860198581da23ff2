"""docs/environments.md: its examples run, and its tables are what the games declare.

`RENEW_ENVIRONMENTS=1 make tests` writes the tables anew.
"""

from __future__ import annotations

import doctest
import inspect
import os
import re
import textwrap

import lastdigit
from lastdigit.adapters.gymnasium import GameEnv, environment_id
from lastdigit.adapters.pettingzoo import module_name
from lastdigit.core.game import AnyGame
from tests.conftest import GAMES, ROOT

PAGE = ROOT / "docs" / "environments.md"
HEADING = "### "


def table(game: AnyGame) -> str:
    """Return what is to be known of a game's numbers."""
    lines = [
        f"{HEADING}{game.title}: `{environment_id(game.name)}`, `{module_name(game.name)}`",
        "",
        *textwrap.wrap(f"Actions: {actions(game)}.", 99, break_on_hyphens=False),
        "",
        "| place | bounds | what it is |",
        "| --- | --- | --- |",
    ]
    place = 0
    for told in game.features:
        last = place + told.count - 1
        places = str(place) if last == place else f"{place} to {last}"
        lines.append(f"| {places} | {told.low} to {told.high} | {told.meaning} |")
        place = last + 1
    return "\n".join(lines) + "\n"


def actions(game: AnyGame) -> str:
    """Return every move with its number."""
    texts = [game.format_move(move) for move in game.all_moves()]
    return ", ".join(f"{number} `{text}`" for number, text in enumerate(texts))


def test_the_tables_are_true() -> None:
    page = PAGE.read_text()
    prose = page.partition(f"\n{HEADING}")[0].rstrip("\n")
    tables = "\n".join(table(lastdigit.find(name)) for name in GAMES)
    if os.environ.get("RENEW_ENVIRONMENTS"):
        PAGE.write_text(f"{prose}\n\n{tables}")
    assert PAGE.read_text() == f"{prose}\n\n{tables}"


def test_the_page_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 8
    assert not failed


def test_every_argument_of_an_environment_is_documented() -> None:
    named = set(inspect.signature(GameEnv.__init__).parameters) - {"self", "game", "options"}
    assert named == set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(), re.MULTILINE))
