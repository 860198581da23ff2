"""Tables are built ahead of time only if another process can build and share them."""

from __future__ import annotations

import pytest

import lastdigit
from lastdigit.analysis import prepare as module
from lastdigit.analysis.prepare import prepare
from lastdigit.solver.tables import MIN_REPORTED_SIZE


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
