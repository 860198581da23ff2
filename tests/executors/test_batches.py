"""How much is given to a worker at once, and what becomes of what a worker dies of."""

from __future__ import annotations

from collections import Counter

import pytest

from lastdigit.executors.base import MAX_BATCH_SIZE, Batch, Batches


def sizes(count: int, seconds: float, workers: int = 2) -> list[int]:
    """Return how large batches become when every item takes so long."""
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
def test_a_batch_takes_a_quarter_of_a_second_and_they_get_smaller_towards_the_end(
    seconds: float, usual: int
) -> None:
    found = sizes(2_000, seconds)
    assert found[0] == 1, "nobody knows yet how long one takes"
    assert found[1] == usual
    assert max(found) == usual
    assert found[-1] == 1
    assert found[1:] == sorted(found[1:], reverse=True)


def test_what_is_lost_comes_again_and_is_split_until_only_what_kills_is_left() -> None:
    batches = Batches(range(64))
    batches.measure(1, 0.0)
    given_up: list[int] = []
    done: Counter[int] = Counter()
    deaths = 0
    while (batch := batches.take(1)) is not None:
        if 13 in batch.items:
            deaths += 1
            given_up += batches.retry(batch)
        else:
            done.update(batch.items)
    assert given_up == [13]
    assert done == Counter(number for number in range(64) if number != 13)
    assert deaths == 3 * 6


def test_a_batch_that_was_only_unlucky_stays_whole() -> None:
    batches: Batches[int] = Batches([])
    assert batches.retry(Batch((1, 2))) == ()
    assert batches.take(1) == Batch((1, 2), crashes=1)
