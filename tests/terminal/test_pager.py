"""Long texts: in $PAGER or page by page on a terminal, unchanged through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from tests.conftest import Run

LINES = 24
MORE = "-- Enter for more, q to stop -- "
ALL = ("rules", "digit-duel", "--all")
LAST = "A game that was cut off"
Open = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def terminal(environment: dict[str, str], tmp_path: Path) -> Iterator[Open]:
    """Open terminals of 24 lines on `lastdigit`, with this $PAGER."""
    opened = []

    def start(*words: str, pager: str = "") -> pexpect.spawn[str]:
        size = {"COLUMNS": "80", "LINES": str(LINES)}
        child = pexpect.spawn(
            sys.executable,
            ["-m", "lastdigit", *words],
            env={**environment, **size, "TERM": "dumb", "PAGER": pager},
            cwd=str(tmp_path),
            encoding="utf-8",
            timeout=30,
            dimensions=(LINES, 80),
        )
        opened.append(child)
        return child

    yield start
    for child in opened:
        child.close(force=True)


def pages_of(child: pexpect.spawn[str]) -> list[str]:
    """Return all pages."""
    pages = []
    while child.expect_exact([MORE, pexpect.EOF]) == 0:
        pages.append(str(child.before))
        child.sendline("")
    return [*pages, str(child.before)]


def code_at_the_end_of(child: pexpect.spawn[str]) -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def test_a_long_text_is_shown_a_screen_at_a_time(terminal: Open, run: Run) -> None:
    pages = pages_of(terminal(*ALL))
    assert len(pages) > 3
    shown = [page.splitlines() for page in pages]
    assert all(len(lines) <= LINES for lines in shown)
    whole = [line for lines in shown for line in lines if line]
    assert whole == [line for line in run(*ALL).out.splitlines() if line]


def test_q_leaves_the_pager(terminal: Open) -> None:
    child = terminal(*ALL)
    child.expect_exact(MORE)
    child.sendline("q")
    assert code_at_the_end_of(child) == 0
    assert LAST not in str(child.before)


def test_the_end_of_input_leaves_the_pager(terminal: Open) -> None:
    child = terminal(*ALL)
    child.expect_exact(MORE)
    child.sendeof()
    assert code_at_the_end_of(child) == 0


def test_a_text_that_fits_is_not_paged(terminal: Open) -> None:
    child = terminal("rules", "digit-duel", pager="tr a-z A-Z")
    child.expect_exact("All rules: lastdigit rules digit-duel --all")
    assert code_at_the_end_of(child) == 0


def test_the_users_pager_is_used(terminal: Open) -> None:
    child = terminal(*ALL, pager="tr a-z A-Z")
    child.expect_exact(LAST.upper())
    assert code_at_the_end_of(child) == 0


def test_a_pager_that_exits_early_causes_no_error(terminal: Open) -> None:
    child = terminal(*ALL, pager="head -n 1")
    assert code_at_the_end_of(child) == 0
    assert str(child.before).split() == ["Digit", "Duel"]


@pytest.mark.parametrize("pager", ["no-such-pager", "", " "])
def test_the_builtin_pager_is_used_if_none_can_be_started(terminal: Open, pager: str) -> None:
    terminal(*ALL, pager=pager).expect_exact(MORE)


def test_nothing_is_paged_through_a_pipe(run: Run, environment: dict[str, str]) -> None:
    environment["PAGER"] = "tr a-z A-Z"
    output = run(*ALL).out
    assert LAST in " ".join(output.split())
    assert MORE not in output


def test_rules_all_is_paged_in_a_game_and_the_game_continues(terminal: Open) -> None:
    child = terminal("play", "digit-duel")
    child.expect("Choose")
    child.sendline("rules all")
    child.expect_exact(MORE)
    child.sendline("q")
    child.expect("Choose")
