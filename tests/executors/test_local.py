"""Worker processes: what happens when all of them crash, and what they print."""

from __future__ import annotations

import sys

import pytest

from lastdigit.errors import LastDigitError, PlayerError
from lastdigit.executors.base import Outcome, SerialExecutor
from lastdigit.executors.local import LocalExecutor
from lastdigit.puzzles.generate import SetRequest, make_sets
from lastdigit.puzzles.puzzle import solved_data
from tests.executors import work


def test_an_executor_whose_workers_all_crash_gives_up() -> None:
    with pytest.raises(PlayerError, match="keep crashing, with exit code 7"):
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
    with pytest.raises(LastDigitError, match="No worker can be started: No such file"):
        list(LocalExecutor(2).run(work.double, [1, 2]))


@pytest.mark.prove
def test_puzzles_are_the_same_whoever_makes_them() -> None:
    """In Number Morph the words of a reason could tell what was looked at before."""
    wanted = [SetRequest("number-morph", 2, seed) for seed in ("5", "5-2", "5-3")]
    alone, shared = (make_sets(one, wanted) for one in (SerialExecutor(), LocalExecutor(2)))
    assert [len(made) for made in alone] == [2, 2, 2]
    data = [[solved_data(one) for made in sets for one in made] for sets in (alone, shared)]
    assert data[0] == data[1]
    assert make_sets(SerialExecutor(), wanted[1:2]) == alone[1:2], "each can be made by itself"
