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


def test_a_long_text_comes_a_screen_at_a_time(terminal: Open, run: Run) -> None:
    pages = pages_of(terminal(*ALL))
    assert len(pages) > 3
    shown = [page.splitlines() for page in pages]
    assert all(len(lines) <= LINES for lines in shown)
    whole = [line for lines in shown for line in lines if line]
    assert whole == [line for line in run(*ALL).out.splitlines() if line]


def test_somebody_who_has_read_enough_types_q(terminal: Open) -> None:
    child = terminal(*ALL)
    child.expect_exact(MORE)
    child.sendline("q")
    assert code_at_the_end_of(child) == 0
    assert LAST not in str(child.before)


def test_the_end_of_input_is_enough_as_well(terminal: Open) -> None:
    child = terminal(*ALL)
    child.expect_exact(MORE)
    child.sendeof()
    assert code_at_the_end_of(child) == 0


def test_what_fits_is_simply_shown(terminal: Open) -> None:
    child = terminal("rules", "digit-duel", pager="tr a-z A-Z")
    child.expect_exact("All rules: lastdigit rules digit-duel --all")
    assert code_at_the_end_of(child) == 0


def test_the_readers_own_pager_shows_it(terminal: Open) -> None:
    child = terminal(*ALL, pager="tr a-z A-Z")
    child.expect_exact(LAST.upper())
    assert code_at_the_end_of(child) == 0


def test_a_pager_that_stops_early_is_no_error(terminal: Open) -> None:
    child = terminal(*ALL, pager="head -n 1")
    assert code_at_the_end_of(child) == 0
    assert str(child.before).split() == ["Digit", "Duel"]


@pytest.mark.parametrize("pager", ["no-such-pager", "", " "])
def test_without_a_pager_that_runs_there_is_ours(terminal: Open, pager: str) -> None:
    terminal(*ALL, pager=pager).expect_exact(MORE)


def test_nothing_is_paged_through_a_pipe(run: Run, environment: dict[str, str]) -> None:
    environment["PAGER"] = "tr a-z A-Z"
    told = run(*ALL).out
    assert LAST in " ".join(told.split())
    assert MORE not in told


def test_in_a_game_all_rules_are_paged_too_and_the_game_goes_on(terminal: Open) -> None:
    child = terminal("play", "digit-duel")
    child.expect("Choose")
    child.sendline("rules all")
    child.expect_exact(MORE)
    child.sendline("q")
    child.expect("Choose")
