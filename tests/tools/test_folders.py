"""Folders that tools generate are replaced atomically."""

from __future__ import annotations

import errno
from contextlib import suppress
from pathlib import Path

import pytest

from tools.folders import replace_folder, temporary_folder_beside


def make(target: Path, text: str) -> None:
    """Generate a folder with one page."""
    with temporary_folder_beside(target) as workshop:
        (workshop / "made").mkdir()
        (workshop / "made" / f"{text}.html").write_text(text)
        replace_folder(workshop / "made", target)


def pages(target: Path) -> list[str]:
    return [path.name for path in target.iterdir()]


def test_a_new_folder_replaces_the_old_one_without_leftovers(
    tmp_path: Path,
) -> None:
    target = tmp_path / "dist" / "docs"
    make(target, "first")
    make(target, "second")
    assert pages(target) == ["second.html"]
    assert list(target.parent.iterdir()) == [target]


def test_the_old_folder_stays_if_generating_the_new_one_fails(tmp_path: Path) -> None:
    target = tmp_path / "docs"
    make(target, "first")
    with suppress(FileNotFoundError), temporary_folder_beside(target) as workshop:
        (workshop / "made" / "no folder" / "second.html").write_text("second")
    assert pages(target) == ["first.html"]
    assert list(tmp_path.iterdir()) == [target]


def test_the_old_folder_is_restored_if_the_new_one_cannot_be_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, rename = tmp_path / "docs", Path.rename
    make(target, "first")

    def refuse(path: Path, place: Path) -> Path:
        if path.name == "made":
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return rename(path, place)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(OSError, match="cross-device"):
        make(target, "second")
    assert pages(target) == ["first.html"]
    assert list(tmp_path.iterdir()) == [target]
