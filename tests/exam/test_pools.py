"""The pools that are kept: all of the exam's split, and blind policies score at chance."""

from __future__ import annotations

import pytest

import lastdigit
from lastdigit.analysis.splits import Split, split_of
from lastdigit.exam.balance import dot
from lastdigit.exam.effort import BUDGETS
from lastdigit.exam.policies import POLICIES, policy_scores
from lastdigit.exam.pools import Item, by_grade, item_line, pool_of, pools_table, read_item, solved
from tests.conftest import GAMES, ROOT

TOLERANCE = 0.02
LOOKING_FROM = 3
"""The grade from which on policies that look ahead have to stay at chance, too."""


@pytest.mark.parametrize("name", GAMES)
def test_policies_that_know_nothing_score_at_chance(name: str) -> None:
    grades = by_grade(pool_of(name))
    assert grades, "every game of ours has a pool"
    for grade, items in grades.items():
        weights = [item.weight for item in items]
        found = [solved(name, item) for item in items]
        chance = dot(weights, [critical.chance for critical in found]) / sum(weights)
        rows = []
        for item, critical in zip(items, found, strict=True):
            game = lastdigit.find(name, **dict(item.options))
            assert split_of(game, game.parse_state(item.position)) is Split.EXAM
            rows.append(policy_scores(game, item.position, critical.best))
        for policy, column in zip(POLICIES, zip(*rows, strict=True), strict=True):
            if policy.plies == 0 or grade >= LOOKING_FROM:
                score = dot(weights, column) / sum(weights)
                assert abs(score - chance) < TOLERANCE, (grade, policy.name)


@pytest.mark.parametrize("name", GAMES)
def test_no_item_stands_twice_and_efforts_are_budgets_that_were_tried(name: str) -> None:
    items = pool_of(name)
    assert len({(item.options, item.position) for item in items}) == len(items)
    assert {item.effort for item in items} <= {*BUDGETS, None}
    assert all(item.weight > 0 for item in items)


def test_an_item_is_read_as_it_was_written() -> None:
    item = Item((("divisors", (2, 3)), ("uses", 1)), "1 140", 64, 0.125)
    assert read_item(item_line(item)) == item
    assert pool_of("no-such-game") == ()


def test_the_page_tells_what_the_pools_have() -> None:
    assert pools_table(GAMES) in (ROOT / "docs" / "exam.md").read_text()
