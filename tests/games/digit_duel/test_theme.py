"""The map of Digit Duel."""

from __future__ import annotations

from random import Random

import pytest

from lastdigit.game.game import Seat, Value
from lastdigit.game.theme import contrast, theme_of
from lastdigit.games.digit_duel.rules import State
from lastdigit.games.digit_duel.variants import DigitDuel
from lastdigit.maps.maps import map_of
from lastdigit.render.svg import STEPS, ColorScheme, map_png
from lastdigit.solver import solver_for
from tests.conftest import Size
from tests.maps.pixels import pixels


def test_the_map_has_the_solution_of_every_pair(size: Size) -> None:
    game = DigitDuel()
    grid = map_of(game).grid()
    assert grid is not None
    assert len(grid.codes) == grid.side**2 == 998_001
    solver, chance = solver_for(game), Random(5)
    for _ in range(size(sample=500, full=50_000)):
        own, other = chance.randint(1, 999), chance.randint(1, 999)
        code = grid.codes[(other - 1) * grid.side + own - 1]
        solution = solver.solution(State(Seat.ONE, own, other))
        assert (code >> 1, bool(code & 1)) == (solution.remoteness, solution.value is Value.WIN)


@pytest.mark.parametrize("theme", ColorScheme)
def test_points_are_coloured_by_winner_and_hatched_if_the_mover_loses(
    theme: ColorScheme,
) -> None:
    game = DigitDuel(digits=2)
    colours, rows = pixels(map_png(map_of(game), theme))
    assert (len(rows), len(rows[0])) == (99, 99)
    assert colours[2 * STEPS] == theme.of(theme_of(DigitDuel).fill)
    for own, other in ((1, 99), (99, 1), (50, 50), (12, 10)):
        won = solver_for(game).solution(State(Seat.ONE, own, other)).value is Value.WIN
        assert (rows[99 - other][own - 1] >= 2 * STEPS) is won
    lost = [point for row in rows for point in row if point < 2 * STEPS]
    assert {point // STEPS for point in lost} == {0, 1}, "stripes alternate"
    assert contrast(colours[0], colours[STEPS]) > 1.5, "the stripes are visible"
