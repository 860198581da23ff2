"""Rate limits: how they fill, what they remember, and what a lookup costs."""

from __future__ import annotations

import pytest

from lastdigit.web.limits import Buckets, RateLimit
from lastdigit.web.schemas.errors import Refusal

MANY = 10_050


class Stranger:
    """A key that counts how often it is looked up."""

    lookups = 0

    def __hash__(self) -> int:
        Stranger.lookups += 1
        return id(self)


def test_bucket_is_spent_and_refilled_up_to_its_burst() -> None:
    budget = Buckets(rate=0.5, burst=2)
    for now in (0.0, 0.0, 2.0, 100.0, 100.0):
        budget.take("Ada", now)
    with pytest.raises(Refusal) as refused:
        budget.take("Ada", 100.5)
    assert refused.value.retry_after == 2
    budget.take("Ben", 100.5)
    budget.take("Ada", 102.5)


def test_empty_bucket_is_remembered_among_many_others() -> None:
    budget = Buckets(rate=0.01, burst=1)
    budget.take("Ada", 0.0)
    for number in range(MANY):
        budget.take(number, number / MANY * 99)
    with pytest.raises(Refusal):
        budget.take("Ada", 99.0)
    budget.take("Ada", 100.0)


def test_cost_of_a_lookup_does_not_grow_with_the_number_of_keys() -> None:
    """Otherwise a client with many names would slow down all requests."""
    budget = Buckets(rate=0.01, burst=1)
    crowd = [Stranger() for _ in range(MANY)]
    for stranger in crowd:
        budget.take(stranger, 0.0)
    assert Stranger.lookups < 10 * MANY


def test_a_browser_over_its_own_limit_costs_its_address_nothing() -> None:
    budget = RateLimit(Buckets(0, 2), Buckets(0, 1), Buckets(0, 3))
    for browser in ("Ada", "Ada", "Ben"):
        budget.take(browser, "school", 0)
    for browser in ("Ada", "Ada", "Ben"):
        with pytest.raises(Refusal):
            budget.take(browser, "school", 0)
    budget.take("Ben", "home", 0)
    with pytest.raises(Refusal):
        budget.take("Ben", "home", 0)


def test_visitors_without_a_cookie_share_a_fifth_of_their_address() -> None:
    budget = RateLimit.per_minute(browser=100, address=50)
    for _ in range(10):
        budget.take("school", "school", 0)
    with pytest.raises(Refusal):
        budget.take("school", "school", 0)
    budget.take("Ada", "school", 0)


def test_a_bucket_is_overdrawn_by_its_debt_at_most() -> None:
    budget = Buckets(rate=1, burst=2, debt=3)
    for _ in range(100):
        budget.spend("Ada", 0)
    assert budget.left("Ada", 0) == -3
    budget.take("Ada", 4)
