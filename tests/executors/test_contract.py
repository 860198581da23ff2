"""The contract of every executor and every worker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from lastdigit.executors.base import Executor, Outcome, SerialExecutor, SerialWorker, Worker
from lastdigit.executors.local import LocalExecutor, LocalWorker, ThreadExecutor
from tests.executors import work
from tests.executors.cluster import RemoteRay

NUMBERS = [number for number in range(50) if number not in (work.KILLER, work.UNHAPPY)]
RAY = pytest.param("ray", marks=pytest.mark.prove)
PROCESSES = ("local", RAY)
ALL = ("serial", *PROCESSES)


@pytest.fixture(scope="module")
def executor(request: pytest.FixtureRequest) -> Executor:
    """Return the executor that a test names."""
    if request.param == "ray":
        ray: RemoteRay = request.getfixturevalue("ray")
        return ray
    executors: dict[str, Executor] = {
        "serial": SerialExecutor(),
        "local": LocalExecutor(2),
        "threads": ThreadExecutor(2),
    }
    return executors[request.param]


def every_executor(*names: object) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("executor", names, indirect=True)


@every_executor(*ALL, "threads")
def test_every_item_has_one_result(executor: Executor) -> None:
    outcomes = list(executor.run(work.double, NUMBERS))
    assert sorted((one.item, one.result) for one in outcomes) == [(n, 2 * n) for n in NUMBERS]
    assert not any(one.lost or one.fault for one in outcomes)
    assert executor.workers >= 1


@every_executor(*ALL, "threads")
def test_outcomes_have_the_items_of_the_caller_and_equal_items_count_separately(
    executor: Executor,
) -> None:
    items = [work.Number(value) for value in (1, 2, 2, 3)]
    outcomes = list(executor.run(work.value_of, items))
    assert Counter(id(one.item) for one in outcomes) == Counter(map(id, items))
    assert all(one.result == one.item.value for one in outcomes)


@every_executor(*ALL)
def test_an_item_that_raises_does_not_affect_other_items(executor: Executor) -> None:
    outcomes = list(executor.run(work.double, [1, work.UNHAPPY, 2]))
    assert {one.item: one.result for one in outcomes} == {1: 2, work.UNHAPPY: None, 2: 4}
    [refused] = [one for one in outcomes if one.fault]
    assert (refused.item, refused.lost) == (work.UNHAPPY, False)
    assert refused.fault.startswith("This number cannot be doubled.")


@every_executor(*ALL, "threads")
def test_without_items_there_are_no_outcomes(executor: Executor) -> None:
    assert list(executor.run(work.double, [])) == []


@every_executor(*PROCESSES)
def test_an_item_that_kills_its_worker_does_not_affect_other_items(executor: Executor) -> None:
    numbers = list(range(10, 20))
    outcomes = list(executor.run(work.double, numbers))
    assert Outcome(work.KILLER, lost=True) in outcomes
    done = {one.item: one.result for one in outcomes if not one.lost}
    assert done == {number: 2 * number for number in numbers if number != work.KILLER}
    assert len(outcomes) == len(numbers)


def test_serial_results_are_in_the_order_of_the_items() -> None:
    outcomes = SerialExecutor().run(work.double, NUMBERS)
    assert [one.item for one in outcomes] == NUMBERS


Work = Callable[[int], int]
WORKERS: dict[str, Callable[[Work], Worker]] = {"serial": SerialWorker, "local": LocalWorker}


@pytest.fixture(params=WORKERS)
def worker(request: pytest.FixtureRequest) -> Iterator[Worker]:
    """Return a worker that doubles numbers."""
    with closing(WORKERS[request.param](work.double)) as worker:
        yield worker


def test_a_worker_returns_one_outcome_per_item(worker: Worker) -> None:
    assert [worker.run(number) for number in (1, 2, 2)] == [
        Outcome(1, 2),
        Outcome(2, 4),
        Outcome(2, 4),
    ]


def test_a_worker_continues_after_an_item_that_raises(worker: Worker) -> None:
    fault = "This number cannot be doubled."
    assert worker.run(work.UNHAPPY) == Outcome(work.UNHAPPY, fault=fault)
    assert worker.run(3) == Outcome(3, 6)


def test_a_closed_worker_accepts_no_items(worker: Worker) -> None:
    worker.run(1)
    worker.close()
    assert worker.run(2) == Outcome(2, lost=True)
    worker.close()


def test_a_worker_that_is_killed_between_items_loses_no_item(worker: Worker) -> None:
    assert worker.run(1) == Outcome(1, 2)
    worker.kill()
    assert worker.run(2) == Outcome(2, 4)
