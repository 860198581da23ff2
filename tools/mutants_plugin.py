"""The pytest plugin of `tools.mutants`: record what each test reaches, or run tests in an order.

Record durations and, with coverage running, the test as the context of every line:

    MUTANTS_DURATIONS=durations.json COVERAGE_PROCESS_START=... pytest -p tools.mutants_plugin

Run the tests in the order of a JSON list of their ids, after any tests that it does not contain:

    MUTANTS_ORDER=order.json pytest -p tools.mutants_plugin
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import coverage
import pytest

DURATIONS = os.environ.get("MUTANTS_DURATIONS")
ORDER = os.environ.get("MUTANTS_ORDER")

seconds = defaultdict[str, float](float)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Attribute everything that runs from now on to this test."""
    measured = coverage.Coverage.current()
    if measured is not None:
        measured.switch_context(item.nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up the time of a test with its fixtures."""
    seconds[report.nodeid] += report.duration


def pytest_sessionfinish() -> None:
    """Write the durations."""
    if DURATIONS:
        Path(DURATIONS).write_text(json.dumps(seconds))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests."""
    if ORDER:
        places = {name: place for place, name in enumerate(json.loads(Path(ORDER).read_text()))}
        items.sort(key=lambda item: places.get(item.nodeid, -1))
