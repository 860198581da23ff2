"""Committed pictures are current. The picture of a terminal game is small and can be static."""

from __future__ import annotations

import re
from pathlib import Path

from tests.conftest import ROOT
from tests.maps.pixels import pixels
from tools.cast import CAST
from tools.drawn import MAPS, draw_pictures

MOST_BYTES = 20_000


def test_every_committed_picture_is_the_generated_one() -> None:
    found = dict(draw_pictures())
    assert {CAST, *MAPS.iterdir()} == set(found), "make renew"
    for path, content in found.items():
        assert path.exists(), "make renew"
        assert same(path, content), f"{path.name} is drawn differently now: make renew"


def same(path: Path, content: bytes) -> bool:
    """Return whether a file has the same picture."""
    kept = path.read_bytes()
    return kept == content or (path.suffix == ".png" and pixels(kept) == pixels(content))


def test_the_picture_of_a_terminal_game_shows_a_win_and_is_small() -> None:
    made = CAST.read_text()
    assert "you win" in made
    assert len(made.encode()) < MOST_BYTES
    assert f"({CAST.relative_to(ROOT / 'docs')})" in (ROOT / "docs" / "terminal.md").read_text()


def test_the_picture_is_not_animated_with_reduced_motion() -> None:
    outside, _, inside = CAST.read_text().partition("@media(prefers-reduced-motion:no-preference){")
    assert "animation" in inside
    assert not re.search("animation|opacity", outside)
    assert "<script" not in inside
