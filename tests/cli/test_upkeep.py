"""`admin expire`, `admin backup` and `admin cache`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run

NOBODY = 99_999_999
"""A process ID above the maximum of any machine."""


def test_expire_prints_the_number_of_deleted_games(call: Run) -> None:
    nothing = "Deleted no invitations, no unfinished games and no classrooms.\n"
    assert call("admin", "expire").out == nothing
    assert (
        call("admin", "expire", "--unfinished", "1", "--invitations", "1", "--rooms", "1").out
        == nothing
    )
    refused = call("admin", "expire", "--unfinished", "0")
    assert (refused.code, refused.out) == (2, "")
    assert "1 to 10000" in refused.err


def test_a_backup_can_be_used_as_a_store(call: Run, tmp_path: Path) -> None:
    assert call("play", "digit-poison", typed="1\nquit\n").code == 0
    copy = tmp_path / "copy.sqlite3"
    assert call("admin", "backup", str(copy)).out == f"{copy}: all saved games (1).\n"
    assert "Digit Poison" in call("saved", "list", "--store", str(copy)).out
    again = call("admin", "backup", str(copy))
    assert (again.code, again.out) == (1, "")
    assert "Choose another name" in again.err


def test_cached_tables_are_listed_and_deleted(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "lastdigit"
    assert call("admin", "cache").out == f"{folder} has 0 MB of at most 4,000 MB.\n"
    folder.mkdir()
    (folder / "digit-duel-4-in-10-1").write_bytes(bytes(1_500_000))
    (folder / "digit-duel-1").write_bytes(b"1")
    assert call("admin", "cache").out == (
        f"{folder} has 2 MB of at most 4,000 MB.\n"
        "     2 MB  digit-duel-4-in-10-1\n     1 MB  smaller tables\n"
    )
    (folder / f".digit-duel-5-in-10-1.{NOBODY}").write_bytes(bytes(3_000_000))
    assert call("admin", "cache").out == (
        f"{folder} has 5 MB of at most 4,000 MB.\n"
        "     2 MB  digit-duel-4-in-10-1\n     1 MB  smaller tables\n     3 MB  unfinished tables\n"
    )
    assert call("admin", "cache", "clear").out == f"Deleted 5 MB in {folder}.\n"
    assert not list(folder.iterdir())


@pytest.mark.parametrize("command", ["admin cache", "serve"])
def test_an_invalid_cache_limit_is_reported_before_any_work(
    command: str, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LASTDIGIT_CACHE_MEGABYTES", "much")
    refused = call(*command.split())
    assert (refused.code, refused.out) == (2, "")
    assert 'cannot be "much"' in refused.err
