"""The examples of docs/environments.md run, and its tables agree with the games."""

from __future__ import annotations

import doctest
import inspect
import re

import pytest

from lastdigit.rl.gymnasium import GameEnv
from tests.renew import ENVIRONMENTS as PAGE
from tests.renew import environments_page


def test_the_tables_are_true() -> None:
    assert PAGE.read_text() == environments_page(), "make renew writes them"


@pytest.mark.prove
def test_the_page_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 8
    assert not failed


def test_every_argument_of_an_environment_is_documented() -> None:
    named = set(inspect.signature(GameEnv.__init__).parameters) - {"self", "game", "options"}
    assert named == set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(), re.MULTILINE))
