"""The versions on two machines are compared before results are accepted."""

from __future__ import annotations

import sys

from lastdigit.executors.ray import difference, versions


def test_equal_versions_are_accepted_and_every_difference_is_reported() -> None:
    here = versions()
    assert difference(here, dict(here)) == ""
    assert here["Python"] == f"{sys.version_info.major}.{sys.version_info.minor}"
    assert "digit-duel" in here
    there = {**here, "lastdigit": "other"}
    del there["digit-duel"]
    text = difference(here, there)
    assert "lastdigit is other there" in text
    assert "digit-duel is missing there" in text
