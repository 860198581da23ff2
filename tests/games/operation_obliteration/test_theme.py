"""The map of Operation Obliteration."""

from __future__ import annotations

from collections import Counter

from lastdigit.game.game import Value
from lastdigit.games.operation_obliteration.variants import OperationObliteration
from lastdigit.maps.maps import map_of
from lastdigit.render.svg import map_svg
from lastdigit.solver import solver_for
from tests.maps.test_maps import looks


def test_the_map_has_the_value_of_every_start() -> None:
    game = OperationObliteration()
    solver = solver_for(game)
    starts = Counter(solver.solution(state).value for state in solver.starts().values())
    svg = map_svg(map_of(game))
    seen = looks(svg, "rect")
    assert all(seen[value] == starts[value] for value in Value)
    assert seen["barred"] == 100 - starts.total()
    assert looks(svg, "circle")["draw"] == 8
