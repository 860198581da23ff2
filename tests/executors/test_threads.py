"""Threads for items that only wait: concurrency, faults and interruptions."""

from __future__ import annotations

import sys
import threading

import pytest

from lastdigit.errors import PlayerError
from lastdigit.executors.base import Outcome
from lastdigit.executors.local import ThreadExecutor
from tests.conftest import PATIENCE


def test_as_many_items_as_threads_run_at_the_same_time() -> None:
    barrier = threading.Barrier(4)
    outcomes = ThreadExecutor(4).run(lambda _: barrier.wait(PATIENCE), range(4))
    assert sorted(one.result or 0 for one in outcomes) == [0, 1, 2, 3]


def test_after_a_fault_no_item_starts_and_started_items_finish() -> None:
    failing, started = threading.Event(), list[int]()

    def ask(number: int) -> int:
        started.append(number)
        if number == 1:
            failing.set()
            raise PlayerError("The budget is spent.")
        assert failing.wait(PATIENCE)
        return number

    outcomes = list(ThreadExecutor(2).run(ask, range(2)))
    assert outcomes == [Outcome(0, 0), Outcome(1, fault="The budget is spent.")]
    alone = list(ThreadExecutor(1).run(ask, [1, 2, 3]))
    assert alone == [Outcome(1, fault="The budget is spent.")]
    assert 3 not in started


def test_an_unexpected_error_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        list(ThreadExecutor(2).run(lambda number: 1 // number, [1, 0, 1]))


def test_exiting_in_a_thread_ends_the_run() -> None:
    raised = []

    def run() -> None:
        try:
            list(ThreadExecutor(2).run(sys.exit, ["It is time to go."]))
        except SystemExit as exit_:
            raised.append(str(exit_))

    waiting = threading.Thread(target=run, daemon=True)
    waiting.start()
    waiting.join(PATIENCE)
    assert raised == ["It is time to go."]
