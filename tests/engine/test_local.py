"""The engine on this machine: everything is done once, whoever dies of it."""

from __future__ import annotations

import pytest

from lastdigit.engine.contract import Outcome
from lastdigit.engine.local import LocalEngine
from lastdigit.errors import PlayerError
from lastdigit.puzzles.sets import Wanted, make_sets
from lastdigit.puzzles.shapes import solved_data
from tests.engine import work


@pytest.mark.parametrize("workers", [1, 3])
def test_everything_is_done_once(workers: int) -> None:
    numbers = [number for number in range(50) if number != work.KILLER]
    outcomes = list(LocalEngine(workers).carry_out(work.doubled, numbers))
    assert sorted((one.item, one.result) for one in outcomes) == [(n, 2 * n) for n in numbers]
    assert list(LocalEngine(workers).carry_out(work.doubled, [])) == []


def test_what_kills_workers_is_given_up_and_everything_else_is_done() -> None:
    numbers = list(range(10, 20))
    outcomes = list(LocalEngine(2).carry_out(work.doubled, numbers))
    assert Outcome(work.KILLER, lost=True) in outcomes
    done = {one.item: one.result for one in outcomes if not one.lost}
    assert done == {number: 2 * number for number in numbers if number != work.KILLER}


def test_an_error_of_ours_is_a_value() -> None:
    [first, second] = LocalEngine(2).carry_out(work.doubled, [work.UNHAPPY, work.UNHAPPY])
    assert first == second == Outcome(work.UNHAPPY, fault="This number cannot be doubled.")


def test_workers_that_all_die_are_not_hired_for_ever() -> None:
    with pytest.raises(PlayerError, match="die one after another, with code 7"):
        list(LocalEngine(2).carry_out(work.dies, range(100)))


@pytest.mark.prove
def test_puzzles_are_the_same_whoever_makes_them() -> None:
    """In Number Morph the words of a reason could tell what was looked at before."""
    wanted = [Wanted("number-morph", 2, seed) for seed in ("5", "5-2", "5-3")]
    alone, shared = (make_sets(LocalEngine(workers), wanted) for workers in (1, 2))
    assert [len(made) for made in alone] == [2, 2, 2]
    data = [[solved_data(one) for made in sets for one in made] for sets in (alone, shared)]
    assert data[0] == data[1]
    assert make_sets(LocalEngine(), wanted[1:2]) == alone[1:2], "each can be made by itself"
