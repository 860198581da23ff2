"""The picture in the README: of a game that was really played, small, and still on request."""

from __future__ import annotations

import re

from tests.conftest import ROOT
from tests.renew import cast_text, run_alone
from tools.cast import CAST

MOST_BYTES = 20_000


def test_the_game_in_the_readme_is_the_one_that_is_played() -> None:
    made = cast_text(run_alone)
    assert CAST.read_text() == made, "make renew"
    assert "you win" in made
    assert len(made.encode()) < MOST_BYTES
    assert f"({CAST.relative_to(ROOT)})" in (ROOT / "README.md").read_text()


def test_nothing_moves_for_whoever_wants_no_motion() -> None:
    outside, _, inside = CAST.read_text().partition("@media(prefers-reduced-motion:no-preference){")
    assert "animation" in inside
    assert not re.search("animation|opacity", outside)
    assert "<script" not in inside
