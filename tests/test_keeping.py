"""Files that tests cache between runs belong to the current source."""

from __future__ import annotations

import os
from pathlib import Path

from tests.keeping import LONG, cache_folder_for


def test_caches_of_other_sources_are_not_used_and_deleted_when_old(tmp_path: Path) -> None:
    sources, place = tmp_path / "src", tmp_path / "made"
    sources.mkdir()
    (sources / "rules.py").write_text("ONE = 1")
    before = cache_folder_for(place, sources)
    assert cache_folder_for(place, sources) == before
    (sources / "rules.py").write_text("ONE = 2")
    after = cache_folder_for(place, sources)
    assert after != before
    assert before.exists(), "another run may still use it"
    old = before.stat().st_mtime - 2 * LONG
    os.utime(before, (old, old))
    cache_folder_for(place, sources)
    assert [after] == list(place.iterdir())


def test_files_deleted_by_another_worker_are_tolerated(tmp_path: Path) -> None:
    sources, place = tmp_path / "src", tmp_path / "made"
    sources.mkdir()
    place.mkdir()
    (place / "listed-and-gone").symlink_to(tmp_path / "nowhere")
    assert cache_folder_for(place, sources).is_dir()
