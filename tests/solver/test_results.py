"""docs/results.md agrees with the solvers."""

from __future__ import annotations

import pytest

from tests.conftest import GAMES, Run
from tests.renew import RESULTS, results_blocks, results_page
from tests.sizes import sampled


@pytest.mark.parametrize(
    "name", sampled(GAMES, "digit-poison", "number-morph", "operation-obliteration")
)
def test_the_results_of_every_game_are_on_the_page(name: str, call: Run) -> None:
    blocks = "".join(results_blocks(name, call))
    assert blocks in RESULTS.read_text(), f"make renew GAME={name} writes it"


def test_the_page_has_no_other_results(call: Run) -> None:
    assert RESULTS.read_text() == results_page([], call), "make renew writes it"
