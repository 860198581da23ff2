"""`expire` and `backup`, as an operator types them."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Run


def test_what_expires_is_counted(call: Run) -> None:
    nothing = "Deleted: no invitation that nobody joined, no unfinished game.\n"
    assert call("expire").out == nothing
    assert call("expire", "--unfinished", "1", "--invitations", "1").out == nothing
    refused = call("expire", "--unfinished", "0")
    assert (refused.code, refused.out) == (2, "")
    assert "1 to 10000" in refused.err


def test_a_backup_is_games_that_can_be_used(call: Run, tmp_path: Path) -> None:
    assert call("play", "digit-poison", typed="1\nquit\n").code == 0
    copy = tmp_path / "copy.sqlite3"
    assert call("backup", str(copy)).out == f"{copy} has all kept games (1).\n"
    assert "Digit Poison" in call("list", "--store", str(copy)).out
    again = call("backup", str(copy))
    assert (again.code, again.out) == (1, "")
    assert "name a new file" in again.err
