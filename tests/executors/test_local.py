"""Worker processes: crashes, kills, and what the processes print."""

from __future__ import annotations

import sys
import threading
from contextlib import closing

import pytest

from lastdigit.errors import LastDigitError, PlayerError
from lastdigit.executors.base import Outcome, SerialExecutor
from lastdigit.executors.local import LocalExecutor, LocalWorker
from lastdigit.puzzles.generate import SetRequest, make_sets
from lastdigit.puzzles.puzzle import solved_data
from tests.executors import work


def test_an_executor_whose_workers_all_crash_gives_up() -> None:
    with pytest.raises(PlayerError, match=r"keep crashing \(exit code 7\)"):
        list(LocalExecutor(2).run(work.die, range(100)))


@pytest.mark.parametrize("quiet", [False, True])
def test_a_bug_counts_as_a_crash_and_its_traceback_is_printed_unless_quiet(
    quiet: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    outcomes = list(LocalExecutor(1, quiet=quiet).run(work.raise_bug, [1]))
    assert outcomes == [Outcome(1, lost=True)]
    assert ("ZeroDivisionError" in capfd.readouterr().err) is not quiet
    with pytest.raises(ZeroDivisionError):
        list(SerialExecutor().run(work.raise_bug, [1]))


def test_a_machine_that_can_start_no_worker_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/missing/python")
    with pytest.raises(LastDigitError, match="Cannot start a worker process: No such file"):
        list(LocalExecutor(2).run(work.double, [1, 2]))


def test_an_item_that_kills_a_worker_is_lost_and_the_next_gets_a_new_worker() -> None:
    with closing(LocalWorker(work.double)) as worker:
        assert worker.run(work.KILLER) == Outcome(work.KILLER, lost=True)
        assert worker.run(2) == Outcome(2, 4)


def test_a_bug_costs_a_worker_one_item_and_its_traceback_is_printed(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with closing(LocalWorker(work.raise_bug)) as worker:
        assert worker.run(1) == Outcome(1, lost=True)
    assert "ZeroDivisionError" in capfd.readouterr().err


@pytest.mark.parametrize("end", ["kill", "close"])
def test_an_item_can_be_killed_by_another_thread(end: str) -> None:
    worker = LocalWorker(work.sleep)
    with closing(worker):
        assert worker.run(0) == Outcome(0, 0)
        timer = threading.Timer(0.2, getattr(worker, end))
        timer.start()
        assert worker.run(1_000) == Outcome(1_000, lost=True)
        timer.join()
        assert worker.run(0) == (Outcome(0, 0) if end == "kill" else Outcome(0, lost=True))


def test_a_worker_prints_nothing_to_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    with closing(LocalWorker(work.speak)) as worker:
        worker.run(1)
    assert capfd.readouterr() == ("", "err\n")


def test_a_worker_that_cannot_be_started_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/missing/python")
    with (
        closing(LocalWorker(work.double)) as worker,
        pytest.raises(LastDigitError, match="Cannot start a worker process: No such file"),
    ):
        worker.run(1)


@pytest.mark.prove
def test_puzzles_do_not_depend_on_the_executor() -> None:
    """In Number Morph the text of a reason could depend on earlier requests."""
    wanted = [SetRequest("number-morph", 2, seed) for seed in ("5", "5-2", "5-3")]
    alone, shared = (make_sets(one, wanted) for one in (SerialExecutor(), LocalExecutor(2)))
    assert [len(made) for made in alone] == [2, 2, 2]
    data = [[solved_data(one) for made in sets for one in made] for sets in (alone, shared)]
    assert data[0] == data[1]
    assert make_sets(SerialExecutor(), wanted[1:2]) == alone[1:2], "each set can be generated alone"
