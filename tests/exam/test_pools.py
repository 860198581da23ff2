"""The committed pools: the right split, and blind policies at chance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import lastdigit
from lastdigit.analysis.critical import Split, split_of
from lastdigit.exam.pools import (
    BUDGETS,
    POLICIES,
    PoolItem,
    draw,
    group_by_grade,
    load_pool,
    parse_pool_item,
    policy_scores,
    pool_item_line,
    pools_table,
    serialize_pool,
    solve_item,
)
from lastdigit.solver import tables
from lastdigit.solver.solver import is_solvable
from tests.conftest import GAMES, ROOT
from tests.sizes import sampled

POOLED = [name for name in GAMES if load_pool(name)]
TOLERANCE = 0.02
LOOKING_FROM = 3
"""The grade from which on policies that look ahead have to stay at chance, too."""
SAMPLE, SAMPLES_TOLERANCE = 60, 0.25
"""Some items of a grade show a pool that was written without weights; all show two points."""


def furthest_off(
    name: str, grade: int, items: Sequence[PoolItem], weights: Sequence[float]
) -> float:
    """Return how far that policy is off chance which is furthest off, of those that are held."""
    whole = sum(weights)
    most = [0.0] * len(POLICIES)
    for item, weight in zip(items, weights, strict=True):
        critical = solve_item(name, item)
        game = lastdigit.find(name, **dict(item.options))
        assert split_of(game, game.parse_state(item.position)) is Split.EXAM
        for place, score in enumerate(policy_scores(game, item.position, critical.best)):
            most[place] += (score - critical.chance) * weight / whole
    return max(
        abs(off)
        for off, policy in zip(most, POLICIES, strict=True)
        if policy.plies == 0 or grade >= LOOKING_FROM
    )


@pytest.mark.prove
@pytest.mark.parametrize("name", POOLED)
def test_policies_that_know_nothing_score_at_chance(name: str) -> None:
    for grade, items in group_by_grade(load_pool(name)).items():
        assert furthest_off(name, grade, items, [item.weight for item in items]) < TOLERANCE, grade


@pytest.mark.parametrize("name", sampled(POOLED, "digit-duel", "digit-poison"))
def test_policies_that_know_nothing_are_not_far_off_in_a_sample(name: str) -> None:
    for grade, items in group_by_grade(load_pool(name)).items():
        taken = draw([item.weight for item in items], SAMPLE, Random(1))
        drawn = [items[place] for place in taken]
        if len(drawn) == SAMPLE:
            off = furthest_off(name, grade, drawn, [1.0] * SAMPLE)
            assert off < SAMPLES_TOLERANCE, grade


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("split", [Split.EXAM, Split.TRAIN])
def test_no_item_stands_twice_and_efforts_are_budgets_that_were_tried(
    name: str, split: Split
) -> None:
    items = load_pool(name, split)
    assert len({(item.options, item.position) for item in items}) == len(items)
    assert {item.effort for item in items} <= {*BUDGETS, None}
    assert all(item.weight > 0 for item in items)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("split", [Split.EXAM, Split.TRAIN])
def test_nothing_is_asked_that_needs_compiled_code(
    name: str, split: Split, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tables, "is_installed", lambda: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # what is kept needs nothing any more
    assert not is_solvable(lastdigit.find("digit-duel", digits=5, base=4))
    for options in {item.options for item in load_pool(name, split)}:
        assert is_solvable(lastdigit.find(name, **dict(options))), options


def test_an_item_is_read_as_it_was_written() -> None:
    item = PoolItem((("divisors", (2, 3)), ("uses", 1)), "1 140", 64, 0.125)
    assert parse_pool_item(pool_item_line(item)) == item
    assert serialize_pool([item]) == serialize_pool([item])
    assert load_pool("no-such-game") == ()


def test_the_page_tells_what_the_pools_have() -> None:
    assert pools_table(POOLED) in (ROOT / "docs" / "exam.md").read_text()
