"""The table of measurements that `python -m bench` prints."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from bench.table import HEADING, PAGE, ROOT, Line, median_of, updated

DOCS = ROOT / "docs"
SCRIPTS = (
    *("grades", "rasch", "shortcuts", "coverage", "ratings", "baselines", "resistance"),
    *("gg_bench", "blind"),
)

LINE = Line(
    name="a step",
    ours=3.0,
    peer="another step",
    theirs=2.0,
    ratio=1.5,
    limit=2,
    at_least=False,
    bound_by="imports",
)


def test_a_line_shows_both_sides_the_ratio_and_the_limit() -> None:
    assert str(LINE) == "| a step | 3 ms | another step | 2 ms | 1.5 | ≤ 2 | imports |"


def test_a_missing_peer_has_no_numbers() -> None:
    line = replace(LINE, theirs=None, ratio=None)
    assert str(line) == "| a step | 3 ms | another step | not installed |  | ≤ 2 | imports |"
    assert line.within_limit is None


def test_a_missing_program_of_the_project_has_no_numbers() -> None:
    line = replace(LINE, ours=None, theirs=None, ratio=None)
    assert str(line).startswith("| a step | not installed | another step | not installed |  |")
    assert line.within_limit is None


def test_a_line_without_a_peer_limits_our_result() -> None:
    line = replace(LINE, peer="", theirs=None, ratio=None, unit="KB")
    assert str(line) == "| a step | 3 KB |  |  |  | ≤ 2 KB | imports |"
    assert line.within_limit is False


def test_a_limit_can_be_the_smallest_ratio() -> None:
    assert LINE.within_limit
    assert replace(LINE, at_least=True).within_limit is False
    assert replace(LINE, at_least=True, ratio=2.0).within_limit


def test_the_ratio_is_the_median_of_the_rounds() -> None:
    assert median_of([(1.0, 1.0), (4.0, 2.0), (9.0, 1.0)]) == (4.0, 1.0, 2.0)


def test_only_measured_lines_of_the_page_change() -> None:
    other = replace(LINE, name="a game")
    page = f"# Speed\n\n{HEADING}\n{LINE}\n{other}\n\n- **a step**: one.\n"
    faster, new = replace(LINE, ours=2.0, ratio=1.0), replace(LINE, name="a match")
    assert updated(page, [faster, new]) == (
        f"# Speed\n\n{HEADING}\n{faster}\n{other}\n{new}\n\n- **a step**: one.\n"
    )


def test_every_line_of_the_page_is_explained() -> None:
    _, rows = PAGE.read_text().split(HEADING)
    names = [row.split(" | ")[0].removeprefix("| ") for row in rows.splitlines() if row[:1] == "|"]
    assert names
    assert [name for name in names if f"- **{name}**: " not in rows] == []


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_that_a_page_cites_describes_itself(name: str) -> None:
    assert any(re.search(rf"bench[./]{name}\b", page.read_text()) for page in DOCS.glob("*.md"))
    words = [sys.executable, "-m", f"bench.{name}", "--help"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: ")
