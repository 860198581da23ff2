"""Walks stay short: how many functions in how many files a deed passes before it is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bench.walks import MOVES, Walk, click, terminal_move
from tests.conftest import ROOT

LONGEST = {"digit-dilemma": (36, 11), "number-morph": (35, 11), "operation-obliteration": (33, 11)}
"""Games whose own rules and words take more; every other keeps within 30 functions in 10 files."""
LONGEST_CLICKS = {
    "digit-dilemma": (105, 26),
    "number-morph": (105, 27),
    "operation-obliteration": (103, 26),
}
"""The same of clicks; every other keeps within 101 functions in 26 files."""


@pytest.mark.parametrize("name", MOVES)
def test_a_move_at_the_terminal_passes_few_functions(name: str, tmp_path: Path) -> None:
    walk = terminal_move(name, tmp_path)
    functions, files = LONGEST.get(name, (30, 10))
    assert len(walk.functions) <= functions, sorted(walk.functions)
    assert len(walk.files) <= files, sorted(walk.files)


@pytest.mark.parametrize("name", MOVES)
def test_a_click_passes_few_functions(name: str, tmp_path: Path) -> None:
    walk = click(name, tmp_path)
    functions, files = LONGEST_CLICKS.get(name, (101, 26))
    assert len(walk.functions) <= functions, sorted(walk.functions)
    assert len(walk.files) <= files, sorted(walk.files)


@pytest.mark.parametrize("walked", [terminal_move, click])
def test_the_walks_are_told_as_they_are(
    walked: Callable[[str, Path], Walk], tmp_path: Path
) -> None:
    page = (ROOT / "docs" / "architecture.md").read_text()
    walk = walked("digit-duel", tmp_path)
    assert f"{len(walk.functions)} functions in {len(walk.files)} files" in page
