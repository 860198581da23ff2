"""Machines are compared before anything that they say counts."""

from __future__ import annotations

import sys

from lastdigit.executors.ray import difference, versions


def test_two_machines_with_the_same_are_the_same_and_any_difference_is_told() -> None:
    here = versions()
    assert difference(here, dict(here)) == ""
    assert here["Python"] == f"{sys.version_info.major}.{sys.version_info.minor}"
    assert "digit-duel" in here
    there = {**here, "lastdigit": "other"}
    del there["digit-duel"]
    told = difference(here, there)
    assert "lastdigit is other there" in told
    assert "digit-duel is missing there" in told
