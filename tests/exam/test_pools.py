"""The committed pools: the right split, and blind policies at chance."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import lastdigit
from bench import shortcuts
from lastdigit.analysis.critical import Split, split_of
from lastdigit.analysis.policies import POLICIES, effective_size, policy_scores
from lastdigit.exam.pools import (
    BUDGETS,
    CHECK_BUDGET,
    CHECK_SEEDS,
    LINES_FILE,
    SEEDS,
    PoolItem,
    draw,
    effort_grade,
    group_by_grade,
    lines_to_beat,
    load_pool,
    measure_effort,
    parse_pool_item,
    pool_folder,
    pool_hash,
    pool_item_line,
    pools_table,
    search_seeds,
    serialize_pool,
    solve_item,
)
from lastdigit.solver import tables
from lastdigit.solver.solver import is_solvable
from tests.conftest import GAMES, ROOT
from tests.sizes import sampled
from tools.shortcut_learners import board_of

PACKAGE = ROOT / "src" / "lastdigit" / "exam"
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


@pytest.mark.parametrize("name", POOLED)
def test_near_twins_count_once(name: str) -> None:
    boards = Counter(board_of(name, item) for item in load_pool(name))
    assert [board for board, count in boards.items() if count > 1] == []


@pytest.mark.parametrize("name", POOLED)
def test_every_grade_has_a_line_to_beat_that_was_measured_with_this_pool(name: str) -> None:
    path = PACKAGE / pool_folder(Split.EXAM) / LINES_FILE
    measured = {(row["game"], row["grade"]): row for row in json.loads(path.read_text())}
    for grade, items in group_by_grade(load_pool(name)).items():
        row = measured[name, grade]
        assert (row["pool"], row["items"]) == (pool_hash(items), len(items))
        assert row["effectiveSize"] == pytest.approx(
            effective_size(item.weight for item in items), abs=0.1
        )
        assert lines_to_beat()[name, grade] == max(row["booster"], row["chance"])


def test_version_1_has_its_own_pools_and_no_lines() -> None:
    assert len(load_pool("operation-obliteration", version=1)) == 1_507
    assert lines_to_beat(1) == {}


def test_the_page_shows_the_lines_to_beat() -> None:
    rows = json.loads((PACKAGE / pool_folder(Split.EXAM) / LINES_FILE).read_text())
    assert shortcuts.table(rows) in (ROOT / "docs" / "method.md").read_text()


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
    written = serialize_pool([item])
    assert written == serialize_pool([item])
    assert written[4:8] == bytes(4), "a gzip file without the time at which it was written"
    assert load_pool("no-such-game") == ()


def test_the_page_tells_what_the_pools_have() -> None:
    assert pools_table(POOLED) in (ROOT / "docs" / "exam.md").read_text()


def scripted(right_at: Sequence[Sequence[int]], largest: Sequence[bool] = (True,) * SEEDS) -> Any:
    """Return a search that is right at these budgets, a row for each seed."""
    rows, last = iter(right_at), iter(largest)

    def search(budgets: Sequence[int], _: int) -> list[int]:
        if CHECK_BUDGET in budgets:
            return [0 if next(last) else 1]
        row = next(rows)
        return [0 if budget in row else 1 for budget in budgets]

    return search


def test_effort_is_where_being_right_begins_for_good() -> None:
    usual = [budget for budget in BUDGETS if budget >= 64]
    assert measure_effort(scripted([usual] * SEEDS), {0}, "") == 64
    assert measure_effort(scripted([[1, *usual]] * SEEDS), {0}, "") == 64, "1 was luck"
    assert measure_effort(scripted([[], [], *[usual] * 18]), {0}, "") == 64
    assert measure_effort(scripted([[], [], []]), {0}, "") is None, "no fourth is asked"
    late = [budget for budget in usual if budget != 1_024]
    assert measure_effort(scripted([late] * 3 + [usual] * 17), {0}, "") == 4_096
    assert [effort_grade(effort) for effort in (4, 16, 64, 256, 4_096, None)] == [1, 1, 2, 3, 4, 5]


def test_the_largest_budget_has_to_stay_right_and_is_asked_seldom_where_it_does() -> None:
    rows = [BUDGETS] * SEEDS
    assert measure_effort(scripted(rows, [True] * CHECK_SEEDS), {0}, "") == 1, "no more are asked"
    doubted = [False, False, *[True] * 18]
    assert measure_effort(scripted(rows, doubted), {0}, "") == 1, "all are asked, and 18 are right"
    assert measure_effort(scripted(rows, [False, True, False, False]), {0}, "") is None
    late = [*[True] * (CHECK_SEEDS - 1), *[False] * 3]
    assert measure_effort(scripted(rows, late), {0}, "") is None, "the first are too few"


def test_the_seeds_of_a_position_never_change() -> None:
    """The published grades were measured with them."""
    seeds = list(search_seeds("1 211 211"))
    assert len(set(seeds)) == SEEDS
    assert seeds[:2] == [8_078_755_035_312_693_989, 14_723_029_344_877_076_622]


def test_a_grade_ends_at_its_bound() -> None:
    efforts = (16, 17, 64, 65, 256, 257, 4_096, 4_097)
    assert [effort_grade(effort) for effort in efforts] == [1, 2, 2, 3, 3, 4, 4, 5]
