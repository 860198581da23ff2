"""The solver of Operation Obliteration: exact, and the same interpreted and compiled."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from lastdigit.analysis.position import solve_game
from lastdigit.errors import MissingExtra
from lastdigit.game.game import Seat
from lastdigit.games.operation_obliteration import solver as module
from lastdigit.games.operation_obliteration.rules import LASTING, Operation, State
from lastdigit.games.operation_obliteration.solver import (
    OperationObliterationSolver,
    build_compiled,
    build_interpreted,
)
from lastdigit.games.operation_obliteration.variants import OperationObliteration
from lastdigit.solver import Solver, solver_for, tables
from tests.conftest import Size
from tests.solver import second_solver
from tests.solver.consistency import check_locally
from tests.solver.test_solver import check_consistent, plain

VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"limit": 10},
    {"divisors": (2, 3)},
    {"divisors": (2, 3, 5), "limit": 40},
    {"divisors": (2, 3, 5, 7), "limit": 300},
)


@pytest.fixture(autouse=True)
def _shared_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


# The rulebook's game


def state_at(position: second_solver.Obliteration, mover: Seat) -> State:
    """Return the state for a number and the last operations of the mover and the opponent."""
    number, *lasts = position
    own, other = (Operation(last) if last else None for last in lasts)
    return State(mover, number, *((own, other) if mover is Seat.ONE else (other, own)))


@pytest.mark.parametrize("mover", Seat)
def test_every_position_is_solved_as_by_the_second_solver(mover: Seat) -> None:
    solver = solver_for(OperationObliteration())
    known = second_solver.obliteration()
    assert len(known) == 100 * 5 * 5
    assert {value for value, _ in known.values()} == {"win", "lose", "draw"}
    for position, solution in known.items():
        assert plain(solver.solution(state_at(position, mover))) == solution, position


@pytest.mark.parametrize("mover", Seat)
def test_every_position_is_consistent_with_its_moves(mover: Seat) -> None:
    solver = solver_for(OperationObliteration())
    seen = Counter(
        check_consistent(solver, state_at(position, mover))
        for position in second_solver.obliteration()
    )
    assert len(seen) == 3


def test_the_list_of_starts_agrees_with_the_second_solver() -> None:
    known = second_solver.obliteration()
    openings = tuple(solve_game(OperationObliteration()).starts.values())
    playable = [n for n in range(1, 101) if second_solver.obliteration_moves((n, None, None))]
    assert [int(opening.position.split()[1]) for opening in openings] == playable
    for number, opening in zip(playable, openings, strict=True):
        value, plies = known[number, None, None]
        assert plain(opening.solution) == (value, plies)
        opposite = {"win": "lose", "lose": "win", "draw": "draw"}[value]
        best = [
            operation
            for operation, later in second_solver.obliteration_moves((number, None, None)).items()
            if known[later][0] == opposite
        ]
        assert list(opening.best) == ([] if value == "lose" else best)
        assert opening.winner == {"win": Seat.ONE, "lose": Seat.TWO, "draw": None}[value]


def test_no_player_can_force_a_win_within_three_turns_from_a_lasting_start() -> None:
    solver = solver_for(OperationObliteration())
    found = {int(text): solver.solution(state) for text, state in solver.starts().items()}
    lasting = [number for number, one in found.items() if one.remoteness in (None, 4)]
    assert tuple(lasting) == LASTING
    assert max(one.remoteness or 0 for one in found.values()) == 4
    drawn = OperationObliteration(None)
    assert {drawn.start(Random(seed)).number for seed in range(100)} == set(LASTING)


# Variants


@pytest.mark.prove
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_compiled_table_agrees_with_the_general_solver(
    options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = OperationObliteration(**options)
    general = Solver(game)
    monkeypatch.setattr(module, "IN_PYTHON", 0)
    special = OperationObliterationSolver(game)
    lasts = (None, *game.all_moves())
    for number in range(1, game.limit + 1):
        for own in lasts:
            for other in lasts:
                state = State(Seat.ONE, number, own, other)
                assert special.solution(state) == general.solution(state), state


@pytest.mark.prove
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_interpreted_and_compiled_code_build_the_same_table(options: dict[str, Any]) -> None:
    game = OperationObliteration(**options)
    compiled = build_compiled(game.limit, game.divisors, "the tests")
    assert build_interpreted(game.limit, game.divisors).tobytes() == compiled.tobytes()


@pytest.mark.prove
@pytest.mark.parametrize("divisors", [(2,), (2, 3, 5, 7)])
def test_a_limit_of_a_million_is_consistent(divisors: tuple[int, ...], size: Size) -> None:
    game = OperationObliteration(limit=1_000_000, divisors=divisors)
    solver, random = solver_for(game), Random(1)
    lasts = (None, *game.all_moves())
    for _ in range(size(sample=1_000, full=100_000)):
        number = random.randint(1, game.limit)
        state = State(Seat.TWO, number, random.choice(lasts), random.choice(lasts))
        check_locally(game, solver, state)


def test_with_the_divisor_two_only_four_starts_are_drawn_for_every_limit(size: Size) -> None:
    for limit in (10, 100, 1_000, size(sample=5_000, full=1_000_000)):
        solver = OperationObliterationSolver(OperationObliteration(limit=limit))
        census = solver.count_starts()
        drawn = 4 if census is None else census.drawn
        assert drawn == 4
        assert census is None or census.longest == 4
        for number in (1, 2, 4, 8):
            assert str(solver.solution(State(Seat.ONE, number)).value) == "draw"


def test_without_the_extra_a_large_variant_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tables, "is_installed", lambda: False)
    game = OperationObliteration(limit=20_000)
    with pytest.raises(MissingExtra, match="limit above 10,000 needs the extra fast"):
        OperationObliterationSolver(game).solution(game.start(Random(0)))
