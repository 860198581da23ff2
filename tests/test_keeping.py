"""Files that tests cache between runs belong to the current source."""

from __future__ import annotations

import os
from pathlib import Path

from tests.keeping import LONG, kept_in


def test_what_other_sources_have_made_is_not_used_and_goes_when_it_is_old(tmp_path: Path) -> None:
    sources, place = tmp_path / "src", tmp_path / "made"
    sources.mkdir()
    (sources / "rules.py").write_text("ONE = 1")
    before = kept_in(place, sources)
    assert kept_in(place, sources) == before
    (sources / "rules.py").write_text("ONE = 2")
    after = kept_in(place, sources)
    assert after != before
    assert before.exists(), "somebody may still use it"
    old = before.stat().st_mtime - 2 * LONG
    os.utime(before, (old, old))
    kept_in(place, sources)
    assert [after] == list(place.iterdir())


def test_what_another_worker_deletes_meanwhile_stops_nobody(tmp_path: Path) -> None:
    sources, place = tmp_path / "src", tmp_path / "made"
    sources.mkdir()
    place.mkdir()
    (place / "listed-and-gone").symlink_to(tmp_path / "nowhere")
    assert kept_in(place, sources).is_dir()
