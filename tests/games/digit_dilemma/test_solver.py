"""Digit Dilemma's solver agrees with a second solver and with itself."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdigit.game.game import Seat, Value
from lastdigit.games import find
from lastdigit.games.digit_dilemma import solver as dilemma
from lastdigit.games.digit_dilemma.rules import State
from lastdigit.games.digit_dilemma.solver import CodeTable, JsonTable, build_codes, early_boards
from lastdigit.games.digit_dilemma.variants import DigitDilemma
from lastdigit.solver import solver_for
from lastdigit.solver.tables import compile_functions
from lastdigit.testing.conformance import random_walk
from tests.conftest import Size
from tests.sizes import sampled
from tests.solver import second_solver
from tests.solver.consistency import check_locally
from tests.solver.test_solver import census_of, check_consistent, counted, plain


@pytest.fixture(autouse=True)
def _shared_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


@pytest.mark.parametrize("leading_zero", sampled([True, False], True))
def test_every_position_agrees_with_the_second_solver(leading_zero: bool) -> None:
    solver = solver_for(find("digit-dilemma", **{"leading-zero": leading_zero}))
    known = second_solver.dilemma(leading_zero)
    assert len(known) == (272_761 if leading_zero else 225_120)
    wrong = [
        (own, other)
        for (own, other), expected in known.items()
        if plain(solver.solution(State(Seat.ONE, own, other))) != expected
    ]
    assert wrong == []


def test_the_seat_of_the_mover_does_not_matter() -> None:
    solver = solver_for(find("digit-dilemma"))
    for own, other in [
        ("___", "___"),
        ("___", "_3_"),
        ("7__", "_3_"),
        ("74_", "_38"),
        ("741", "_38"),
    ]:
        mirrored = solver.solution(State(Seat.TWO, other, own))
        assert mirrored == solver.solution(State(Seat.ONE, own, other))


@pytest.mark.parametrize("leading_zero", [True, False])
def test_random_solutions_follow_from_those_of_their_successors(
    leading_zero: bool, size: Size
) -> None:
    positions = size(sample=1_000, full=10_000)
    game = find("digit-dilemma", **{"leading-zero": leading_zero})
    solver = solver_for(game)
    random = Random("dilemma")
    seen = Counter[Value]()
    while seen.total() < positions:
        for state, _ in random_walk(game, random):
            seen[check_consistent(solver, state)] += 1
    assert min(seen[Value.WIN], seen[Value.LOSE]) > positions / 5


@pytest.mark.parametrize("leading_zero", sampled([True, False], True))
def test_the_census_agrees_with_the_second_solver(leading_zero: bool) -> None:
    game = find("digit-dilemma", **{"leading-zero": leading_zero})
    assert census_of(game) == counted(list(second_solver.dilemma(leading_zero).values()))


@pytest.mark.prove
@pytest.mark.parametrize(
    "options", [{"slots": 2}, {}, {"divisor": 13, "leading_zero": False}], ids=str
)
def test_interpreted_and_compiled_tables_are_identical(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = DigitDilemma(**options)
    interpreted, json_table = build_codes(game), JsonTable(game, JsonTable.build(game))
    compiled = compile_functions(dilemma.COMPILED, "the tests").solve_boards
    monkeypatch.setattr(dilemma, "solve_boards", compiled)
    assert build_codes(game) == interpreted
    code_table = CodeTable(game, CodeTable.build(game))
    for own, other in early_boards(game):
        assert code_table.solution(own, other) == json_table.solution(own, other), (own, other)


@pytest.mark.prove
@pytest.mark.parametrize("options", [{"divisor": 13}, {"leading_zero": False}], ids=str)
def test_a_table_for_four_slots_is_consistent(options: dict[str, Any], size: Size) -> None:
    game = DigitDilemma(slots=4, **options)
    solver, random = solver_for(game), Random(1)
    left = size(sample=1_000, full=100_000)
    while left > 0:
        for state, _ in random_walk(game, random):
            check_locally(game, solver, state)
            left -= 1


def test_with_two_slots_the_first_player_wins_with_every_divisor(size: Size) -> None:
    for divisor in range(2, size(sample=20, full=100)):
        game = DigitDilemma(slots=2, divisor=divisor)
        assert solver_for(game).solution(game.start(Random(0))).value is Value.WIN
