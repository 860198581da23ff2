"""The examples of docs/environments.md run, and its tables agree with the games."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Callable

import pytest

from lastdigit.batch import Batch
from lastdigit.rl.gymnasium import GameEnv
from tests.renew import ENVIRONMENTS as PAGE
from tests.renew import environments_page


def test_the_tables_agree_with_the_games() -> None:
    assert PAGE.read_text() == environments_page(), "make renew writes them"


@pytest.mark.prove
def test_the_examples_of_the_page_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 8
    assert not failed


@pytest.mark.parametrize(
    ("function", "heading", "undocumented"),
    [
        (GameEnv.__init__, "argument", {"game", "options"}),
        (Batch.__init__, "argument of `Batch`", {"game", "games", "options"}),
        (Batch.reset, "argument of `reset`", set()),
    ],
)
def test_every_argument_is_documented(
    function: Callable[..., object], heading: str, undocumented: set[str]
) -> None:
    arguments = set(inspect.signature(function).parameters) - {"self"}
    table = PAGE.read_text().partition(f"| {heading} | meaning |\n")[2].partition("\n\n")[0]
    documented = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    assert documented == arguments - undocumented
