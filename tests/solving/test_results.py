"""docs/results.md is what the solvers say today; `RENEW_RESULTS=1 make tests` writes it anew."""

from __future__ import annotations

import os

from tests.conftest import GAMES, ROOT, Run

PAGE = ROOT / "docs" / "results.md"
HEAD = """# What is known about the five games?

Each game with the rulebook's options, and two with another, solved exactly. Every block is what
the command above it prints; a test compares this page with the solvers. A turn is one move of one
player.
"""
EXTRA = [("number-morph", "--log-start", "no"), ("digit-dilemma", "--leading-zero", "no")]


def test_the_results_page_is_true(call: Run) -> None:
    page = HEAD
    for words in [*((name,) for name in GAMES), *EXTRA]:
        done = call("solve", *words)
        assert (done.code, done.err) == (0, "")
        page += f"\n```\n$ lastdigit solve {' '.join(words)}\n{done.out}```\n"
    if os.environ.get("RENEW_RESULTS"):
        PAGE.write_text(page)
    assert page == PAGE.read_text()
