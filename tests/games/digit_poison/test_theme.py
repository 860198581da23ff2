"""The map of Digit Poison."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lastdigit.game.game import Value
from lastdigit.games import find
from lastdigit.maps.maps import map_of
from lastdigit.render.svg import map_svg
from lastdigit.solver import solver_for
from tests.maps.test_maps import looks


@pytest.mark.parametrize("longest", [1, 5, 10])
@pytest.mark.parametrize("divisor", [2, 3, 7])
def test_the_bands_of_the_map_agree_with_the_solver(longest: int, divisor: int) -> None:
    game = find("digit-poison", divisor=divisor, max_length=longest)
    seen = looks(map_svg(map_of(game)), "rect")
    solver, state, values = solver_for(game), game.start(Random(0)), Counter[str]()
    for _ in range(longest):
        values[solver.solution(state).value] += 1
        state = solver.best(state)[0].after
    values[Value.WIN] += 1  # the full number: the player to move has won
    assert (seen["band win"], seen["band lose"]) == (values[Value.WIN], values[Value.LOSE])
