"""Atomic writes and file locks."""

from __future__ import annotations

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lastdigit.system import write_atomically


def test_a_file_is_synced_before_its_rename_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    synced: list[tuple[str, bool]] = []
    sync = os.fsync

    def observed(descriptor: int) -> None:
        is_folder = os.path.samestat(os.fstat(descriptor), tmp_path.stat())
        synced.append(("folder" if is_folder else "file", path.exists()))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", observed)
    write_atomically(path, b"first ", b"second")
    assert synced == [("file", False), ("folder", True)]
    assert path.read_bytes() == b"first second"


def test_content_is_flushed_before_it_is_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda file: sizes.append(os.fstat(file).st_size))
    write_atomically(tmp_path / "file", b"12345")
    assert sizes[0] == 5


def test_a_file_system_that_cannot_sync_folders_is_tolerated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    sync = os.fsync

    def refuse_folders(descriptor: int) -> None:
        if os.path.samestat(os.fstat(descriptor), tmp_path.stat()):
            raise OSError(errno.EINVAL, "Invalid argument")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", refuse_folders)
    write_atomically(path, b"content")
    assert path.read_bytes() == b"content"


def test_a_file_can_be_written_in_an_unreadable_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open

    def refuse_folders(path: Path, *words: int) -> int:
        if Path(path) == tmp_path:
            raise PermissionError(errno.EACCES, "Permission denied")  # root would be let in
        return opened(path, *words)

    monkeypatch.setattr(os, "open", refuse_folders)
    write_atomically(tmp_path / "file", b"content")
    assert (tmp_path / "file").read_bytes() == b"content"


def test_a_file_that_cannot_be_synced_does_not_replace_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")

    def broken(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="Input/output error"):
        write_atomically(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_threads_can_write_the_same_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "file"
    contents = [bytes([number]) * 10_000 for number in range(8)]

    def write_often(content: bytes) -> None:
        for _ in range(50):
            write_atomically(path, content)

    with ThreadPoolExecutor(len(contents)) as threads:
        list(threads.map(write_often, contents))
    assert path.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [path]
