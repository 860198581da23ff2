"""The manual page matches the parsers, and `man` accepts it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

import lastdigit
from lastdigit.cli.main import COMMANDS
from tools.manual import MANUAL, manual


def test_the_committed_manual_is_the_generated_one() -> None:
    assert MANUAL.read_text() == manual(), "make renew writes it"


def test_the_manual_has_every_command_and_every_rule_option() -> None:
    page = manual().replace(r"\-", "-")
    for command in COMMANDS:
        assert f"\n.SS {command}" in page
    for game in lastdigit.catalogue().values():
        assert f"\n.SS {game.title} ({game.name})\n" in page
        for option in game.options():
            assert rf"\fB--{option.name}\fR" in page


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="there is no mandoc here")
def test_mandoc_warns_only_about_the_missing_date() -> None:
    """The page has no date, so that it depends only on the parsers."""
    done = subprocess.run(
        ["mandoc", "-Tlint", "-Wwarning", str(MANUAL)], capture_output=True, text=True, check=False
    )
    assert [line for line in done.stdout.splitlines() if "missing date" not in line] == []


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
def test_groff_has_no_warnings_and_prints_hyphens_unchanged() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-k", "-Tutf8", "-P-cbou", str(MANUAL)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "lastdigit play digit-duel --preset quick --player-2 easy" in done.stdout
