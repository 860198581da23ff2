"""Tables are built ahead of time only if another process can build and share them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator

import pytest

import lastdigit
from lastdigit.analysis import prepare as module
from lastdigit.analysis.prepare import prepare
from lastdigit.solver import solver_for
from lastdigit.solver.tables import MIN_REPORTED_SIZE
from tests.conftest import PATIENCE


class Solver:
    def __init__(self, ready: bool, size: int) -> None:
        self.is_ready, self.cache_bytes = (lambda: ready), (lambda: size)


@pytest.mark.parametrize(
    ("ready", "size", "cache", "started"),
    [
        (False, MIN_REPORTED_SIZE, 1, True),
        (False, MIN_REPORTED_SIZE + 1, 1, False),
        (False, MIN_REPORTED_SIZE, 0, False),
        (True, MIN_REPORTED_SIZE, 1, False),
    ],
    ids=["small", "large", "without a cache", "ready"],
)
def test_a_process_builds_small_tables_that_can_be_cached(
    ready: bool, size: int, cache: int, started: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[object] = []
    monkeypatch.setattr(module, "solver_for", lambda _: Solver(ready, size))
    monkeypatch.setattr(module, "max_bytes", lambda: cache)
    monkeypatch.setattr(module, "_build_in_process", built.append)
    game = lastdigit.find("digit-duel", digits=2)
    thread = prepare(game)
    if thread is not None:
        thread.join()
    assert built == ([game] if started else [])


def test_tables_are_built_in_one_quiet_process(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[int, bool]] = []
    built: list[object] = []

    class Executor:
        def __init__(self, workers: int, *, quiet: bool) -> None:
            begun.append((workers, quiet))

        def run(
            self, function: Callable[[object], object], items: list[object]
        ) -> Iterator[object]:
            for item in items:
                built.append(item)
                yield function(item)

    monkeypatch.setattr("lastdigit.executors.local.LocalExecutor", Executor)
    game = lastdigit.find("digit-duel", digits=2)
    module._build_in_process(game)
    assert (begun, built) == ([(1, True)], [game])
    assert solver_for(game).is_ready()


def test_a_server_builds_tables_with_a_command() -> None:
    game = lastdigit.find("operation-obliteration", divisors=(2, 3))
    command = module.prepare_command(game)
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    command[-1] = '{"divisors": [1]}'
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("'divisors' cannot be")
