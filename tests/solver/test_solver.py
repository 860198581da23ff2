"""The solvers agree with a second solver and with themselves."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from random import Random
from typing import Any

import pytest

from lastdigit.analysis.position import solve_game
from lastdigit.game.game import AnyGame, Value
from lastdigit.games import find
from lastdigit.games.digit_poison.variants import DigitPoison
from lastdigit.solver import Branch, Solution, Solver, best_first, solver_for
from lastdigit.solver.solver import Census, combined
from tests.solver.second_solver import Solved


def plain(solution: Solution) -> Solved:
    """Return a solution as the second solver writes it."""
    return str(solution.value), solution.remoteness


# Agreement with the second solver


# Consistency: the solution of a position follows from those of the positions after it


def after(solver: Solver[Any, Any], state: Any) -> list[Solution]:
    """Return the solution after each move, each computed separately."""
    game = solver.game
    return [solver.solution(game.successor(state, move)) for move in game.legal_moves(state)]


def check_consistent(solver: Solver[Any, Any], state: Any) -> Value:
    """Compare a position with its moves, and the branches with the positions after them."""
    solved = solver.solution(state)
    outcome = solver.game.outcome(state)
    if outcome is not None:
        won = outcome.winner is state.mover
        assert solved == Solution(Value.WIN if won else Value.LOSE, 0)
        return solved.value
    later = after(solver, state)
    values = {solution.value for solution in later}
    assert (solved.value is Value.WIN) == (Value.LOSE in values)
    assert (solved.value is Value.LOSE) == (values == {Value.WIN})
    fitting = combined(later)
    assert fitting.value is solved.value
    if None not in (fitting.remoteness, solved.remoteness):
        assert solved.remoteness == fitting.remoteness
    if solved.value is Value.DRAW:
        assert solved.remoteness is None
    return solved.value


# Combining solutions


def branch(value: Value, plies: int | None) -> Branch[Any, str]:
    """Return a move that leads to a position with this solution for the opponent."""
    return Branch(f"{value} {plies}", None, Solution(value, plies))


def test_the_best_moves_come_first() -> None:
    """Near wins, wins of unknown length, draws, losses of unknown length, far losses, near ones."""
    in_order = [
        branch(Value.LOSE, 0),
        branch(Value.LOSE, 4),
        branch(Value.LOSE, None),
        branch(Value.DRAW, None),
        branch(Value.WIN, None),
        branch(Value.WIN, 7),
        branch(Value.WIN, 1),
    ]
    for seed in range(20):
        shuffled = Random(seed).sample(in_order, len(in_order))
        assert best_first(shuffled) == in_order


def test_equally_good_moves_keep_their_order() -> None:
    alike = [branch(Value.WIN, 3)._replace(move=text) for text in ("b", "a", "c")]
    assert best_first(alike) == alike


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ([("lose", 4), ("lose", 2), ("win", 1), ("draw", None)], ("win", 3)),
        ([("win", 4), ("win", 2)], ("lose", 5)),
        ([("win", 4), ("draw", None)], ("draw", None)),
        ([("lose", None), ("lose", 2)], ("win", None)),  # the unknown one may be nearer
        ([("lose", None), ("lose", 0)], ("win", 1)),  # nothing is nearer than the end
        ([("win", None), ("win", 2)], ("lose", None)),
        ([("win", None), ("lose", 2)], ("win", 3)),
    ],
)
def test_the_value_of_a_position_is_that_of_its_best_move(
    later: list[Solved], expected: Solved
) -> None:
    assert plain(combined(Solution(Value(value), plies) for value, plies in later)) == expected


def counted(known: list[Solved]) -> Census:
    """Count plainly."""
    values = Counter(value for value, _ in known)
    longest = max(plies or 0 for _, plies in known)
    return Census(values["win"], values["lose"], values["draw"], longest)


def census_of(game: AnyGame) -> Census | None:
    return solver_for(game).census(game.start(Random(0)))


def met(game: AnyGame) -> list[Solved]:
    """Return the solutions of all reachable positions, found by plain search."""
    start = game.start(Random(0))
    seen = {game.key(start): start}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        for move in game.legal_moves(state):
            later = game.successor(state, move)
            if game.key(later) not in seen:
                seen[game.key(later)] = later
                waiting.append(later)
    return [plain(solver_for(game).solution(state)) for state in seen.values()]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("digit-duel", {"number-1": 1, "number-2": 1}),
        ("digit-duel", {"number-1": 34, "number-2": 120}),
        ("digit-duel", {"number-1": 120, "number-2": 7}),
        ("operation-obliteration", {"start": 12}),
        ("operation-obliteration", {"start": 97}),
        ("digit-poison", {"divisor": 3, "max-length": 10}),
        ("digit-poison", {"divisor": 1, "max-length": 5}),
        ("digit-poison", {"divisor": 1, "max-length": None}),
        ("digit-poison", {"divisor": 10, "max-length": 1}),
        ("digit-poison", {"divisor": 10, "max-length": 4}),
        ("digit-poison", {"divisor": 64, "max-length": 9}),
        ("digit-poison", {"divisor": 1001, "max-length": 3}),
    ],
)
def test_a_census_counts_all_reachable_positions(name: str, options: dict[str, Any]) -> None:
    game = find(name, **options)
    assert census_of(game) == counted(met(game))


def test_a_game_with_a_random_start_has_no_census_and_no_opening() -> None:
    whole = solve_game(find("number-morph"))
    assert (whole.opening, whole.census, len(whole.starts)) == (None, None, 143)


def test_the_general_solver_reaches_every_position_by_a_short_path() -> None:
    """Otherwise an endless number grows by a digit with every position: 300,000 took over 22 GB."""
    game = DigitPoison(divisors=(73, 79), max_length=None)
    tracemalloc.start()
    try:
        census = Solver(game).census(game.start(Random(0)))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert census is not None
    assert census.positions > 5_000
    assert most < 15_000_000
