"""Batch sizes, and retries for batches lost to crashed workers."""

from __future__ import annotations

from collections import Counter

import pytest

from lastdigit.executors.base import MAX_BATCH_SIZE, Batch, Batches


def sizes(count: int, seconds: float, workers: int = 2) -> list[int]:
    """Return the sizes of batches if every item takes this long."""
    batches = Batches(range(count))
    found = []
    while (batch := batches.take(workers)) is not None:
        found.append(len(batch.items))
        batches.measure(len(batch.items), len(batch.items) * seconds)
    assert sum(found) == count
    return found


@pytest.mark.parametrize(
    ("seconds", "usual"), [(10.0, 1), (0.25, 1), (0.12, 2), (0.01, 25), (0.0001, MAX_BATCH_SIZE)]
)
def test_batches_take_a_quarter_of_a_second_and_get_smaller_towards_the_end(
    seconds: float, usual: int
) -> None:
    found = sizes(2_000, seconds)
    assert found[0] == 1, "the duration of an item is still unknown"
    assert found[1] == usual
    assert max(found) == usual
    assert found[-1] == 1
    assert found[1:] == sorted(found[1:], reverse=True)


def test_a_lost_batch_is_split_until_only_items_that_crash_remain() -> None:
    batches = Batches(range(64))
    batches.measure(1, 0.0)
    given_up: list[int] = []
    done: Counter[int] = Counter()
    crash_count = 0
    while (batch := batches.take(1)) is not None:
        if 13 in batch.items:
            crash_count += 1
            given_up += batches.retry(batch)
        else:
            done.update(batch.items)
    assert given_up == [13]
    assert done == Counter(number for number in range(64) if number != 13)
    assert crash_count == 3 * 6


def test_a_batch_is_not_split_after_its_first_crash() -> None:
    batches: Batches[int] = Batches([])
    assert batches.retry(Batch((1, 2))) == ()
    assert batches.take(1) == Batch((1, 2), crashes=1)
